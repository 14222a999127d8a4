"""What is drawn on boards: lines and their crossings, sides, points and heaps, marks, pieces in blocks, colours."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.terminal.scene.bitmaps import blocks, outlined
from cli.terminal.scene.board import Board, Drawing, draw
from cli.terminal.scene.ground import grounds
from cli.terminal.scene.lines import Line, Look
from cli.terminal.scene.marks import Marks, on
from cli.terminal.scene.palette import (
    ASCII,
    BRIGHT,
    CONTRAST,
    DARK,
    FEW,
    PALETTES,
    PLAIN,
    UNICODE,
    WOOD,
    Palette,
    apart,
    brightness,
    readable,
)
from cli.terminal.scene.sizes import Manner, fitting, turn_of
from gdl.colours import COLOURS
from interpreter import Game, State
from interpreter.drawing import colours
from interpreter.drawing.shapes import PICTURES, circle


def text(lines: list[Line]) -> list[str]:
    return ["".join(part for part, _ in line).rstrip() for line in lines]


def ruleset(tmp_path: Path, rules: str) -> Game:
    file = tmp_path / "rules.gdl"
    file.write_text(rules, encoding="utf-8")
    return Game.load(str(file))


def pictured(state: State, room: tuple[int, int], palette: Palette = PLAIN) -> list[str]:
    """The board on the full screen."""
    model = state.game.model
    manner = Manner(symbols=palette.has_colour)
    board = Board(model, fitting(model, manner, *room), manner, palette, UNICODE)
    drawing = Drawing(board, state.view(), Marks())
    return text([drawing.line(row) for row in range(board.layout.height)])


LINES = """
game "Lines"
players A, B
board grid(3, 3)
pieces man of player
setup
  put man of A on {b2}
turn
  choose s in empty
  put man of me on s
end
  draw if no empty
looks
  board gold as lines
  {c3} "*" "•" black
  man of A "x" "●" white
  man of B "o" "○" black
"""


def test_lines_meet_where_pieces_stand(tmp_path: Path) -> None:
    state = ruleset(tmp_path, LINES).start(1)
    assert text(draw(state.view(), Look(40))) == ["3 ┌─┬─*", "2 ├─x─┤", "1 └─┴─┘", "  a b c"]
    assert text(draw(state.view(), Look(40, unicode=False))) == ["3 +-+-*", "2 +-x-+", "1 +-+-+", "  a b c"]
    assert pictured(state, (16, 8)) == [
        "3  ┌───┬───*",
        "   │   │   │",
        "2  ├───x───┤",
        "   │   │   │",
        "1  └───┴───┘",
        "",
        "   a   b   c",
    ]


def test_diagonals_that_cross_each_other_are_no_lines_and_others_are() -> None:
    """Morris' squares and Go's grid have none; a triangle's sides are slanted."""
    drawn = pictured(Game.load("nine_mens_morris").start(1), (60, 20))
    assert not any(sign in line for line in drawn for sign in "╱╲")
    assert max(line.count("─") for line in drawn) > 20


def test_a_board_of_hexagons_says_whose_its_sides_are() -> None:
    state = Game.load("hex", size=3).start(1)
    shown = text(draw(state.view(), Look(60)))
    assert shown[0].split() == shown[-1].split() == ["R", "R", "R"]
    assert all(line.split()[0] == line.split()[-1] == "B" for line in shown[1:-1])
    model = state.game.model
    layout = fitting(model, Manner(symbols=True), 60, 20)
    rows = Board(model, layout, Manner(symbols=True), WOOD, UNICODE).ground
    inks = {ink for row in (rows[0], rows[-1]) for character, ink, _ in row.characters if character in "▄▀"}
    assert inks == {f"bold {colours.NAMES['red']}"}


BACKGAMMON = {
    "to move": "White",
    "variables": {"men": {"6": {"White": 5}, "8": {"White": 7}, "24": {"Black": 2}, "25": {"White": 1, "Black": 14}}},
}


