"""Decisions and rolls: to wait, to describe an option, or to take one and go on."""

from __future__ import annotations

from typing import Any

from gdl.model import model as m
from gdl.model.types import TRUTHS
from interpreter.graph.graph import Ask, Collect, Fork, Graph, Leave, Take
from interpreter.graph.layout import ME
from interpreter.native.kernel_compiler.parameters import FACTOR, TRACING
from interpreter.native.lower.changes import ENDLESS, NO_ROLL, STUCK
from interpreter.native.lower.options import EXPLORING
from interpreter.native.lower.trials import Trial, Trials, Way
from interpreter.native.module.emitter import Atom, Loc
from interpreter.native.module.memory import Memory
from interpreter.native.module.wasm import i64
from interpreter.native.plan.regions import Key, Region
from interpreter.native.record.domains import Domains
from interpreter.native.record.record import Record
from interpreter.reference.machine import MAX_STEPS

PAUSE = 1 << 40
"""What `run` gives at the beginning of a turn, if `limit` is PAUSING."""
PAUSING = -3
LEFT = PAUSE + 1
"""What it gives at the end of a `most` block that is being tried."""


class Decisions(Trials):
    """Writes decisions, and loops that hold some."""

    def __init__(self, graph: Graph, record: Record, memory: Memory, domains: Domains) -> None:
        super().__init__(graph, record, memory, domains)
        self.turns, self.rolled, self.allowed = self.new(), self.new(), self.new()
        self.place, self.count_, self.stop = self.new("i32"), self.new(), self.new()
        self.idle, self.steps = self.new(), self.new()
        self.out = memory.reserve(8 * 16)
        self.trace: int | None = None
        """Where the moves of random games are noted, if a search wants to know them."""
        self.values = max((len(most.values) for most in graph.mosts), default=1)
        self.worth = memory.reserve(8 * self.values)
        self.may_idle = self._idles()
        self.exit = -1

    def _idles(self) -> bool:
        """Whether a turn may pass without a decision or a roll."""
        todo, seen = [self.graph.turn], set[int]()
        while todo:
            at = todo.pop()
            n = self.graph.nodes[at]
            if at in seen or isinstance(n, Ask):
                continue
            seen.add(at)
            if isinstance(n, Fork):
                todo += [] if n.otherwise is None else [n.otherwise]
            else:
                todo += self.graph.successors(n)
        return self.graph.boundary in seen

    def go(self, region: Region, key: Key) -> None:
        """Go on with another node."""
        raise NotImplementedError

    # ---- one of several options

    def _ask(self, region: Region, key: Key, n: Ask) -> None:
        if n.doubt is not None:
            self._decide(region, key, [Way((), n, *self._planned(n))], None)
            return
        options, choose = self._planned(n)
        self._none(n.is_roll, options)
        self._taken(region, key, n, choose(self._drawn(key, options, n.is_roll)))

    def _fork(self, region: Region, key: Key, n: Fork) -> None:
        ways: list[Way] = []
        for parts, ask in self.branches(n):
            options = self.copy(0)
            held: list[Any] = []

            def count(ask: Ask = ask, options: Loc = options, held: list[Any] = held) -> None:
                inner, choose = self._planned(ask)
                self.set(options, inner)
                held.append(choose)

            self.along(parts, count)
            if held:  # it may be known that a way leads nowhere
                ways.append(Way(parts, ask, options, held[0]))
        self._decide(region, key, ways, n.otherwise)

    def _decide(self, region: Region, key: Key, ways: list[Way], otherwise: int | None) -> None:
        """Take one of the options of several ways; if there is none, do otherwise."""
        total: Atom = 0
        for way in ways:
            total = self.op("add", total, way.options)
        trial, key_before = None, None
        if any(way.ask.doubt is not None for way in ways):
            key_before = self.copy(self.key)
            trial = self.tried(ways, total)
            total = trial.options
        if otherwise is None:
            self._none(False, total)
        else:

            def instead() -> None:
                if key_before is not None:  # candidates were drawn, but nothing was decided
                    self.set(self.key, key_before)
                self.go(region, (otherwise, key[1]))

            self.when(self.op("eqz", total), instead)

        def take(way: Way, k: Atom) -> None:
            self.again(way.parts)
            self._taken(region, key, way.ask, way.choose(k))

        if ways:
            self.picked(ways, self._drawn(key, total, False, trial), take)

    def _drawn(self, key: Key, options: Atom, is_roll: bool, trial: Trial | None = None) -> Loc:
        """The number of the option (of the candidate, after trying) that is taken here; or the way out, if none is."""
        self._count(key, options, is_roll)
        if trial is not None:
            self.when(trial.listing, lambda: self.from_list(trial, options))
            return trial.candidate
        k = self.new()
        self.when(
            self.op("ge_s", self.given, 0),
            lambda: self.set(k, self.given),
            lambda: self.set(k, self.draws.pick(self.key, options)),
        )
        return k

    def _none(self, is_roll: bool, options: Atom) -> None:
        """There is nothing to choose among."""

        def none() -> None:
            if self.graph.mosts:
                self.when(self.op("le_s", self.limit, EXPLORING), lambda: self.put(("i64.const", 0), ("return",)))
            self.fail(NO_ROLL if is_roll else STUCK)

        self.when(self.op("eqz", options), none)

    def _left(self, n: Leave) -> None:
        """The end of a `most` block: the way to go on, unless it is only being tried."""

        def tried() -> None:
            self._worth(n.most)
            self._out(LEFT, 0, 0)

        self.when(self.op("eq", self.limit, EXPLORING - n.number), tried)

    def _worth(self, most: m.Most) -> None:
        for i, e in enumerate(most.values):
            value = self.x(e)
            if e.type.base is TRUTHS:
                value = self.extended(value)
            self.put(("i32.const", self.worth + 8 * i))
            self.push(value)
            self.put(("i64.store", 0))

    def _count(self, key: Key, options: Atom, is_roll: bool) -> None:
        def out() -> None:
            self._reset(self.graph.live[key[0]])
            self._out(options, key[0], 2 if is_roll else 1)

        self.when(self.op("eqz", self.budget), out)
        self.set(self.budget, self.op("sub", self.budget, 1))
        if is_roll:
            self.set(self.rolled, self.op("add", self.rolled, 1))
        if self.may_idle:
            self.set(self.idle, 0)
        if self.graph.rounds:
            self.set(self.steps, 0)

    def _reset(self, live: frozenset[m.Variable]) -> None:
        """Locals of the turn that are not needed any more get their first values, so that equal states are equal."""
        for variable in self.layout.locals:
            if variable not in live:
                field = self.record.fields[self.layout.slot[variable]]
                initial = self.record.held(
                    field.type,
                    variable.initial or field.type.nothing if variable in self.record.queues else variable.initial,
                )
                self.assign(self.held[self.layout.slot[variable]], initial)

    def _out(self, result: Atom, place: int, stop: int) -> None:
        self.set(self.count_, result)
        self.set(self.stop, stop)
        self.put(("i32.const", place), ("local.set", self.place.number))
        self.leave(self.exit)

    def _taken(self, region: Region, key: Key, n: Ask, values: list[Any]) -> None:
        """Take an option, or describe it."""

        def describe() -> None:
            for i, value in enumerate([self.graph.nodes.index(n), len(values), *values]):
                self.put(("i32.const", 0))
                self.push(value)
                self.put(("i64.store", self.out + 8 * i))
            self._out(1, self.graph.nodes.index(n), 0)

        self.when(self.op("lt_s", self.budget, 0), describe)
        if self.trace is not None:
            self.when(self.op("eq", self.limit, TRACING), lambda: self._note(n, values))
        slots = [self.layout.slot[v] for v in n.choose.variables]
        for slot, value in zip(slots, values, strict=True):
            self.assign(self.held[slot], value)
        self.wrote(slots)
        for slot, (_, source) in zip(slots, n.choose.binders, strict=True):
            self.scopes[-1].facts[slot] = self.occupied(self.special(source))
        self.go(region, (n.then, key[1]))

    def _note(self, n: Ask, values: list[Any]) -> None:
        """Note which option was taken, in this call's row of moves; see `kernel_compiler.parameters`."""
        number: Atom = self.graph.nodes.index(n)
        for value in (*values, self.held[ME]):
            number = self.op("mul", self.op("xor", number, value), i64(FACTOR))
        noted = self.op("or", self.op("shr_u", number, 48), self.op("shl", self.held[ME], 16))
        self.wrapped(self.op("shl", self.op("sub", self.allowed, self.budget), 2))
        self.push(-1 if n.is_roll else noted)
        self.put(("i64.store32", (self.trace or 0) - 4))

    # ---- loops that hold decisions

    def round(self) -> None:
        """Count a round of such a loop."""
        self.set(self.steps, self.op("add", self.steps, 1))
        self.fail(ENDLESS, self.op("gt_s", self.steps, MAX_STEPS))

    def _collect(self, region: Region, key: Key, n: Collect) -> None:
        slot = self.layout.slot[n.queue]
        numbered = self.record.tuples(n.queue)
        binders = [(v, self.special(e)) for v, e in n.loop.binders]
        found = tuple(self.copy(0) for _ in self.held[slot])

        def add(values: list[Any]) -> None:
            at: Atom = 0
            for value, base, size in zip(values, numbered.bases, numbered.sizes, strict=True):
                at = self.op("add", self.op("mul", at, size), self.op("sub", value, base.low))
            for word, more in zip(found, self.bit(at, len(found)), strict=True):
                self.set(word, self.op("or", word, more))

        self.tuples(binders, self.special(n.loop.where), add)
        self.assign(self.held[slot], found)
        self.wrote((slot,))
        self.go(region, (n.then, key[1]))

    def _take_next(self, region: Region, key: Key, n: Take) -> None:
        slot = self.layout.slot[n.queue]
        queue = self.copied(self.held[slot])
        numbered = self.record.tuples(n.queue)

        def take() -> None:
            number = self.lowest(queue)
            self.assign(self.held[slot], self.minus(queue, self.bit(number, len(queue))))
            rows = list(zip(n.loop.variables, numbered.bases, numbered.sizes, strict=True))
            for i, (variable, base, size) in reversed(list(enumerate(rows))):
                at = self.op("rem_u", number, size) if i else number
                number = self.op("div_u", number, size) if i else number
                self.assign(self.held[self.layout.slot[variable]], self.op("add", at, base.low))
            self.wrote((slot, *(self.layout.slot[v] for v in n.loop.variables)))
            self.go(region, (n.body, key[1]))

        self.when(self.some(queue), take, lambda: self.go(region, (n.done, key[1])))
