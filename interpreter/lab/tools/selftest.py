"""Both backends side by side on an author's own rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.game.game import Game
from interpreter.lab.tools.lockstep import TOO_LONG, Played
from interpreter.lab.tools.native_lockstep import FellBackError, both_backends
from interpreter.native.compile import compile_model


@dataclass
class Tried:
    """What some games side by side came to: plies, games played to their end, games in which the compiled rules gave
    up at a limit or the reference interpreter lost patience, and the rules that were broken."""

    games: int = 0
    plies: int = 0
    ended: int = 0
    helped: int = 0
    beyond: int = 0
    failures: Counter[str] = field(default_factory=Counter)

    def add(self, played: Played | None) -> None:
        """Take in a game; None: a limit was reached."""
        self.games += 1
        if played is None:
            self.helped += 1
            return
        self.plies += played.plies
        self.ended += played.over
        if played.failure is not None and played.failure.sort == TOO_LONG:
            self.beyond += 1
        elif played.failure is not None:
            self.failures[f"{played.failure.where}: {played.failure.message}"] += 1


def games(game: Game, seed: int, count: int, plies: int) -> Iterator[Played | None]:
    """Play games side by side; None where the compiled rules gave up at a limit. Raises Disagreement."""
    compiled = compile_model(game.model)
    for number in range(count):
        try:
            yield both_backends(game, seed * 1_000_003 + number, plies, 1, plies, compiled)
        except FellBackError:
            yield None
