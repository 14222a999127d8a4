"""What all conversations with programs have in common, and the time that they may take."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from gdl.text.suggest import did_you_mean
from gdl.text.visible import brief
from interpreter.bridges.programs.naming import USUAL, Named
from interpreter.bridges.programs.process import Program
from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State

PATIENCE = 20.0
"""Seconds for an answer that takes no thought."""
GRACE = 10.0
"""Seconds that a move may take beyond those for thinking."""
ENDLESS = 600.0
"""Seconds for a move where only depth or positions are said, or nothing to a program that keeps its own time."""


@dataclass
class Timer:
    """The time of one player in one game. All in seconds."""

    named: Named
    left: float = 0.0
    _began: float = field(default=0.0)

    def __post_init__(self) -> None:
        if self.named.pace.clock is not None:
            self.left = self.named.pace.clock.seconds

    @property
    def increment(self) -> float:
        """What is added after each move."""
        return self.named.pace.clock.increment if self.named.pace.clock is not None else 0.0

    @property
    def each(self) -> float:
        """For each move, where neither a clock nor anything else is said."""
        return self.named.pace.seconds or USUAL

    @property
    def longest(self) -> float:
        """How long a move may take until the program is given up."""
        pace = self.named.pace
        if pace.depth or pace.nodes:
            return ENDLESS
        return (self.left if pace.clock is not None else self.each) + GRACE

    def start(self) -> None:
        """The program thinks now."""
        self._began = time.monotonic()

    def stop(self) -> None:
        """It has moved."""
        if self.named.pace.clock is not None:
            self.left = max(self.left - (time.monotonic() - self._began), 0.0) + self.increment


class Client:
    """A conversation with one program; each protocol has its own. Everything raises PlayerError."""

    def __init__(self, named: Named, game: Game) -> None:
        """Start the program and make it ready for this game."""
        self.named, self.game = named, game
        self.program = Program(named.command)
        try:
            self.greet()
        except PlayerError:
            self.program.end(0.0)
            raise

    def greet(self) -> None:
        """Say hello, set options, see whether it plays this game."""
        raise NotImplementedError

    def begin(self) -> None:
        """A new game; what was told before is forgotten."""
        raise NotImplementedError

    def choose(self, root: State, line: tuple[tuple[State, Move], ...], state: State, timer: Timer) -> Move:
        """Its move in a state to which this line of moves leads from a root."""
        raise NotImplementedError

    # ---- for the protocols

    def legal(self, wanted: str, moves: Mapping[str, Move]) -> Move:
        """The move that it wants; raises PlayerError if that is none here."""
        move = moves.get(wanted)
        if move is None:
            said = f"wants `{brief(wanted)}`, which is no legal move" if wanted else "names no move"
            raise self.wrong(f"{said} in this position of {self.game.title}")
        return move

    def wrong(self, what: str) -> PlayerError:
        """What it does wrong; it is ended."""
        self.program.end(0.0)
        return PlayerError(f"{self.program.name} {what}")

    def known(self, name: str, names: Mapping[str, str]) -> str:
        """An option's name as the program writes it; `names` are its options by their names in small letters."""
        found = names.get(name.casefold())
        if found is None:
            hint = did_you_mean(name, names.values())
            there = brief(", ".join(sorted(names.values())) or "none", 400)
            raise self.wrong(f"has no option `{brief(name)}`{'; ' + str(hint) if hint else ''}; its options: {there}")
        return found
