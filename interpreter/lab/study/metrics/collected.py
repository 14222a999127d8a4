"""Figures being collected, and those that are left out, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from interpreter.lab.study.figures import Distribution, Heat, Metric, Opening, Sort
from interpreter.lab.tools.confidence import NEVER

Estimate = tuple[float, float, float]
"""A value, and the ends of its 95 % interval."""


@dataclass
class Collected:
    """What has been worked out."""

    metrics: dict[str, Metric] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    distributions: list[Distribution] = field(default_factory=list)
    heats: list[Heat] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)

    def add(
        self, name: str, title: str, found: Estimate, unit: str, source: str, note: str = "", sort: Sort = "estimate"
    ) -> None:
        """A figure; one that isn't a number is left out."""
        value, low, high = found
        if value != value:
            self.left_out[name] = "there was nothing to count"
            return
        if (low, high) == NEVER:
            note = note or ("the same in all of them" if sort == "estimate" else "")
        elif unit == "share":  # what is between 0 and 1 can't be anywhere else
            low, high = max(0.0, low), min(1.0, high)
        self.metrics[name] = Metric(name, title, value, low, high, unit, source, note, sort)

    def add_exact(self, name: str, title: str, value: float, unit: str, source: str, note: str = "") -> None:
        """A figure that was found out, not estimated."""
        self.add(name, title, (value, value, value), unit, source, note, "exact")

    def add_opinion(self, name: str, title: str, value: float, unit: str, source: str, note: str = "") -> None:
        """What a search thinks: no interval would say how wrong it is."""
        self.add(name, title, (value, *NEVER), unit, source, note, "opinion")

    def leave(self, names: Iterable[str], reason: str) -> None:
        """Figures that say nothing about this game."""
        self.left_out |= dict.fromkeys(names, reason)


def counted(number: int, noun: str) -> str:
    """`1 random game`, `2,000 random games`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
