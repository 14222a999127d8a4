"""Whether values become better while they are learnt: those of now play those from when half as much was known.

Both look one decision ahead, so that games are quick and the values decide. Of several players, one goes by the values
of now. Each opening is played once for each seat of theirs: what plays itself comes to exactly half of the points.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from interpreter.game.game import Game
from interpreter.lab.matches import Match, Pairing, Table, play_one
from interpreter.lab.tools.simulate import EndlessError
from interpreter.lab.tools.summary import Mean
from interpreter.native.record.record import learnt_plies
from interpreter.players.learning.weights import Weights
from interpreter.players.zero_sum import unfit

OPENINGS = 20
SECONDS = 10.0
"""A match ends after this time, with the openings that were played for all seats: where games are long, few must do."""
OPENING = 4
"""Plies that are drawn at random, or all games would be one."""
SHARE_OF_TIME = 10
"""After a match of one second, learning goes on for this many seconds before the next."""
NEWER, OLDER = 0, 1
"""Their numbers in a match."""
FLAT = 2
"""Learning is over after this many matches in a row that the newer values didn't win."""


@dataclass(frozen=True)
class Compared:
    """A match of values that were learnt from `positions` against those that were learnt from `before` of them.
    `points`: what the newer ones came to, from 0 to 1, as means of the games of an opening."""

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
        """Compare, if it is time for it, and there is anybody to play against."""
        if len(self.game.players) < 2:
            return None
        learnt = weights.training.positions
        if self._last is None:
            self._last = weights
            return None
        before = self._last.training.positions
        if learnt < 2 * before or self.clock() < self._next:
            return None
        began = self.clock()
        found = points(self.game, weights, self._last, clock=self.clock)
        self._last, self._next = weights, self.clock() + SHARE_OF_TIME * (self.clock() - began)
        if not found.count:
            return None
        self.found.append(Compared(learnt, before, found))
        return self.found[-1]

    @property
    def is_over(self) -> bool:
        """Whether further learning seems to be of no use."""
        last = self.found[-FLAT:]
        return len(last) == FLAT and all(one.points.mean <= 0.5 for one in last)


def points(
    game: Game, newer: Weights, older: Weights, openings: int = OPENINGS,
    clock: Callable[[], float] = time.monotonic,
) -> Mean:  # fmt: skip
    """What newer values come to against older ones, from 0 to 1, as means of the games of an opening. Games that are
    cut off count one half. Nothing is found if there is no time for one opening. Raises PlayerError."""
    kind, found = "mcts:8" if unfit(game) else "alphabeta:1", Mean()  # who has few iterations tries what looks best
    with TemporaryDirectory() as folder:
        specs = []
        for name, weights in (("newer", newer), ("older", older)):
            path = Path(folder) / f"{name}.weights"
            path.write_bytes(weights.encoded())
            specs.append(f"{kind}@{path}")
        match = Match(game, specs, opening=OPENING)
        over = clock() + SECONDS

        def watch(*_: int) -> None:
            if clock() > over:
                raise TimeoutError

        table = Table(game, match.specs, match.seed, match.opening, match.makers, watch=watch)
        seats = range(len(game.players))
        for opening in range(openings):
            pairings = [Pairing(opening, tuple(NEWER if seat == alone else OLDER for seat in seats)) for alone in seats]
            try:
                shares = [_share(table, pairing) for pairing in pairings]
            except TimeoutError:
                break
            found.add(sum(0.5 if share is None else share for share in shares) / len(shares))
            if shares == [None] * len(shares):  # the others hardly end either
                break
    return found


def _share(table: Table, pairing: Pairing) -> float | None:
    """The newer values' share of one game: who got less than they did counts one, who got as much one half, in the mean
    of the others. None if it was cut off."""
    try:
        bout = play_one(table.game, table, pairing, learnt_plies(len(pairing.seats)))
    except EndlessError:
        return None
    seat = pairing.seats.index(NEWER)
    mine, others = bout.utilities[seat], [*bout.utilities[:seat], *bout.utilities[seat + 1 :]]
    return sum((1 + (mine > theirs) - (mine < theirs)) / 2 for theirs in others) / len(others)
