"""Uniformly random games, and what comes of them: results with standard errors, lengths, speed.

The seed and a game's number name it for good: game 17 of seed 1 is the same game on every machine, whatever
was played before it. Every ply – a decision, or an outcome of chance – is drawn by the same counter.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from interpreter.errors import RuleError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.backend import Batch, Values
from interpreter.graph.chance import Chance
from interpreter.graph.layout import RESULT
from interpreter.lab.tools import tally
from interpreter.lab.tools.summary import OUTCOMES, Mean, Playout, Summary
from interpreter.work.chunks import Pieces, Workers, at, threads

__all__ = ["OUTCOMES", "PLIES_LIMIT", "EndlessError", "Mean", "Playout", "Summary", "playout", "playouts", "simulate"]

PLIES_LIMIT = 200_000
"""Plies after which a game is taken to have no end."""
KEPT = 1024
"""Plies whose positions are kept: each may hold all those before it, for `repeats`."""
FIRST = 8
"""Games that compiled rules play in their first piece of work."""


class EndlessError(RuleError):
    """A game goes on for too long."""


def playout(
    game: Game, seed: int, number: int, limit: int = PLIES_LIMIT, start: State | None = None
) -> Playout:
    """One game from its start (or from a state) to its end, every ply drawn uniformly.

    `limit` is in plies: decisions and rolls. Raises RuleError, or EndlessError at the limit.
    """
    chance = Chance(seed, number)
    state = start or game.start(seed=seed, number=number)
    first, decisions = state.turns, 0
    for ply in range(limit):
        if state.is_over:
            return Playout(state, decisions, state.turns - first)
        decisions += not state.is_chance
        if ply % KEPT == KEPT - 1:
            state = state.without_history()
        state = state.play(state.draw(chance, ply))
    raise endless(state, seed, number, limit)


def endless(state: State, seed: int, number: int, limit: int) -> EndlessError:
    """The error of a game that has come to this state after so many plies."""
    return EndlessError(f"game {number} of seed {seed} hasn't ended after {limit:,} plies\n{state.described('then')}")


def playouts(
    game: Game, games: int, seed: int, first: int = 0, limit: int = PLIES_LIMIT
) -> Iterator[Playout]:
    """The games of this seed from number `first` on, each with its end; one after another."""
    for number in range(first, first + games):
        yield playout(game, seed, number, limit)


def summarize(game: Game, played: Iterable[Playout]) -> Summary:
    """What these games came to."""
    summary = Summary(game.players, is_paid=game.model.pays)
    for one in played:
        summary.add(one)
    return summary


@dataclass(frozen=True)
class Games:
    """Some random games of a seed: the number of the first, their count, the limit of plies for each, and their
    first state if it isn't the game's start."""

    seed: int
    first: int
    count: int
    limit: int = PLIES_LIMIT
    start: State | None = None


@dataclass(frozen=True)
class Played:
    """What they came to, in sums (see `tally`), and the seconds taken."""

    sums: list[int]
    seconds: float


def simulate(
    game: Game, games: int, seed: int = 0, first: int = 0, limit: int = PLIES_LIMIT, jobs: int = 1,
    start: State | None = None, workers: Workers | None = None,
) -> Iterator[Summary]:  # fmt: skip
    """Play the games of `playouts`, as many as possible at a time, and give the sums so far again and again.

    The last summary is of all `games`. `first` is the number of the first game, `limit` the greatest number of plies of
    a game. Compiled rules play in `jobs` threads, or `workers` play. The games and the results are the same in any
    case. Raises the RuleError or EndlessError of the first game that goes wrong.
    """
    workers = workers or threads(game, jobs if game.native is not None else 1)
    pieces = Pieces(first, games, workers, 1 if game.native is None else FIRST)
    tasks = (Games(seed, at, count, limit, start) for at, count in pieces)
    sums = tally.empty(len(game.players))
    for played in workers.each(play, tasks):
        pieces.took(played.sums[0], played.seconds)
        sums = tally.merged(sums, played.sums)
        summary = Summary(game.players, is_paid=game.model.pays)
        tally.take_in(summary, sums, game.model.partners)
        yield summary


def play(game: Game, task: Games) -> Played:
    """Play some games. If compiled rules give up a game, the reference interpreter plays it and says what is wrong."""
    began, sums = time.perf_counter(), tally.empty(len(game.players))
    start = None if task.start is None else at(game, task.start)
    left: Iterable[int] = range(task.first, task.first + task.count)
    if game.native is not None:
        stop = None if start is None else start._stop
        batch = game.native.random_games(task.seed, task.first, task.count, task.limit, stop)
        sums, left = tally.settled(batch.totals, game.model), _left(game, task, batch)
    for number in left:
        _count(sums, playout(game, task.seed, number, task.limit, start))
    return Played(sums, time.perf_counter() - began)


def _left(game: Game, task: Games, batch: Batch) -> Iterator[int]:
    """The games that compiled rules have left; raises EndlessError at one that takes too long."""
    for one in batch.unplayed:
        if one.reached is not None:
            raise _endless_after(game, task.seed, one.number, task.limit, *one.reached)
        yield one.number


def _count(sums: list[int], one: Playout) -> None:
    tally.count(sums, one.end._stop.values[RESULT], one.end.game.model, one.decisions, one.turns)


def _endless_after(
    game: Game, seed: int, number: int, limit: int, turns: int, values: Values, place: int
) -> EndlessError:
    """The error of a game that a ply before its limit was here."""
    stop = game.run(None, lambda: game.machine.resume(values, place))
    state = State(game, stop, turns, 0, None)
    return endless(state.play(state.draw(Chance(seed, number), limit - 1)), seed, number, limit)
