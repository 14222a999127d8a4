"""Whether values become better while they are learnt: those of now play those from when half as much was known.

Both look one decision ahead, so that games are quick and the values decide. Each opening is played twice, with the
seats exchanged: what plays itself comes to exactly half of the points.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from interpreter.game.game import Game
from interpreter.graph.abi import LEARNT_PLIES
from interpreter.lab.matches import Match, Pairing, Table, play_one
from interpreter.lab.tools.simulate import EndlessError
from interpreter.lab.tools.summary import Mean
from interpreter.players.alphabeta import unfit
from interpreter.players.learning.weights import Weights

GAMES = 40
OPENING = 4
"""Plies that are drawn at random, or all games would be one."""
SHARE_OF_TIME = 10
"""After a match of one second, learning goes on for this many seconds before the next."""
FLAT = 2
"""Learning is over after this many matches in a row that the newer values didn't win."""


@dataclass(frozen=True)
class Compared:
    """A match of values that were learnt from `positions` against those that were learnt from `before` of them.
    `points`: what the newer ones came to, as shares of pairs of games."""

    positions: int
    before: int
    points: Mean


@dataclass
class Improvement:
    """Compares values each time that twice as much was learnt."""

    game: Game
    clock: Callable[[], float] = time.monotonic
    found: list[Compared] = field(default_factory=list)
    _last: Weights | None = None
    _next: float = 0.0
    """When, by the clock."""

    def look(self, weights: Weights) -> Compared | None:
        """Compare, if it is time for it; two players only."""
        if len(self.game.players) != 2:
            return None
        learnt = weights.training.positions
        if self._last is None:
            self._last = weights
            return None
        before = self._last.training.positions
        if learnt < 2 * before or self.clock() < self._next:
            return None
        began = self.clock()
        self.found.append(Compared(learnt, before, points(self.game, weights, self._last)))
        self._last, self._next = weights, self.clock() + SHARE_OF_TIME * (self.clock() - began)
        return self.found[-1]

    @property
    def is_over(self) -> bool:
        """Whether further learning seems to be of no use."""
        last = self.found[-FLAT:]
        return len(last) == FLAT and all(one.points.mean <= 0.5 for one in last)


def points(game: Game, newer: Weights, older: Weights, games: int = GAMES) -> Mean:
    """What newer values come to against older ones, as shares of pairs of games; games that are cut off count one half.
    Raises PlayerError."""
    kind, found = "mcts:50" if unfit(game) else "alphabeta:1", Mean()
    with TemporaryDirectory() as folder:
        specs = []
        for name, weights in (("newer", newer), ("older", older)):
            path = Path(folder) / f"{name}.weights"
            path.write_bytes(weights.encoded())
            specs.append(f"{kind}@{path}")
        match = Match(game, specs, opening=OPENING)
        table = Table(game, match.specs, match.seed, match.opening, match.makers)
        for pair in range(games // 2):
            both = [_share(table, match.pairing(2 * pair + i)) for i in range(2)]
            found.add(sum(0.5 if share is None else share for share in both) / 2)
            if both == [None, None]:  # the others hardly end either
                break
    return found


def _share(table: Table, pairing: Pairing) -> float | None:
    """The newer values' share of one game: the player who got more has won. None if it was cut off."""
    try:
        bout = play_one(table.game, table, pairing, LEARNT_PLIES)
    except EndlessError:
        return None
    seat = pairing.seats.index(0)
    mine, theirs = bout.utilities[seat], bout.utilities[1 - seat]
    return (1 + (mine > theirs) - (mine < theirs)) / 2
