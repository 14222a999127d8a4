"""Counting a game's sequences of moves: the classic check that a set of rules is what it should be.

A *sequence* of depth n is a way through decisions and chance outcomes, from the given state, that completes
n turns (or makes n plies), or ends the game in the course of the n-th. A game that ended is counted at the turn at
which it ended, and not at any later one, as in the published tables of chess and other games. *Positions* are the
distinct states in which these sequences end.

Equal states are counted once and carry the number of ways that lead to them, so transpositions cost nothing.
Compiled rules count where they can (a limit may be given; else memory is the limit), with the same results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from interpreter.backend import Depth, GivenUp, Jobs, TooManyError, Unit
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.tools.chunks import Workers, at, threads

__all__ = ["STATES_LIMIT", "Depth", "TooManyError", "Unit", "divide", "perft"]

Layer = dict[State, int]

STATES_LIMIT = 2_000_000
"""Distinct states that the reference interpreter holds at a time, if no other limit is given."""


def perft(start: State, depth: int, unit: Unit = "turns", limit: int | None = None) -> Iterator[Depth]:
    """The numbers for depths 1, 2, … as they are found.

    `depth` counts whole turns, or single decisions and rolls ("plies"). `limit` is how many different states may be
    held in memory; raises TooManyError beyond that, and RuleError.
    """
    counted = 0
    for found in _compiled(start, lambda native: native.perft(start._stop, depth, unit, limit)):
        yield found
        counted += 1
    if counted < depth:
        yield from islice(_perft(start, depth, unit, limit or STATES_LIMIT), counted, None)


@dataclass(frozen=True)
class Behind:
    """A first move behind which is counted: the state, the move's number, how deep, and how many states may be held."""

    start: State
    option: int
    depth: int
    unit: Unit
    limit: int | None


def divide(
    start: State, depth: int, unit: Unit = "turns", limit: int | None = None, jobs: int = 1,
    workers: Workers | None = None,
) -> Iterator[tuple[str, Depth]]:  # fmt: skip
    """For each first move, the numbers for that depth; the sequences add up to those of `perft`."""
    workers = workers or threads(start.game, jobs if start.game.native is not None else 1)
    tasks = (Behind(start, option, depth, unit, limit) for option in range(len(start.ways)))
    for way, found in zip(start.ways, workers.each(count_behind, tasks), strict=True):
        yield way.text, found


def count_behind(game: Game, task: Behind) -> Depth:
    """The numbers behind one move."""
    if game.native is not None:
        with suppress(GivenUp):
            return game.native.behind(task.start._stop, task.option, task.depth, task.unit, task.limit)
    return _behind(at(game, task.start), task)


def _compiled(start: State, count: Callable[[Jobs], Iterator[Depth]]) -> Iterator[Depth]:
    """What the compiled rules count, if there are any, and as far as they get."""
    native = start.game.native
    if native is not None:
        with suppress(GivenUp):
            yield from count(native)


def _perft(start: State, depth: int, unit: Unit, limit: int) -> Iterator[Depth]:
    layer: Layer = {start: 1}
    for n in range(1, depth + 1):
        layer = _next(layer, start.turns + n, unit, limit)
        yield _summary(n, layer)


def _behind(start: State, task: Behind) -> Depth:
    layer: Layer = {start.play(start.ways[task.option]): 1}
    for n in range(1, task.depth + 1):
        if n > 1 or (task.unit == "turns" and not all(state.is_over for state in layer)):
            layer = _next(layer, start.turns + n, task.unit, task.limit or STATES_LIMIT)
    return _summary(task.depth, layer)


def _summary(depth: int, layer: Layer) -> Depth:
    ended = sum(ways for state, ways in layer.items() if state.is_over)
    return Depth(depth, sum(layer.values()), len(layer), ended)


def _next(layer: Layer, turns: int, unit: Unit, limit: int) -> Layer:
    """The states one unit on. Games that had ended before are left behind."""
    done: Layer = {}
    layer = {state: ways for state, ways in layer.items() if not state.is_over}
    while layer:
        onward: Layer = {}
        for state, ways in layer.items():
            if state.is_over or (unit == "turns" and state.turns >= turns):
                done[state] = done.get(state, 0) + ways
                continue
            target = onward if unit == "turns" else done
            for move in state.ways:
                after = state.play(move)
                target[after] = target.get(after, 0) + ways
            if len(onward) + len(done) > limit:
                raise TooManyError(f"there are more than {limit:,} positions at this depth")
        layer = onward
    return done
