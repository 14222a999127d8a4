"""The compiled rules in place of the reference interpreter's functions: the same stops, entries and errors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

from gdl.model.model import Model
from interpreter.graph.abi import ENDLESS, HALTED, MAX_IDLE, PAUSE, PAUSING, UNFITTING
from interpreter.graph.backend import BranchEntry, Entry, Halted, Stop, Values
from interpreter.graph.graph import OVER, Ask, Collect, Fork, Leave, Step, Take
from interpreter.native.compiled import Compiled
from interpreter.native.host.code_cache import Ready, prepare
from interpreter.native.host.instance import Instance
from interpreter.native.module.emitter import Unsupported
from interpreter.reference.machine import Machine

MOST_KNOWN = 20_000
"""Entries that are kept with their words: from ply to ply most come again."""


@dataclass(frozen=True, slots=True)
class NativeEntry(Entry):
    """An entry with the record in which it is chosen, and its number there."""

    record: bytes
    number: int


class NativeMachine(Machine):
    """Runs the compiled rules; where they fail, the reference interpreter does it again, to say what is wrong."""

    def __init__(
        self, model: Model, compiled: Compiled | Ready | None = None, reference: Machine | None = None
    ) -> None:
        """`reference`: a machine of the same rules that was there before; its functions are used again."""
        if reference is None:
            super().__init__(model)
        else:
            vars(self).update(vars(reference))
        self.status = 0
        """Why the compiled rules have given up, if that is why the reference interpreter is asked; else 0."""
        self.compiled = compiled or prepare(self.model)
        self.instance = Instance(self.compiled)
        self._known: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
        """Entries by the words in which they were told."""
        self._changing = {i for i, n in enumerate(self.graph.nodes) if isinstance(n, Fork) and self._changes(n)}
        self._places = {self.graph.setup, self.graph.turn, self.graph.boundary, *self.graph.stops}

    def _changes(self, fork: Fork) -> bool:
        """Whether a branch does something before its first decision."""
        nodes = [self.graph.nodes[i] for i in self.graph.before_decisions(fork.branches)]
        return any(isinstance(n, Collect | Take) or (isinstance(n, Step) and n.statements) for n in nodes)

    def play(self, entry: Entry) -> Stop:
        """What follows an entry."""
        ours = entry if isinstance(entry, NativeEntry) else self._ours(entry)
        if ours is None:
            self.status = 0
            return self._taken_over(super().play(entry))
        stop = self._go(ours.record, 1, ours.number, None)
        return stop or super().play(ours)

    def _ours(self, entry: Entry) -> NativeEntry | None:
        """An entry of the reference interpreter as one of ours: found among the options where it was listed."""
        place, values = (entry.place, entry.before) if isinstance(entry, BranchEntry) else (entry.ask, entry.values)
        record = self._encoded(place, list(values)) if place in self._places else None
        stop = record and self._go(record, 0, -1, None)
        options = cast(tuple[NativeEntry, ...], stop.entries) if stop and stop.place == place else ()
        return next((ours for ours in options if ours.same(entry)), None)

    def _taken_over(self, stop: Stop) -> Stop:
        """A stop of the reference interpreter as one of ours."""
        if not stop.entries:
            return stop
        record = self._encoded(stop.place, list(stop.values))
        found = record and self._go(record, 0, -1, stop.origin)
        return Stop(stop.place, stop.values, found.entries, stop.turns, stop.origin) if found else stop

    def _run(self, values: Values, at: int, fresh: bool = False, origin: tuple[Any, ...] | None = None) -> Stop:
        record = self._encoded(at, values) if at in self._places else None
        if record is not None:
            stop = self._go(record, 0, -1, origin)
            if stop is not None:
                return stop
        return self._by_reference(values, at, fresh, origin)

    def _by_reference(self, values: Values, at: int, fresh: bool, origin: tuple[Any, ...] | None) -> Stop:
        """The same by the reference interpreter, where the compiled rules gave up."""
        return super()._run(values, at, fresh, origin)

    def _encoded(self, at: int, values: Values) -> bytes | None:
        """A record of these values, if they fit into one."""
        try:
            return self.compiled.record.encode(at, values)
        except (Unsupported, OverflowError):
            self.status = UNFITTING
            return None

    def _go(self, record: bytes, budget: int, given: int, origin: tuple[Any, ...] | None) -> Stop | None:
        instance, work = self.instance, self.compiled.work
        instance.write(work, record)
        turns, begun = 0, None
        self.status = 0
        try:
            n = instance.run(work, budget, given, 0, PAUSING)
            while n == PAUSE and turns <= MAX_IDLE:
                turns, begun = turns + 1, self._read(work)
                n = instance.run(work, 0, -1, 0, PAUSING)
            if n == PAUSE:  # `run` counts turns without a decision anew after each pause
                n = ENDLESS
            if n > 0:
                found = instance.call("entries", work)
                n = n if found == n else min(found, HALTED)
            if n < 0:
                self.status = n
                return None
        except Halted:
            self.status = HALTED
            return None
        after = self._read(work)
        values, place = self._values(after)
        kept = tuple(values)
        if n == 0:
            return Stop(OVER, kept, (), turns + 1, None)
        entries = [NativeEntry(ask, chosen, kept, after, k) for k, (ask, chosen) in enumerate(self._chosen())]
        if place in self._changing:  # what a branch has changed before its decision belongs to the entry's values
            self.walk.rounds.begin()
            asked = dict.fromkeys((entry.ask for entry in entries), kept)
            self._ask(list(kept), place, asked)
            entries = [replace(entry, values=asked[entry.ask]) for entry in entries]
        if begun is not None:
            origin = tuple(self._values(begun)[0])
        return Stop(place, kept, tuple(entries), turns, origin)

    def _ask(self, values: Values, at: int, asked: dict[int, tuple[Any, ...]]) -> bool:
        """Find with which values decisions are asked, those at the beginning of branches; whether there were any."""
        while True:
            step, node = self.code.steps[at], self.graph.nodes[at]
            if step is not None:
                at = step(values)
            elif isinstance(node, Ask):
                if at in asked:
                    asked[at] = tuple(values)
                return at in asked
            elif isinstance(node, Fork):
                found = [self._ask(values[:], branch, asked) for branch in node.branches]  # all of them, not up to one
                if any(found) or node.otherwise is None:
                    return any(found)
                at = node.otherwise
            elif isinstance(node, Leave):
                at = node.then
            else:
                return False

    def _chosen(self) -> list[tuple[int, tuple[int, ...]]]:
        """The entries that the job of this name has described: the decision, and what is chosen."""
        at, size = self.instance.report(2)
        words = self.instance.words(at, size // 8)
        known = self._known
        if len(known) > MOST_KNOWN:
            known.clear()
        found, i = [], 0
        while i < len(words):
            end = i + 2 + words[i + 1]
            told = words[i:end]
            if (entry := known.get(told)) is None:
                entry = known[told] = self._entry(told)
            found.append(entry)
            i = end
        return found

    def _entry(self, words: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """An entry in words: the decision, how many words follow, and what is chosen."""
        ask, _, *held = words
        variables = self.graph.nodes[ask].choose.variables  # type: ignore[union-attr]
        shown = self.compiled.record.shown
        return ask, tuple([shown(v.type, w) for v, w in zip(variables, held, strict=True)])

    def _read(self, work: int) -> bytes:
        return self.instance.record(work)

    def _values(self, record: bytes) -> tuple[list[Any], int]:
        values = list(self.layout.initial)
        place = self.compiled.record.decode(record, values)
        return values, place
