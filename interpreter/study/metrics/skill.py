"""Skill: how much more thinking wins, in Elo for each doubling of the iterations (Elo 1978)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from interpreter.study.gathered import Gathered
from interpreter.study.intervals import bootstrap
from interpreter.study.metrics.collected import Collected, counted
from interpreter.study.searched_games import Searched

LEAST = 4
"""Games of a rung that it takes."""


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    if len(held.game.players) == 1:
        into.leave(["elo_per_doubling"], "there is one player only")
        return
    rungs: dict[tuple[int, int], list[float]] = {}
    for game in held.searched:
        if game.utilities and not game.task.is_even:
            low, high = sorted(set(game.task.strengths))
            rungs.setdefault((low, high), []).append(score(game))
    found = {rung: np.array(scores) for rung, scores in sorted(rungs.items()) if len(scores) >= LEAST}
    if not found:
        into.leave(["elo_per_doubling"], held.plan.reason or "too few games of unequal searches were played")
        return
    doublings = [math.log2(high / low) for low, high in found]

    def together(columns: list[NDArray[np.float64]]) -> float:
        return sum(elo(column) for column in columns) / sum(doublings)

    for (low, high), scores in found.items():
        into.add(f"elo.{low}-{high}", f"Elo of mcts:{high} above mcts:{low}",
                 bootstrap([scores], lambda columns: elo(columns[0])), "Elo", counted(len(scores), "game"))  # fmt: skip
    games = sum(map(len, found.values()))
    into.add("elo_per_doubling", "Elo gained for each doubling of search", bootstrap(list(found.values()), together),
             "Elo", counted(games, "game"))  # fmt: skip


def score(game: Searched) -> float:
    """The points of the stronger against the weaker: the mean over all pairs of seats of 1 (ahead), ½ or 0."""
    strong = max(game.task.strengths)
    pairs = [
        (game.utilities[a], game.utilities[b])
        for a, x in enumerate(game.task.strengths) for b, y in enumerate(game.task.strengths) if x == strong != y
    ]  # fmt: skip
    return sum((a > b) + (a == b) / 2 for a, b in pairs) / len(pairs)


def elo(scores: NDArray[np.float64]) -> float:
    """The difference of ratings that explains scores, with half a point and a game more, so that it is finite."""
    share = (float(scores.sum()) + 0.5) / (len(scores) + 1)
    return 400 * math.log10(share / (1 - share))
