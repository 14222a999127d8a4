"""`mcts` where players don't see everything: information-set Monte-Carlo tree search, from what the player knows.

The player is given observations and nothing else. It samples states that fit them (`native_beliefs.py`), and searches
from all of them at once (`kernels/knowing.py`). What was found about information states is kept from decision to
decision: it also tells what others may have thought when they decided.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf

from interpreter.errors import PlayerError
from interpreter.game.moves import Move
from interpreter.graph.chance import GAMMA, Chance
from interpreter.players.analysis import Analysis, Option, Prospect, in_units
from interpreter.players.beliefs.draws import Draws
from interpreter.players.beliefs.evidence import UnknownError
from interpreter.players.game_clock import GameTime
from interpreter.players.information import InformationState
from interpreter.players.information_tree import InformationTree, Row, merged
from interpreter.players.mcts import Budget
from interpreter.players.native_beliefs import NativeBeliefs
from interpreter.players.player import Player, Seat
from interpreter.work.engine import MEMORY_BYTES
from interpreter.work.helpers import together

SAMPLING = 0.25
"""Part of the time that goes into states that fit, if they are easily found: until one is found, as much as it takes
(`native_beliefs.py`), for without any a search is blind."""
LANE = 200
"""What is drawn for them is drawn from lanes of its own, see `interpreter.graph.chance`."""
SELDOM = 0.1
"""What is to be taken less often than this, beside what is most often, is never taken."""


@dataclass(frozen=True)
class Found:
    """What a search has found: rows of the player's options, and what the game is worth to each player in the mean."""

    rows: tuple[Row, ...]
    worth: tuple[float, ...]
    iterations: int
    nodes: int


