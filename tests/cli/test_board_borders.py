"""Edges and corners in characters: where they stand, what is drawn there, how one comes to them."""

from __future__ import annotations

from typing import Any

import pytest

from cli.terminal.scene import steps
from cli.terminal.scene.board import Board, Drawing, draw
from cli.terminal.scene.layout import Cell, Layout
from cli.terminal.scene.lines import Line, Look
from cli.terminal.scene.marks import Marks, on
from cli.terminal.scene.palette import ASCII, PLAIN, UNICODE, WOOD, Palette, Signs
from cli.terminal.scene.sizes import Manner, fitting
from interpreter import Game, State
from interpreter.drawing.legend import legend

FENCES = """
game "Fences"
players White, Black
board grid(2, 2)
pieces sheep
type fence = edges of site
type post = corners of site
game has built: set of fence

setup
  put sheep on a2

turn
  choose f in fence - built
  built += f

end
  draw if fence within built

looks
  White "W" red
  Black "B" blue
"""
OWNED = FENCES.replace("\nsetup", "fence has keeper: player?\npost has owner: player?\n\nsetup")
HELD = (
    FENCES.replace("game has built: set of fence", "player has held: set of fence\nplayer has driven: set of post")
    .replace("- built", "- player.held").replace("built +=", "me.held +=").replace("within built", "within player.held")
)  # fmt: skip
PRICED = FENCES.replace("\nsetup", "fence has price: 0..200\n\nsetup")


def at(rules: str, **values: Any) -> State:
    """A position in which variables have these values."""
    return Game.parse(rules).position({"to move": "White", "pieces": {"sheep": ["a2"]}, "variables": values})


def text(lines: list[Line]) -> str:
    return "\n".join("".join(part for part, _ in line).rstrip() for line in lines)


def lines(state: State, marks: Marks, palette: Palette = PLAIN, signs: Signs = UNICODE) -> list[Line]:
    model, manner = state.game.model, Manner(is_compact=True)
    layout = fitting(model, manner, 80)
    drawing = Drawing(Board(model, layout, manner, palette, signs), state.view(), marks)
    return [drawing.line(row) for row in range(layout.height)]


BUILT = """
  ╻   ·   ·
2 ┃ s
  ┗━━━┓   ·
1     ┃
  ·   ┗━━━╸
    a   b
""".strip("\n")
BUILT_IN_ASCII = """
  +   .   .
2 | s
  +---+   .
1     |
  .   +---+
    a   b
""".strip("\n")
TURNED = """
  ╺━━━┓   ·
1     ┃
  ·   ┗━━━┓
2       s ┃
  ·   ·   ╹
    b   a
""".strip("\n")


def test_lines_join_where_they_meet() -> None:
    state = at(FENCES, built=["a2-W", "a1-a2", "a1-b1", "b1-S"])
    assert text(draw(state.view(), Look())) == BUILT
    assert text(draw(state.view(), Look(unicode=False))) == BUILT_IN_ASCII


def test_a_board_that_is_turned_takes_its_edges_along() -> None:
    state = at(FENCES, built=["a2-W", "a1-a2", "a1-b1", "b1-S"])
    assert text(draw(state.view(), Look(degrees=180))) == TURNED


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
@pytest.mark.parametrize("board", ["grid(4, 3)", "grid(1, 4)", "grid(5, 1)"])
def test_an_edge_stands_between_its_sites_and_a_corner_between_four(board: str, degrees: int) -> None:
    """Each is as far from all its sites; at the rim it is beside its only one."""
    rules = FENCES.replace("grid(2, 2)", board).replace("on a2", "on a1")
    rules = rules.replace("\nsetup", "game has driven: set of post\n\nsetup")
    layout = fitting(Game.parse(rules).model, Manner(degrees=degrees), 80, 40)
    (part,) = layout.parts
    assert part.between is not None
    for shape, cells in part.between.drawn:
        assert len(cells) == len(shape.labels)
        for number, cell in cells.items():
            own = [site for site in part.cells if shape.labels[number].split("-")[0] == part.shape.labels[site]]
            assert any(apart(cell, part.cells[site]) for site in own)
            if "-" in shape.labels[number] and shape.part == "edges":
                names = shape.labels[number].split("-")
                beside = [layout.cells["grid", name] for name in names if ("grid", name) in layout.cells]
                middles = [(2 * one.row + one.height, 2 * one.column + one.width) for one in beside]
                if len(beside) == 2:
                    middle = tuple((a + b) / 2 for a, b in zip(*middles, strict=True))
                    assert middle == (2 * cell.row + cell.height, 2 * cell.column + cell.width)


