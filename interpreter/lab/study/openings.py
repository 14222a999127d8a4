"""First moves: random games from behind each, and what a search says of each and of the best reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.game.game import Game
from interpreter.graph.layout import RESULT
from interpreter.lab.study.plan import Plan
from interpreter.lab.study.random_games import RandomSums
from interpreter.lab.study.rows import whole_utilities
from interpreter.lab.study.searched_games import expectation
from interpreter.players.learnt import UNTAUGHT
from interpreter.players.mcts import Budget, MonteCarlo
from interpreter.players.player import Seat

MOST_OPENINGS = 400
"""Where there are more first moves, they are not told apart."""
MOST_LOOKED_AT = 32
LONGER = 4
"""A search thinks so many times as long about a first move as in a game."""


@dataclass(frozen=True)
class LookTask:
    """A first move, and how many iterations it is worth."""

    seed: int
    option: int
    iterations: int


@dataclass(frozen=True)
class Looked:
    """What a search says about a first move: what each player can expect (points, 0 to 1), and the reply."""

    option: int
    expected: tuple[float, ...]
    reply: str
    is_sure: bool


def options(game: Game) -> int:
    """How many first moves there are; 0 where chance begins, where there is no choice, or where there are too many."""
    if game.model.hides or (game.native is not None and game.native.set_up_rolls):
        return 0
    start = game.start()
    count = len(start.moves)
    return 0 if start.is_over or start.is_chance or not 1 < count <= MOST_OPENINGS else count


def games_each(games: int, count: int) -> int:
    """Random games behind each first move: a fifth of all."""
    return max(20, games // (5 * count))


def tasks(plan: Plan, seat: int, players: int, found: Mapping[int, RandomSums]) -> list[LookTask]:
    """The first moves that are worth a search: all, or where there are many, those that random games like best and
    every so many-th of the others."""
    strength = LONGER * plan.strengths[-1]
    ranked = sorted(found, key=lambda k: (-_mean(found[k], seat, players), k))
    if len(ranked) > MOST_LOOKED_AT:
        best, rest = ranked[: MOST_LOOKED_AT // 2], ranked[MOST_LOOKED_AT // 2 :]
        step = -(-len(rest) // (MOST_LOOKED_AT // 2))
        ranked = best + rest[::step]
    return [LookTask(plan.seed, k, strength) for k in sorted(ranked)]


def _mean(sums: RandomSums, seat: int, players: int) -> float:
    total, games = sums.points(seat, players)
    return total / max(games, 1)


def look(game: Game, task: LookTask) -> Looked:
    """Think about a first move."""
    state = game.start(task.seed)
    after = state.play(state.ways[task.option])
    if after.is_over:
        others = max(len(game.players) - 1, 1)
        worth = whole_utilities(after._stop.values[RESULT], game.model)
        return Looked(task.option, tuple((u / others + 1) / 2 for u in worth), "", True)
    seat = Seat(game, game.players[0], task.seed, task.option, UNTAUGHT)
    player = MonteCarlo(seat, Budget(iterations=task.iterations))
    try:
        found = player.analyse(after)
    finally:
        player.close()
    expected = expectation(found, game.players)
    reply = found.options[0].move.text if found.options and not after.is_chance else ""
    return Looked(task.option, expected, reply, found.prospect.is_sure)
