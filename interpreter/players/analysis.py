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
    """What each player may expect, in the unit of `State.results`: from -1 (certainly the last place) to 1 (the
    first), or amounts if the game pays."""

    expected: Mapping[str, float]
    is_sure: bool = False
    """Whether this is certain, not an estimate."""
    plies: int = 0
    """If it is certain, the plies to the end of the game."""
    paid: int = 0
    """The greatest possible payment by the rules' ranges; 0 if the game doesn't pay."""

    def share(self, player: str) -> float:
        """The expectation from -1 to 1. Payments are divided by the greatest possible one."""
        return self.expected[player] / (self.paid or 1)

    def takes_a_draw(self, player: str) -> bool:
        """Whether a draw is worth at least as much to a player. In games that pay, the worth of a draw isn't known."""
        return not self.paid and self.expected[player] <= MARGIN


def in_units(shares: Sequence[float], paid: int) -> tuple[float, ...]:
    """What a search counts from -1 to 1 as `Prospect.expected` has it."""
    return tuple(round(share * paid, DIGITS) for share in shares) if paid else tuple(shares)


@dataclass(frozen=True)
class Option:
    """A move, how often the search visited it, and its prospect."""

    move: Move
    visits: int
    share: float
    """Its part of all visits."""
    prospect: Prospect


def outcomes(ways: Sequence[Option]) -> list[Option]:
    """The outcomes of chance: ways that are one outcome, each as likely as the others, are put together."""
    found: dict[Move, list[Option]] = {}
    for way in ways:
        found.setdefault(way.move, []).append(way)
    return [
        Option(move, sum(w.visits for w in alike), sum(w.share for w in alike), mean([w.prospect for w in alike]))
        for move, alike in found.items()
    ]


def mean(prospects: Sequence[Prospect]) -> Prospect:
    """What may be expected where each of these is as likely as the others."""
    expected = {p: sum(each.expected[p] for each in prospects) / len(prospects) for p in prospects[0].expected}
    sure = all(each.is_sure for each in prospects)
    return Prospect(expected, sure, max(each.plies for each in prospects) if sure else 0, prospects[0].paid)


@dataclass(frozen=True)
class Analysis:
    """The prospect of a state, its options with the best first, and a likely continuation."""

    prospect: Prospect
    options: tuple[Option, ...]
    line: tuple[str, ...]
    """In notation; it ends where chance decides."""
    effort: str
    """How much was searched, in words."""


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
