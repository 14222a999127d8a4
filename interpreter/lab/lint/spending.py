"""What there is to be spent on playing a ruleset that is to be judged, in instructions and in time."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.cancellation import CancelToken
from interpreter.game.game import Game

# Budgets in instructions, of which a core does some ten billion a second.
FOR_RANDOM = 1e10
FOR_LOOKING = 4e9
"""The reference interpreter takes some fifty times as long for what this many instructions do."""
FOR_COVERAGE = 5e9
FOR_SEARCH = 4e10
FOR_POSITIONS = 1e10
TOO_COSTLY = 5_000_000_000
"""Where a single random game takes more, nothing is played: nobody could wait for it."""


@dataclass
class Spending:
    """How much may be spent, at most.

    `games`: random games; `iterations`: of search a move, 0 for as many as the rules allow for; `token` ends it all,
    and `stops`: also what runs as machine code, which costs a quarter of its speed.
    """

    games: int
    threads: int
    iterations: int
    token: CancelToken
    stops: bool
    cost: float = 1.0
    """Instructions of a random game."""
    plies: float = 1.0
    """Decisions of a random game."""

    @property
    def a_ply(self) -> float:
        """Instructions of a ply."""
        return max(self.cost / max(self.plies, 1.0), 1.0)

    @property
    def stopper(self) -> CancelToken | None:
        """The token, if it is to stop machine code."""
        return self.token if self.stops else None

    def lent(self, game: Game) -> Game:
        """A game that is stopped by the token, if need be."""
        game.token = self.stopper
        return game
