"""How strong those are who stand on the scale of levels, from a few games: in Elo, and how sure that is.

Chance moves each single step by a hundred Elo and more. But the scale is smooth, so neighbouring steps tell of each
other: what a place is worth is thought to change little from one step to the next. Strengths are those that explain
the games best under this belief (Bradley and Terry 1952, with a random walk before it). Draws from what the games leave
open (Laplace's approximation) tell how even steps are, as far as anybody knows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

SPREAD = 400 / math.log(10)
"""Elo by which the odds grow e times."""
Numbers = NDArray[np.float64]
USUAL, UNUSUAL = 200.0, 150.0
"""What a place is worth in Elo where nothing is known, and by how much that may be wrong."""
CHANGE = 100.0
"""By how much that changes, a place further up."""
BEYOND = 400.0
"""By how much the opponent may be better or worse than the highest place."""
ROUNDS, CLOSE, LEAP = 200, 1e-3, 200.0
"""Steps of Newton's method at most; it ends with a step of less Elo than the second, and takes none of more than the
third. The second is also how near a share of the points may come to 0 and 1."""
DRAWS = 1000
"""Draws that tell how uneven steps may be."""
LEAST_STEP = 1.0
"""Chance may say that a higher place is weaker."""


def elo(share: float) -> float:
    """By how much a player is better who comes to this share of the points."""
    share = min(max(share, CLOSE), 1 - CLOSE)
    return SPREAD * math.log(share / (1 - share))


def expected(difference: float) -> float:
    """The other way round."""
    return 1 / (1 + math.exp(-difference / SPREAD))


@dataclass(frozen=True)
class Result:
    """What a player came to against another; None is the opponent, who has no place."""

    ours: float | None
    theirs: float | None
    points: float
    games: int


@dataclass(frozen=True)
class Scale:
    """Strengths in Elo, from that of the lowest place, and how sure they are."""

    places: tuple[float, ...]
    strengths: tuple[float, ...]
    rival: float
    covariance: Numbers
    """Of the strengths; the last is the opponent's."""

    def unevenness(self, places: Sequence[float]) -> Numbers:
        """By how much the steps between these places, and to the opponent, differ from their mean (the standard
        deviation): a number for each of DRAWS draws of the strengths."""
        ways = np.random.default_rng(1).multivariate_normal([*self.strengths, self.rival], self.covariance, DRAWS)
        found = [[*(at(self.places, way[:-1], place) for place in places), way[-1]] for way in ways]
        uneven: Numbers = np.std(np.diff(np.array(found), axis=1), axis=1)
        return uneven

    def with_more(self, places: float) -> Scale:
        """The same, with an opponent who stands this many places higher: each is worth as much as the highest one."""
        change = np.eye(len(self.covariance))
        change[-1, -3:-1] = np.array([-places, places]) / (self.places[-1] - self.places[-2])
        *strengths, rival = map(float, change @ [*self.strengths, self.rival])
        return replace(self, strengths=tuple(strengths), rival=rival, covariance=change @ self.covariance @ change.T)

    def gain(self, ours: float | None, theirs: float, games: int) -> float:
        """By how much the sum of the steps' variances falls if two players play this many games more."""
        who = np.zeros(len(self.covariance))
        who[self._index(ours)], who[self._index(theirs)] = 1, -1
        share = expected(who @ np.array([*self.strengths, self.rival]))
        told, spread = games * share * (1 - share) / SPREAD**2, self.covariance @ who
        return float(told * np.sum(np.diff(spread) ** 2) / (1 + told * who @ spread))

    def _index(self, place: float | None) -> int:
        return len(self.places) if place is None else self.places.index(place)


def at(places: Sequence[float], strengths: Sequence[float], place: float) -> float:
    """How strong a place is: between two that are known, in a straight line; beyond the last, in the line of those."""
    pairs = list(pairwise(zip(places, strengths, strict=True)))
    (low, less), (high, more) = next((pair for pair in pairs if pair[1][0] >= place), pairs[-1])
    return float(less + (more - less) * (place - low) / (high - low))


def rising(strengths: Sequence[float]) -> list[float]:
    """The same, but each at least a little above the one before."""
    found = [strengths[0]]
    for strength in strengths[1:]:
        found.append(max(strength, found[-1] + LEAST_STEP))
    return found


def fitted(results: Sequence[Result], places: Sequence[float]) -> Scale:
    """The strengths of who stands at these places, and of the opponent."""
    index: dict[float | None, int] = {place: k for k, place in enumerate(places)} | {None: len(places)}
    signs = np.zeros((len(results), len(index)))
    for row, one in zip(signs, results, strict=True):
        row[index[one.ours]], row[index[one.theirs]] = 1, -1
    points, games = (np.array([getattr(one, name) for one in results], float) for name in ("points", "games"))
    belief, target = _belief(places)
    found = USUAL * (np.array([*places, places[-1]]) - places[0])
    covariance = np.zeros((len(index), len(index)))
    for _ in range(ROUNDS):  # Newton's method; the first place stays at 0
        share = 1 / (1 + np.exp(-(signs @ found) / SPREAD))
        slope = signs.T @ (points - games * share) / SPREAD - belief.T @ (belief @ found - target)
        precision = (signs.T * (games * share * (1 - share) / SPREAD**2)) @ signs + belief.T @ belief
        covariance[1:, 1:] = np.linalg.inv(precision[1:, 1:])
        step = covariance @ slope
        found += np.clip(step, -LEAP, LEAP)
        if np.abs(step).max() < CLOSE:
            break
    return Scale(tuple(places), tuple(map(float, found[:-1])), float(found[-1]), covariance)


def _belief(places: Sequence[float]) -> tuple[Numbers, Numbers]:
    """What is believed before any game: rows of differences, each of which is so much, give or take one."""
    index = np.eye(len(places) + 1)
    widths = [high - low for low, high in pairwise(places)]
    worth = [(index[step + 1] - index[step]) / width for step, width in enumerate(widths)]
    rows = [worth[0] / UNUSUAL]
    for (less, more), (one, other) in zip(pairwise(worth), pairwise(widths), strict=True):
        rows.append((more - less) / (CHANGE * math.sqrt((one + other) / 2)))
    rows.append((index[-1] - index[-2]) / BEYOND)
    return np.array(rows), np.array([USUAL / UNUSUAL] + [0.0] * (len(rows) - 1))
