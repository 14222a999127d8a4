"""Published numbers for the classics in which pieces are placed, for Nim, and for games of one player."""

from __future__ import annotations

from functools import cache
from typing import Any

from interpreter import Game, State
from interpreter.perft import perft

# What takes too long here: (game, options, position or None, unit, depth, sequences of that depth).
DEEP: list[tuple[str, dict[str, Any], dict[str, Any] | None, str, int, int]] = []

# And the same with the number of positions of that depth.
DEEP_POSITIONS: list[tuple[str, dict[str, Any], dict[str, Any] | None, str, int, int]] = []


@cache
def load(name: str, **options: Any) -> Game:
    return Game.load(name, **options)


def played(start: State, *texts: str) -> State:
    for text in texts:
        start = start.play(text)
    return start


def value(state: State, known: dict[State, float]) -> float:
    """What the player to move gets, if both play as well as they can."""
    if state not in known:
        best, me = -2.0, state.to_move
        assert me is not None
        for after in map(state.play, state.moves):
            if after.is_over:
                result = (after.results or {})[me]
            else:
                result = value(after, known) * (1 if after.to_move == me else -1)
            best = max(best, result)
            if best == 1:
                break
        known[state] = best
    return known[state]


# ---- Connect Four --------------------------------------------------------------------------------------

FOUR = [7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186]  # OEIS A212693, from one disc on
DEEP_POSITIONS += [("connect_four", {}, None, "turns", n, FOUR[n - 1]) for n in range(6, 10)]


def test_positions_of_connect_four() -> None:
    depths = list(perft(load("connect_four").start(), 6))
    assert [d.positions for d in depths] == FOUR[:6]
    assert [d.sequences for d in depths] == [7**n for n in range(1, 7)]  # no column is full before the seventh disc


def test_games_of_connect_four() -> None:
    """All different games on four columns of three: OEIS A342329."""
    start = load("connect_four", columns=4, rows=3).start()
    assert sum(d.ended for d in perft(start, 12)) == 356_232


def test_connect_four_on_four_by_four_is_a_draw() -> None:
    assert value(load("connect_four", columns=4, rows=4).start(), {}) == 0
