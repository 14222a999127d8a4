"""Two figures, each with its interval, held against each other: how far apart, with an interval, and whether surely.

All games that are compared have the same seed. So figures of one may go up where those of the other go up, or down: if
what one player wins in one game the other wins in the other, they move against each other. Whatever it is, a difference
is never spread more than both figures together. So its interval is as wide as both intervals.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from interpreter.lab.study.figures import Metric, Study
from interpreter.lab.tuning.varied import Value


@dataclass(frozen=True)
class Difference:
    """By how much a figure is greater than another."""

    value: float
    low: float
    high: float

    @property
    def is_sure(self) -> bool:
        """Whether its interval lies on one side of zero."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class Column:
    """One of several games: its study, or why there is none."""

    name: str
    options: Mapping[str, Value]
    study: Study | None = None
    trouble: str = ""
    """Why it can't be played."""


def difference(ours: Metric, theirs: Metric) -> Difference:
    """By how much ours is greater."""
    value = ours.value - theirs.value
    if ours.is_counted or theirs.is_counted:
        return Difference(value, -math.inf, math.inf)
    below = _reach(ours.value, ours.low) + _reach(theirs.high, theirs.value)
    above = _reach(ours.high, ours.value) + _reach(theirs.value, theirs.low)
    return Difference(value, value - below, value + above)


def _reach(high: float, low: float) -> float:
    return math.inf if math.isinf(high) or math.isinf(low) else max(0.0, high - low)


def shared(columns: Sequence[Column]) -> list[str]:
    """The figures that at least two of the games have, in their order."""
    often: dict[str, int] = {}
    for column in columns:
        for name in column.study.metrics if column.study else ():
            often[name] = often.get(name, 0) + 1
    needed = min(2, sum(1 for column in columns if column.study))
    return [name for name, times in often.items() if times >= needed]


def data(columns: Sequence[Column]) -> dict[str, object]:
    """For programs: each game's study, and for each but the first its differences from the first that can be played."""
    base = next((column for column in columns if column.study), None)
    return {
        "base": base.name if base else None,
        "games": [
            {"name": column.name, "options": dict(column.options), "trouble": column.trouble or None,
             "study": column.study.data() if column.study else None,
             "differences": _differences(column, base)} for column in columns
        ],
    }  # fmt: skip


def _differences(column: Column, base: Column | None) -> dict[str, object] | None:
    if base is None or base is column or base.study is None or column.study is None:
        return None
    found: dict[str, object] = {}
    for name, metric in column.study.metrics.items():
        other = base.study.metrics.get(name)
        if other is not None:
            one = difference(metric, other)
            found[name] = {key: None if math.isinf(value) or math.isnan(value) else float(f"{value:.6g}")
                           for key, value in (("value", one.value), ("low", one.low), ("high", one.high))}  # fmt: skip
    return found
