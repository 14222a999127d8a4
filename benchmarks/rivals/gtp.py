"""Go programs by GTP: points are a letter without I and a number; area is counted, and dead stones are captured."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.players.player import Player, Seat
from rivals.program import Program, RivalError

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PASS = "pass"
THINKING = 120.0
"""Seconds that a move may take at most."""


def written(move: Move) -> str:
    """The move by GTP: C3, pass."""
    if not move.sites:
        return PASS
    (site,) = move.sites
    return COLUMNS[ord(site[0]) - ord("a")] + site[1:]


class Gtp(Player):
    """A program that speaks GTP, for a ruleset with the options `size` and `komi`, in halves, and Black first."""

    def __init__(self, seat: Seat, name: str, command: Sequence[str]) -> None:
        super().__init__(seat)
        self.name, self._program = name, Program(name, command)
        options = seat.game.options
        self._ask(f"boardsize {options['size']}")
        self._ask("clear_board")
        self._ask(f"komi {options['komi'] / 2}")

    def _ask(self, command: str) -> str:
        """What it answers; raises RivalError if it refuses."""
        self._program.say(command)
        heard = self._program.hear(lambda line: line[:1] in ("=", "?"), command, THINKING)[-1]
        if heard[0] == "?":
            self._program.end()
            raise RivalError(f"{self.name} refuses “{command}”: {heard[1:].strip()}")
        return heard[1:].strip()

    def played(self, step: Step) -> None:
        """Tell the program what others have played; its own move it knows."""
        if step.before.to_move != self.seat.label or not self._own(step.move):
            self._ask(f"play {step.before.to_move} {written(step.move)}")
        self._wish = ""

    _wish = ""

    def _own(self, move: Move) -> bool:
        return self._wish == written(move).upper()

    def choose(self, state: State) -> Move:
        """What it generates; raises RivalError if that isn't legal."""
        wish = self._wish = self._ask(f"genmove {self.seat.label}").upper()
        legal = {written(move).upper(): move for move in state.moves}
        if wish not in legal:
            self._program.end()
            raise RivalError(f"{self.name} wants {wish.lower() or 'nothing'}, which is not legal here")
        return legal[wish]

    def close(self) -> None:
        """End the program."""
        self._program.end()
