"""What there is to choose from: options of a decision, forced decisions, mobility of each seat."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from interpreter.lab.study.figures import Distribution
from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.intervals import Numbers, jackknife
from interpreter.lab.study.metrics.collected import Collected, Estimate, counted
from interpreter.lab.tools.confidence import NEVER, NOTHING, student

FEWEST = 20
"""Of the games one in so many still lasts where the course of the options ends."""
STEPS = 60
"""Points of a course at most."""


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    sums, source = held.sums.choices, counted(held.sums.games, "random game")
    into.add("options", "Options of a decision", sums.branching.ratio, "options", source)
    into.add("forced", "Decisions with one option only", sums.forced.share(), "share", source)
    if sum(sums.options.values()) > 1:
        ordered = sorted(sums.options)
        into.add("options_spread", "Spread of the options (standard deviation)", _of_blocks(sums.spread, _deviation),
                 "options", source, f"from {ordered[0]} to {ordered[-1]}")  # fmt: skip
        _course(held, into)
    players = held.game.players
    if len(players) == 1:
        into.leave(["mobility", "mobility_gap"], "there is one player only")
        return
    for player, pairs in zip(players, sums.seats, strict=False):
        into.add(f"mobility.{player}", f"Options of a decision of {player}", pairs.ratio, "options", source)
    if sums.standing.size and (sums.standing.sum(axis=0)[[0, 2]] > 0).all():
        into.add("mobility_gap", "Options that winners have more than losers, of a decision",
                 _of_blocks(sums.standing, _gap), "options", source)  # fmt: skip
    else:
        into.leave(["mobility_gap"], "there were no decisions of winners and of losers")


def _of_blocks(blocks: NDArray[np.int64], figure: Callable[[Numbers], Numbers | None]) -> Estimate:
    """A figure of sums by blocks of games."""
    found = jackknife(blocks.astype(np.float64), figure)
    if found is None:
        alone = figure(blocks.sum(axis=0).astype(np.float64))
        return (math.nan if alone is None else float(alone[0])), *NEVER
    value, reach = (float(row[0]) for row in found)
    return (value, value - reach, value + reach) if reach > NOTHING else (value, *NEVER)


def _deviation(sums: Numbers) -> Numbers | None:
    """The standard deviation of so many numbers of a sum and a sum of squares."""
    count, total, squares = sums
    return np.sqrt([max(0.0, squares - total * total / count) / (count - 1)]) if count > 1 else None


def _gap(sums: Numbers) -> Numbers | None:
    """Options of a decision of winners, less those of losers."""
    won, options, lost, theirs = sums
    return np.array([options / won - theirs / lost]) if won and lost else None


def _course(held: Gathered, into: Collected) -> None:
    """Options decision by decision, as far as enough games last; of long games some decisions together."""
    table, games = held.sums.choices.course, held.sums.games
    long_enough = np.flatnonzero(table[:, 0] * FEWEST >= games)
    if not len(long_enough):
        return
    end = int(long_enough[-1]) + 1
    width = -(-end // STEPS)
    x, y, low, high = [], [], [], []
    for first in range(0, end, width):
        count, total, squares = table[first : min(first + width, end)].sum(axis=0).tolist()
        middle = total / count
        apart = count / min(width, end - first)  # decisions of one game hang together: a game counts once
        reach = student(int(apart) - 1) * math.sqrt(max(0.0, squares / count - middle * middle) / apart)
        x.append(first + (min(width, end - first) + 1) / 2)
        y.append(middle)
        low.append(max(1.0, middle - reach))
        high.append(middle + reach)
    into.distributions.append(Distribution(
        "options_course", "Options over the course of a random game, as far as one game in twenty lasts", "decision",
        "options", tuple(x), tuple(y), tuple(low), tuple(high),
    ))  # fmt: skip
