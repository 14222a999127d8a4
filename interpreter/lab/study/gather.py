"""Gathering: games of all sorts are played, in an order that depends on nothing but the plan, and taken in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from interpreter.errors import PlayerError, UnsolvedError
from interpreter.game.game import Game
from interpreter.lab.study import openings, random_games, searched_games
from interpreter.lab.study.cost import cost
from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.plan import Plan, settled
from interpreter.lab.study.random_games import RandomTask, TraceTask
from interpreter.lab.study.searched_games import Searched, SearchTask
from interpreter.lab.study.sums import likely_states
from interpreter.players.solving import solve
from interpreter.work.chunks import Workers

KEPT = 500
"""So many games of search are kept move by move; of the others, what they came to."""
FELT = 5_000
"""So many are looked at turn by turn."""
SOLVE_BYTES = 32 << 20
SOLVED_STATES = 4_000_000
"""States that may be looked at to judge first moves exactly."""


@dataclass(frozen=True)
class Progress:
    """How far it has come: work done of work in all, and what is being done. What was gathered until now is whole."""

    done: float
    total: float
    doing: str
    gathered: Gathered


def gather(game: Game, plan: Plan, workers: Workers) -> Iterator[Progress]:
    """Play all games of a plan. Between two steps it can be left: what was gathered is then a smaller study."""
    held = Gathered(game, settled(plan, cost(game, plan.seed, plan.plies_limit), game.native is not None))
    work = _Work(held.plan)
    yield Progress(0, work.total, "random games", held)
    for result in workers.each(random_games.play, _random(held.plan)):
        held.random += result
        yield Progress(work.random(result.games + result.broken + result.endless), work.total, "random games", held)
    yield Progress(work.done, work.total, "ply by ply", held)
    for traced in workers.each(random_games.trace, _traces(held.plan)):
        held.traced += traced
        yield Progress(work.traced(traced.sums.games + len(traced.sums.problems)), work.total, "ply by ply", held)
    yield Progress(work.done, work.total, "positions", held)
    _solve(held)
    yield from _openings(held, workers, work)
    yield Progress(work.done, work.total, "games of search", held)
    try:
        for searched in workers.each(searched_games.play, _searches(held.plan, len(game.players), held.nobody_against)):
            held.searched.append(_kept(searched, len(held.searched)))
            yield Progress(work.searched(), work.total, "games of search", held)
    except PlayerError as error:
        held.plan = replace(held.plan, search_games=0, reason=str(error))
    held.is_complete = True
    yield Progress(work.total, work.total, "done", held)


def _kept(searched: Searched, before: int) -> Searched:
    """What is kept of a game, so that memory doesn't grow with them."""
    if before < KEPT:
        return searched
    return replace(searched, ways=(), moments=searched.moments if before < FELT else ())


def _random(plan: Plan) -> Iterator[RandomTask]:
    """All random games, in parts that take about as long as each other."""
    games = plan.random_games or 0
    size = int(min(5_000, max(1, 2e9 / plan.cost.instructions)))
    for first in range(0, games, size):
        yield RandomTask(plan.seed, first, min(size, games - first), plan.plies_limit)


def _traces(plan: Plan) -> Iterator[TraceTask]:
    games = plan.traced_games or 0
    size = int(min(50, max(1, 10_000 / max(plan.cost.decisions, 1.0))))
    for first in range(0, games, size):
        yield TraceTask(plan.seed, first, min(size, games - first), plan.plies_limit)


def _searches(plan: Plan, players: int, reason: str) -> Iterator[SearchTask]:
    """Half of the games between the strongest, a quarter between the weakest, and the others up the ladder: each
    strength against the next, seats changed round. Where nobody plays against anybody, for a
    reason, there is no ladder."""
    games, strengths = plan.search_games or 0, plan.strengths
    if not games:
        return
    rungs = [] if reason else list(pairwise(strengths))
    climbing = games // 4 if rungs else 0
    weak = games // 4 if len(strengths) > 1 else 0
    number = 0
    for strength, count in ((strengths[-1], games - weak - climbing), (strengths[0], weak)):
        for _ in range(count):
            yield SearchTask(plan.seed, number, (strength,) * players, plan.search_limit)
            number += 1
    for i in range(climbing):
        low, high = rungs[i // 2 % len(rungs)]
        seats = tuple(high if (seat + i) % 2 == 0 else low for seat in range(players))
        yield SearchTask(plan.seed, number + i // 2, seats, plan.search_limit)


def _openings(held: Gathered, workers: Workers, work: _Work) -> Iterator[Progress]:
    count = openings.options(held.game)
    if not count:
        return
    each = openings.games_each(held.plan.random_games or 0, count)
    tasks = [RandomTask(held.plan.seed, 0, each, held.plan.plies_limit, k, False) for k in range(count)]
    for task, result in zip(tasks, workers.each(random_games.play, tasks), strict=True):
        held.first_moves[task.option] = result
        yield Progress(work.opened(1 / count), work.total, "first moves", held)
    if held.plan.search_games and not held.exact_moves:
        looks = openings.tasks(held.plan, held.first_seat, len(held.game.players), held.first_moves)
        try:
            for looked in workers.each(openings.look, looks):
                held.looked_at.append(looked)
                yield Progress(work.opened(1 / len(looks)), work.total, "first moves", held)
        except PlayerError:
            return


def _solve(held: Gathered) -> None:
    """The exact value and the number of states, and the value of each first move, if there seem to be few."""
    game = held.game
    if game.model.hides:
        held.unsolved = "players don't see everything; `gdl solve` looks for strategies"
    elif held.begins_by_chance:
        held.unsolved = "the set-up is drawn, and each way it may come to is a game of its own"
    elif game.native is None:
        held.unsolved = "all states are looked at by compiled rules only"
    elif held.sums.games and likely_states(held.sums) > held.plan.exact_states:
        held.unsolved = "there are too many states to look at all of them"
    else:
        try:
            start = game.start(held.plan.seed)
            held.solution = solve(start, SOLVE_BYTES, symmetries=False)  # which would count several states as one
            count = openings.options(game)
            if held.solution.is_exact and count * held.solution.states <= SOLVED_STATES:
                moves = {k: solve(start.play(start.ways[k]), SOLVE_BYTES, symmetries=False) for k in range(count)}
                held.exact_moves = moves if all(one.is_exact for one in moves.values()) else {}
        except (UnsolvedError, PlayerError) as error:
            held.unsolved = held.unsolved or str(error)


class _Work:
    """How much there is to do, in instructions, roughly."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.done = plan, 0.0
        cost = plan.cost
        self.game = 2 * cost.instructions
        self.trace = 4 * cost.instructions + 60_000 * cost.decisions
        top = plan.strengths[-1] if plan.strengths else 0
        self.search = 0.42 * cost.decisions * top * (cost.instructions / 2 + 150_000)
        self.opening = 0.2 * self.game * (plan.random_games or 0) + 4 * self.search
        searched, traced = plan.search_games or 0, plan.traced_games or 0
        self.total = (
            self.game * (plan.random_games or 0) + self.trace * traced + self.search * searched + 2 * self.opening
        )

    def _more(self, amount: float) -> float:
        self.done = min(self.total, self.done + amount)
        return self.done

    def random(self, games: int) -> float:
        """So many random games more."""
        return self._more(self.game * games)

    def traced(self, games: int) -> float:
        """So many games ply by ply more."""
        return self._more(self.trace * games)

    def searched(self) -> float:
        """A game of search more."""
        return self._more(self.search)

    def opened(self, part: float) -> float:
        """A part of the first moves more."""
        return self._more(self.opening * part)
