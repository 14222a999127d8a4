"""A game's jobs as single calls of machine code: random games by the thousand, and counting.

Where the module gives up – a rule is broken, a limit reached – the reference interpreter does that part again: it says
what is wrong, or finds that nothing is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock

from gdl.model import statements as m
from gdl.model.model import Model
from interpreter.cancellation import CancelToken
from interpreter.graph.abi import FULL, HUGE, REPORT_WORDS, TOO_GREAT, UNFINISHED
from interpreter.graph.backend import (
    MAX_PLIES_IN_TURN,
    Batch,
    Depth,
    GivenUp,
    Halted,
    Stop,
    TooGreatError,
    TooManyError,
    Unit,
    Unplayed,
    Values,
)
from interpreter.graph.chance import GAMMA, MASK, Chance, seed_key
from interpreter.native.compiled import PLAYING, Compiled
from interpreter.native.engine import room
from interpreter.native.host import sequences
from interpreter.native.host.code_cache import Ready, prepare
from interpreter.native.host.instance import Instance
from interpreter.native.host.quicker import Quicker, random_games
from interpreter.native.host.thread_pool import in_order
from interpreter.native.module.emitter import Unsupported

COUNTING = ("sequences",)
"""The job that counts depth first, in a module of its own."""
UNBOUNDED = 1 << 40
SAMPLED_PLIES = 20_000
"""Of a game in a trial."""
Prepare = Callable[[Model, tuple[str, ...], CancelToken | None], Compiled | Ready]
"""What makes rules ready, with kernels for some jobs."""


class Native:
    """A game's compiled rules: whole jobs, with one call of the module for each thread. `Game.native` gives them.

    `simulate` and `perft` use them first and give the same results, so you rarely need this class.
    """

    def __init__(self, ready: Compiled | Ready, prepare: Prepare = prepare, turns_to_c: bool = False) -> None:
        """`prepare`: what made the rules ready, by wasmtime or by C, and will for other jobs. `turns_to_c`: whether it
        may be by C as soon as that is quicker."""
        self.ready, self._prepare = ready, prepare
        self._turns_to_c = turns_to_c
        self._quicker = Quicker(ready, PLAYING, Instance, self._sample) if turns_to_c else None
        self._counting_quicker: Quicker | None = None
        self._lock = Lock()
        self._spare = [Instance(ready)]
        self._counting: Compiled | Ready | None = None
        self.set_up_rolls = any(isinstance(s, m.Choose) for s in m.walk(ready.model.setup))

    def instance(self) -> Instance:
        """An instance for one's own use; raises NoMemoryError."""
        with self._lock:
            found = self._quicker.instead() if self._quicker is not None else None
            if found is not None and found is not self.ready:
                self.ready = found
                self._spare.clear()
            if self._spare:
                return self._spare.pop()
            ready = self.ready
        return Instance(ready)

    def _sample(self, instance: Instance, amount: int) -> Batch:
        """An amount of random games."""
        return self.played_by(instance, 0, 0, amount, SAMPLED_PLIES)

    # ---- random games

    def random_games(self, seed: int, first: int, count: int, limit: int, start: Stop | None) -> Batch:
        """As `backend.Jobs` says."""
        record = None if start is None else self.encoded(start)
        instance = self.instance()
        done = self.played_by(instance, seed, first, count, limit, record)
        with self._lock:
            if instance.compiled is self.ready:
                self._spare.append(instance)  # for the next games: each takes megabytes, and time to make
        return done

    def played_by(
        self, instance: Instance, seed: int, first: int, count: int, limit: int, record: bytes | None = None
    ) -> Batch:
        """The same by an instance of your own."""
        key = seed_key(seed)
        words = REPORT_WORDS + 4 * len(self.ready.model.players) ** 3
        done = Batch([0] * words)
        while count:
            at_once = 1 if self.ready.metered else count  # the work of a call is limited
            try:
                status = instance.call("playouts", self._from(instance, key, record), key, first, at_once, limit)
                report = list(instance.report(words))
            except Halted:
                if self.ready.token is not None:
                    self.ready.token.check()
                status, report = FULL, [0] * words
            played = report[0]
            done.totals = [a + b for a, b in zip(done.totals, report, strict=True)]
            first, count = first + played, count - played
            if status:
                reached = self._reached(instance, seed, first, limit, key, record) if status == UNFINISHED else None
                done.unplayed.append(Unplayed(first, reached))
                first, count = first + 1, count - 1
        return done

    def _reached(
        self, instance: Instance, seed: int, number: int, limit: int, key: int, record: bytes | None
    ) -> tuple[int, Values, int] | None:
        """Where a game was a ply before it had taken too many; None if they were all of one turn, which is another
        error."""
        work = self.ready.work
        if not self._from(instance, key, record):
            instance.call("begin", work, key, number)
        chance = Chance(seed, number)
        before = max(0, limit - 1 - MAX_PLIES_IN_TURN)
        instance.run(work, before, -1, chance.key, HUGE)
        (turns_before,) = instance.words(work, 1)
        instance.run(work, limit - 1 - before, -1, chance.key + before * GAMMA & MASK, HUGE)
        held = instance.record(work)
        values = list(self.ready.layout.initial)
        place = self.ready.record.decode(held, values)
        turns = int.from_bytes(held[:8], "little")
        return None if before and turns == turns_before else (turns, values, place)

    def _from(self, instance: Instance, key: int, record: bytes | None) -> int:
        """The address of the record from which games are played; 0 if each has its own set-up."""
        work = self.ready.work
        if record is not None:
            instance.write(work, record)
        elif self.set_up_rolls or instance.call("begin", work, key, 0) <= 0:
            return 0
        return work

    # ---- counting

    def perft(self, start: Stop, depth: int, unit: Unit, limit: int | None, memory: int) -> Iterator[Depth]:
        """As `backend.Jobs` says."""

        def count(instance: Instance, n: int) -> Depth:
            if n == 1:
                self._begin(instance, start, -1, limit, memory)
            return self._next(instance, n, unit, limit, memory)

        yield from in_order(self.instance, 1, count, iter(range(1, depth + 1)))

    def behind(self, start: Stop, option: int, depth: int, unit: Unit, limit: int | None, memory: int) -> Depth:
        """As `backend.Jobs` says."""
        instance = self.instance()
        found = self._begin(instance, start, option, limit, memory)
        for n in range(1, depth + 1):
            if n > 1 or (unit == "turns" and found.ended != found.sequences):
                found = self._next(instance, n, unit, limit, memory)
        return Depth(depth, found.sequences, found.positions, found.ended)

    def sequences(self, start: Stop, option: int, depth: int, unit: Unit, positions: bool, memory: int) -> Depth:
        """As `backend.Jobs` says."""
        return sequences.count(self._counter(), start, option, depth, unit, positions, memory)

    def _counter(self) -> Compiled | Ready:
        """The module that counts sequences."""
        with self._lock:
            if self._counting is None:
                self._counting = self._prepare(self.ready.model, COUNTING, self.ready.token)
                if self._turns_to_c:
                    self._counting_quicker = Quicker(self._counting, COUNTING, Instance, random_games)
            quicker = self._counting_quicker
            return (quicker.instead() if quicker is not None else None) or self._counting

    def room(self, memory: int) -> int:
        """As `backend.Jobs` says."""
        return sequences.places(memory)

    def _begin(self, instance: Instance, start: Stop, option: int, limit: int | None, memory: int) -> Depth:
        instance.call("limit_memory", min(memory, sequences.MOST, room()))
        instance.write(self.ready.work, self.encoded(start))
        most = limit or UNBOUNDED
        return self._counted(instance, 0, limit, memory, "perft_start", self.ready.work, option, most)

    def _next(self, instance: Instance, n: int, unit: Unit, limit: int | None, memory: int) -> Depth:
        at_once = 1 if self.ready.metered else HUGE  # the work of a call is limited
        return self._counted(instance, n, limit, memory, "perft_next", int(unit == "turns"), at_once)

    def _counted(
        self, instance: Instance, n: int, limit: int | None, memory: int, job: str, *arguments: int
    ) -> Depth:
        status = UNFINISHED
        try:
            while status == UNFINISHED:
                status = instance.call(job, *arguments)
        except Halted as problem:
            raise GivenUp(str(problem)) from None
        if status == FULL:
            raise TooManyError(
                f"there are more than {limit:,} positions at this depth" if limit else
                f"the positions at this depth take more than {min(memory, room()) >> 20:,} MB"
            )  # fmt: skip
        if status == TOO_GREAT:
            raise TooGreatError(f"there are more than {(1 << 63) - 1:,} sequences")
        if status:
            raise GivenUp(f"status {status}")
        return Depth(n, *instance.report(3))

    def encoded(self, stop: Stop) -> bytes:
        """The record of the state at a stop; raises GivenUp."""
        try:
            return self.ready.record.encode(stop.place, list(stop.values))
        except (Unsupported, OverflowError) as problem:
            raise GivenUp(str(problem)) from None
