"""How fast a game is played at random, by either backend: the figures of `gdl bench` and of the benchmarks."""

from __future__ import annotations

import time
from dataclasses import dataclass

from interpreter.game.game import Game
from interpreter.lab.tools.simulate import Summary, simulate
from interpreter.native.compile import compile_model

MANY = 1 << 40


@dataclass(frozen=True)
class Rate:
    """Random games a second, and the decisions in a game: a rate alone says little."""

    games_per_second: float
    decisions_per_game: float

    @property
    def decisions_per_second(self) -> float:
        """Decisions a second; rolls aren't counted."""
        return self.games_per_second * self.decisions_per_game


@dataclass(frozen=True)
class Size:
    """What compiling takes and gives: milliseconds from the checked rules to a module and on to machine code, the
    module's bytes, and those of a state's record."""

    module_ms: float
    code_ms: float
    module_bytes: int
    state_bytes: int


def rate(game: Game, seconds: float, seed: int = 0, jobs: int = 1) -> Rate:
    """Play random games for some seconds."""
    for _ in simulate(game, 1, seed):  # what is made when it is first used is there now
        pass
    began, spent, summary = time.perf_counter(), 0.0, Summary(game.players)
    played = simulate(game, MANY, seed, jobs=jobs)
    while spent < seconds:
        summary = next(played)
        spent = time.perf_counter() - began
    return Rate(summary.games / spent, summary.decisions.mean)


def size(game: Game) -> Size:
    """Compile a game anew, and see what it takes; raises Unsupported."""
    began = time.perf_counter()
    compiled = compile_model(game.model)
    module = len(compiled.binary)
    between = time.perf_counter()
    assert compiled.code is not None
    ended = time.perf_counter()
    return Size(1000 * (between - began), 1000 * (ended - between), module, compiled.record.size)
