"""Counting: numbers that are known from elsewhere, and what must hold of any counting."""

from __future__ import annotations

from typing import get_args

import pytest
from c_library import compiler

from interpreter import Game, State
from interpreter.game.game import Backend
from interpreter.lab.tools.perft import Depth, TooManyError, Unit, divide, perft


def numbers(game: str, depth: int, unit: Unit = "turns") -> list[Depth]:
    """Counted by both backends."""
    starts = [Game.load(game, backend=backend).start(seed=1) for backend in ("reference", "native")]
    ours, theirs = (list(perft(start, depth, unit)) for start in starts)
    assert ours == theirs
    return ours


def test_tic_tac_toe_in_full() -> None:
    """255,168 games and 5,478 positions (both counts are in every textbook), turn by turn."""
    depths = numbers("tictactoe", 10)
    # games that end with the fifth to ninth turn
    assert [d.ended for d in depths] == [0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872, 0]
    assert sum(d.ended for d in depths) == 255_168
    # until the fifth turn nobody can have won: 9!/(9-n)! sequences, 9!/(x! o! e!) positions
    assert [d.sequences for d in depths[:4]] == [9, 72, 504, 3024]
    assert [d.positions for d in depths[:4]] == [9, 72, 252, 756]
    # each game that goes on has as many sequels as there are empty squares
    for before, after, empty in zip(depths, depths[1:], range(8, -1, -1), strict=False):
        assert after.sequences == (before.sequences - before.ended) * empty
    assert 1 + sum(d.positions for d in depths) == 5_478


def test_first_turns() -> None:
    assert numbers("fire_and_ice", 1)[0].sequences == 12
    assert numbers("sparks", 1)[0].sequences == 72


def test_plies_and_turns_agree_where_a_turn_is_one_decision() -> None:
    assert numbers("tictactoe", 4, "plies") == numbers("tictactoe", 4)


@pytest.mark.parametrize("backend", get_args(Backend))
def test_divide_adds_up(backend: Backend) -> None:
    if backend == "c":
        compiler()  # or the test is skipped
    start = Game.load("sparks", backend=backend).start()
    parts = dict(divide(start, 1))
    assert set(parts) == {"1c1", "1g1", "1a3", "1e3", "1c5", "1g5", "1a7", "1e7"}
    assert {part.sequences for part in parts.values()} == {9}
    units: tuple[Unit, ...] = ("turns", "plies")
    for unit in units:
        start = Game.load("tictactoe", backend=backend).start()
        total = list(perft(start, 3, unit))[-1]
        assert sum(part.sequences for _, part in divide(start, 3, unit)) == total.sequences


def test_counting_may_begin_in_mid_turn() -> None:
    taken = Game.load("sparks").start().play("1c1")
    assert [d.sequences for d in perft(taken, 1)] == [9]


def test_brute_force_agrees_with_memory() -> None:
    """The same numbers without merging equal states."""
    start = Game.load("big_balls").start(seed=3)

    def walk(state: State, turns: int) -> tuple[int, set[State]]:
        if state.is_over or state.turns - start.turns == turns:
            return 1, {state}
        ways, ends = 0, set[State]()
        for move in state.moves:
            more, further = walk(state.play(move), turns)
            ways, ends = ways + more, ends | further
        return ways, ends

    ways, ends = walk(start, 1)
    (counted,) = perft(start, 1)
    assert (counted.sequences, counted.positions) == (ways, len(ends))


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_too_many_positions_are_refused(backend: Backend) -> None:
    with pytest.raises(TooManyError, match="more than 50 positions"):
        list(perft(Game.load("sparks", backend=backend).start(), 2, limit=50))
