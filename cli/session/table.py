"""What people do at a table besides moving: they resign, agree to a draw, and their clocks run."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.languages.saying import tr
from interpreter.players.game_clock import clock as clock_of
from interpreter.players.people_clock import Clocks

if TYPE_CHECKING:
    from interpreter.game.record_model import Record


@dataclass
class Table:
    """How people ended a game, and their clocks, if there are any."""

    resigned: str | None = None
    fallen: str | None = None
    """The player whose time ran out."""
    drawn: bool = False
    """Whether all agreed to a draw."""
    refused: int | None = None
    """The number of plies after which somebody refused a draw."""
    clock: str = ""
    """The setting of the clocks: `5m+3s`."""
    clocks: Clocks | None = None

    @property
    def is_over(self) -> bool:
        """Whether people ended the game."""
        return self.resigned is not None or self.fallen is not None or self.drawn

    @property
    def ended(self) -> str:
        """How people ended the game, in words; "" if they didn't."""
        if self.resigned is not None:
            return tr("{player} resigned", player=self.resigned)
        if self.fallen is not None:
            return tr("{player} lost on time", player=self.fallen)
        return tr("A draw by agreement") if self.drawn else ""

    @property
    def left(self) -> float | None:
        """The seconds left on the running clock; None if none runs."""
        running = self.clocks.running if self.clocks is not None else None
        return self.clocks.left[running] if self.clocks is not None and running is not None else None

    def set(
        self, clock: str, players: Collection[str], left: Mapping[str, float] | None = None, moved: Collection[str] = ()
    ) -> None:
        """Give each player this time, or what was `left` of it; raises PlayerError. `moved`: the players who have
        decided something."""
        self.clock, self.clocks = clock, Clocks(clock_of(clock), players, left=left, moved=moved)

    def stop(self) -> None:
        """Stop all clocks until the next question."""
        if self.clocks is not None:
            self.clocks.stop()

    def write(self, record: Record) -> None:
        """Write this into a record."""
        record.resigned, record.fallen, record.drawn = self.resigned, self.fallen, self.drawn or None
        if self.clocks is not None:
            record.clock = self.clock
            record.times = {player: round(1000 * left) for player, left in self.clocks.left.items()}

    def read(self, record: Record, moved: Collection[str]) -> None:
        """Read this from a record; raises PlayerError."""
        self.resigned, self.fallen, self.drawn = record.resigned, record.fallen, bool(record.drawn)
        if record.clock is not None:
            left = {player: thousandths / 1000 for player, thousandths in (record.times or {}).items()}
            self.set(record.clock, record.players, left, moved)
