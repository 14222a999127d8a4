"""Solving with positions that symmetries make alike taken for one: the same values, and published counts."""

from __future__ import annotations

from typing import Any

import pytest
from playing import load

from interpreter import Game, State
from interpreter.graph.chance import Chance
from interpreter.players.solving import Solution, solve

RING = """
game "Ring"
players White, Black
type ring
  for i in 0..{size} as "p{{i}}" at around(i, {size} + 1)
  direction A = [(i + 1) % ({size} + 1)]
  direction B = [(i + {size}) % ({size} + 1)]
board ring
pieces man of player
setup
  put man of White on p0
  put man of Black on p2
turn
  choose a in mine, b in a.{{A, B}} as "{{a}}-{{b}}"
  move a to b
end
  win me if no theirs
"""
"""Each steps to a neighbour; who steps onto the other wins."""


def alike(one: Solution, other: Solution) -> bool:
    """Whether they say the same of the first position."""
    rest = (one.plies, one.is_exact, one.is_endless) == (other.plies, other.is_exact, other.is_endless)
    return rest and dict(one.values) == pytest.approx(dict(other.values))


def test_tic_tac_toe_has_765_positions() -> None:
    """Essentially different ones, as every textbook says."""
    found = solve(load("tictactoe").start())
    assert (found.states, found.unfolded, found.symmetries) == (765, 5_478, 8)
    plain = solve(load("tictactoe").start(), symmetries=False)
    assert (plain.states, plain.unfolded, plain.symmetries) == (5_478, 5_478, 1)
    assert alike(found, plain)


@pytest.mark.parametrize(
    ("name", "options"),
    [("tictactoe", {"m": 4, "n": 3, "k": 3}), ("connect_four", {"columns": 4, "rows": 4}), ("sparks", {"base": 3}),
     ("reversi", {"size": 4}), ("nim", {}), ("hex", {"size": 3, "swap": False}), ("pig", {"goal": 12}),
     ("domineering", {"columns": 4, "rows": 4}), ("konane", {"size": 4})],
)  # fmt: skip
def test_games_are_worth_the_same(name: str, options: dict[str, Any]) -> None:
    start = load(name, **options).start()
    found, plain = solve(start), solve(start, symmetries=False)
    assert alike(found, plain)
    assert found.states <= plain.states
    if found.unfolded is not None:
        assert found.unfolded == plain.states
    state = start
    for move in found.line:
        state = state.play(move)
    if found.is_exact and not found.is_endless:
        assert len(found.line) == min(found.plies, 40)


def after(start: State, plies: int, number: int) -> State:
    """A state of a random game."""
    state, chance = start, Chance(3, number)
    for ply in range(plies):
        if state.is_over:
            break
        state = state.play(state.draw(chance, ply))
    return state


@pytest.mark.parametrize(
    ("name", "options", "plies"),
    [("breakthrough", {"size": 4}, 9), ("tictactoe", {}, 3), ("sparks", {"base": 3}, 8), ("reversi", {"size": 4}, 4),
     ("connect_four", {"columns": 5, "rows": 4}, 6)],
)  # fmt: skip
def test_positions_are_worth_the_same(name: str, options: dict[str, Any], plies: int) -> None:
    """From a position in the midst all symmetries are used, those that exchange the players too."""
    start = load(name, **options).start()
    for number in range(6):
        state = after(start, plies, number)
        if not state.is_over:
            assert alike(solve(state), solve(state, symmetries=False))


@pytest.mark.parametrize("size", [3, 4, 6])
def test_players_are_exchanged(size: int) -> None:
    """On a ring everything is alike but how far the two are from each other: one position for each distance, all that
    there is with those that have ended."""
    game = Game.parse(RING.format(size=size))
    state = after(game.start(), 2, next(n for n in range(99) if not after(game.start(), 2, n).is_over))
    found, plain = solve(state), solve(state, symmetries=False)
    assert alike(found, plain)
    assert found.symmetries == 4 * (size + 1)
    distances = (size + 1) // 2
    assert found.states <= distances + 1
    assert plain.states > 4 * found.states


def test_where_the_past_matters_nothing_is_folded() -> None:
    game = Game.parse(
        'game "Past"\nplayers A, B\nboard grid(2, 2)\npieces man of player\nturn\n  choose s in empty\n'
        "  put man of me on s\n"
        "end\n  win me if repeats(piece) = 1\n  draw if no empty")  # fmt: skip
    found = solve(game.start())
    assert found.symmetries == 1
    assert alike(found, solve(game.start(), symmetries=False))
