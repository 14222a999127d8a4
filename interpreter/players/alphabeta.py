"""`alphabeta`: looks at every line of play, deeper and deeper; for two players, with or without chance."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from math import ceil, log2
from typing import TYPE_CHECKING

from interpreter.errors import PlayerError
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.graph.abi import ASPIRING, NO_ZERO_SUM, QUIETLY, REDUCED, VALUED
from interpreter.graph.backend import Halted
from interpreter.players.alphabeta_analysis import Found, analysed
from interpreter.players.analysis import Analysis, Prospect
from interpreter.players.game_clock import Clock, GameTime
from interpreter.players.interruptible import interruptibly
from interpreter.players.player import Player, Seat
from interpreter.players.taught import taught
from interpreter.players.turn_time import TurnTime
from interpreter.players.zero_sum import uneven, unfit
from interpreter.work.engine import MEMORY_BYTES, put

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance
    from interpreter.native.host.running import Word

DEEPEST = 100
PLENTY = 1 << 60
"""A number of positions that no search reaches."""
LEAST_BITS, PLACE_BYTES = 12, 64
"""The transposition table has at least 2**LEAST_BITS entries of PLACE_BYTES bytes."""
PER_SECOND = 500_000
"""The most positions that a search looks at in a second: this settles the size of its table."""
SAMPLES = 16
"""Random games at the horizon, where no value was learnt."""
CHOOSING, ANALYSING = QUIETLY + REDUCED + ASPIRING, QUIETLY + REDUCED + VALUED
WHOLE = QUIETLY + ASPIRING
"""The features of a search to a given depth: it reduces no line."""


@dataclass(frozen=True)
class Limit:
    """How far to look: decisions deep, and besides seconds about a turn, or positions about each of its decisions."""

    depth: int = DEEPEST
    seconds: float = 0.0
    positions: int = 0
    clock: Clock | None = None
    """For whole games; `seconds` are then what an analysis takes."""
    is_whole: bool = False
    """Whether a step counts only once it is completed, and the first one whatever it takes: an analysis then compares
    options that were all searched to one depth."""
    spread: float = 2.0
    """By how much an option must be worse than the best so that an analysis needn't tell how much: worth goes from
    -1 to 1."""

    def time(self) -> TurnTime | None:
        """What deals it out, for one player's game; None where time doesn't count."""
        if self.clock is not None:
            return GameTime(self.clock)
        return TurnTime(self.seconds) if self.seconds else None


class AlphaBeta(Player):
    """Searches so many decisions deep, or as deep as it gets; near the end of the game what it finds is exact."""

    samples = SAMPLES
    """Random games at a leaf, where no value was learnt."""

    def __init__(self, seat: Seat, limit: Limit, memory: int = MEMORY_BYTES) -> None:
        super().__init__(seat)
        self.limit, self.memory = limit, memory
        if reason := unfit(seat.game):
            raise PlayerError(reason)
        self._engine = taught(seat.game, "alphabeta", source=seat.weights, table=seat.table)
        self._instance: Instance | None = None
        self._halting: Word | None = None
        self._time = limit.time()
        self._analysis: Analysis | None = None
        self.found = Found()

    @property
    def is_exact(self) -> bool:
        """Whether what was found last can't be changed by looking deeper."""
        return self.found.is_exact

    def choose(self, state: State) -> Move:
        """The best option, as far as it can tell. A lone one costs no time."""
        if len(state.moves) == 1:
            return state.moves[0]
        self._ready()  # compiling rules isn't thinking
        began = time.perf_counter()
        seconds = self._time.share(state, self.seat.chance) if self._time is not None else 0.0
        self._think(state, WHOLE if self.limit.depth < DEEPEST else CHOOSING, seconds)
        if self._time is not None:
            self._time.took(time.perf_counter() - began)
        best = self.found.best
        return state.moves[best if best >= 0 else self.seat.chance.pick(len(state.moves), state.ply)]

    def analyse(self, state: State) -> Analysis:
        """What it thinks of a state that isn't over, which it looks at for as long as at a whole turn."""
        self._think(state, ANALYSING, self.limit.seconds or (1.0 if self.limit.clock else 0.0))
        if self._analysis is not None:
            return self._analysis
        return Analysis(Prospect(dict.fromkeys(self.seat.game.players, 0.0)), (), (), "nothing: rules are broken")

    def so_far(self) -> Analysis | None:
        """What it has found, while it thinks."""
        return self._analysis

    def ready(self) -> None:
        """Compile the rules."""
        self._ready()

    def halt(self) -> None:
        """Give the search up."""
        if (word := self._halting) is not None:
            word.value = 1

    def close(self) -> None:
        """Leave the table to others."""
        self._halting = None
        if self._instance is not None:
            self._engine.give_back(self._instance)
        self._instance = None

    def _think(self, state: State, features: int, seconds: float) -> None:
        """Deepen the search of a state step by step, until there is no time left."""
        instance, self.found, self._analysis = self._ready(), Found(), None
        is_told = self.pause is not None or features & VALUED
        goes_on = partial(self._goes_on, began := time.perf_counter(), seconds)
        paid = state.game.model.most_paid or 1
        instance.call("alphabeta_spread", int(self.limit.spread * paid * instance.call("alphabeta_unit")))
        instance.call("alphabeta_turn", state.plies)
        if instance.call("alphabeta_begin", put(instance, state), features) <= 0:
            return  # a rule is broken here, or memory is full
        for depth in range(1, self.limit.depth + 1):
            left = self.limit.positions - self.found.positions if self.limit.positions else PLENTY
            if depth == 1 and self.limit.is_whole:
                left = PLENTY
            search = partial(instance.call, "alphabeta", depth, left)
            try:
                status = interruptibly(instance, search, began + seconds if seconds else None, goes_on)
            except Halted:
                break  # more work than anybody could wait for: what was found before counts
            self._note(instance, depth, status)
            if status == NO_ZERO_SUM:
                raise PlayerError(uneven(self.seat.game))
            if is_told and (status == 0 or self._analysis is None or not self.limit.is_whole):
                self._analysis = analysed(state, instance, self.found)
            if status < 0 or self.found.is_exact or not goes_on():
                break
            if self.limit.positions and self.found.positions >= self.limit.positions:
                break

    def _note(self, instance: Instance, depth: int, status: int) -> None:
        value, best, exact, plies, positions = instance.report(5)
        self.found = Found(best, value, bool(exact), plies, depth if status == 0 else self.found.depth,
                           self.found.positions + positions)  # fmt: skip

    def _goes_on(self, began: float, seconds: float) -> bool:
        """Whether there is time left, and whoever waits wants it to think on."""
        gone = time.perf_counter() - began
        part = min(gone / seconds, 1.0) if seconds else None
        if self.limit.positions:
            part = min(self.found.positions / self.limit.positions, 1.0)
        wanted = self.pause is None or self.pause(self, part)
        return wanted and not (seconds and gone >= seconds)

    def _ready(self) -> Instance:
        """An instance with a table of its own, which is kept for the whole game."""
        if self._instance is None:
            instance = self._engine.take(self.memory)
            bits = table_bits(self.limit, self.memory)
            try:
                while (status := instance.call("alphabeta_start", bits, self.samples)) < 0 and bits > LEAST_BITS:
                    bits -= 1
            except Halted:
                self._engine.give_back(instance)
                title = self.seat.game.title
                raise PlayerError(f"{title}: a move takes too long for alphabeta; take mcts:1s") from None
            if status < 0:
                self._engine.give_back(instance)
                raise PlayerError(f"there is no room for alphabeta in {self.memory:,} bytes")
            self._instance, self._halting = instance, instance.word(instance.call("halt"))
        return self._instance


def table_bits(limit: Limit, memory: int) -> int:
    """The size of the transposition table that serves a limit, as a power of two; at most a quarter of the memory."""
    needed = limit.positions or int(limit.seconds * PER_SECOND) or PER_SECOND
    most = int(log2(max(memory // 4 // PLACE_BYTES, 1)))
    return max(min(ceil(log2(max(needed, 1))), most), LEAST_BITS)