class InformationSearch(Player):
    """Searches from states that fit what the player knows. The same seat and observations give the same choice where
    iterations are counted, not seconds."""

    def __init__(self, seat: Seat, budget: Budget, memory: int = MEMORY_BYTES) -> None:
        super().__init__(seat)
        self.budget, self.memory = budget, memory
        self._trees = [InformationTree(number, seat.game) for number in range(budget.threads)]
        self._time = budget.time()
        self._draws = Draws(Chance(seat.seed, seat.number, LANE + self._index(seat.label)))
        self._native = NativeBeliefs(self._trees[0], self._draws, lambda: self._goes_on(0.0), self._think_ahead)
        self._ahead = 0.0
        """Seconds for thinking what others may decide before one is asked, or a positive number where iterations are
        counted; 0 if nobody has decided anything, or that has been thought of."""

    def decide(self, known: InformationState) -> Move:
        """What has proved best, or where all decide at once, what is drawn as it has proved best. A lone move costs no
        time."""
        if len(known.moves) == 1:
            return known.moves[0]
        self._begin()
        began = time.perf_counter()
        try:
            self._believe(known, SAMPLING * self._usual())
        except UnknownError:
            self.blind += 1
            return known.moves[self.seat.chance.pick(len(known.moves), known.ply)]
        seconds = 0.0 if self.budget.iterations else self._time.share(self._trees[0].state(known), self.seat.chance)
        found = self._searched(known, began, seconds)
        self._time.took(time.perf_counter() - began)
        return known.moves[chosen(found.rows, self._index(known.player), self.seat.chance, known.ply)]

    def ponder(self, known: InformationState) -> Analysis:
        """What it thinks of what a player knows; raises PlayerError if no state is found that fits it."""
        self._begin()
        began, whole = time.perf_counter(), self.budget.seconds
        try:
            self._believe(known, SAMPLING * whole)
        except UnknownError as problem:
            raise PlayerError(str(problem)) from None
        return self._told(known, self._searched(known, began, whole))

    def options(self, known: InformationState) -> tuple[Option, ...]:
        """What is known of each option, the best first, with worth from -1 to 1, whatever the game pays; nothing if no
        state is found that fits."""
        try:
            found = self.ponder(known).options
        except PlayerError:
            return ()
        low = min(total.low for total in map(InformationTree.totals, self._trees))
        high = max(total.high for total in map(InformationTree.totals, self._trees))
        half = (high - low) / 2 or 1.0
        players = self.seat.game.players
        return tuple(
            replace(option, prospect=Prospect({p: (option.prospect.share(p) - low) / half - 1 for p in players}))
            for option in found
        )

    def close(self) -> None:
        """Leave the trees to others."""
        for tree in self._trees:
            tree.close()

    def halt(self) -> None:
        """Stop the search, from another thread."""
        for tree in self._trees:
            tree.halt()

    # ---- thinking

    def ready(self) -> None:
        """Compile the rules: that isn't thinking."""
        for tree in self._trees:
            if tree.ready(self.memory // len(self._trees)):
                self._native.forget()

    def _begin(self) -> None:
        """Be ready, and not halted any more."""
        self.ready()
        for tree in self._trees:
            tree.begin()

    def _usual(self) -> float:
        """About how many seconds there are for a turn."""
        return self._time.left / 40 if isinstance(self._time, GameTime) else self._time.seconds

    def _believe(self, known: InformationState, seconds: float) -> None:
        """Have particles in all trees that fit; raises UnknownError."""
        player, is_asked, first = self._index(known.player), bool(known.moves), self._trees[0]
        most = inf if self.budget.iterations else seconds
        if not first.has_searched and any(one.who not in (None, known.player) for one in known.learnt):
            self._ahead = seconds or 1.0
        if not self._native.found(known.learnt, player, is_asked, most, known.words):
            raise UnknownError(
                f"{self.seat.game.title}: no state was found that fits what is known to {known.player} "
                f"({len(known.learnt):,} information states, {self._native.plies:,} plies tried)"
            )
        for tree in self._trees[1:]:
            tree.take_over(first.particles)

    def _think_ahead(self) -> None:
        """Search from the game's beginning, so that it is known what others may have thought who decided before this
        player was asked for the first time."""
        if self._ahead:
            limit = max(int(SAMPLING * self.budget.part(0)), 1) if self.budget.iterations else 0
            until = time.perf_counter() + self._ahead
            self._trees[0].search(self._draws.bits(), until, limit, self._goes_on)
            self._ahead = 0.0

    def _searched(self, known: InformationState, began: float, seconds: float) -> Found:
        """Search for so long since it began – and if states that fit took longer to find than they should, for the rest
        that is a search's all the same –, or for as many iterations as the budget has."""
        until = max(began + seconds, time.perf_counter() + (1 - SAMPLING) * seconds)
        drawn = self.seat.chance.bits(known.ply)

        def search(tree: InformationTree, goes_on: Callable[[float], bool]) -> None:
            limit = self.budget.part(tree.number)
            if limit or not self.budget.iterations:
                tree.search(drawn + tree.number * GAMMA, until, limit, goes_on)

        if len(self._trees) == 1:
            search(self._trees[0], self._goes_on)
        else:
            together(self._trees, search, self._goes_on, first_stops_all=not self.budget.iterations)
        player = self._index(known.player)
        rows = [tree.rows(known.information, player, len(known.moves)) for tree in self._trees]
        totals = [tree.totals() for tree in self._trees]
        iterations, nodes = sum(total.iterations for total in totals), sum(total.nodes for total in totals)
        sums = zip(*(total.sums for total in totals), strict=True)
        return Found(merged(rows), tuple(sum(each) / max(iterations, 1) for each in sums), iterations, nodes)

    def _goes_on(self, part: float) -> bool:
        return self.pause is None or self.pause(self, part)

    def _index(self, player: str) -> int:
        return self.seat.game.players.index(player)

    # ---- telling

    def _told(self, known: InformationState, found: Found) -> Analysis:
        effort = f"{found.iterations:,} iteration{'s' * (found.iterations != 1)}, {found.nodes:,} information states"
        total = max(sum(row.taken for row in found.rows), 1)
        options = [
            Option(move, row.taken, row.share if row.is_mixed else row.taken / total,
                   self._prospect(row.worth))
            for move, row in zip(known.moves, found.rows, strict=False)
        ]  # fmt: skip
        ranked = tuple(sorted(options, key=lambda option: -option.share))
        whole = self._prospect(found.worth)
        prospect = ranked[0].prospect if ranked and not found.rows[0].is_mixed else whole
        return Analysis(prospect, ranked, tuple(option.move.text for option in ranked[:1]), effort)

    def _prospect(self, shares: Sequence[float]) -> Prospect:
        """What each player may expect."""
        game = self.seat.game
        paid = game.model.most_paid
        return Prospect(dict(zip(game.players, in_units(shares, paid), strict=True)), paid=paid)


def chosen(rows: Sequence[Row], me: int, chance: Chance, ply: int) -> int:
    """The option that a player takes: what was tried most often; of several who decide at once, one that is drawn as
    often as it is meant to be taken."""
    if not rows:
        return 0
    if not rows[0].is_mixed:
        return max(range(len(rows)), key=lambda k: (rows[k].taken, rows[k].worth[me], -k))
    most = max(row.share for row in rows)
    shares = [row.share if row.share >= SELDOM * most else 0.0 for row in rows]
    left = (chance.bits(ply) >> 11) / (1 << 53) * sum(shares)
    for k, share in enumerate(shares):
        left -= share
        if left < 0:
            return k
    return shares.index(max(shares))
