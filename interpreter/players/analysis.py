"""What a search thinks of a state, for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.players.information import InformationState

LONGEST_LINE = 12
"""Moves of a line that are written out."""
MARGIN = 0.05
"""Of the way from a draw to a win: estimates aren't more exact."""
DIGITS = 6
"""Places of an amount that a search is sure of."""


@dataclass(frozen=True)
class Prospect:
    """What each player may expect, as `State.results` says it: from -1 (the last place for certain) to 1 (the first);
    where a game pays, amounts."""

    expected: Mapping[str, float]
    is_sure: bool = False
    """Whether this is certain, and no estimate …"""
    plies: int = 0
    """… and then, after how many plies the game is over."""
    paid: int = 0
    """The most that anybody can be paid, as far as the rules' ranges tell; 0 where the game doesn't pay."""

    def share(self, player: str) -> float:
        """The same from -1 to 1: of what is paid, the part of the most that can be."""
        return self.expected[player] / (self.paid or 1)

    def takes_a_draw(self, player: str) -> bool:
        """Whether a draw is worth no less to a player. Where a game pays, nobody knows what a draw is worth."""
        return not self.paid and self.expected[player] <= MARGIN


def in_units(shares: Sequence[float], paid: int) -> tuple[float, ...]:
    """What a search counts from -1 to 1 as `Prospect.expected` has it."""
    return tuple(round(share * paid, DIGITS) for share in shares) if paid else tuple(shares)


@dataclass(frozen=True)
class Option:
    """A move, what it was looked at, and what comes of it."""

    move: Move
    visits: int
    share: float
    """Its part of all visits."""
    prospect: Prospect


@dataclass(frozen=True)
class Analysis:
    """What comes of a state, its options, the best first, and how it may go on."""

    prospect: Prospect
    options: tuple[Option, ...]
    line: tuple[str, ...]
    """In notation; it ends where chance decides."""
    effort: str
    """How much was looked at, in words."""


@runtime_checkable
class Analyst(Protocol):
    """A player that tells what it thinks of a state."""

    memory: int
    """Bytes that it may take, if it is told before it begins."""

    def analyse(self, state: State) -> Analysis:
        """What it thinks of a state that isn't over, which it looks at for as long as at a whole turn."""

    def so_far(self) -> Analysis | None:
        """What it has found, while it thinks."""


@runtime_checkable
class Ponderer(Protocol):
    """A player that tells what it thinks of what a player knows, in games whose players don't see everything."""

    memory: int
    """Bytes that it may take, if it is told before it begins."""

    def ponder(self, known: InformationState) -> Analysis:
        """What it thinks, at a decision or elsewhere before the end; raises PlayerError."""