def test_men_stand_on_points_and_are_counted_where_they_are_many() -> None:
    drawn = text(draw(Game.load("backgammon").start(3).view(), Look(80)))
    # the bar is between the halves, the trays are at the right
    assert drawn[0].split() == [str(n) for n in (*range(13, 19), 25, *range(19, 25), "B0")]
    assert drawn[-1].split() == [str(n) for n in (*range(12, 6, -1), 0, *range(6, 0, -1), "W0")]
    column = drawn[0].index("13") + 1
    assert [line[column : column + 1] for line in drawn[1:6]] == ["W"] * 5
    assert [line[column : column + 1] for line in drawn[-6:-1]] == ["B"] * 5


def test_more_men_than_fit_become_a_number() -> None:
    state = Game.load("backgammon").position(BACKGAMMON)
    drawn = text(draw(state.view(), Look(80)))
    at = drawn[-1].split().index("8")
    column = drawn[-1].index(" 8 ") + 1
    assert at == 4
    assert [line[column : column + 1] for line in drawn[-6:-1]] == ["7", "W", "W", "W", "W"]
    column = drawn[0].index("25")
    assert {line[column : column + 3].strip() for line in drawn[1:3]} == {"W1", "B14"}


def test_seeds_lie_in_heaps_where_there_is_room() -> None:
    drawn = pictured(Game.load("kalah").start(1), (80, 24))
    assert sum(line.count("•") for line in drawn) == 48
    assert sum(line.split().count("4") for line in drawn) == 12
    assert "•" not in "".join(text(draw(Game.load("kalah").start(1).view(), Look(80))))


def test_marks_that_meet_share_their_sign() -> None:
    state = Game.load("chess").start(1)
    shown = text(draw(state.view(), Look(80), ["a2", "b2", "e4"]))
    assert shown[6] == "2[P|P]P P P P P P"
    assert shown[4] == "4 · · · ·[·]· · ·"
    shown = text(draw(state.view(), Look(80), ["a2", "b2"], winning=["b2", "c2"]))
    assert shown[6] == "2[P*P|P*P P P P P"


def test_marks_belong_to_a_shape(tmp_path: Path) -> None:
    """Two shapes whose sites are called alike: what is marked on one isn't on the other."""
    game = ruleset(
        tmp_path,
        """
game "Two"
players A, B
type left = ring(3)
type right = ring(4)
left has few: 0..9
right has many: 0..9
turn
  choose s in left, t in right
  s.few = 1
  t.many += 1
end
  draw if sum(s.few for s in left) = 3 or sum(t.many for t in right) = 30
""",
    )
    model, manner = game.model, Manner()
    layout = fitting(model, manner, 80, 24)
    assert len(layout.cells) == 7
    board = Board(model, layout, manner, PLAIN, ASCII)
    drawing = Drawing(board, game.start(1).view(), Marks(changed=on("right", ["0"])))
    shown = "\n".join(text([drawing.line(row) for row in range(layout.height)]))
    assert shown.count("[") == shown.count("]") == 1
    assert layout.parts[0].left + layout.parts[0].width <= layout.parts[1].left


# ---- turned boards -------------------------------------------------------------------------------------


def test_the_rules_say_from_where_a_player_looks() -> None:
    model = Game.load("chess").model
    assert (turn_of(model, "White"), turn_of(model, "Black"), turn_of(model, None)) == (0, 180, 0)
    shown = text(draw(Game.load("chess").start(1).view("Black"), Look(80, degrees=180)))
    assert shown[0] == "1 R N B K Q B N R"
    assert shown[-1] == "  h g f e d c b a"


# ---- pieces in blocks ----------------------------------------------------------------------------------


def test_pictures_become_blocks() -> None:
    assert blocks("M0 0H100V100H0Z", 4, 2) == ("████", "████")
    assert blocks("M0 0H50V100H0Z", 4, 2) == ("██  ", "██  ")
    assert blocks("M0 0L100 0L100 50L0 50Z", 2, 1) == ("▀▀",)
    assert blocks(circle(50, 50, 50), 4, 2) == ("▟██▙", "▜██▛")
    assert blocks("m25 0h25v50h-25z m25 50h25v50h-25z", 4, 2) == (" █  ", "  █ ")


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_every_picture_has_an_outline_within_its_square(name: str) -> None:
    outlines = outlined(PICTURES[name].body)
    assert outlines
    assert all(-1 <= x <= 101 and -1 <= y <= 101 for outline in outlines for x, y in outline)
    assert any(line.strip() for line in blocks(PICTURES[name].body, 10, 5))


