"""A game's jobs as single calls of machine code: random games by the thousand, and counting.

Where the module gives up – a rule is broken, a limit reached – the reference interpreter does that part again: it says
what is wrong, or finds that nothing is.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

import wasmtime

from gdl.model import model as m
from interpreter.game.chance import GAMMA, MASK, Chance, seed_key
from interpreter.game.errors import GameError
from interpreter.native.compile import Compiled
from interpreter.native.host import tally
from interpreter.native.host.calls import Halted
from interpreter.native.host.code_cache import Ready
from interpreter.native.host.instance import Instance
from interpreter.native.host.thread_pool import in_order
from interpreter.native.module.emitter import Unsupported
from interpreter.tools import simulate
from interpreter.tools.perft import Depth, TooManyError, Unit

if TYPE_CHECKING:
    from interpreter import Game, State

ENDLESS, FULL = -101, -102
"""What jobs give when a game takes too long, and when there is no more memory (see `kernels/areas.py`)."""
NO_LIMIT = (1 << 63) - 1
AIM = 0.1
"""Seconds that a call should take: so often there is news."""
FIRST = 8
MEMORY = 3 << 30
"""Bytes that counting may take."""
UNBOUNDED = 1 << 40


class GivenUp(Exception):
    """The module can't do this; the reference interpreter may."""


@dataclass
class Batch:
    """Some random games: how they ended in sums, those that the reference interpreter played, and the seconds taken."""

    totals: list[int]
    others: list[simulate.Playout] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, other: Batch) -> None:
        """Take in more games."""
        self.totals = [a + b for a, b in zip(self.totals, other.totals, strict=True)]
        self.others += other.others

    @property
    def games(self) -> int:
        """How many."""
        return self.totals[0] + len(self.others)

    def summary(self, players: tuple[str, ...]) -> simulate.Summary:
        """What they come to; whole numbers until here, so that it doesn't matter in which batches they came."""
        found = simulate.Summary(players)
        tally.take_in(found, self.totals)
        for one in self.others:
            found.add(one)
        return found


