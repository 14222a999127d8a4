"""Positions with known answers: what the files hold is what they say."""

from __future__ import annotations

import random
import shutil
import sys
from functools import cache
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from positions import connect_four as made
from rivals import puzzles

from interpreter import Game, State
from interpreter.bridges.protocols.names import named


def test_a_queen_can_be_taken() -> None:
    game = Game.load("chess")
    found = list(puzzles.hanging(game))
    assert len(found) == 20
    for puzzle in found:
        right = [name for name, move in named(puzzle.state).items() if puzzle.is_right(move)]
        assert right
        for name in right:
            assert [piece.kind for piece in puzzle.state.pieces(name[2:4])] == ["queen"]


def test_a_tactic_begins_with_one_move() -> None:
    """No two are alike, and of the moves one is right."""
    game = Game.load("chess")
    found = list(puzzles.tactics(game))
    assert len({puzzle.state for puzzle in found}) == 20
    for puzzle in found:
        assert [puzzle.is_right(move) for move in puzzle.state.moves].count(True) == 1


def test_positions_of_connect_four_are_hard() -> None:
    game = Game.load("connect_four")
    lines = (puzzles.FOLDER / "connect_four.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(set(lines)) == 100
    for line, puzzle in zip(lines, puzzles.connect_four(game), strict=True):
        columns, values = line.split()
        assert made.FEWEST <= len(columns) <= made.MOST
        assert made.is_quiet(columns)
        assert made.is_hard(values)
        assert {move.text for move in puzzle.state.moves} == {
            c for c, sign in zip(made.COLUMNS, values, strict=True) if sign != "."
        }
        assert 1 <= sum(map(puzzle.is_right, puzzle.state.moves)) <= 2


@cache
def value(state: State) -> float:
    """By our rules, looking at everything: for who is to move, or would be."""
    if state.is_over:
        return -abs((state.results or {})["Red"])
    return max(-value(state.play(move)) for move in state.moves)


@pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")
def test_the_solver_agrees_with_looking_at_everything() -> None:
    chance, game, solver, compared = random.Random(2), Game.load("connect_four"), made.Solver(), 0
    while compared < 12:
        line, state = "", game.start()
        for _ in range(32):
            if state.is_over:
                break
            line += (move := chance.choice(state.moves)).text
            state = state.play(move)
        if state.is_over:
            continue
        compared += 1
        found = dict(zip(made.COLUMNS, solver.values(line), strict=True))
        for column, sign in found.items():
            open_ = [move for move in state.moves if move.text == column]
            assert sign == ("+=-"[1 + round(value(state.play(open_[0])))] if open_ else "."), line
    solver.close()


def test_players_are_counted() -> None:
    assert len(list(puzzles.solved("connect_four", "random", 7))) == 7
