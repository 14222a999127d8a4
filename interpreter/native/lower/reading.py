"""Reading the state: its single values are locals of the function, its arrays stay in the record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from gdl.model import model as m
from gdl.model.nodes import After, Const, Content, Expr, Get, Op, Query, Repeats, Standing, Stuck, Var, node
from gdl.model.types import Size
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower import stacks
from interpreter.native.lower.queries import Queries
from interpreter.native.module.emitter import Atom, Loc, Slot, Words
from interpreter.native.module.memory import Memory
from interpreter.native.module.wasm import Function
from interpreter.native.plan.specialise import Specialiser
from interpreter.native.record import past
from interpreter.native.record.domains import Domains
from interpreter.native.record.record import Field, Record

MAX_HELD = 4
"""Arrays of so many values are held in locals, too."""


class Reading(Queries):
    """Writes expressions that read the state."""

    def __init__(self, function: Function, record: Record, memory: Memory, domains: Domains) -> None:
        super().__init__(function, domains, memory)
        self.record, self.layout, self.model = record, record.layout, record.model
        self.base = self.new("i32")
        self.held: dict[Slot, Any] = {}
        self.special = Specialiser({})
        self._specials: dict[Any, Specialiser] = {}
        self._reads: dict[Expr, frozenset[Slot]] = {}
        self.everything: frozenset[Slot] = frozenset(record.fields)
        self.pieces = frozenset(self.layout.piece_slots)
        self.numbers: frozenset[Slot] = frozenset({self.layout.numbers} & set(record.fields))
        piles: frozenset[Slot] = frozenset((stacks.PILES, stacks.HEIGHTS) if self.model.stacks else ())
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

    # ---- the whole state

    def load_all(self) -> None:
        """From the record into locals."""
        for slot, field in self.record.fields.items():
            if slot in self.held:
                self._load(field, self.held[slot], field.offset, self.base)

    def store_all(self, me: Atom | None = None, next_: Atom | None = None) -> None:
        """From locals into the record."""
        for slot, field in self.record.fields.items():
            if slot in self.held:
                value = self.held[slot]
                value = me if slot == ME and me is not None else next_ if slot == NEXT and next_ is not None else value
                self.store_field(field, value, field.offset, self.base)

    def _load(self, field: Field, target: Any, offset: int, base: Loc) -> None:
        for i, one in enumerate([target] if field.single else target):
            self.assign(one, self.load(field.cell, i, offset, base))

    def store_field(self, field: Field, value: Any, offset: int, base: Loc) -> None:
        """Store a part of the state that is held in locals."""
        for i, one in enumerate([value] if field.single else value):
            self.store(field.cell, i, offset, one, base)

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
        if key not in self._specials:
            known = {v: k for v, k in ((self.model.me, me), (self.model.next, next_)) if k is not None}
            self._specials[key] = Specialiser(known)
        self.special = self._specials[key]
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
        found = self._reads.get(e)
        if found is None:
            found = self._reads[e] = self._find_reads(e)
        return found

    def _find_reads(self, e: Expr) -> frozenset[Slot]:
        if e.static:
            return frozenset()
        own: frozenset[Slot] = frozenset()
        match e:
            case Get():
                own = frozenset((self.layout.slot[e.variable],))
            case Standing():
                own = frozenset(s for k in e.kinds for s in self._slots(k))
            case Content():
                own = self.pieces | self.numbers
            case After() | Stuck() | Repeats():
                return self.everything
        return own.union(*(self.reads(p) for p in e.parts))

    def _slots(self, kind: int) -> range:
        first = self.layout.kind_slot[kind]
        return range(first, first + (len(self.model.players) if self.model.kinds[kind].owned else 1))

    def writes(self, block: m.Block) -> frozenset[Slot]:
        """The parts of the state that statements may change."""
        found: set[Slot] = set()
        for s in m.walk(block):
            match s:
                case m.Choose() | m.Loop():
                    found |= {self.layout.slot[v] for v in s.variables}
                case m.Assign():
                    found.add(self.layout.slot[s.variable])
                case m.Put() | m.Move() | m.Remove():
                    found |= self.standing
        return frozenset(found)

    def write(self, e: Expr) -> Any:
        """Write the instructions for an expression."""
        match e:
            case Get():
                return self._get(e)
            case Standing():
                return self._standing(e)
            case Content():
                return self._content(e)
            case After():
                return self.after(e)
            case Stuck():
                return self.stuck()
            case Repeats():
                return past.earlier(self, self.model.repeats.index(e.row))
        return super().write(e)

    def after(self, e: After) -> Atom:
        """A condition, in the state that would follow a change."""
        raise NotImplementedError

    def stuck(self) -> Atom:
        """Whether `next` could not make a first decision."""
        raise NotImplementedError

    def read(self, slot: Slot) -> Any:
        """What a part of the state holds now, in locals that outlast changes."""
        known = {ME: self.me, NEXT: self.next}.get(slot)
        return known if known is not None else self.copied(self.held[slot])

    def _index(self, variable: m.Variable, atoms: list[Atom]) -> Atom:
        """The cell of a variable with dimensions."""
        index: Atom = 0
        for dimension, a in zip(variable.dimensions, atoms, strict=True):
            index = self.op("mul", index, self.domains.size(dimension))
            index = self.op("add", index, self.op("sub", a, dimension.low))
        return index

    def _get(self, e: Get) -> Any:
        slot = self.layout.slot[e.variable]
        if not e.indices:
            return self.read(slot)
        index = self._index(e.variable, [self.atom(i) for i in e.indices])
        return self.cell_at(slot, index)

    def cell_at(self, slot: Slot, index: Atom) -> Any:
        """A cell of an array."""
        field = self.record.fields[slot]
        if slot not in self.held:
            return self.load(field.cell, index, field.offset, self.base)
        cells = self.held[slot]
        if isinstance(index, int):
            return self.copied(cells[index])
        result = self.copied(cells[-1])
        for i in reversed(range(field.count - 1)):
            result = self.choice(self.op("eq", index, i), cells[i], result, field.type)
        return result

    def _joined_slots(self, slots: Iterable[Slot]) -> Words:
        result: Words = (0,) * self.domains.words(self._board)
        for slot in slots:
            result = self.each("or", result, self.held[slot])
        return self.copied(result)  # type: ignore[no-any-return]

    @property
    def _board(self) -> m.Shape:
        assert self.model.board is not None
        return self.model.board

    def _standing(self, e: Standing) -> Words:
        slots = self.layout.kind_slot
        if e.owner is None:
            return self._joined_slots(s for k in e.kinds for s in self._slots(k))
        players = range(len(self.model.players))
        by_player = [self._joined_slots(slots[k] + p for k in e.kinds) for p in players]
        owner = self.code(e.owner)
        if e.owner.type.size == Size.ONE:
            if isinstance(owner, int):
                return by_player[owner]
            result = by_player[-1]
            for p in reversed(players[:-1]):
                here = self.op("eq", owner, p)
                result = tuple(self.select(here, a, b) for a, b in zip(by_player[p], result, strict=True))
            return result
        result = (0,) * len(by_player[0])
        for p in players:
            chosen = self.test(owner, p)
            result = self.each("or", result, tuple(self.select(chosen, w, 0) for w in by_player[p]))
        return result

    def occupied(self, e: Expr) -> frozenset[Slot]:
        """In which sets of pieces a set's elements must lie, in one or another; none if they may lie elsewhere."""
        match e:
            case Standing() if e.owner is None:
                return frozenset(s for k in e.kinds for s in self._slots(k))
            case Standing() if isinstance(e.owner, Const) and e.owner.type.size == Size.ONE:
                return frozenset(self.layout.kind_slot[k] + e.owner.value for k in e.kinds)
            case Op(name="both"):
                a, b = map(self.occupied, e.operands)
                return b if not a or (b and len(b) < len(a)) else a
            case Op(name="minus"):
                return self.occupied(e.operands[0])
            case Op(name="union"):
                parts = [self.occupied(o) for o in e.operands]
                return frozenset[Slot]().union(*parts) if all(parts) else frozenset()
            case Query(how="union") if len(e.binders) == 1 and e.body[0] is e.binders[0][0]:
                return self.occupied(e.binders[0][1])
        return frozenset()

    def learn(self, variable: Var, source: Expr) -> None:
        """Keep in mind what is known of a name, because it ranges over this set."""
        self.scopes[-1].facts[variable] = self.occupied(source)
        owner = _owner(source)
        if owner is not None:
            type_ = owner.type.of_size(Size.MAYBE)
            self.scopes[-1].values[node(Content, type_, "owner", variable)] = self.copied(self.atom(owner))

    def _content(self, e: Content) -> Atom:
        site = self.atom(e.site)
        if e.what == "number":
            return self.cell_at(self.layout.numbers, site)  # type: ignore[no-any-return]
        among = frozenset[Slot]()
        if isinstance(e.site, Var):
            among = self.fact(e.site)
        elif isinstance(e.site, Get) and not e.site.indices:
            among = self.fact(self.layout.slot[e.site.variable])
        return self._owner_at(site, among) if e.what == "owner" else self._part_at(site, e.what, among)

    def piece_at(self, site: Atom) -> Atom:
        """The piece on a site (on top), or -1."""
        return self._part_at(site, "piece", frozenset())

    def _part_at(self, site: Atom, what: str, among: frozenset[Slot]) -> Atom:
        """What stands there, or -1; if it is known to be among some, one of these does."""
        result: Atom | None = None if among else -1
        for slot in reversed(sorted(among) or self.layout.piece_slots):
            piece = self.layout.pieces_of_slot(slot)[0]
            kind, _, number = self.model.piece_parts[piece]
            value: Atom = kind if what == "kind" else piece
            if what == "piece" and number is not None:
                value = self.op("add", self.cell_at(self.layout.numbers, site), piece - number)
            result = value if result is None else self.select(self.test(self.held[slot], site), value, result)
        assert result is not None
        return result

    def _owner_at(self, site: Atom, among: frozenset[Slot]) -> Atom:
        """Whose piece stands there, or -1."""
        slots: dict[int, list[Slot]] = {}
        for slot in sorted(among) or self.layout.piece_slots:
            slots.setdefault(self.model.piece_parts[self.layout.pieces_of_slot(slot)[0]][1], []).append(slot)
        if among and len(slots) == 1:
            return next(iter(slots))
        result: Atom = -1
        for owner in sorted(slots.keys() - {-1}, reverse=True):
            theirs = self._joined_slots(slots[owner])
            result = self.select(self.test(theirs, site), owner, result)
        return result


def _owner(e: Expr) -> Expr | None:
    """Whose pieces all elements of a set carry, where that is one player."""
    match e:
        case Standing() if e.owner is not None and e.owner.type.size == Size.ONE:
            return e.owner
        case Op(name="both"):
            return next((owner for o in e.operands if (owner := _owner(o)) is not None), None)
        case Op(name="minus"):
            return _owner(e.operands[0])
    return None
