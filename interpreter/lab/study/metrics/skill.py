"""Skill: how much more thinking wins, in Elo for each doubling of the iterations (Elo 1978)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.metrics.collected import Collected, Estimate, counted
from interpreter.lab.study.searched_games import Searched
from interpreter.lab.tools.confidence import share

LEAST = 4
"""Games of a rung that it takes."""


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    if held.nobody_against:
        into.leave(["elo_per_doubling"], held.nobody_against)
        return
    rungs: dict[tuple[int, int], list[float]] = {}
    for game in held.searched:
        if game.utilities and not game.task.is_even:
            low, high = sorted(set(game.task.strengths))
            rungs.setdefault((low, high), []).append(score(game))
    found = {rung: scores for rung, scores in sorted(rungs.items()) if len(scores) >= LEAST}
    if not found:
        into.leave(["elo_per_doubling"], held.plan.reason or "too few games of unequal searches were played")
        return
    doublings = sum(math.log2(high / low) for low, high in found)
    gains = {rung: gain(sum(scores), len(scores)) for rung, scores in found.items()}
    for (low, high), estimate in gains.items():
        games = counted(len(found[low, high]), "game")
        into.add(f"elo.{low}-{high}", f"Elo of mcts:{high} above mcts:{low}", estimate, "Elo", games)
    value, least, most = together(list(gains.values()))
    into.add("elo_per_doubling", "Elo gained for each doubling of search",
             (value / doublings, least / doublings, most / doublings), "Elo",
             counted(sum(map(len, found.values())), "game"))  # fmt: skip


def score(game: Searched) -> float:
    """The points of the stronger against the weaker: the mean over all pairs of seats of 1 (ahead), ½ or 0."""
    strong = max(game.task.strengths)
    pairs = [
        (game.utilities[a], game.utilities[b])
        for a, x in enumerate(game.task.strengths) for b, y in enumerate(game.task.strengths) if x == strong != y
    ]  # fmt: skip
    return sum((a > b) + (a == b) / 2 for a, b in pairs) / len(pairs)


def gain(points: float, games: int) -> Estimate:
    """The difference of ratings that explains these points, with half a point and a game more, so that it is finite;
    its interval is that of the share, which may have no end."""
    _, low, high = share(points, games)
    return elo((points + 0.5) / (games + 1)), elo(low), elo(high)


def together(gains: Sequence[Estimate]) -> Estimate:
    """The sum of figures of different games: the ends as far off as they are together (Zou and Donner 2008)."""
    value = sum(one for one, _, _ in gains)
    below, above = (math.hypot(*(one[0] - one[end] for one in gains)) for end in (1, 2))
    return value, value - below, value + above


def elo(points: float) -> float:
    """The difference of ratings that explains a share of the points."""
    if 0 < points < 1:
        return 400 * math.log10(points / (1 - points))
    return math.inf if points else -math.inf
