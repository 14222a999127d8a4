"""Intervals of 95 %: Wilson's for shares, Student's for means and for ratios of sums over games."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Z = 1.959964
RESAMPLES = 1000
BOOTSTRAP_SEED = 20090901


def wilson(total: float, n: float) -> tuple[float, float, float]:
    """The mean of n numbers from 0 to 1 with Wilson's interval (1927). What lies between counts as a part of each,
    which makes the interval a little too wide, never too narrow."""
    if n <= 0:
        return math.nan, 0.0, 1.0
    p = min(1.0, max(0.0, total / n))
    centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    reach = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return p, max(0.0, min(p, centre - reach)), min(1.0, max(p, centre + reach))


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t (Hill 1970's expansion in Cornish and Fisher's way; exact for 1 and 2)."""
    if freedom < 1:
        return math.inf
    if freedom == 1:
        return 12.7062047
    if freedom == 2:
        return 4.30265273
    z, v = Z, float(freedom)
    terms = (
        (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )  # fmt: skip
    return z + sum(term / v ** (i + 1) for i, term in enumerate(terms))


def mean(n: int, total: float, squares: float) -> tuple[float, float, float]:
    """The mean of n numbers of this sum and sum of squares: x̄ ± t·s/√n, with s² = Σ(x − x̄)²/(n − 1)."""
    if n < 1:
        return math.nan, -math.inf, math.inf
    middle = total / n
    if n == 1:
        return middle, -math.inf, math.inf
    error = math.sqrt(max(0.0, squares - total * total / n) / (n - 1) / n)
    return middle, middle - student(n - 1) * error, middle + student(n - 1) * error


@dataclass(frozen=True)
class Pairs:
    """Sums over games of two whole numbers each, x and y, from which Σy/Σx is found with its error."""

    n: int = 0
    x: int = 0
    y: int = 0
    xx: int = 0
    yy: int = 0
    xy: int = 0

    @classmethod
    def of(cls, x: NDArray[np.int64], y: NDArray[np.int64]) -> Pairs:
        """The sums of two rows."""
        x, y = x.astype(np.int64), y.astype(np.int64)
        return cls(len(x), int(x.sum()), int(y.sum()), int((x * x).sum()), int((y * y).sum()), int((x * y).sum()))

    def __add__(self, other: Pairs) -> Pairs:
        return Pairs(*(getattr(self, f) + getattr(other, f) for f in ("n", "x", "y", "xx", "yy", "xy")))

    @property
    def ratio(self) -> tuple[float, float, float]:
        """Σy/Σx, each game being one observation: r ± t·√(Σ(y − r·x)²/(n(n − 1)))/x̄ (Cochran 1977, 6.4)."""
        if not self.x:
            return math.nan, -math.inf, math.inf
        r = self.y / self.x
        if self.n < 2:
            return r, -math.inf, math.inf
        spread = max(0.0, self.yy - 2 * r * self.xy + r * r * self.xx)
        error = math.sqrt(spread / (self.n * (self.n - 1))) / (self.x / self.n)
        return r, r - student(self.n - 1) * error, r + student(self.n - 1) * error

    @property
    def mean(self) -> tuple[float, float, float]:
        """The mean of y."""
        return mean(self.n, self.y, self.yy)

    def share(self) -> tuple[float, float, float]:
        """The ratio, kept between 0 and 1. Where it is 0 or 1 in all games, Wilson's interval for games."""
        r, low, high = self.ratio
        if self.n and r in (0.0, 1.0):
            return wilson(r * self.n, self.n)
        return r, max(0.0, low), min(1.0, high)


def bootstrap(
    columns: list[NDArray[np.float64]], figure: Callable[[list[NDArray[np.float64]]], float]
) -> tuple[float, float, float]:
    """A figure of some samples, with the percentile interval of a thousand resamples (Efron 1979), always the same."""
    draws = np.random.Generator(np.random.PCG64(BOOTSTRAP_SEED))
    value = figure(columns)
    found = [
        figure([column[draws.integers(0, len(column), len(column))] for column in columns]) for _ in range(RESAMPLES)
    ]
    low, high = np.percentile(found, [2.5, 97.5])
    return value, min(value, float(low)), max(value, float(high))
