"""What a search thinks of a state, for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.players.information import InformationState

LONGEST_LINE = 12
"""Moves of a line that are written out."""


@dataclass(frozen=True)
class Prospect:
    """What each player may expect: utilities from -1 (the last place for certain) to 1 (the first);
    where a game pays, parts of the most that can be paid."""

    expected: Mapping[str, float]
    is_sure: bool = False
    """Whether this is certain, and no estimate …"""
    plies: int = 0
    """… and then, after how many plies the game is over."""


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
