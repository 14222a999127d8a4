"""Uniformly random games, and what comes of them: results with standard errors, lengths, speed.

The seed and a game's number name it for good: game 17 of seed 1 is the same game on every machine, whatever
was played before it. Every ply – a decision, or an outcome of chance – is drawn by the same counter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.backend import Jobs, Values
from interpreter.game.chance import Chance
from interpreter.game.errors import RuleError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.tools.summary import OUTCOMES, Mean, Playout, Summary
from interpreter.tools.tally import take_in

__all__ = ["OUTCOMES", "PLIES_LIMIT", "EndlessError", "Mean", "Playout", "Summary", "playout", "playouts", "simulate"]

PLIES_LIMIT = 200_000
"""Plies after which a game is taken to have no end."""


class EndlessError(RuleError):
    """A game goes on for too long."""


def playout(
    game: Game, seed: int, number: int, limit: int = PLIES_LIMIT, start: State | None = None
) -> Playout:
    """One game from its start (or from a state) to its end, every ply drawn uniformly.

    `limit` is in plies: decisions and rolls. Raises RuleError, and EndlessError where that is reached.
    """
    chance = Chance(seed, number)
    state = start or game.start(seed=seed, number=number)
    first, decisions = state.turns, 0
    for ply in range(limit):
        if state.is_over:
            return Playout(state, decisions, state.turns - first)
        decisions += not state.is_chance
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
    summary = Summary(game.players)
    for one in played:
        summary.add(one)
    return summary


def simulate(
    game: Game, games: int, seed: int = 0, first: int = 0, limit: int = PLIES_LIMIT, jobs: int = 1,
    start: State | None = None,
) -> Iterator[Summary]:  # fmt: skip
    """The same games as `playouts`, as many as possible at a time: what they came to so far, again and again.

    The last summary is of all `games`; `first` is the number of the first one, `limit` the plies of a game at most.
    Compiled rules play in `jobs` threads; the games, and what they come to, are the same for any number of threads.
    Raises RuleError or EndlessError as the first game that goes wrong does.
    """
    if game.native is not None:
        yield from _compiled(game, game.native, games, seed, first, limit, jobs, start)
        return
    summary = Summary(game.players)
    for number in range(first, first + games):
        summary.add(playout(game, seed, number, limit, start))
        yield summary


def _compiled(
    game: Game, native: Jobs, games: int, seed: int, first: int, limit: int, jobs: int, start: State | None
) -> Iterator[Summary]:
    """The same by compiled rules; the reference interpreter plays the games that they leave, and says what is wrong.

    Sums of whole numbers until they are shown, so that it doesn't matter in which batches the games came."""
    totals: list[int] = []
    others: list[Playout] = []
    for batch in native.random_games(games, seed, first, limit, jobs, None if start is None else start._stop):
        totals = [a + b for a, b in zip(totals, batch.totals, strict=True)] if totals else batch.totals
        for game_left in batch.unplayed:
            if game_left.reached is not None:
                raise _endless_after(game, seed, game_left.number, limit, *game_left.reached)
            others.append(playout(game, seed, game_left.number, limit, start))
        summary = Summary(game.players)
        take_in(summary, totals)
        for one in others:
            summary.add(one)
        yield summary


def _endless_after(
    game: Game, seed: int, number: int, limit: int, turns: int, values: Values, place: int
) -> EndlessError:
    """The error of a game that a ply before its limit was here."""
    stop = game.run(None, lambda: game.machine.resume(values, place))
    state = State(game, stop, turns, 0, None)
    return endless(state.play(state.draw(Chance(seed, number), limit - 1)), seed, number, limit)
