"""What all of lowering shares: the function being written, where everything lies, and what is known so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from gdl.model import model as m
from gdl.model.nodes import After, Const, Content, Expr, Get, Height, Layer, Query, Repeats, Standing, Stuck
from gdl.model.types import TRUTHS, Range, Size, Type
from gdl.passes.fold import Folder
from gdl.passes.specialise import Specialiser
from interpreter.graph.graph import Ask, Graph
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower.draws import Draws
from interpreter.native.module.emitter import NONE, Atom, Loc, Slot, Unsupported, Words
from interpreter.native.module.memory import Memory
from interpreter.native.module.multiword import Multiword
from interpreter.native.module.wasm import Function
from interpreter.native.plan.bounds import bound
from interpreter.native.plan.planner import Planner
from interpreter.native.plan.regions import Key, Region
from interpreter.native.plan.through import MIN_WORDS
from interpreter.native.plan.turns import first_decisions, is_specialised, may_idle, next_is_set
from interpreter.native.record.domains import MAX_HELD, Cell, Domains
from interpreter.native.record.record import HEIGHTS, PILES, Record

Found = tuple[Words, ...]
Gained = Mapping[Slot, Atom]
"""The sets of pieces to which something may have come, each with the one site that may have been added."""

UNKNOWN, UNCHANGED, FIRST_SITE = 0, 1, 2
"""What is known of a set since it was seen to have no line; from FIRST_SITE on: the site that may have been added."""


@dataclass
class Memo:
    """A decision's options, worked out before it comes: whether they hold, what they were read from, and the sets."""

    valid: Loc
    reads: frozenset[Slot]
    sets: Found = ()


@dataclass(frozen=True)
class Writers:
    """What writes an expression, and what goes on with a node of the graph: they need one another in a circle, so each
    reaches them by the context."""

    go: Callable[[Context, Region, Key], None]
    write: Callable[[Context, Expr], Any]


