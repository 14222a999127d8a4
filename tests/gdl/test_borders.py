"""Edges and corners of boards as types: how many there are, what they are called, where there are none."""

from __future__ import annotations

import random

import pytest

from interpreter import Game, LoadError, State
from interpreter.drawing.colours import NAMES
from interpreter.drawing.inks import INK
from interpreter.drawing.svg import picture
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.players.symmetries.candidates import choices

HEAD = 'game "T"\nplayers White, Black\n'
TURN = """
turn
  choose e in wall - built
  built += e

end
  win me if wall within built
"""


def walls(board: str) -> Game:
    """A game in which edges are taken one after the other, with a piece of each player's to give the board a use."""
    more = f"board {board}\npieces man of player\ntype wall = edges of site\ntype post = corners of site\n"
    return Game.parse(HEAD + more + "game has built: set of wall\n" + TURN)


def names(game: Game) -> set[str]:
    return {move.text for move in game.start().moves}


@pytest.mark.parametrize(
    ("board", "edges"),
    [
        ("grid(3, 3)", 24),  # 3 * 4 lying and as many upright
        ("grid(5, 2)", 27),
        ("grid(1, 4)", 13),
        ("hexhex(2)", 30),  # 7 hexagons of 6 sides, 12 of which are shared: 42 - 12
        ("triangle(3)", 27),  # 6 of 6, 9 shared
        ("rhombus(3)", 38),  # 9 of 6, 16 shared
    ],
)
def test_each_side_is_one_edge(board: str, edges: int) -> None:
    assert len(names(walls(board))) == edges


def test_edges_are_called_by_the_sites_beside_them() -> None:
    assert {"a1-a2", "b2-c2", "a1-S", "c3-N", "c3-E"} <= names(walls("grid(3, 3)"))


def test_positions_are_read_back() -> None:
    game = walls("grid(2, 2)")
    state = game.start()
    for name in ("a1-a2", "a1-b1", "b1-S"):
        state = state.play(name)
    assert game.position(game.data_of(state)) == state
    assert len(state.moves) == 12 - 3


@pytest.mark.parametrize("board", ["grid(3, 2)", "hexhex(2)", "triangle(3)"])
def test_both_backends_play_alike(board: str) -> None:
    both_backends(walls(board), 3)


@pytest.mark.parametrize("board", ["loop", "heap", "post"])
def test_where_no_pattern_is_there_are_no_edges(board: str) -> None:
    more = "board grid(3, 3)\npieces man of player\ntype loop = ring(5)\ntype heap = pyramid(3)\n"
    more += f"type post = corners of site\ntype wall = edges of {board}\ngame has built: set of wall\n"
    with pytest.raises(LoadError, match="no edges"):
        Game.parse(HEAD + more + TURN)


def test_blocked_steps_agree_with_a_plain_program() -> None:
    """Random games: from each site of a board of squares a way leads where no edge between was taken."""
    rules = HEAD + "board grid(4, 3)\npieces man of player\ntype wall = edges of site\n"
    rules += "game has built: set of wall\ndefine a.open = {b in a.orthogonal where no a.edges & b.edges & built}\n"
    rules += "setup\n  put man of White on a1\n" + """
turn
  either
    choose e in wall - built as "{e}"
    built += e
  or
    choose a in man of White, b in (a.open through site) & empty as ">{b}"
    move a to b

end
  draw if wall within built
"""
    game, chance = Game.parse(rules), random.Random(1)
    for _ in range(8):
        state, at, built = game.start(), (1, 1), set[frozenset[tuple[int, int]]]()
        for _ in range(31):
            reached, todo = {at}, [at]
            while todo:
                c, r = todo.pop()
                for there in ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)):
                    inside = 1 <= there[0] <= 4 and 1 <= there[1] <= 3
                    if inside and there not in reached and frozenset({(c, r), there}) not in built:
                        reached.add(there)
                        todo.append(there)
            moves = {move.text for move in state.moves}
            assert {text for text in moves if text[0] == ">"} == {f">{name(site)}" for site in reached - {at}}
            text = chance.choice(sorted(moves))
            state = state.play(text)
            if state.is_over:
                break
            if text[0] == ">":
                at = "abcd".index(text[1]) + 1, int(text[2])
            elif text[3:].islower() or text[-1].isdigit():
                built.add(frozenset(("abcd".index(site[0]) + 1, int(site[1])) for site in text.split("-")))


def name(site: tuple[int, int]) -> str:
    return "abcd"[site[0] - 1] + str(site[1])


def test_pictures_show_what_lies_on_edges() -> None:
    state = walls("grid(3, 3)").start()
    before = picture(state.view())
    after = picture(state.play("a1-b1").view())
    assert INK not in before
    assert after.count(f'fill="{INK}"') == 1


def test_what_is_each_players_is_in_the_colour_of_their_pieces() -> None:
    rules = HEAD + "board grid(3, 3)\npieces man of player\ntype wall = edges of site\nplayer has held: set of wall\n"
    rules += TURN.replace("- built", "- player.held").replace("built +=", "me.held +=").replace("built", "player.held")
    state = Game.parse(rules + 'looks\n  man of White "w" red\n  man of Black "b" blue\n').start()

    def walls_drawn(state: State) -> list[int]:
        drawn = picture(state.view())
        assert "held" not in drawn  # it needn't be told beside the board
        return [drawn.count(f'fill="{NAMES[colour]}"') for colour in ("red", "blue")]

    men = walls_drawn(state)
    for wall, reds, blues in [("a1-b1", 1, 0), ("a1-a2", 1, 1), ("a1-S", 2, 1)]:
        state = state.play(wall)
        assert walls_drawn(state) == [men[0] + reds, men[1] + blues]


def test_what_two_players_do_alike_is_found_to_be_alike() -> None:
    """Squares can be turned and mirrored in eight ways, and their edges with them."""
    model = walls("grid(2, 2)").model
    assert len(set(choices(model.shapes))) == 8
