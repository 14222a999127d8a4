"""Queries: loops over tuples, or no loop where their conditions are sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gdl.model.build import FALSE, TRUE, conjuncts
from gdl.model.nodes import Const, Expr, Op, Query, Table, Var, node
from gdl.model.types import Size
from interpreter.native.lower.floods import Filling
from interpreter.native.lower.lifting import MAX_SMALL
from interpreter.native.module.emitter import NONE, Atom, Slot, Unsupported, Words
from interpreter.native.module.multiword import split
from interpreter.native.plan.specialise import Specialiser

MAX_UNROLLED = 4
MAX_SHORT = 12
MAX_TABLED = 12
"""Positions of a set of which every value may have an entry in a table."""

Binders = Sequence[tuple[Var, Expr]]


class Queries(Filling):
    """Writes queries."""

    # ---- loops over tuples

    def tuples(
        self,
        binders: Binders,
        where: Expr,
        take: Callable[[list[Any]], None],
        writes: frozenset[Slot] = frozenset(),
    ) -> None:
        """Loops over all tuples, in order, the last name fastest; `take` gets the values of the names."""
        if where is not FALSE:
            self._loops(list(binders), conjuncts(where), take, writes, [])

    def _loops(
        self,
        binders: list[tuple[Var, Expr]],
        conditions: list[Expr],
        take: Callable[[list[Any]], None],
        writes: frozenset[Slot],
        held: list[Any],
    ) -> None:
        pending = frozenset(v for v, _ in binders)
        ready = [c for c in conditions if not c.free & pending]
        if ready:
            left = [c for c in conditions if c.free & pending]
            self._under(ready, lambda: self._loops(binders, left, take, writes, held))
            return
        if not binders:
            take(held)
            return
        (variable, source), *rest = binders
        if source.type.size == Size.FAMILY:
            self._family(variable, source, lambda value: self._loops(rest, conditions, take, writes, [*held, value]))
            return
        many, conditions = self.narrowed(variable, source, conditions, frozenset(v for v, _ in rest))
        base = source.type.base
        if (
            isinstance(source, Const)
            and source.value.bit_count() <= (MAX_SMALL if self._helped(variable, conditions) else MAX_UNROLLED)
            and all(isinstance(w, int) for w in many)
        ):
            for i in range(source.value.bit_length()):
                if source.value >> i & 1:
                    known = Specialiser({}, {variable: i + base.low})
                    left = [x for c in conditions if (x := known(c)) is not TRUE]
                    others = [(v, known(e)) for v, e in rest]
                    if any(c is FALSE for c in left):
                        continue
                    with self.scope("block", frozenset((variable,)), writes):
                        value = self.domains.element(base, i + base.low)
                        self.scopes[-1].values[variable] = value
                        self._loops(others, left, take, writes, [*held, value])
            return
        with self.elements(many, base.low, frozenset((variable,)), writes) as (element, _):
            self.scopes[-1].values[variable] = element
            if not writes:
                self.learn(variable, source)
            self._loops(rest, conditions, take, writes, [*held, element])

    def learn(self, variable: Var, source: Expr) -> None:
        """Keep in mind what is known of a name, because it ranges over this set."""
        raise NotImplementedError

    def is_short(self, source: Expr, many: Words) -> bool:
        """Whether a name ranges over a few things that are known."""
        return (isinstance(source, Const) and source.type.size == Size.MANY
                and source.value.bit_count() <= MAX_SHORT and all(isinstance(w, int) for w in many))  # fmt: skip

    def each_truth(self, variable: Var, source: Expr, conditions: list[Expr]) -> Iterator[tuple[int, Atom]]:
        """For each of a few things the position of its bit, and whether all conditions hold for it."""
        assert isinstance(source, Const)
        base = source.type.base
        for i in range(source.value.bit_length()):
            if source.value >> i & 1:
                known = Specialiser({}, {variable: i + base.low})
                with self.scope("block", frozenset((variable,))):
                    element = self.domains.element(base, i + base.low)
                    self.scopes[-1].values[variable] = element
                    truth: Atom = 1
                    for c in conditions:
                        truth = self.truth("and", truth, self.atom(known(c)))
                    yield element - base.low, truth

    def _helped(self, variable: Var, conditions: list[Expr]) -> bool:
        """Whether a loop is better written out: a table within has it as one of several arguments."""
        todo, seen = list(conditions), set[Expr]()
        while todo:
            e = todo.pop()
            if e in seen or variable not in e.free:
                continue
            seen.add(e)
            if isinstance(e, Table) and len(e.arguments) > 1 and variable in e.arguments:
                return True
            todo += e.parts
        return False

    def _under(self, conditions: list[Expr], then: Callable[[], None]) -> None:
        """Instructions under conditions, tested in turn."""
        cheap = [c for c in conditions if not c.heavy]
        together: Atom = 1
        for c in cheap:
            together = self.truth("and", together, self.atom(c))
        costly = [c for c in conditions if c.heavy]

        def inner() -> None:
            if costly:
                self.when(self.atom(costly[0]), lambda: self._under(costly[1:], then))
            else:
                then()

        self.when(together, inner)

    def _family(self, variable: Var, source: Expr, body: Callable[[Words], None]) -> None:
        """A loop over a family of sets."""
        if not isinstance(source, Const):
            raise Unsupported("a family of sets that depends on the state")
        base = source.type.base
        words = self.domains.words(base)
        sets = [self.domains.set(base, mask) for mask in source.value]
        if len(sets) <= MAX_UNROLLED:
            for one in sets:
                with self.scope("block", frozenset((variable,))):
                    self.scopes[-1].values[variable] = one
                    body(one)
            return
        held = b"".join((w & (1 << 64) - 1).to_bytes(8, "little") for one in sets for w in one)
        address, at = self.memory.constant(held), self.copy(0)
        with self.block() as done, self.block("loop", frozenset((variable,))) as again:
            self.leave(done, self.op("ge_s", at, 8 * words * len(sets)))
            loaded = []
            for j in range(words):
                self.wrapped(at)
                self.put(("i64.load", address + 8 * j))
                loaded.append(self.kept())
            self.set(at, self.op("add", at, 8 * words))
            self.scopes[-1].values[variable] = tuple(loaded)
            body(tuple(loaded))
            self.leave(again)

    def narrowed(
        self, variable: Var, source: Expr, conditions: list[Expr], later: frozenset[Var]
    ) -> tuple[Words, list[Expr]]:
        """What a name ranges over, cut down by the conditions that hold for a set of its elements."""
        many, left = self.words(source), []
        for c in conditions:
            lifted = None if variable not in c.free or c.free & later else self.lifted(c, variable)
            if lifted is None:
                left.append(c)
            else:
                many = self.each("and", many, lifted)
        return many, left

    # ---- queries

    def query(self, e: Query) -> Any:
        """A query's value."""
        whole = self._at_once(e)
        if whole is not None:
            return whole
        if e.how == "list":
            raise Unsupported("a list of values in play")
        is_set = e.how == "union"
        if e.how == "some":
            result = self.copy(0, "i32")
            with self.block() as done:

                def found(_: list[Any]) -> None:
                    self.set(result, 1)
                    self.leave(done)

                self.tuples(e.binders, e.where, found)
            return result
        start: Any = (0,) * self.width(e) if is_set else 0 if e.how in ("count", "sum") else NONE
        total = self.fresh(e.type)
        self.assign(total, start)
        self.tuples(e.binders, e.where, lambda _: self._take(e, total))
        return total

    def _take(self, e: Query, total: Any) -> None:
        """What a query does with one tuple."""
        if e.how == "count":
            self.set(total, self.op("add", total, 1))
            return
        (body,) = e.body
        if e.how == "union":
            self.unite(total, body, e)
            return
        a = self.atom(body)
        there = self.there(a, True) if body.type.size != Size.ONE else 1
        if e.how == "sum":
            self.set(total, self.op("add", total, self.select(there, a, 0)))
            return
        better = self.op("gt_s" if e.how == "max" else "lt_s", a, total)
        better = self.truth("or", better, self.op("eq", total, NONE))
        self.set(total, self.select(self.truth("and", better, there), a, total))

    def _at_once(self, e: Query) -> Any:
        """A query over one name whose condition holds for a set of its elements, without a loop."""
        if len(e.binders) != 1:
            if e.how != "some":
                return None
            first, *rest = e.binders
            inner = node(Query, e.type, "some", tuple(rest), e.where, ())
            e = node(Query, e.type, "some", (first,), inner, ())
        variable, source = e.binders[0]
        if source.type.size == Size.FAMILY:
            return self._lines(e, variable, source)
        conditions = conjuncts(e.where)
        whole = e.how in ("some", "count") or (e.how == "union" and e.body[0] is variable)
        at_once = whole and all(self.liftable(c, variable) for c in conditions)
        if not at_once and e.how == "union" and self._is_written_out(e, source, conditions):
            assert isinstance(source, Const)
            return self._written_out(e, variable, source, conditions)
        if whole and not at_once and self.is_short(source, self.words(source)) and not any(c.heavy for c in conditions):
            return self._shortly(e, [*self.each_truth(variable, source, conditions)])
        if isinstance(source, Const) and source.value.bit_count() <= MAX_SMALL and self._helped(variable, conditions):
            return None
        if not at_once:
            return None
        many = self.words(source)
        for c in conditions:
            lifted = self.lifted(c, variable)
            if lifted is None:
                return None
            many = self.each("and", many, lifted)
        if e.how == "some":
            return self.some(many)
        return self.count(many) if e.how == "count" else many

    def _is_written_out(self, e: Query, source: Expr, conditions: list[Expr]) -> bool:
        """Whether a union over a few things has a body that costs little more than its condition."""
        if not isinstance(source, Const) or source.value.bit_count() > MAX_SMALL or e.body[0].type.size != Size.MANY:
            return False
        costly = set(_costly(e.body[0]))
        return sum(c.heavy for c in conditions) <= 1 and costly <= {x for c in conditions for x in _costly(c)}

    def _written_out(self, e: Query, variable: Var, source: Const, conditions: list[Expr]) -> Words:
        """A union over a few things: each is worked out, and counts if its condition holds."""
        base = source.type.base
        total: Words = (0,) * self.width(e)
        for i in range(source.value.bit_length()):
            if source.value >> i & 1:
                known = Specialiser({}, {variable: i + base.low})
                with self.scope("block", frozenset((variable,))):
                    self.scopes[-1].values[variable] = self.domains.element(base, i + base.low)
                    truth: Atom = 1
                    for c in conditions:
                        truth = self.truth("and", truth, self.atom(known(c)))
                    more = self.words(known(e.body[0]))
                    total = self.each("or", total, tuple(self.select(truth, w, 0) for w in more))
        return total

    def _shortly(self, e: Query, truths: list[tuple[int, Atom]]) -> Any:
        """A query over a few things, each looked at without a branch."""
        if e.how == "some":
            some: Atom = 0
            for _, truth in truths:
                some = self.truth("or", some, truth)
            return some
        if e.how == "count":
            count: Atom = 0
            for _, truth in truths:
                count = self.op("add", count, self.extended(truth))
            return count
        found: Words = (0,) * self.width(e)
        for at, truth in truths:
            bits = self.bit(at, len(found))
            found = self.each("or", found, tuple(self.select(truth, w, 0) for w in bits))
        return found

    def _lines(self, e: Query, variable: Var, source: Expr) -> Any:
        """Whether one of many sets lies within a set: sets of the same form are tried together, by shifts."""
        c = e.where
        fits = (e.how == "some" and isinstance(source, Const) and isinstance(c, Op) and c.name == "within"
                and c.operands[0] is variable and variable not in c.operands[1].free)  # fmt: skip
        if not fits:
            return None
        assert isinstance(c, Op)
        assert isinstance(source, Const)
        base = source.type.base
        if self.domains.size(base) <= MAX_TABLED:
            return self._looked_up(source, c.operands[1])
        forms: dict[int, int] = {}
        for held in source.value:
            mask = self.domains.mask(base, held)
            if not mask:
                return 1
            first = mask & -mask
            forms[mask // first] = forms.get(mask // first, 0) | first
        if sum(form.bit_count() for form in forms) > 64:
            return None
        around = self.words(c.operands[1])
        found: Words = (0,) * len(around)
        for form, firsts in forms.items():
            found = self.each("or", found, self.each("and", self._formed(around, form), split(firsts, len(around))))
        return self.some(found)

    def _looked_up(self, lines: Const, around: Expr) -> Atom:
        """The same for a small set: a table with an entry for every set that there may be."""
        base = lines.type.base
        masks = [self.domains.mask(base, held) for held in lines.value]
        held = bytes(any(line & ~many == 0 for line in masks) for many in range(1 << self.domains.size(base)))
        self.wrapped(self.words(around)[0])
        self.put(("i32.load8_u", self.memory.constant(held)))
        return self.kept("i32")

    def _formed(self, many: Words, form: int) -> Words:
        """The elements from which a form lies within a set."""
        offsets = [i for i in range(form.bit_length()) if form >> i & 1]
        step = offsets[1] if len(offsets) > 1 else 0
        if offsets == [step * i for i in range(len(offsets))] and len(offsets) > 2:
            run, length = many, 1  # a row: runs of twice the length, as long as they fit
            while 2 * length <= len(offsets):
                run = self.each("and", run, self.shifted(run, -step * length))
                length *= 2
            if length < len(offsets):
                run = self.each("and", run, self.shifted(run, -step * (len(offsets) - length)))
            return run
        result = many if offsets[0] == 0 else self.shifted(many, -offsets[0])
        for offset in offsets[1:]:
            result = self.each("and", result, self.shifted(many, -offset))
        return result


def _costly(e: Expr) -> Iterator[Expr]:
    """The loops in an expression."""
    if e.loops:
        yield e
    for part in e.parts:
        yield from _costly(part)
