"""A game as it is kept: what was agreed, and what was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Ply:
    """A decision or roll: the number of the option among all, its text, and whether a person chose it among several."""

    option: int
    text: str
    asked: bool = False


@dataclass(frozen=True)
class Kept:
    """A game as it is kept."""

    source: str
    rules: str
    options: dict[str, Any]
    players: int | None
    seed: int
    seats: dict[str, str]
    plies: tuple[Ply, ...] = ()
    heard: frozenset[str] = frozenset()
    """Names of the messages that were acted upon: one that comes twice isn't acted upon twice."""
    takebacks: int = 0
    resigned: str | None = None
    number: int = 0
    clock: str = ""
    """The time that each has, as `5m+3s`; empty: as much as they like."""
    times: dict[str, float] = field(default_factory=dict)
    """The seconds that each had left when the game was last written."""
    fallen: str | None = None
    """Whose time was over."""
    drawn: bool = False
    """Whether all agreed to a draw."""
    start: Mapping[str, Any] | None = None
    """The position in which it began, if it was opened elsewhere."""
