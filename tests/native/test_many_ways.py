"""An `either` with many branches, and loops over many tuples: compiled as far as the limits go."""

from __future__ import annotations

import pytest

from interpreter import Game, LoadError, RuleError
from interpreter.graph.abi import TOO_MANY
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.compile import compile_model
from interpreter.work.engine import engine

WAYS = """game "Ways"
players A, B
board grid(8, 8)
pieces stone of player
turn
  either
    {branches}
end
  win me if count(mine) = 20
  draw if stuck
"""
BRANCH = 'choose s in row({row}) & empty where s.c > {left} as "{number}{{s}}"\n    put stone of me on s'
LOOP = """game "Loop"
players A, B
board grid({size}, {size})
pieces stone of player
game has found: 0..100000
turn
  choose s in empty
  put stone of me on s
  for a in site, b in site, c in site where found % 7 < 5 and a in mine and b in theirs and c.c = a.c and c in empty
    found = (found * 3 + a.r * b.c + c.r) % 1000
end
  win me if found % 10 = 9
  draw if stuck
"""


def ways(number: int) -> str:
    branches = (BRANCH.format(row=i % 8 + 1, left=i % 5, number=i) for i in range(number))
    return WAYS.format(branches="\n  or\n    ".join(branches))


def played(text: str, plies: int, longest: int) -> int:
    """So many plies on both backends."""
    game = Game.parse(text)
    compiled = compile_model(game.model, ("playouts", "entries"))
    return both_backends(game, seed=1, plies=plies, games=2, longest=longest, compiled=compiled).plies


def test_many_ways_into_an_either() -> None:
    assert played(ways(90), 8, 8) >= 8


def test_more_ways_than_are_written() -> None:
    with pytest.raises(LoadError, match="more than 100 ways to the first decisions of an `either`"):
        Game.parse(ways(102), backend="native")


def test_a_loop_over_many_tuples_that_changes_what_it_looks_at() -> None:
    """Its tuples are found before the first round, of 144 × 144 × 144 those that fit."""
    assert played(LOOP.format(size=12), 8, 8) >= 8


def test_a_loop_that_finds_too_many_tuples() -> None:
    """More than 250,000 are an error on both backends."""
    text = LOOP.format(size=12).replace(" and a in mine and b in theirs and c.c = a.c", "")
    instance = engine(Game.parse(text, backend="native"), "playouts").take()
    assert instance.call("playouts", 0, 1, 0, 1, 10) == TOO_MANY
    with pytest.raises(RuleError, match="more than 250,000 combinations"):
        Game.parse(text, backend="reference").start().play("a1")
