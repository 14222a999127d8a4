"""Reading and changing the state: its single values are locals of the function, its arrays stay in the record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from gdl import model as m
from gdl.cost import combinations
from gdl.nodes import After, Const, Content, Expr, Get, Query, Repeats, Standing, Stuck, node
from gdl.types import Range, Size, Type
from interpreter.layout import ME, NEXT
from interpreter.native import past, stacks
from interpreter.native.domains import Domains, cell
from interpreter.native.emitter import NONE, Atom, Loc, Slot, Unsupported, Words
from interpreter.native.memory import Memory
from interpreter.native.queries import Queries
from interpreter.native.specialise import Specialiser
from interpreter.native.state import KIND, RESULTS, SCORES, WHO, Field, Record
from interpreter.native.wasm import Function

MAX_LISTED = 65_536
MAX_HELD = 4
"""Arrays of so many values are held in locals, too."""
OUT_OF_RANGE, TOO_MANY, STUCK, NO_ROLL, ENDLESS = -1, -2, -3, -4, -5
"""What `run` gives where the rules fail: the reference interpreter says where and why."""


class Rules(Queries):
    """Writes expressions that read the state, and statements without decisions."""

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
                return self._after(e)
            case Stuck():
                return self.stuck()
            case Repeats():
                return past.earlier(self, self.model.repeats.index(e.row))
        return super().write(e)

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

    def _content(self, e: Content) -> Atom:
        site = self.atom(e.site)
        if e.what == "number":
            return self.cell_at(self.layout.numbers, site)  # type: ignore[no-any-return]
        return self.piece_at(site) if e.what == "piece" else self._part_at(site, e.what)

    def piece_at(self, site: Atom) -> Atom:
        """The piece on a site (on top), or -1."""
        return self._part_at(site, "piece")

    def _part_at(self, site: Atom, what: str) -> Atom:
        result: Atom = -1
        for slot in reversed(self.layout.piece_slots):
            piece = self.layout.pieces_of_slot(slot)[0]
            kind, owner, number = self.model.piece_parts[piece]
            if what == "owner" and owner < 0:
                continue
            value: Atom = {"kind": kind, "owner": owner}.get(what, piece)
            if what == "piece" and number is not None:
                value = self.op("add", self.cell_at(self.layout.numbers, site), piece - number)
            result = self.select(self.test(self.held[slot], site), value, result)
        return result

    def set_top(self, site: Atom, piece: Atom) -> None:
        """The piece on top of a site is this one; none if it is -1."""
        self._put_here(piece, self.bit(site, self.domains.words(self._board)))

    # ---- looking ahead

    @contextmanager
    def undone(self, slots: frozenset[Slot]) -> Iterator[None]:
        """Changes of these parts of the state that are taken back at the end."""
        saved: dict[Slot, Any] = {}
        for slot in sorted(slots, key=str):
            field = self.record.fields[slot]
            if slot in self.held:
                saved[slot] = self.copied(self.held[slot])
            else:
                saved[slot] = self.memory.reserve(field.bytes)
                self._copy(field, None, saved[slot])
        known = [(dict(scope.values), set(scope.dirty)) for scope in self.scopes]
        yield
        for slot, before in saved.items():
            field = self.record.fields[slot]
            if slot in self.held:
                for one, value in zip([self.held[slot]] if field.single else self.held[slot],
                                      [before] if field.single else before, strict=True):  # fmt: skip
                    self.assign(one, value)
            else:
                self._copy(field, before, None)
        self.wrote(slots)
        for scope, (values, dirty) in zip(self.scopes, known, strict=True):
            scope.values.update(values)
            scope.dirty = dirty

    def _copy(self, field: Field, source: int | None, target: int | None) -> None:
        """Copy an array from the record to an address, or back."""
        for at in (target, source):
            if at is None:
                self.put(("local.get", self.base.number), ("i32.const", field.offset), ("i32.add",))
            else:
                self.put(("i32.const", at))
        self.put(("i32.const", field.bytes), ("memory.copy",))

    def _after(self, e: After) -> Atom:
        result = self.new("i32")
        with self.scope("block"), self.undone(self.writes(e.change)):
            self.statements(e.change)
            self.set(result, self.x(e.condition))
        return result

    # ---- statements

    def statements(self, block: m.Block) -> None:
        """Write statements without decisions."""
        for s in block:
            self.statement(s)

    def statement(self, s: m.Statement) -> None:
        """Write one statement."""
        match s:
            case m.Assign():
                self._assign(s)
            case m.Put():
                self._put(s)
            case m.Remove():
                sites = self.copied(self.x(s.sites))
                if self.model.stacks:
                    stacks.lift(self, sites)
                else:
                    self._clear(sites)
                self.wrote(self.standing)
            case m.Move():
                self._move(s)
            case m.Finish():
                self._finish(s)
            case m.Rank():
                self._rank(s)
            case m.Branch():
                then = lambda: self.statements(s.then)  # noqa: E731
                self.when(self.x(s.condition), then, (lambda: self.statements(s.other)) if s.other else None)
            case m.Loop():
                self._loop(s)
            case _:
                raise TypeError(s)

    def fail(self, status: int, condition: Atom = 1) -> None:
        """Leave with a status."""

        def go() -> None:
            if self.fails:
                self.leave(self.fails[-1])
            else:
                self.put(("i64.const", status), ("return",))

        self.when(condition, go)

    def _assign(self, s: m.Assign) -> None:
        slot = self.layout.slot[s.variable]
        value = self.x(s.value)
        base = s.variable.type.base
        if s.checked and isinstance(base, Range):
            may = s.value.type.base
            assert isinstance(may, Range)
            low = self.op("lt_s", value, base.low) if may.low < base.low else 0
            high = self.op("gt_s", value, base.high) if may.high > base.high else 0
            outside = self.truth("or", low, high)
            if s.value.type.size != Size.ONE:
                outside = self.truth("and", outside, self.there(value, True))
            self.fail(OUT_OF_RANGE, outside)
        if not s.indices:
            if slot in (ME, NEXT) and {ME: self.me, NEXT: self.next}[slot] is not None:
                raise Unsupported("setting who moves where that is known")
            self.assign(self.held[slot], value)
            self.wrote((slot,))
            return
        atoms = [self.x(i) for i in s.indices]
        there: Atom = 1
        for a, i in zip(atoms, s.indices, strict=True):
            if i.type.size == Size.MAYBE:
                there = self.truth("and", there, self.there(a, isinstance(i.type.base, Range)))
        index = self._index(s.variable, atoms)
        self.when(there, lambda: self.store_cell(slot, index, value))
        self.wrote((slot,))

    def store_cell(self, slot: Slot, index: Atom, value: Any) -> None:
        """Give a cell of an array a value."""
        field = self.record.fields[slot]
        if slot not in self.held:
            self.store(field.cell, index, field.offset, value, self.base)
        elif isinstance(index, int):
            self.assign(self.held[slot][index], value)
        else:
            for i, one in enumerate(self.held[slot]):
                self.assign(one, self.choice(self.op("eq", index, i), value, one, field.type))

    def _clear(self, sites: Words) -> None:
        """Take every piece off some sites."""
        rest = tuple(self.op("xor", word, -1) for word in sites)
        for slot in self.layout.piece_slots:
            self.assign(self.held[slot], self.each("and", self.held[slot], rest))
        if self.numbers:
            self._number(sites, NONE)

    def _number(self, sites: Words, number: Atom) -> None:
        with self.elements(sites) as (site, _):
            self.store_cell(self.layout.numbers, site, number)

    def _put(self, s: m.Put) -> None:
        piece, sites = self.x(s.piece), self.copied(self.x(s.sites))
        there = self.op("ge_s", piece, 0) if s.piece.type.size == Size.MAYBE else 1
        if self.model.stacks:
            self.when(there, lambda: stacks.push(self, piece, sites, s.under))
        else:
            self.when(there, lambda: self._put_here(piece, sites))
        self.wrote(self.standing)

    def _put_here(self, piece: Atom, sites: Words) -> None:
        parts = self.model.piece_parts
        rest = tuple(self.op("xor", word, -1) for word in sites)
        for slot in self.layout.piece_slots:
            pieces = self.layout.pieces_of_slot(slot)
            if isinstance(piece, int):
                here: Atom = int(piece in pieces)
            elif len(pieces) == 1:
                here = self.op("eq", piece, pieces[0])
            else:
                here = self.truth("and", self.op("ge_s", piece, pieces[0]), self.op("le_s", piece, pieces[-1]))
            cleared = self.each("and", self.held[slot], rest)
            added = tuple(self.select(here, w, 0) for w in sites)
            self.assign(self.held[slot], self.each("or", cleared, added))
        if self.numbers:
            number: Atom
            if isinstance(piece, int):
                held = parts[piece][2]
                number = NONE if held is None or piece < 0 else held
            else:
                base = Type(Range(min((n for _, _, n in parts if n is not None), default=0),
                                  max((n for _, _, n in parts if n is not None), default=0)), Size.MAYBE)  # fmt: skip
                layout = cell(self.domains, base)
                address = self.memory.constant(b"".join(layout.encode(NONE if n is None else n) for _, _, n in parts))
                number = self.load(layout, piece, address)
            self._number(sites, number)

    def _move(self, s: m.Move) -> None:
        """What stands on one site goes to another, if both and a piece are there."""
        a, b = self.x(s.origin), self.x(s.target)
        go: Atom = self.op("ne", a, b)
        for atom, e in ((a, s.origin), (b, s.target)):
            if e.type.size == Size.MAYBE:
                go = self.truth("and", go, self.op("ge_s", atom, 0))

        def carry() -> None:
            wide = self.domains.words(self._board)
            origin, target = self.bit(a, wide), self.bit(b, wide)
            standing = [self.some(self.each("and", self.held[slot], origin)) for slot in self.layout.piece_slots]
            occupied: Atom = 0
            for here in standing:
                occupied = self.truth("or", occupied, here)
            moved = tuple(self.select(occupied, w, 0) for w in self.each("or", origin, target))
            rest = tuple(self.op("xor", w, -1) for w in moved)
            for slot, here in zip(self.layout.piece_slots, standing, strict=True):
                added = tuple(self.select(here, w, 0) for w in target)
                self.assign(self.held[slot], self.each("or", self.each("and", self.held[slot], rest), added))

            def swap() -> None:
                if self.numbers:
                    self.store_cell(self.layout.numbers, b, self.cell_at(self.layout.numbers, a))
                    self.store_cell(self.layout.numbers, a, NONE)
                if self.model.stacks:
                    stacks.carry(self, a, b)

            if self.standing != self.pieces:
                self.when(occupied, swap)

        self.when(go, carry)
        self.wrote(self.standing)

    def result(self, kind: int, who: Atom) -> None:
        """Write how the game ends."""
        for offset, value in ((KIND, kind), (WHO, who)):
            self.put(("local.get", self.base.number))
            self.push(value)
            self.put(("i64.store", offset))

    def _finish(self, s: m.Finish) -> None:
        (who,) = self.x(s.who)

        def end() -> None:
            if len(self.over) > 1:  # only looking ahead
                self.leave(self.over[-1])
                return
            self.result(RESULTS.index(s.result) + 1, who)
            self.leave(self.over[-1])

        self.when(self.op("ne", who, 0), end)

    def _rank(self, s: m.Rank) -> None:
        if len(self.over) > 1:
            self.leave(self.over[-1])
            return
        e = self.special(s.score)
        for p in range(len(self.model.players)):
            with self.scope("block", frozenset((s.player,))) as scope:
                scope.values[s.player] = p
                score = self.code(e)
                self.put(("local.get", self.base.number))
                self.push(score)
                self.put(("i64.store", SCORES + 8 * p))
        self.result(4, 0)
        self.leave(self.over[-1])

    def _loop(self, s: m.Loop) -> None:
        """The body for every tuple; they are all found before the first."""
        writes = self.writes((s,))
        slots = [self.layout.slot[v] for v in s.variables]
        binders = [(v, self.special(e)) for v, e in s.binders]
        where = self.special(s.where)

        def body(values: list[Any]) -> None:
            for slot, value in zip(slots, values, strict=True):
                self.assign(self.held[slot], value)
            self.wrote(slots)
            self.statements(s.body)

        if not binders:
            self.when(self.atom(where), lambda: body([]))
            return
        if len(binders) == 1 and binders[0][1].type.size != Size.FAMILY:
            ((variable, source),) = binders
            many_type = Type(source.type.base, Size.MANY)
            found: Expr = node(Query, many_type, "union", tuple(binders), where, (variable,))
            many = self.copied(self.words(source if _true(where) else found))
            constant = all(isinstance(w, int) for w in many)
            if constant and isinstance(source, Const) and _true(where) and source.value.bit_count() <= 4:
                base = source.type.base
                for i in range(source.value.bit_length()):
                    if source.value >> i & 1:
                        body([self.domains.element(base, i + base.low)])
                return
            with self.elements(many, source.type.base.low, writes=writes) as (element, _):
                self.wrote(writes)
                body([element])
            self.wrote(writes)
            return
        reads = self.reads(where).union(*(self.reads(e) for _, e in binders))
        if not reads & writes:

            def at_once(values: list[Any]) -> None:
                self.wrote(writes)
                body(values)

            self.tuples(binders, where, at_once, writes)
        else:
            self._listed(binders, where, body, writes)
        self.wrote(writes)

    def _listed(
        self, binders: list[Any], where: Expr, body: Callable[[list[Any]], None], writes: frozenset[Slot]
    ) -> None:
        """A loop over tuples that are kept in memory first."""
        count = combinations(binders)
        if count > MAX_LISTED or any(e.type.size == Size.FAMILY for _, e in binders):
            raise Unsupported(f"a loop over {count:,} combinations that changes what it looks at")
        row = 8 * len(binders)
        address = self.memory.reserve(row * count)
        end = self.copy(0)

        def keep(values: list[Any]) -> None:
            for i, value in enumerate(values):
                self.wrapped(end)
                self.push(value)
                self.put(("i64.store", address + 8 * i))
            self.set(end, self.op("add", end, row))

        self.tuples(binders, where, keep)
        at = self.copy(0)
        with self.block() as done, self.block("loop", writes=writes) as again:
            self.wrote(writes)
            self.leave(done, self.op("ge_s", at, end))
            values: list[Any] = []
            for i in range(len(binders)):
                self.wrapped(at)
                self.put(("i64.load", address + 8 * i))
                values.append(self.kept())
            self.set(at, self.op("add", at, row))
            body(values)
            self.leave(again)


def _true(e: Expr) -> bool:
    return isinstance(e, Const) and e.value is True
