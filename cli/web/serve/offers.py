"""What people at a table offer one another: to take back, a draw, another game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cli.web.serve.workers import Settings

WISHES = {"undo": "take back", "again": "play again", "draw": "agree to a draw"}
"""What may be offered, with its words."""


@dataclass
class Offer:
    """Somebody wants something (`WISHES`); these people haven't said yet what they think of it. Who wants to take back
    wants so many plies to be left."""

    by: str
    what: str
    waiting: set[str]
    left: int = 0

    @property
    def wish(self) -> str:
        """What is asked for, in words."""
        return WISHES[self.what]


@dataclass
class Begun:
    """A new game: the secret of each seat that a person has, and that of people who watch."""

    title: str
    links: dict[str, str]
    watch: str
    host: str = ""
    """The secret of whoever may change the position; empty: nobody may."""


@dataclass(frozen=True)
class Dropped:
    """An offer that nobody answered: a move was made over it, or its maker took it back."""

    by: str
    what: str
    move: bool


Begin = Callable[[Settings, Mapping[str, str]], Awaitable[Begun]]


@dataclass
class Offers:
    """What somebody offers now, if anybody does, and what nobody answered before that; and the game that was begun when
    this one was over, by `begin`."""

    begin: Begin
    made: Offer | None = None
    begun: Begun | None = None
    dropped: Dropped | None = None

    def make(self, offer: Offer | None) -> None:
        """Somebody offers this; None: nothing is offered any more, and nothing more is to be said of it."""
        self.made, self.dropped = offer, None

    def drop(self, move: bool) -> None:
        """Nobody has answered what was offered, if anything was: a move was made, or its maker took it back."""
        self.dropped = Dropped(self.made.by, self.made.what, move) if self.made else None
        self.made = None


def moved_on(seats: Mapping[str, Any]) -> dict[str, Any]:
    """Seats for another game: whoever sat somewhere sits on the next seat, the last on the first."""
    players = list(seats)
    return {player: seats[players[i - 1]] for i, player in enumerate(players)}
