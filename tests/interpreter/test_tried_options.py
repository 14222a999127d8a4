"""Tree search where conditions look ahead, so that some candidates are no options. Values are counted out."""

from __future__ import annotations

from functools import cache

import pytest

from interpreter import Game
from interpreter.players import Seat, make

COL = """game "Col"
players A, B
board grid(1, 6)
pieces stone of player
turn
  choose s in empty where after put stone of me on s: not some s.adjacent & mine
  put stone of me on s
end
  win me if stuck
"""
"""Col (Conway, On Numbers and Games): who moves takes a site that isn't beside one of their own."""


@cache
def col(own: frozenset[int], other: frozenset[int]) -> dict[int, bool]:
    """For each option of Col whether it wins, counted out."""
    free = [s for s in range(6) if not {s} & (own | other) and not {s - 1, s + 1} & own]
    return {s: not any(col(other, own | {s}).values()) for s in free}


@pytest.mark.parametrize("taken", ["", "a2", "a1 a3", "a6 a2 a4"])
def test_where_conditions_look_ahead_options_are_those_of_the_rules(taken: str) -> None:
    """The tree goes by candidates there, some of which are none."""
    game = Game.parse(COL)
    state, stones = game.start(), (frozenset[int](), frozenset[int]())
    for text in taken.split():
        state, stones = state.play(state.parse(text)), (stones[1], stones[0] | {int(text[1]) - 1})
    player = make("mcts:3000", Seat(game, state.to_move or "", seed=1))
    found = player.analyse(state)
    assert {int(o.move.text[1]) - 1 for o in found.options} == {*col(*stones)}
    wins = any(col(*stones).values())
    assert found.prospect.is_sure
    assert found.prospect.expected[state.to_move or ""] == (1 if wins else -1)
    me = state.to_move or ""
    for option in found.options:
        if option.prospect.is_sure:
            assert option.prospect.expected[me] == (1 if col(*stones)[int(option.move.text[1]) - 1] else -1)
    player.close()