class Context(Multiword):
    """One ruleset being compiled: where everything lies, what is known so far, and the function being written."""

    def __init__(
        self, graph: Graph, record: Record, memory: Memory, domains: Domains, writers: Writers, is_compact: bool = False
    ) -> None:
        super().__init__(Function("run", ("i64",) * 5, ("i64",), True))
        self.writers = writers
        self.domains, self.memory = domains, memory
        self.planner = Planner(domains, is_compact)
        self.record, self.layout, self.model = record, record.layout, record.model
        self.base = self.new("i32")
        self.held: dict[Slot, Any] = {}
        self.special = Specialiser({})
        self.specials: dict[Any, Specialiser] = {}
        self.reads_of: dict[Expr, frozenset[Slot]] = {}
        self.everything: frozenset[Slot] = frozenset(record.fields)
        self.pieces = frozenset(self.layout.piece_slots)
        self.numbers: frozenset[Slot] = frozenset({self.layout.numbers} & set(record.fields))
        piles: frozenset[Slot] = frozenset((PILES, HEIGHTS) if self.model.stacks else ())
        self.standing = self.pieces | self.numbers | piles
        self.me: int | None = None
        self.next: int | None = None
        self.fails: list[int] = []
        self.over: list[int] = []
        for slot, field in record.fields.items():
            if field.single:
                self.held[slot] = self.fresh(field.type)
            elif field.count <= MAX_HELD and isinstance(slot, int):
                self.held[slot] = tuple(self.fresh(field.type) for _ in range(field.count))
        self.graph = graph
        self.draws = Draws(self, memory)
        self.folder = Folder()
        self.ptr, self.budget, self.given, self.key, self.limit = (Loc(i, "i64") for i in range(5))
        self.best: Function | None = None
        self.players = len(self.model.players)
        self.specialised = is_specialised(self.model)
        self.next_is_set = next_is_set(self.model)
        self.memos: dict[tuple[Ask, int | None], Memo] = {}
        self.firsts = first_decisions(graph)
        self.turns, self.rolled, self.allowed = self.new(), self.new(), self.new()
        self.place, self.count_, self.stop = self.new("i32"), self.new(), self.new()
        self.idle, self.steps = self.new(), self.new()
        self.out = memory.reserve(8 * 16)
        self.counters = memory.reserve(8 * m.counters_of(self.model))
        """Where `Count` counts."""
        self.trace: int | None = None
        """Where the moves of random games are noted, if a search wants to know them."""
        self.by_candidate = False
        """Whether options may be asked for by the numbers of candidates, see `abi.CANDIDATE`."""
        self.lists_options = False
        """Whether all options may be asked for at once where conditions look ahead, see `abi.LISTING_OPTIONS`."""
        self.values = max((len(most.values) for most in graph.mosts), default=1)
        self.worth = memory.reserve(8 * self.values)
        self.bounds = [bound(most) for most in graph.mosts]
        self.bound = memory.reserve(8 * self.values) if any(self.bounds) else 0
        """Where the most is written that a `most` block can come to, if that is known."""
        self.may_idle = may_idle(graph)
        self.exit = -1
        self.labels: dict[Key, int] = {}
        self.cases: dict[Key, int] = {}
        self.dispatch = -1
        self.watches = {slot: self.new() for slot in self.layout.piece_slots} if self._is_watched() else {}
        """For each set of pieces what has come to it since it was seen to have no line."""
        self.watching: dict[Slot, Expr] = {}
        """Which lines that were."""
        self.remembers = True
        """Whether fillings keep what they came to for the next time; not where changes are only looked at."""

    def _is_watched(self) -> bool:
        """Whether it is of use to know what has come to a set of pieces."""
        blocks = (*self.model.turn, *self.model.end)
        if self.model.board is None or self.model.stacks or self.domains.words(self.model.board) < MIN_WORDS:
            return False
        return any(isinstance(e, Query) and e.how == "some" and e.binders[0][1].type.size == Size.FAMILY
                   for e in m.deep(blocks))  # fmt: skip

    # ---- what the writers are

    def go(self, region: Region, key: Key) -> None:
        """Go on with another node."""
        self.writers.go(self, region, key)

    def write(self, e: Expr) -> Any:
        """Write the instructions for an expression."""
        return self.writers.write(self, e)

    def load(self, layout: Cell, index: Atom, address: int, base: Loc | None = None) -> Any:
        """A value from memory: the cell with this index, counted from an address (beyond `base`, an i32)."""
        if layout.words:
            loaded = []
            for j in range(layout.words):
                self.address(layout, index, base)
                self.put(("i64.load", address + 8 * j))
                loaded.append(self.kept())
            return tuple(loaded)
        self.address(layout, index, base)
        self.put((layout.loading, address))
        if layout.sort != "number":
            return self.kept("i32" if layout.sort == "truth" else "i64")
        raw = self.kept()
        number = self.op("add", raw, layout.low)
        if layout.maybe and layout.size < 8:
            return self.select(self.op("eq", raw, layout.nothing), NONE, number)
        return number

    def store(self, layout: Cell, index: Atom, address: int, value: Any, base: Loc | None = None) -> None:
        """A value into memory."""
        if layout.words:
            for j, word in enumerate(value):
                self.address(layout, index, base)
                self.push(word)
                self.put(("i64.store", address + 8 * j))
            return
        if layout.sort == "number":
            stored = self.op("sub", value, layout.low)
            if layout.maybe and layout.size < 8:
                stored = self.select(self.op("eq", value, NONE), layout.nothing, stored)
            value = stored
        self.address(layout, index, base)
        self.push(value, "i32" if layout.sort == "truth" else "i64")
        self.put((layout.storing, address))

    def address(self, layout: Cell, index: Atom, base: Loc | None) -> None:
        """Push the address of a cell."""
        if base is not None:
            self.put(("local.get", base.number))
        if isinstance(index, int) and (base is None or index):
            self.put(("i32.const", index * layout.size))
        elif not isinstance(index, int):
            self.wrapped(index)
            if layout.size > 1:
                power = layout.size & layout.size - 1 == 0
                self.put(*([("i32.const", layout.size.bit_length() - 1), ("i32.shl",)] if power
                           else [("i32.const", layout.size), ("i32.mul",)]))  # fmt: skip
        if base is not None and (index or not isinstance(index, int)):
            self.put(("i32.add",))

    # ---- any expression

    def code(self, e: Expr) -> Any:
        """The value of an expression, worked out where that is best."""
        if isinstance(e, Const):
            return self.constant(e.type, e.value)
        known = self.known(e)
        if known is not None:
            return known
        at = self.target(e, self.reads(e))
        with self.outside(at):
            value = self.write(e)
            self.scopes[-1].values[e] = value
        return value

    def constant(self, type_: Type, value: Any) -> Any:
        """A value known now."""
        if type_.size == Size.MANY:
            return self.domains.set(type_.base, value)
        if type_.size == Size.FAMILY:
            raise Unsupported("a family of sets as a value")
        if type_.base is TRUTHS:
            return int(value)
        return self.domains.element(type_.base, value)

    def atom(self, e: Expr) -> Atom:
        """The value of a single thing, or a truth."""
        value: Atom = self.code(e)
        return value

    def words(self, e: Expr) -> Words:
        """The value of a set."""
        value: Words = self.code(e)
        return value

    def width(self, e: Expr) -> int:
        """How many words a set takes."""
        return self.domains.words(e.type.base)

    def nothing(self, type_: Type) -> Any:
        """Nothing, or no elements."""
        if type_.size == Size.MANY:
            return (0,) * self.domains.words(type_.base)
        return 0 if type_.base is TRUTHS else NONE if isinstance(type_.base, Range) else -1

    # ---- results of branches

    def fresh(self, type_: Type) -> Any:
        """Locals for a value of a type."""
        if type_.size == Size.MANY:
            return tuple(self.new() for _ in range(self.domains.words(type_.base)))
        return self.new("i32" if type_.base is TRUTHS else "i64")

    def assign(self, target: Any, value: Any) -> None:
        """Give such locals a value."""
        if isinstance(target, tuple):
            for a, b in zip(target, value, strict=True):
                self.set(a, b)
        else:
            self.set(target, value)

    def choice(self, condition: Atom, then: Any, other: Any, type_: Type) -> Any:
        """One of two values that have been worked out."""
        if type_.size == Size.MANY:
            return tuple(self.select(condition, a, b) for a, b in zip(then, other, strict=True))
        return self.select(condition, then, other, "i32" if type_.base is TRUTHS else "i64")

    def copied(self, value: Any) -> Any:
        """The same in fresh locals, to outlast changes."""
        if isinstance(value, tuple):
            return tuple(self.copied(v) for v in value)
        return value if isinstance(value, int) else self.copy(value, value.type)

    def fail(self, status: int, condition: Atom = 1) -> None:
        """Leave with a status."""

        def go() -> None:
            if self.fails:
                self.leave(self.fails[-1])
            else:
                self.put(("i64.const", status), ("return",))

        self.when(condition, go)

    # ---- who is known

    @contextmanager
    def knowing(self, me: int | None, next_: int | None) -> Iterator[None]:
        """Instructions in which `me` and `next` are known."""
        before = self.me, self.next, self.special
        self.me, self.next = me, next_
        key = me, next_
        if key not in self.specials:
            known = {v: k for v, k in ((self.model.me, me), (self.model.next, next_)) if k is not None}
            self.specials[key] = Specialiser(known)
        self.special = self.specials[key]
        try:
            yield
        finally:
            self.me, self.next, self.special = before

    def x(self, e: Expr) -> Any:
        """The value of an expression of a statement."""
        return self.code(self.special(e))

    # ---- what is read

    def reads(self, e: Expr) -> frozenset[Slot]:
        """The parts of the state that an expression reads."""
        found = self.reads_of.get(e)
        if found is None:
            found = self.reads_of[e] = self._find_reads(e)
        return found

    def _find_reads(self, e: Expr) -> frozenset[Slot]:
        if e.static:
            return frozenset()
        own: frozenset[Slot] = frozenset()
        match e:
            case Get():
                own = frozenset((self.layout.slot[e.variable],))
            case Standing():
                own = frozenset(s for k in e.kinds for s in self.slots_of_kind(k))
            case Content():
                own = self.pieces | self.numbers
            case Height() | Layer():
                own = self.standing
            case After() | Stuck() | Repeats():
                return self.everything
        return own.union(*(self.reads(p) for p in e.parts))

    def slots_of_kind(self, kind: int) -> range:
        """The sets of pieces of a kind, one for each owner."""
        first = self.layout.kind_slot[kind]
        return range(first, first + (len(self.model.players) if self.model.kinds[kind].owned else 1))

    def read(self, slot: Slot) -> Any:
        """What a part of the state holds now, in locals that outlast changes."""
        known = {ME: self.me, NEXT: self.next}.get(slot)
        return known if known is not None else self.copied(self.held[slot])

    @property
    def board_shape(self) -> m.Shape:
        """The board on which the pieces stand."""
        assert self.model.board is not None
        return self.model.board

    def next_of(self, me: int | None) -> int | None:
        """Who comes next in this player's turn, if that is known."""
        return None if me is None or self.next_is_set else (me + 1) % self.players

    # ---- options that are known before the turn begins

    def wrote(self, slots: Iterable[Slot], gained: Gained | None = None) -> None:
        """Parts of the state have changed; so may have options that were known. `gained`: what has come to sets of
        pieces, if that is known."""
        changed = set(slots)
        super().wrote(changed)
        for slot, watch in self.watches.items():
            if slot in changed and gained is None:
                self.set(watch, UNKNOWN)
            elif slot in changed and gained and slot in gained:
                site = self.op("add", gained[slot], FIRST_SITE)
                self.set(watch, self.select(self.op("eq", watch, UNCHANGED), site, UNKNOWN))
        for memo in self.memos.values():
            if memo.reads & changed:
                self.put(("i32.const", 0), ("local.set", memo.valid.number))
