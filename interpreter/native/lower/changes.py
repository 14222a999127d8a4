"""Changing the state: statements without decisions, and changes that are only looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from gdl.model import model as m
from gdl.model.cost import combinations
from gdl.model.nodes import After, Const, Expr, Get, Query, node
from gdl.model.types import Range, Size, Type
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower import stacks
from interpreter.native.lower.reading import Reading
from interpreter.native.module.emitter import NONE, Atom, Slot, Unsupported, Words
from interpreter.native.record.domains import cell
from interpreter.native.record.record import KIND, RESULTS, SCORES, WHO, Field

MAX_LISTED = 65_536
OUT_OF_RANGE, TOO_MANY, STUCK, NO_ROLL, ENDLESS = -1, -2, -3, -4, -5
"""What `run` gives where the rules fail: the reference interpreter says where and why."""


class Rules(Reading):
    """Writes statements without decisions."""

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

    def after(self, e: After) -> Atom:
        """A condition, in the state that would follow a change."""
        result, remembers = self.new("i32"), self.remembers
        with self.scope("block"), self.undone(self.writes(e.change)):
            self.remembers = False
            self.statements(e.change)
            self.set(result, self.x(e.condition))
            self.remembers = remembers
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

    def set_top(self, site: Atom, piece: Atom) -> None:
        """The piece on top of a site is this one; none if it is -1."""
        self._put_here(piece, self.bit(site, self.domains.words(self._board)))

    def _move(self, s: m.Move) -> None:
        """What stands on one site goes to another, if both and a piece are there."""
        a, b = self.x(s.origin), self.x(s.target)
        slot = self.layout.slot[s.origin.variable] if isinstance(s.origin, Get) and not s.origin.indices else None
        sure = self.fact(slot)
        if sure and s.target.type.size == Size.ONE and self.standing == self.pieces:
            self._carried(a, b, sure)
            return
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
            if self.model.stacks:
                self.when(occupied, lambda: stacks.carry(self, a, b))
            moved = tuple(self.select(occupied, w, 0) for w in self.each("or", origin, target))
            rest = tuple(self.op("xor", w, -1) for w in moved)
            for slot, here in zip(self.layout.piece_slots, standing, strict=True):
                added = tuple(self.select(here, w, 0) for w in target)
                self.assign(self.held[slot], self.each("or", self.each("and", self.held[slot], rest), added))

            def swap() -> None:
                self.store_cell(self.layout.numbers, b, self.cell_at(self.layout.numbers, a))
                self.store_cell(self.layout.numbers, a, NONE)

            if self.numbers:
                self.when(occupied, swap)

        self.when(go, carry)
        self.wrote(self.standing)

    def _carried(self, a: Atom, b: Atom, sure: frozenset[Slot]) -> None:
        """The same where a piece is sure to stand on `a`, and in which sets of pieces it may: nothing is asked."""
        wide = self.domains.words(self._board)
        origin, target = self.bit(a, wide), self.bit(b, wide)
        gone = tuple(self.op("xor", w, -1) for w in self.each("or", origin, target))
        rest = tuple(self.op("xor", w, -1) for w in target)
        for slot in self.layout.piece_slots:
            held = self.held[slot]
            if slot not in sure:
                self.assign(held, self.each("and", held, rest))
                continue
            added = target
            if len(sure) > 1:
                here = self.some(self.each("and", held, origin))
                added = tuple(self.select(here, w, 0) for w in target)
            self.assign(held, self.each("or", self.each("and", held, gone), added))
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