def test_curves_are_followed() -> None:
    """A quarter of a circle as an arc, and as the two curves that come close to it."""
    arc = blocks("M0 0H100A100 100 0 0 1 0 100Z", 6, 3)
    assert arc == blocks("M0 0H100C100 55.2 55.2 100 0 100Z", 6, 3)
    assert arc == blocks("M0 0H100Q100 43 70.700 70.700T0 100Z", 6, 3) or arc[0] == "██████"


def test_large_cells_have_large_pieces_and_numbers_stay_readable() -> None:
    chess = "\n".join(pictured(Game.load("chess").start(1), (200, 50), WOOD))
    assert "█" in chess
    assert "♜" not in chess
    small = "\n".join(pictured(Game.load("chess").start(1), (80, 24), WOOD))
    assert "█" not in small
    assert "♜" in small
    state = Game.load("einstein").start(2)
    while state.turns < 2:
        state = state.play(state.ways[0] if state.is_chance else state.moves[0])
    stones = [line[4:] for line in pictured(state, (200, 50), WOOD)]
    assert all(sum(line.count(str(number)) for line in stones) == 2 for number in range(1, 7))
    assert sum(line.count("█") for line in stones) > 200


# ---- colours -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COLOURS)
def test_black_and_white_can_be_read_on_every_ground(name: str) -> None:
    assert DARK <= brightness(readable(colours.hexadecimal(name))) <= BRIGHT


def test_a_piece_is_seen_on_a_ground_of_its_colour() -> None:
    red = colours.hexadecimal("red")
    assert apart(red, colours.BOARD, ["red", "blue"]) != red
    assert apart(red, colours.BOARD, ["blue"]) == red
    model = Game.load("chinese_checkers").model
    layout = fitting(model, Manner(symbols=True), 80, 24)
    home = grounds(model, layout.parts[0], WOOD)[model.board.index["e17"]] if model.board else ""
    assert home not in (red, WOOD.ground)


@pytest.mark.parametrize("palette", [*PALETTES.values(), FEW])
def test_every_ruleset_can_be_drawn_in_every_palette(palette: Palette) -> None:
    for name in ("chess", "go", "backgammon", "sparklies", "quarto", "lasca"):
        state = Game.load(name).start(1)
        assert any(line.strip() for line in pictured(state, (80, 24), palette.of(state.game.model)))
    assert CONTRAST.of(Game.load("chess").model) is CONTRAST


def test_marks_stand_beside_the_middle_of_a_large_piece() -> None:
    state = Game.load("chess").start(1)
    model, manner = state.game.model, Manner(symbols=True)
    board = Board(model, fitting(model, manner, 200, 50), manner, WOOD, UNICODE)
    site = ("grid", "e2")
    drawing = Drawing(board, state.view(), Marks(cursor=site, picked=frozenset({site})))
    cell = board.layout.cells[site]
    rows = [drawing.row(row) for row in range(cell.row, cell.row + cell.height)]
    shown = ["".join(row[cell.column + i][0] for i in range(cell.width)) for row in rows]
    assert [line[0] + line[-1] for line in (shown[0], shown[-1])] == ["┏┓", "┗┛"]
    assert [("{" in line, "}" in line) for line in shown].index((True, True)) == 2


def test_where_nearly_every_site_may_be_picked_the_board_stays_as_it_is() -> None:
    state = Game.load("go").start(1)
    model, manner = state.game.model, Manner(symbols=True)
    board = Board(model, fitting(model, manner, 80, 24), manner, WOOD, UNICODE)
    every = on("grid", [move.text for move in state.moves if move.text != "pass"])
    plain, marked, few = (
        text([Drawing(board, state.view(), Marks(target=sites)).line(row) for row in range(board.layout.height)])
        for sites in (on("grid", []), every, on("grid", ["a1"]))
    )
    assert marked == plain != few
