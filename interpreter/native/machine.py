"""The compiled rules in place of the reference interpreter's functions: the same stops, entries and errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gdl import model as m
from interpreter.graph import OVER
from interpreter.machine import Entry, Machine, Stop, Values
from interpreter.native.compiled import Compiled, compile_model
from interpreter.native.flow import PAUSE, PAUSING
from interpreter.native.instance import Instance


@dataclass(frozen=True, slots=True)
class NativeEntry(Entry):
    """An entry with the record in which it is chosen, and its number there."""

    record: bytes
    number: int


class NativeMachine(Machine):
    """Runs the compiled rules; where they fail, the reference interpreter does it again, to say what is wrong."""

    def __init__(self, model: m.Model, compiled: Compiled | None = None) -> None:
        super().__init__(model)
        self.compiled = compiled or compile_model(model)
        self.instance = Instance(self.compiled)

    def play(self, entry: Entry) -> Stop:
        """What follows an entry."""
        if not isinstance(entry, NativeEntry):
            return super().play(entry)
        stop = self._go(entry.record, 1, entry.number, None)
        return stop or super().play(entry)

    def _run(self, values: Values, at: int, fresh: bool = False, origin: tuple[Any, ...] | None = None) -> Stop:
        before = list(values)
        if at in (self.graph.setup, self.graph.turn, self.graph.boundary) or at in self.graph.stops:
            stop = self._go(self.compiled.record.encode(at, values), 0, -1, origin)
            if stop is not None:
                return stop
        return super()._run(before, at, fresh, origin)

    def _go(self, record: bytes, budget: int, given: int, origin: tuple[Any, ...] | None) -> Stop | None:
        instance = self.instance
        work = self.compiled.work
        instance.write(work, record)
        turns = 0
        n = instance.run(work, budget, given, 0, PAUSING)
        while n == PAUSE:
            turns += 1
            origin = tuple(self._values(self._read(work))[0])
            n = instance.run(work, 0, -1, 0, PAUSING)
        if n < 0:
            return None
        after = self._read(work)
        values, place = self._values(after)
        if n == 0:
            return Stop(OVER, tuple(values), (), turns + 1, None)
        kept = tuple(values)
        entries: list[Entry] = []
        for k in range(n):
            instance.write(work, after)
            instance.run(work, -1, k, 0, PAUSING)
            ask, chosen = instance.described(self.compiled.out)
            entries.append(NativeEntry(ask, self._chosen(ask, chosen), kept, after, k))
        return Stop(place, kept, tuple(entries), turns, origin)

    def _read(self, work: int) -> bytes:
        """A record with its past."""
        record = self.compiled.record
        head = self.instance.read(work, record.size)
        if record.past is None:
            return head
        return head + self.instance.read(work + record.size, record.past.bytes_of(head) - record.size)

    def _values(self, record: bytes) -> tuple[list[Any], int]:
        values = list(self.layout.initial)
        place = self.compiled.record.decode(record, values)
        return values, place

    def _chosen(self, ask: int, chosen: list[int]) -> tuple[int, ...]:
        choose = self.graph.nodes[ask].choose  # type: ignore[union-attr]
        record = self.compiled.record
        return tuple(record.shown(v.type, value) for v, value in zip(choose.variables, chosen, strict=True))
