"""A game as it is kept: what was agreed, and what was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from secrets import token_urlsafe
from typing import Any


def secret() -> str:
    """A new secret for a link: 144 bits, which nobody guesses."""
    return token_urlsafe(18)


@dataclass(frozen=True)
class Ply:
    """A decision or roll: the number of the option among all, its text, and whether a person chose it among several."""

    option: int
    text: str
    asked: bool = False


@dataclass(frozen=True)
class Link:
    """What a link stands for: a seat, or None for people who watch. `is_host`: it may change the position."""

    seat: str | None = None
    is_host: bool = False


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
    """The position in which it began, if it was opened elsewhere, or if the host put it there."""
    changes: int = 0
    """How often the host changed the position."""
    before: str = ""
    """The secret of the link to watch the game as it was before the last change; empty: there was none."""
    went_on: bool = False
    """Whether this is such a game: it stopped when the host changed the position."""