def apart(cell: Cell, other: Cell) -> bool:
    """Whether two cells touch, at a side or at a corner, and don't overlap."""
    down = max(other.row - cell.row - cell.height, cell.row - other.row - other.height)
    right = max(other.column - cell.column - cell.width, cell.column - other.column - other.width)
    return max(down, right) == 0


@pytest.mark.parametrize(
    ("rules", "values"),
    [
        (OWNED, {"keeper": {"a1-a2": "Black", "a2-W": "White"}, "owner": {"b1-NE": "White"}}),
        (HELD, {"held": {"Black": ["a1-a2"], "White": ["a2-W"]}, "driven": {"White": ["b1-NE"]}}),
    ],
    ids=["each has an owner", "each owner has a set"],
)
def test_whose_an_edge_is_is_told_by_a_letter_or_by_its_colour(rules: str, values: dict[str, Any]) -> None:
    state = at(rules, **values)
    assert text(draw(state.view(), Look())) == """
  ╻   ·   ·
2 W s
  ┗━B━╸   W
1
  ·   ·   ·
    a   b
""".strip("\n")  # fmt: skip
    coloured = [piece for line in lines(state, Marks(), WOOD) for piece in line]
    (edge,) = (style for words, style in coloured if "━━━" in words)
    (post,) = (style for words, style in coloured if "●" in words)
    assert edge != post
    assert "bold" in edge and "bold" in post


@pytest.mark.parametrize("rules", [HELD, HELD.partition("looks")[0]], ids=["by looks", "by names"])
def test_what_the_letters_on_edges_mean_is_told(rules: str) -> None:
    found = legend(Game.parse(rules).start().view())
    told = [(sign.letter, sign.means) for sign in (*found.players, *found.values)]
    assert ("W", "White") in told and ("B", "Black") in told


def test_numbers_are_written_on_edges_and_cut_where_there_is_no_room() -> None:
    state = at(PRICED, price={"a1-a2": 7, "a1-b1": 120})
    assert text(draw(state.view(), Look())) == """
   ·     ·     ·
2     s
   ╺━━7━━┓     ·
1       120
   ·     ╹     ·
      a     b
""".strip("\n")  # fmt: skip


def test_where_one_may_draw_and_what_changed_is_seen_without_colours() -> None:
    state = at(FENCES, built=["a2-W", "a1-a2"])
    target = on("fence", ["a1-b1", "b1-b2"])
    marks = Marks(target=target, changed=on("fence", ["a1-a2"]))
    assert text(lines(state, marks)) == """
  ╻   ·   ·
2 ┃ s
  ┗═══╸───·
1     │
  ·   ·   ·
    a   b
""".strip("\n")  # fmt: skip
    assert text(lines(state, marks, signs=ASCII)) == """
  +   .   .
2 | s
  +===+....
1     :
  .   .   .
    a   b
""".strip("\n")  # fmt: skip


def test_a_corner_that_may_be_picked_is_seen_where_lines_meet() -> None:
    rules = FENCES.replace("\nsetup", "game has driven: set of post\n\nsetup")
    state = at(rules, built=["a1-a2", "a2-b2"], driven=["b1-SE"])
    assert text(lines(state, Marks(target=on("post", ["a1-NE", "a1-NW"])))) == """
  ·   ╻   ·
2   s ┃
  •━━━•   ·
1
  ·   ·   ●
    a   b
""".strip("\n")  # fmt: skip