class Native:
    """A game's compiled rules: whole jobs, done in one call of the module for each thread. `Game.native` gives them.

    `simulate` and `perft` ask here first, so that there is little need to: what they give is the same.
    """

    def __init__(self, game: Game, ready: Compiled | Ready) -> None:
        self.game, self.ready = game, ready
        self._lock = Lock()
        self._spare: Instance | None = Instance(ready)
        self.set_up_rolls = any(isinstance(s, m.Choose) for s in m.walk(ready.model.setup))

    def instance(self) -> Instance:
        """An instance for one's own use."""
        with self._lock:
            found, self._spare = self._spare, None
        try:
            return found or Instance(self.ready)
        except wasmtime.WasmtimeError as problem:
            reason = str(problem).splitlines()[0]
            raise GameError(f"this machine has no room for so many threads ({reason})") from None

    # ---- random games

    def random_games(
        self, games: int, seed: int, first: int, limit: int, jobs: int, start: State | None
    ) -> Iterator[simulate.Summary]:
        """As `simulate.simulate`: games of a seed from number `first` on; summaries of all played so far."""
        size = FIRST

        def parts() -> Iterator[tuple[int, int]]:
            at = first
            while at < first + games:
                count = min(size, max(1, -(-(first + games - at) // jobs)))
                yield at, count
                at += count

        record = None if start is None else self.encoded(start)
        so_far = self._empty()

        def work(instance: Instance, part: tuple[int, int]) -> Batch:
            return self._batch(instance, seed, part, limit, start, record)

        for batch in in_order(self.instance, jobs, work, parts()):
            so_far.add(batch)
            size = max(1, min(4 * size, int(batch.games * AIM / max(batch.seconds, 1e-6))))
            yield so_far.summary(self.game.players)

    def _empty(self) -> Batch:
        return Batch([0] * tally.words(len(self.game.players)))

    def _batch(
        self, instance: Instance, seed: int, part: tuple[int, int], limit: int, start: State | None,
        record: bytes | None,
    ) -> Batch:  # fmt: skip
        """A part of the games: the number of the first, and how many."""
        began, key, done = time.perf_counter(), seed_key(seed), self._empty()
        first, count = part
        while count:
            try:
                status = instance.call("playouts", self._from(instance, key, record), key, first, count, limit)
                report = list(instance.report(len(done.totals)))
            except Halted:
                status, report = FULL, self._empty().totals
            played = report[0]
            done.add(Batch(report))
            first, count = first + played, count - played
            if status == ENDLESS:
                problem = self._endless(instance, seed, first, limit, key, record)
                if problem is not None:
                    raise problem
            if status:
                with self._lock:  # the reference interpreter is for one thread at a time
                    done.others.append(simulate.playout(self.game, seed, first, limit, start))
                first, count = first + 1, count - 1
        done.seconds = time.perf_counter() - began
        return done

    def _endless(
        self, instance: Instance, seed: int, number: int, limit: int, key: int, record: bytes | None
    ) -> simulate.EndlessError | None:
        """Where a game was when it had taken too long; None if that was in one turn, which is another error."""
        from interpreter.game.state import MAX_PLIES_IN_TURN, State

        work = self.ready.work
        if not self._from(instance, key, record):
            instance.call("begin", work, key, number)
        chance = Chance(seed, number)
        before = max(0, limit - 1 - MAX_PLIES_IN_TURN)
        instance.run(work, before, -1, chance.key, NO_LIMIT)
        (turns_before,) = instance.words(work, 1)
        instance.run(work, limit - 1 - before, -1, chance.key + before * GAMMA & MASK, NO_LIMIT)
        held = instance.record(work)
        values = list(self.ready.layout.initial)
        place = self.ready.record.decode(held, values)
        turns = int.from_bytes(held[:8], "little")
        if before and turns == turns_before:
            return None
        with self._lock:
            stop = self.game.run(None, lambda: self.game.machine.resume(values, place))
            state = State(self.game, stop, turns, 0, None)
            last = state.play(state.draw(chance, limit - 1))
            return simulate.endless(last, seed, number, limit)

    def _from(self, instance: Instance, key: int, record: bytes | None) -> int:
        """The address of the record from which games are played; 0 if each has its own set-up."""
        work = self.ready.work
        if record is not None:
            instance.write(work, record)
        elif self.set_up_rolls or instance.call("begin", work, key, 0) <= 0:
            return 0
        return work

    # ---- counting

    def perft(self, start: State, depth: int, unit: Unit, limit: int | None) -> Iterator[Depth]:
        """As `perft.perft`; raises GivenUp where only the reference interpreter can go on."""

        def count(instance: Instance, n: int) -> Depth:
            if n == 1:
                self._begin(instance, start, -1, limit)
            return self._next(instance, n, unit, limit)

        yield from in_order(self.instance, 1, count, iter(range(1, depth + 1)))

    def divide(self, start: State, depth: int, unit: Unit, limit: int | None, jobs: int) -> Iterator[tuple[str, Depth]]:
        """As `perft.divide`, behind `jobs` first moves at once; raises GivenUp."""

        def count(instance: Instance, option: int) -> Depth:
            found = self._begin(instance, start, option, limit)
            for n in range(1, depth + 1):
                if n > 1 or (unit == "turns" and found.ended < found.sequences):
                    found = self._next(instance, n, unit, limit)
            return Depth(depth, found.sequences, found.positions, found.ended)

        moves = start.moves
        for move, found in zip(
            moves, in_order(self.instance, jobs, count, iter(range(len(moves)))), strict=True
        ):
            yield move.text, found

    def _begin(self, instance: Instance, start: State, option: int, limit: int | None) -> Depth:
        instance.call("limit_memory", MEMORY)
        instance.write(self.ready.work, self.encoded(start))
        return self._counted(instance, 0, limit, "perft_start", self.ready.work, option, limit or UNBOUNDED)

    def _next(self, instance: Instance, n: int, unit: Unit, limit: int | None) -> Depth:
        return self._counted(instance, n, limit, "perft_next", int(unit == "turns"))

    def _counted(self, instance: Instance, n: int, limit: int | None, job: str, *arguments: int) -> Depth:
        try:
            status = instance.call(job, *arguments)
        except Halted as problem:
            raise GivenUp(str(problem)) from None
        if status == FULL:
            raise TooManyError(
                f"there are more than {limit:,} positions at this depth" if limit else
                f"the positions at this depth take more memory than there is (at most {MEMORY >> 30} GB)"
            )  # fmt: skip
        if status:
            raise GivenUp(f"status {status}")
        return Depth(n, *instance.report(3))

    def encoded(self, state: State) -> bytes:
        """A state's record; raises GivenUp."""
        try:
            return self.ready.record.encode(state._stop.place, state._stop.values)
        except (Unsupported, OverflowError) as problem:
            raise GivenUp(str(problem)) from None
