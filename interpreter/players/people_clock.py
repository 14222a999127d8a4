"""Clocks for those who sit at a game: each has a time, which goes by while it is their turn, and grows after it.

A seat's first decision costs nothing, so that everybody has come before a clock runs. Whose turn it is somebody else
says; the time is asked of `now`, which tests set by hand.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from interpreter.players.game_clock import Clock

Now = Callable[[], float]
"""A time in seconds that only ever grows."""


@dataclass
class _Running:
    player: str
    turn: int
    since: float


class Clocks:
    """The clocks of a game, of which one runs at most."""

    def __init__(
        self, clock: Clock, players: Iterable[str], now: Now = time.monotonic,
        left: Mapping[str, float] | None = None, moved: Collection[str] = (),
    ) -> None:  # fmt: skip
        """`left`: what each had when the game was put aside; `moved`: those who have decided something."""
        self.clock = clock
        self._now = now
        self._left = dict.fromkeys(players, clock.seconds) | dict(left or {})
        self._moved = set(moved)
        self._turn: tuple[str, int] | None = None
        self._running: _Running | None = None

    def ask(self, player: str | None, turn: int) -> None:
        """This player is to decide, in the turn with this number; None: nobody is, all clocks stand."""
        now, before = self._now(), self._running
        if before is not None:
            self._left[before.player] -= now - before.since
            if (player, turn) != (before.player, before.turn) and player is not None:
                self._left[before.player] += self.clock.increment
        if self._turn is not None and (player, turn) != self._turn:
            self._moved.add(self._turn[0])
        self._turn = (player, turn) if player is not None else None
        self._running = _Running(player, turn, now) if player is not None and player in self._moved else None

    def stop(self) -> None:
        """All clocks stand until somebody is asked, and no turn has come to its end."""
        if self._running is not None:
            self._left[self._running.player] -= self._gone
            self._running = None
        self._turn = None

    @property
    def left(self) -> dict[str, float]:
        """The seconds that each has left, none less than 0."""
        gone = self._gone
        return {
            player: max(0.0, left - gone * (player == self.running)) for player, left in self._left.items()
        }  # fmt: skip

    @property
    def running(self) -> str | None:
        """Whose clock runs."""
        return self._running.player if self._running else None

    @property
    def fallen(self) -> str | None:
        """Whose time is over while their clock runs."""
        running = self._running
        return running.player if running and self._left[running.player] - self._gone <= 0 else None

    @property
    def _gone(self) -> float:
        return self._now() - self._running.since if self._running else 0.0
