"""`alphabeta`: looks at every line of play, deeper and deeper; for two players, with or without chance."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil, log2
from threading import Event, Thread
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from interpreter.errors import PlayerError, RuleError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.graph.abi import ASPIRING, BOUND, GIVEN_UP, LINE, NO_ZERO_SUM, QUIETLY, REDUCED, SURE, VALUED
from interpreter.graph.backend import Halted
from interpreter.graph.chance import Chance
from interpreter.players.analysis import DIGITS, LONGEST_LINE, Analysis, Option, Prospect, outcomes
from interpreter.players.asking import hides
from interpreter.players.game_clock import Clock, GameTime
from interpreter.players.player import Player, Seat
from interpreter.players.taught import taught
from interpreter.players.turn_time import TurnTime
from interpreter.work.engine import MEMORY_BYTES, notation, put

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance
    from interpreter.native.host.running import Word

DEEPEST = 100
PLENTY = 1 << 60
"""As good as no limit of positions."""
LEAST_BITS, PLACE_BYTES = 12, 64
"""The table has at least 2**LEAST_BITS places of so many bytes."""
PER_SECOND = 500_000
"""So many positions are looked at in a second at most: for the size of the table."""
SAMPLES = 16
"""Random games at the horizon, where no value was learnt."""
CHOOSING, ANALYSING = QUIETLY + REDUCED + ASPIRING, QUIETLY + REDUCED + VALUED
WHOLE = QUIETLY + ASPIRING
"""Where a depth is asked for, no line is cut short."""
SAMPLED, LONGEST = 20, 400
"""Random games, of so many plies at most, that tell whether what is paid always adds up to the same."""
OFTEN = 0.005
"""Seconds after which it is asked again whether to go on."""


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


@dataclass
class Found:
    """What a search has come to: the best option (-1: nothing is known), its value, whether it can't be changed by
    looking deeper, plies to the end if it is sure, steps that were completed, and positions."""

    best: int = -1
    value: int = 0
    is_exact: bool = False
    plies: int = 0
    depth: int = 0
    positions: int = 0


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
                raise PlayerError(_uneven(self.seat.game))
            if is_told and (status == 0 or self._analysis is None or not self.limit.is_whole):
                self._analysis = self._analysed(state, instance)
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

    def _analysed(self, state: State, instance: Instance) -> Analysis | None:
        """What was found, for people."""
        found, players, me = self.found, self.seat.game.players, state.mover or ""
        count, paid = instance.call("alphabeta_options"), state.game.model.most_paid
        if count <= 0 or found.best < 0:
            return None
        size, at, options = 24 + 8 * len(players), instance.report(1)[0], []
        rows = [instance.words(at + size * k, 3) for k in range(count)]
        total = max(sum(row[0] for row in rows), 1)
        for k, move in enumerate(state.ways):
            visits, flags, plies = rows[k]
            worth = instance.floats(at + size * k + 24, len(players))
            sure = bool(flags & 1)
            prospect = Prospect(dict(zip(players, worth, strict=True)), sure, plies + 1 if sure else 0, paid)
            options.append(Option(move, visits, visits / total, prospect))
        bounds = [bool(row[1] & BOUND) for row in rows]
        worths = [option.prospect.expected.get(me, 0.0) for option in options]
        order = sorted(range(count), key=lambda k: (k != found.best, bounds[k], -worths[k], -options[k].visits))
        value = found.value / instance.call("alphabeta_unit")
        value = round(value, DIGITS) if paid else max(min(value, 1.0), -1.0)
        both = instance.call("alphabeta_total")
        mover = state.mover or players[0]
        sure = abs(found.value) > SURE or found.is_exact
        prospect = Prospect({p: both / 2 + (value if p == mover else -value) for p in players}, sure, found.plies, paid)
        instance.call("alphabeta_line", max(found.depth, 1))
        plies, *line = instance.report(1 + LINE)
        effort = f"{found.depth} decision{'s' * (found.depth != 1)} deep, {found.positions:,} positions"
        ranked = [options[k] for k in order]
        ranked = outcomes(ranked) if state.is_chance else ranked
        return Analysis(prospect, tuple(ranked), notation(state, line[:plies], LONGEST_LINE), effort)


def interruptibly(
    instance: Instance, job: Callable[[], int], until: float | None, goes_on: Callable[[], bool]
) -> int:
    """Run a job in a thread, and have it given up when it is time, or nobody wants it any more; Ctrl-C is heard."""
    halt = instance.word(instance.call("halt"))
    halt.value = 0
    done, failed, ready = [GIVEN_UP], list[BaseException](), Event()

    def run() -> None:
        try:
            done[0] = job()
        except BaseException as problem:  # it is raised again where the result is awaited
            failed.append(problem)
        ready.set()

    Thread(target=run, daemon=True).start()
    try:
        while not ready.wait(OFTEN if until is None else max(min(until - time.perf_counter(), OFTEN), 0.001)):
            if not halt.value and (not goes_on() or (until is not None and time.perf_counter() >= until)):
                halt.value = 1
    except BaseException:
        halt.value = 1
        ready.wait()
        raise
    if failed:
        raise failed[0]
    return done[0]


def table_bits(limit: Limit, memory: int) -> int:
    """How great a table serves a limit, if it takes no more than a quarter of the memory."""
    needed = limit.positions or int(limit.seconds * PER_SECOND) or PER_SECOND
    most = int(log2(max(memory // 4 // PLACE_BYTES, 1)))
    return max(min(ceil(log2(max(needed, 1))), most), LEAST_BITS)


def unfit(game: Game) -> str:
    """Why alpha-beta search is not for this game, if so."""
    if hides(game):
        return f"alphabeta goes by the whole state; in {game.title} players don't see everything: take mcts:1s"
    if game.model.is_common:
        return f"alphabeta is for players who play against each other; in {game.title} all play together: take mcts:1s"
    if len(game.players) == 2 and (game.model.pays or game.model.unites):
        if game not in _even:
            _even[game] = _is_even(game)
        if not _even[game]:
            return _uneven(game)
    count = len(game.players)
    return "" if count == 2 else f"alphabeta is for two players; {game.title} is for {count}"


_even: WeakKeyDictionary[Game, bool] = WeakKeyDictionary()
"""Of which games it is known; a game that nobody needs isn't kept, for its searches have hundreds of megabytes."""


def _is_even(game: Game) -> bool:
    """Whether both players together get the same in all ends of some random games. The search looks at all others."""
    found: set[float] = set()
    for number in range(SAMPLED):
        with suppress(RuleError):
            state, chance, plies = game.start(0, number), Chance(0, number), 0
            while not state.is_over and plies < LONGEST:
                state, plies = state.play(state.draw(chance, plies)), plies + 1
            if state.is_over:
                found.add(sum((state.results or {}).values()))
    return len(found) < 2


def _uneven(game: Game) -> str:
    what = "what both are paid together differs from end to end" if game.model.pays else "both may win or lose together"
    return (f"alphabeta is for games in which one player gains what the other loses; in {game.title} {what}: "
            "take mcts:1s")
