"""Intervals of 95 %: Clopper and Pearson's (1934) for shares, which hold whatever the share is; Student's for means and
for ratios of sums over games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

CONFIDENCE = 0.95
STEPS = 60
"""Halvings: more than a number of 64 bits can tell apart."""
TERMS = 20_000
NEVER = (-math.inf, math.inf)
"""No interval."""
Z = 1.959964
NOTHING = 1e-12
"""A sum of squares that is no greater part of another is what rounding left."""
SMALLEST = 1e-300
CLOSE = 1e-14
DIGITS = 9
"""Shares of rounds that differ less are the same."""


def share_interval(total: float, n: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Between which shares the true one lies, if n games came to this in all. What lies between 0 and 1 (a draw) counts
    as a part of a game: that varies less than games that are won or lost, so the interval is too wide rather than too
    narrow."""
    if n <= 0:
        return 0.0, 1.0
    total, tail = min(float(n), max(0.0, total)), (1 - confidence) / 2
    low = 0.0 if total <= 0 else _quantile(tail, total, n - total + 1)
    high = 1.0 if total >= n else _quantile(1 - tail, total + 1, n - total)
    return min(low, total / n), max(high, total / n)


def share(total: float, n: float) -> tuple[float, float, float]:
    """The mean of n numbers from 0 to 1 with Clopper and Pearson's interval, which holds whatever the share is."""
    return (min(1.0, max(0.0, total / n)) if n > 0 else math.nan, *share_interval(total, n))


def worth(total: float, n: float) -> tuple[float, float, float]:
    """The mean of n numbers from -1 to 1, as results are where nobody is paid, with the interval of a share: it holds
    where hardly any game ends otherwise than the others, too."""
    middle, low, high = share((total + n) / 2, n)
    return 2 * middle - 1, 2 * low - 1, 2 * high - 1


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
    """The mean of n numbers of this sum and sum of squares: x̄ ± t·s/√n, with s² = Σ(x − x̄)²/(n − 1); without an end
    where all are the same, since that says nothing about how far those are off that weren't met."""
    if n < 1:
        return math.nan, *NEVER
    middle = total / n
    spread = squares - total * total / n
    if n == 1 or spread <= NOTHING * squares:
        return middle, *NEVER
    reach = student(n - 1) * math.sqrt(spread / (n - 1) / n)
    return middle, middle - reach, middle + reach


@dataclass(frozen=True)
class Pairs:
    """Sums over games of two numbers each, x and y, from which Σy/Σx is found with its error."""

    n: int = 0
    x: float = 0
    y: float = 0
    xx: float = 0
    yy: float = 0
    xy: float = 0

    @classmethod
    def of(cls, pairs: Iterable[tuple[float, float]]) -> Pairs:
        """The sums of x and y of some games."""
        n = 0
        sums = [0.0] * 5
        for x, y in pairs:
            n += 1
            sums = [a + b for a, b in zip(sums, (x, y, x * x, y * y, x * y), strict=True)]
        return cls(n, *sums)

    def __add__(self, other: Pairs) -> Pairs:
        return Pairs(*(getattr(self, f) + getattr(other, f) for f in ("n", "x", "y", "xx", "yy", "xy")))

    @property
    def ratio(self) -> tuple[float, float, float]:
        """Σy/Σx with the error √(Σ(y − r·x)²/(n(n − 1)))/x̄ (Cochran 1977); without an end where it is the same in all
        games."""
        r, error = self._value, self.error
        reach = student(self.n - 1) * error if error else math.inf
        return r, r - reach, r + reach

    @property
    def error(self) -> float | None:
        """The standard error of the ratio; None of one game."""
        if self.n < 2 or not self.x:
            return None
        r = self._value
        squares = self.yy - 2 * r * self.xy + r * r * self.xx
        return math.sqrt(squares / (self.n * (self.n - 1))) * self.n / self.x if squares > NOTHING * self.yy else 0.0

    @property
    def _value(self) -> float:
        return self.y / self.x if self.x else math.nan

    @property
    def mean(self) -> tuple[float, float, float]:
        """The mean of y."""
        return mean(self.n, self.y, self.yy)

    def share(self) -> tuple[float, float, float]:
        """The ratio, which is a share: with the interval of a share of as many games as would give it its error (Korn
        and Graubard 1998)."""
        r, error = self._value, self.error
        alone = r * (1 - r) * (Z / student(self.n - 1) / error) ** 2 if error else float(self.n)
        return share(r * alone, alone) if self.x else (r, 0.0, 1.0)


def share_of_rounds(rounds: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """A share over rounds of some games each, of which the sum is known: (games, sum). Games of a round hang together.

    Where the dice decide most rounds, almost all come to the same, and only some to more, or to less. Too few of them
    say how rare they are. So what rounds come to beyond the most frequent share, and below, are two shares of their
    own, and their difference has the interval of Newcombe (1998), “Improved confidence intervals for the difference
    between binomial proportions based on paired data”.
    """
    games = sum(x for x, _ in rounds)
    if not games:
        return math.nan, 0.0, 1.0
    often = Counter(round(y / x, DIGITS) for x, y in rounds if x)
    middle = max(often, key=lambda v: (often[v], v))
    beyond = Pairs.of((x * (1 - middle), _more(y, middle * x)) for x, y in rounds)
    below = Pairs.of((x * middle, _more(middle * x, y)) for x, y in rounds)
    (more, least_more, most_more), (less, least_less, most_less) = (
        one.share() if one.x else (0.0, 0.0, 0.0) for one in (beyond, below)
    )
    value = min(1.0, max(0.0, sum(y for _, y in rounds) / games))
    errors = (beyond.error or 0.0) * (below.error or 0.0)
    hang = max(-1.0, -more * less / len(rounds) / errors) if errors else 0.0
    low = _together((1 - middle) * (more - least_more), middle * (most_less - less), hang)
    high = _together((1 - middle) * (most_more - more), middle * (less - least_less), hang)
    return value, max(0.0, value - low), min(1.0, value + high)


def _more(one: float, other: float) -> float:
    """By how much a number is greater than another, but for rounding."""
    return one - other if one - other > other * 10 ** (1 - DIGITS) else 0.0


def _together(one: float, other: float, hang: float) -> float:
    """How far off a difference is, of figures that are so far off, with this correlation."""
    return math.sqrt(max(0.0, one * one - 2 * hang * one * other + other * other))


def _quantile(p: float, a: float, b: float) -> float:
    """Below which a number with the beta distribution lies with this probability."""
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        if beta_below(middle, a, b) < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def beta_below(x: float, a: float, b: float) -> float:
    """How likely a number with the beta distribution of a and b is below x: the incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_below(1 - x, b, a)
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(front) * _fraction(x, a, b) / a


def _fraction(x: float, a: float, b: float) -> float:
    """Its continued fraction (Abramowitz and Stegun 26.5.8), worked out in Lentz's way."""
    c, d = 1.0, _away(1 - (a + b) * x / (a + 1))
    d = 1 / d
    found = d
    for m in range(1, TERMS):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away(1 + factor * d)
            c = _away(1 + factor / c)
            found *= c * d
        if abs(c * d - 1) < CLOSE:
            break
    return found


def _away(value: float) -> float:
    """A number by which may be divided."""
    return value if abs(value) > SMALLEST else SMALLEST
