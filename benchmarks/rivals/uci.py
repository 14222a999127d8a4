"""Chess programs by UCI: moves are told as from and to, which our rules give as one of the ways to write a move."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.players.player import Player, Seat
from rivals.program import Program, RivalError

PLAIN = re.compile(r"([a-z]\d+)[-x]?([a-z]\d+)(?:=([A-Za-z]))?")
GRACE = 10.0
"""Seconds that a move may take beyond those for thinking."""


def written(move: Move) -> str:
    """The move by UCI: e2e4, e7e8q, e1g1; raises RivalError."""
    for text in (move.text, *move.others):
        if match := PLAIN.fullmatch(text):
            return match[1] + match[2] + (match[3] or "").lower()
    raise RivalError(f"the rules don't write {move.text} by its squares, as UCI does")


class Uci(Player):
    """A program that speaks UCI, at so many seconds a move."""

    def __init__(
        self, seat: Seat, name: str, command: Sequence[str], options: Mapping[str, str], seconds: float
    ) -> None:
        super().__init__(seat)
        self.name, self.seconds = name, seconds
        if seat.game.notation is None:
            raise RivalError(f"{name}: {seat.game.title} says no notation of positions")
        self._program = Program(name, command)
        self._ask("uci", "uciok")
        for key, value in options.items():
            self._program.say(f"setoption name {key} value {value}")
        self._program.say("ucinewgame")
        self._ask("isready", "readyok")
        self._from = ""
        self._moves: list[str] = []

    def _ask(self, question: str, answer: str, seconds: float = 30.0) -> str:
        self._program.say(question)
        return self._program.hear(lambda line: line.split()[:1] == [answer], question, seconds)[-1]

    def played(self, step: Step) -> None:
        """Note the move."""
        self._from = self._from or self._line(step.before)
        self._moves.append(written(step.move))

    def choose(self, state: State) -> Move:
        """Its `bestmove`; raises RivalError if that isn't legal."""
        self._program.say(f"position fen {self._from or self._line(state)} moves {' '.join(self._moves)}".rstrip())
        wish = self._ask(f"go movetime {round(1000 * self.seconds)}", "bestmove", self.seconds + GRACE).split()
        legal = {written(move): move for move in state.moves}
        if len(wish) < 2 or wish[1] not in legal:
            raise RivalError(f"{self.name} wants {' '.join(wish)}, which is not legal in {self._line(state)}")
        return legal[wish[1]]

    def _line(self, state: State) -> str:
        assert self.seat.game.notation is not None
        return self.seat.game.notation.write(state)

    def close(self) -> None:
        """End the program."""
        self._program.end()
