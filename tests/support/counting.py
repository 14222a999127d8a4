"""Published counts, checked by the compiled rules in full and by the reference interpreter at first; certain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile
from typing import Any

import pytest
from sample import daily

from interpreter import Game, State
from interpreter.game.game import Backend
from interpreter.lab.tools.perft import perft
from interpreter.work.engine import MEMORY_BYTES, engine, patiently, put

FEW = 500
"""Sequences that the reference interpreter counts in no time."""
DEEPEST = 100


@dataclass(frozen=True)
class Count:
    """Published numbers for 1, 2 … turns; None where there is none."""

    game: str
    expected: Sequence[int | None]
    deep: Sequence[int | None] = ()
    """How they go on, where that takes some seconds or minutes."""
    position: Mapping[str, Any] | str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    what: str = "sequences"
    variant: str = ""
    """Declarations without which more positions would be different: rules that can't matter so soon."""

    def __str__(self) -> str:
        return self.game

    def check(self) -> None:
        """Count natively all that is known, and the small numbers by the reference interpreter and the full rules."""
        few = list(takewhile(lambda n: n is not None and n <= FEW, self.expected))
        assert self.counted("reference", len(few)) == few
        found = self.counted("native", len(self.expected))
        assert [n and m for n, m in zip(self.expected, found, strict=True)] == list(self.expected)

    def counted(self, backend: Backend, turns: int) -> list[int]:
        """The numbers that our rules give."""
        game = load(self.game, backend, self.variant if backend == "native" else "", **self.options)
        start = game.start() if self.position is None else game.position(self.position)
        return [getattr(depth, self.what) for depth in perft(start, turns, positions=self.what == "positions")]


def load(name: str, backend: Backend = "reference", variant: str = "", **options: Any) -> Game:
    """A game, or a variant of it by these declarations. It isn't kept, for counting takes memory."""
    if variant:
        return Game.parse(f'game "A variant" extends "{name}"\n\n{variant}\n', backend=backend, **options)
    return Game.load(name, backend=backend, **options)


def with_deep(counts: Sequence[Count]) -> list[Any]:
    """Those of chess and a part of the others each day; behind them those that go on, in full, for deep runs."""
    full = [replace(count, expected=[*count.expected, *count.deep]) for count in counts if count.deep]
    return [*daily(counts, 4, ("chess",)), *(pytest.param(count, marks=pytest.mark.deep) for count in full)]


def certain(state: State) -> int:
    """What the player to move gets: 1, 0 or -1, by the compiled rules' search, deepened until nothing can change it."""
    instance = engine(state.game, "alphabeta").take(MEMORY_BYTES)
    assert instance.call("alphabeta_start", 20, 1) == 0
    assert instance.call("alphabeta_begin", put(instance, state), 0) > 0
    for depth in range(1, DEEPEST):
        assert patiently(partial(instance.call, "alphabeta", depth, 1 << 62)) == 0
        score, _, exact = instance.report(3)
        if exact:
            return (score > 0) - (score < 0)
    raise AssertionError("there is no end to this game")
