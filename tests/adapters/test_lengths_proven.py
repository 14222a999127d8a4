"""How long games may get: proofs from the rules, and games that show no such proof."""

from __future__ import annotations

import pytest
from sample import daily

from gdl import library
from interpreter import Game
from interpreter.bridges.adapters.bounds import bounds
from interpreter.bridges.adapters.lengths import longest
from interpreter.graph.chance import Chance

KNOWN = {
    ("tictactoe",): 9, ("connect_four",): 42, ("gomoku",): 225, ("quarto",): 34,
    ("hex", "swap"): 121, ("y", "swap"): 78,
    # a win in the middle of a turn may come before its stone is put, as far as the proof sees
    ("havannah", "swap"): 170,
}  # fmt: skip


@pytest.mark.parametrize("case", KNOWN, ids="-".join)
def test_boards_that_fill_up(case: tuple[str, ...]) -> None:
    """As many decisions as there are sites; two for each of Quarto's pieces but the first."""
    name, *off = case
    assert longest(Game.load(name, **dict.fromkeys(off, False)).model) == (KNOWN[case], 0)


@pytest.mark.parametrize("name", ["chess", "oware", "go", "backgammon", "pentago", "reversi", "hex", "draughts"])
def test_no_proof_where_there_is_none(name: str) -> None:
    """Pieces move, are taken, or change places; somebody may pass."""
    assert longest(Game.load(name).model) is None


HEAD = """
game "Small"
players A, B
board grid(2, 2)
pieces stone of player
game has left: 0..9 = 9
game has used: set of site
turn
"""
TURNS = {
    "choose s in empty\nput stone of me on s": 4,
    "choose n in 1..3\nleft -= n": 9,
    "choose n in 0..3\nleft -= n": None,
    "choose s in site - used\nused += s": 4,
    "choose s in site\nused += s": None,
    "choose s in site\nput stone of me on s": None,
    "choose s in empty\nput stone of me on s\nchoose t in mine\nremove t": None,
    "choose s in empty\nchoose t in empty\nput stone of me on t": 8,
    "choose s in empty\nput stone of me on site - s": None,
    "either\n  choose s in empty\n  put stone of me on s\nor\n  choose \"pass\"": None,
    "either\n  choose s in empty\n  put stone of me on s\nor\n  choose n in 1..2\n  left -= n": 13,
    "choose s in empty\nput stone of me on s\nrepeat\n  choose n in 0..3\n  left -= n\nuntil left < 3": None,
    "roll n in 1..6\nleft -= 1\nif n > 3\n  choose s in site": (9, 9),
    "choose s in empty\nif left = 9\n  put stone of me on s": None,
}  # fmt: skip


@pytest.mark.parametrize("turn", TURNS)
def test_what_is_a_proof(turn: str) -> None:
    text = HEAD + "\n".join(f"  {line}" for line in turn.splitlines()) + "\nend\n  draw if stuck\n"
    expected = TURNS[turn]
    assert longest(Game.parse(text).model) == ((expected, 0) if isinstance(expected, int) else expected)


@pytest.mark.parametrize("name", daily(library.names(), 8, ["tictactoe"]))
def test_no_game_is_longer(name: str) -> None:
    game = Game.load(name)
    proven = longest(game.model)
    if proven is None:
        return
    for number in range(2):
        chance, state, counted = Chance(1, number), game.beginning(), [0, 0]
        while not state.is_over:
            counted[state.is_chance] += 1
            state = state.play(state.draw(chance, state.ply))
        assert counted[0] <= proven[0]
        assert counted[1] <= proven[1]


def test_all_games_are_looked_through_if_they_are_few() -> None:
    """Three heaps of 1, 2 and 2; the proof alone would allow for a hundred counters in each of six."""
    game = Game.load("nim", heap_a=1, heap_b=2, heap_c=2)
    assert bounds(game).decisions == 5
    assert not bounds(game, limit=4).sure
    assert bounds(game, limit=4).decisions == 4
