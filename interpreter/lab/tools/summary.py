"""What a number of random games came to: means with their standard errors, shares with their intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from interpreter.lab.tools.confidence import mean, share_interval, worth

if TYPE_CHECKING:
    from interpreter.game.state import State

OUTCOMES = ("win", "draw", "loss")


@dataclass(frozen=True)
class Playout:
    """A finished random game."""

    end: State
    """Its last state."""
    decisions: int
    """The number of decisions, without rolls."""
    turns: int
    """The number of turns."""


@dataclass
class Mean:
    """A running mean of numbers, with its standard error."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float, times: int = 1) -> None:
        """Add a number, once or several times."""
        self.count += times
        self.total += times * value
        self.squares += times * value * value

    @property
    def mean(self) -> float:
        """The mean so far."""
        return self.total / self.count if self.count else math.nan

    @property
    def error(self) -> float | None:
        """The standard error of the mean: s/√n, with s² = Σ(x − x̄)²/(n − 1). One number has none."""
        if self.count < 2:
            return None
        spread = max(0.0, self.squares - self.total * self.total / self.count)
        return math.sqrt(spread / (self.count - 1) / self.count)

    @property
    def share_interval(self) -> tuple[float, float]:
        """Clopper and Pearson's 95 % interval for a frequency."""
        return share_interval(self.total, self.count)

    @property
    def share(self) -> tuple[float, float, float]:
        """The frequency with that interval."""
        return self.mean, *self.share_interval

    @property
    def interval(self) -> tuple[float, float, float]:
        """The mean with its 95 % interval (Student's). The interval has no ends if all numbers are equal."""
        return mean(self.count, self.total, self.squares)


@dataclass
class Summary:
    """The results of a number of games."""

    players: tuple[str, ...]
    results: Mapping[str, Mapping[str, Mean]] = field(init=False)
    """Player → "win", "draw", "loss" or "utility" → its mean."""
    decisions: Mean = field(default_factory=Mean)
    turns: Mean = field(default_factory=Mean)
    is_paid: bool = False
    """Whether utilities may be amounts, of any size."""

    def __post_init__(self) -> None:
        self.results = {player: {key: Mean() for key in (*OUTCOMES, "utility")} for player in self.players}

    @property
    def games(self) -> int:
        """The number of games."""
        return self.turns.count

    def utility(self, player: str) -> tuple[float, float, float]:
        """A player's mean utility with its 95 % interval: that of a share, or Student's where games pay, which has no
        ends if all amounts are equal."""
        found = self.results[player]["utility"]
        return found.interval if self.is_paid else worth(found.total, found.count)

    def add(self, playout: Playout) -> None:
        """Add a game."""
        outcomes, utilities = playout.end.outcomes or {}, playout.end.results or {}
        for player, means in self.results.items():
            for outcome in OUTCOMES:
                means[outcome].add(outcomes[player] == outcome)
            means["utility"].add(utilities[player])
        self.decisions.add(playout.decisions)
        self.turns.add(playout.turns)

    def _repr_html_(self) -> str:
        """A table, which notebooks show: for each player the shares with their 95 % intervals, and the mean utility."""
        head = "".join(f"<th>{name}</th>" for name in ("", *OUTCOMES, "utility"))
        rows = [
            f"<tr><th>{escape(player)}</th>{''.join(f'<td>{self._shown(player, key)}</td>' for key in means)}</tr>"
            for player, means in self.results.items()
        ]
        caption = (
            f"{self.games:,} games of {_with_error(self.decisions)} decisions and {_with_error(self.turns)} turns"
        )
        return f"<table><caption>{caption}</caption><tr>{head}</tr>{''.join(rows)}</table>"


    def _shown(self, player: str, key: str) -> str:
        if not self.games:
            return "–"
        if key == "utility":
            value, low, high = self.utility(player)
            return f"{value:.2f}" + (f" ({low:.2f} to {high:.2f})" if math.isfinite(high) else "")
        value, low, high = self.results[player][key].share
        return f"{value:.1%} ({low:.1%} to {high:.1%})"


def _with_error(mean: Mean) -> str:
    """A mean and, behind ±, its 95 % interval."""
    if not mean.count:
        return "–"
    value, _, high = mean.interval
    return f"{value:.2f}" + (f" ± {high - value:.2f}" if math.isfinite(high) else "")
