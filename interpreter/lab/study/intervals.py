"""Intervals of what studies find: the jackknife for what is made of sums, and the median's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from interpreter.lab.tools.confidence import CONFIDENCE, NEVER, beta_below, student

Numbers = NDArray[np.float64]


def jackknife(blocks: Numbers, figure: Callable[[Numbers], Numbers | None]) -> tuple[Numbers, Numbers] | None:
    """Figures of sums, and how far each may be off: from what they would be without each of some blocks of games
    (Efron 1979). Blocks in which nothing is don't count; None where there are no figures, or no two blocks."""
    value = figure(blocks.sum(axis=0))
    others = [found for block in blocks if block.any() and (found := figure(blocks.sum(axis=0) - block)) is not None]
    count = len(others)
    if value is None or count < 2:
        return None
    table = np.array(others)
    error = np.sqrt((count - 1) / count * np.square(table - table.mean(axis=0)).sum(axis=0))
    return value, student(count - 1) * error


def median(ordered: Sequence[float]) -> tuple[float, float, float]:
    """The median of numbers in order, and two of them between which the true one lies in 95 %: how many are below it
    is binomial."""
    n = len(ordered)
    middle = float(ordered[n // 2])
    ranks = [k for k in range(1, n // 2 + 1) if 2 * beta_below(0.5, n - k + 1, k) <= 1 - CONFIDENCE]
    return (middle, float(ordered[ranks[-1] - 1]), float(ordered[n - ranks[-1]])) if ranks else (middle, *NEVER)