@pytest.mark.parametrize(("site", "row", "sign"), [("a1-a2", 2, "▸━◂"), ("a1-b1", 3, "▸ ◂"), ("b1-E", 3, "▸ ◂")])
def test_the_cursor_is_seen_on_an_edge(site: str, row: int, sign: str) -> None:
    state = at(FENCES, built=["a1-a2"])
    found = text(lines(state, Marks(cursor=("fence", site)))).split("\n")
    assert sign in found[row]
    assert not any("▸" in line for number, line in enumerate(found) if number != row)


def test_two_drawings_differ_where_an_edge_does() -> None:
    before = at(FENCES, built=["a1-a2"])
    after = before.play("b1-E")
    model, manner = before.game.model, Manner()
    board = Board(model, fitting(model, manner, 80, 24), manner, WOOD, UNICODE)
    drawings = [Drawing(board, state.view(), Marks()) for state in (before, after)]
    assert drawings[1].differing(drawings[0]) == {("fence", "b1-E")}


def layout_of(rules: str, width: int = 80, height: int = 24) -> Layout:
    return fitting(Game.parse(rules).model, Manner(), width, height)


def test_arrows_lead_to_edges_and_corners_and_over_them() -> None:
    rules = FENCES.replace("\nsetup", "game has driven: set of post\n\nsetup")
    layout = layout_of(rules)
    site = ("grid", "a1")
    walk: tuple[tuple[steps.Direction, str], ...] = (
        ("right", "a1-b1"), ("up", "a1-NE"), ("left", "a1-a2"), ("up", "a2"), ("left", "a2-W"), ("down", "a1-NW"),
    )  # fmt: skip
    for direction, label in walk:
        found = steps.step(layout, site, direction)
        assert found is not None
        assert found[1] == label
        site = found


def test_corners_alone_can_be_reached() -> None:
    rules = FENCES.replace("fence = edges", "fence = corners").replace("type post = corners of site\n", "")
    layout = layout_of(rules)
    found, todo = {steps.first(layout)}, [steps.first(layout)]
    while todo:
        site = todo.pop()
        assert site is not None
        for direction in ("up", "down", "left", "right"):
            other = steps.step(layout, site, direction)
            if other is not None and other not in found:
                found.add(other)
                todo.append(other)
    assert found == set(layout.cells)
    assert len(found) == 4 + 9
    above = steps.step(layout, ("grid", "a1"), "up")
    assert above is not None
    assert above[1] in ("a1-NW", "a1-NE")  # not over them, to a2


@pytest.mark.parametrize("name", ["dots_and_boxes", "quoridor"])
def test_the_games_that_ship_fit_a_small_terminal(name: str) -> None:
    """The whole screen is 24 rows, of which the title, the question, the line and the keys take four."""
    layout = fitting(Game.load(name).model, Manner(symbols=True), 80 - 30, 20)
    assert layout.width <= 50 and layout.height <= 20
    assert any(part.between for part in layout.parts)


def test_a_terminal_that_is_too_narrow_has_the_board_alone() -> None:
    rules = FENCES.replace("grid(2, 2)", "grid(26, 2)")
    wide, narrow, least = (fitting(Game.parse(rules).model, Manner(is_compact=True), width) for width in (120, 60, 52))
    assert [any(part.between for part in one.parts) for one in (wide, narrow, least)] == [True, True, False]
    assert least.width <= 52 or least.width < narrow.width


def test_boards_of_hexagons_are_drawn_without_edges() -> None:
    rules = FENCES.replace("grid(2, 2)", "hexhex(2)").replace("on a2", "on {s in site where s.x = 0 and s.y = 0}")
    layout = layout_of(rules)
    assert layout.parts[0].between is None
    assert {shape for shape, _ in layout.cells} == {"hexhex"}


def test_what_is_chosen_can_be_pointed_at_even_if_nothing_is_shown_there() -> None:
    rules = FENCES.replace("built: set of fence\n", "built: set of fence\n") + "  built as nothing\n"
    assert ("fence", "a1-b1") in layout_of(rules).cells
