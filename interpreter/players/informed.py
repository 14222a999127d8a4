"""A player with a table of solved positions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from interpreter.errors import PlayerError
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.players.endgame import Table, table_of
from interpreter.players.information import InformationState
from interpreter.players.player import Maker, Player, Seat


def with_table(inner: Maker, path: Path) -> Maker:
    """What makes a player that knows the table in a file, at the board and in its search."""

    def made(seat: Seat) -> Player:
        table = table_of(seat.game, path)
        return Informed(seat, inner(replace(seat, table=table)), table)

    return made


class Informed(Player):
    """Plays what a table of solved positions says, and asks another player where it says nothing."""

    def __init__(self, seat: Seat, inner: Player, table: Table) -> None:
        super().__init__(seat)
        self.inner, self.table = inner, table

    def choose(self, state: State) -> Move:
        """The table's move, or the other player's."""
        known = self.table.best(state)
        if known is not None:
            return known
        self.inner.pause = self.pause
        return self.inner.choose(state)

    def decide(self, known: InformationState) -> Move:
        """Tables are of games in which all see everything: raises PlayerError."""
        raise PlayerError(f"{known.game.title}: players don't see everything, so no table of positions can help them")

    def played(self, step: Any) -> None:
        """Be told of a move."""
        self.inner.played(step)

    def ready(self) -> None:
        """Tell the other player."""
        self.inner.ready()

    def halt(self) -> None:
        """Tell the other player."""
        self.inner.halt()

    def close(self) -> None:
        """The game is over."""
        self.inner.close()
