"""Queries: loops over tuples, and the set of all elements for which a condition holds, worked out all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gdl.build import FALSE, TRUE, as_masks, conjuncts
from gdl.meaning import shift_groups
from gdl.nodes import Const, Expr, Fill, Given, Op, Query, Table, Var, node
from gdl.types import TRUTHS, Plain, Range, Size
from interpreter.native.domains import Domains
from interpreter.native.emitter import NONE, Atom, Loc, Slot, Unsupported, Words
from interpreter.native.expressions import Expressions
from interpreter.native.memory import Memory
from interpreter.native.multiword import split
from interpreter.native.specialise import Specialiser, inside
from interpreter.native.wasm import Function

MAX_UNROLLED = 4
MAX_SMALL = 8
MAX_SHORT = 12
MAX_TABLED = 12
"""Positions of a set of which every value may have an entry in a table."""
MAX_GROUPS = 16
MAX_STEPS_AT_ONCE = 8

Binders = Sequence[tuple[Var, Expr]]


class Queries(Expressions):
    """Writes queries and fillings."""

    def __init__(self, function: Function, domains: Domains, memory: Memory) -> None:
        super().__init__(function, domains, memory)
        self._lifting: dict[tuple[Expr, Var], bool] = {}
        self._split: dict[tuple[Expr, Var], list[list[Expr]]] = {}

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
            self._loops(rest, conditions, take, writes, [*held, element])

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

    def unite(self, total: tuple[Loc, ...], body: Expr, whole: Expr) -> None:
        """Add a thing, or a set of things, to a set."""
        if body.type.size == Size.MANY:
            more = self.words(body)
        else:
            base = whole.type.base
            more = self.bit(self.index(body, base), len(total))
            if body.type.size == Size.MAYBE:
                there = self.there(self.atom(body), isinstance(base, Range))
                more = tuple(self.select(there, word, 0) for word in more)
        for word, extra in zip(total, more, strict=True):
            self.set(word, self.op("or", word, extra))

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

    # ---- conditions as sets

    def liftable(self, c: Expr, v: Var) -> bool:
        """Whether `lifted` will do; it writes nothing."""
        key = (c, v)
        if key not in self._lifting:
            self._lifting[key] = self._can_lift(c, v)
        return self._lifting[key]

    def _can_lift(self, c: Expr, v: Var) -> bool:
        if v not in c.free:
            return not c.heavy
        match c:
            case Op(name="and" | "or" | "not"):
                return all(self.liftable(o, v) for o in c.operands)
            case Op(name="member"):
                one, many = c.operands
                return v not in many.free and (one is v or self.relation(one, v) is not None)
            case Op(name="within"):
                inner, outer = c.operands
                return v not in outer.free and self.relation(inner, v) is not None
            case Op(name="some"):
                parts = _united(c.operands[0])
                return all(v not in p.free or self._meeting(p, v) is not None for p in parts)
            case Op(name="<" | "<=" | "="):
                return self._counted(c, v) is not None
            case Table():
                return c.type.base is TRUTHS and c.arguments == (v,)
            case Query(how="some"):
                cases = self._alternatives(c, v)
                return cases != [[c]] and all(self.liftable(part, v) for parts in cases for part in parts)
            case Given():
                body = c.body
                return (isinstance(body, Op) and body.name == "member" and body.operands[0] is c.variable
                        and not body.operands[1].free & {v, c.variable} and self.relation(c.value, v) is not None)  # fmt: skip
        return False

    def lifted(self, c: Expr, v: Var) -> Words | None:
        """All elements for which a condition holds (and perhaps positions that are no elements)."""
        if not self.liftable(c, v):
            return None
        wide = self.domains.words(v.type.base)
        if v not in c.free:
            truth = self.atom(c)
            return tuple(self.select(truth, -1, 0) for _ in range(wide))
        match c:
            case Op(name="and" | "or"):
                parts = [self.lifted(o, v) for o in c.operands]
                result = parts[0]
                for part in parts[1:]:
                    assert result is not None
                    assert part is not None
                    result = self.each(c.name, result, part)
                return result
            case Op(name="not"):
                inner = self.lifted(c.operands[0], v)
                assert inner is not None
                return tuple(self.op("xor", w, -1) for w in inner)
            case Op(name="member"):
                one, many = c.operands
                return self.words(many) if one is v else self._met(one, v, self.words(many))
            case Op(name="within"):
                inside, outer = c.operands
                rest = self.minus(
                    self.domains.set(outer.type.base, (1 << len(outer.type.values)) - 1), self.words(outer)
                )
                return tuple(self.op("xor", w, -1) for w in self._met(inside, v, rest))
            case Op(name="some"):
                found: Words = (0,) * wide
                for part in _united(c.operands[0]):
                    if v in part.free:
                        found = self.each("or", found, self._meets(part, v))
                    else:
                        some = self.some(self.words(part))
                        found = tuple(self.op("or", w, self.select(some, -1, 0)) for w in found)
                return found
            case Op():
                return self._compared(c, v)
            case Query():
                total: Words = (0,) * wide
                for parts in self._alternatives(c, v):
                    one: Words = (-1,) * wide
                    for part in parts:
                        lifted = self.lifted(part, v)
                        assert lifted is not None
                        one = self.each("and", one, lifted)
                    total = self.each("or", total, one)
                return total
            case Table():
                return self.domains.set(v.type.base, sum(1 << i for i in range(len(v.type.values)) if c.values[i]))
            case Given():
                assert isinstance(c.body, Op)
                return self._met(c.value, v, self.words(c.body.operands[1]))
        return None

    def _alternatives(self, c: Query, v: Var) -> list[list[Expr]]:
        """“There is one” over a few things: for each of them the conditions that must hold."""
        key = (c, v)
        if key not in self._split:
            self._split[key] = self._find_cases(c)
        return self._split[key]

    def _find_cases(self, c: Query) -> list[list[Expr]]:
        (name, source), *rest = c.binders
        base = source.type.base
        if source.type.size == Size.FAMILY or isinstance(base, Plain) or len(base) > MAX_SMALL:
            return [[c]] if c.binders else []  # not liftable: it is its own condition
        where = c.where if not rest else node(Query, c.type, "some", tuple(rest), c.where, ())
        found = []
        for i in range(len(base)):
            known = Specialiser({}, {name: i + base.low})
            parts = [inside(source, i), *(known(x) for x in conjuncts(where))]
            if FALSE not in parts:
                found.append([p for p in parts if p is not TRUE])
        return found

    def relation(self, e: Expr, v: Var) -> tuple[int, ...] | None:
        """A static function of `v` as a mask for each position; None if it isn't, or if it takes too many shifts."""
        while isinstance(e, Op) and e.name in ("single", "same"):
            (e,) = e.operands
        if not (isinstance(e, Table) and e.arguments == (v,)) or isinstance(v.type.base, Range | Plain):
            return None
        if isinstance(e.type.base, Range | Plain):
            return None
        key = (e, "relation")
        if key not in self.memory.cut:
            masks = [0] * self.domains.size(v.type.base)
            for i, position in enumerate(self.domains.positions(v.type.base)):
                held = e.values[i]
                one = held if e.type.size == Size.MANY else 0 if held < 0 else 1 << held
                masks[position] = self.domains.mask(e.type.base, one)
            fits = shift_groups(tuple(masks), MAX_GROUPS) is not None
            self.memory.cut[key] = (tuple(masks), None) if fits else (None, None)
        found: tuple[int, ...] | None = self.memory.cut[key][0]
        return found

    def _planes(self, e: Expr, v: Var, many: Words) -> list[Words]:
        """For each shift of the relation `e`: those elements of which the one so far away is in a set."""
        masks = self.relation(e, v)
        assert masks is not None
        groups = shift_groups(masks, MAX_GROUPS)
        assert groups is not None
        wide = self.domains.words(v.type.base)
        n = max(wide, len(many))
        planes = []
        for by, mask in groups:
            moved = self.shifted(many + (0,) * (n - len(many)), -by)[:wide]
            planes.append(self.each("and", moved, split(mask, wide)))
        return planes

    def _met(self, e: Expr, v: Var, many: Words) -> Words:
        """All elements whose related ones have at least one in a set."""
        result: Words = (0,) * self.domains.words(v.type.base)
        for plane in self._planes(e, v, many):
            result = self.each("or", result, plane)
        return result

    def _meeting(self, e: Expr, v: Var) -> tuple[Expr, list[tuple[Expr, bool]]] | None:
        """A set as a relation of `v`, cut with sets that don't depend on it (True), or without them (False)."""
        if v not in e.free:
            return None
        if self.relation(e, v) is not None:
            return e, []
        if isinstance(e, Fill) and e.start.type.size != Size.MANY and v not in e.area.free | e.step.free:
            going = self.relation(e.step, e.variable) is not None and self.relation(e.start, v) is not None
            return (e, []) if going else None
        if isinstance(e, Op) and e.name in ("both", "minus"):
            a, b = e.operands
            for x, y, keep in ((a, b, e.name == "both"), (b, a, True)):
                if v not in y.free and (found := self._meeting(x, v)) and (keep or x is a) and (
                        e.name == "both" or x is a):  # fmt: skip
                    return found[0], [*found[1], (y, keep)]
        return None

    def _parts(self, e: Expr, v: Var) -> tuple[Expr, Words]:
        found = self._meeting(e, v)
        assert found is not None
        relation, cuts = found
        base = e.type.base
        many = self.domains.set(base, (1 << len(base)) - 1)  # type: ignore[arg-type]
        result: Words = many  # type: ignore[assignment]
        for cut, keep in cuts:
            words = self.words(cut)
            result = self.each("and", result, words) if keep else self.minus(result, words)
        return relation, result

    def _meets(self, e: Expr, v: Var) -> Words:
        relation, many = self._parts(e, v)
        if not isinstance(relation, Fill):
            return self._met(relation, v, many)
        return self._met(relation.start, v, self._behind(relation, many))

    def _behind(self, ray: Fill, many: Words) -> Words:
        """The sites from which a ray, once there, comes to a set."""
        area = self.words(ray.area)
        length = self._longest(ray)
        if length * len(many) <= MAX_STEPS_AT_ONCE:
            for _ in range(length):
                many = self.each("or", many, self.each("and", area, self._met(ray.step, ray.variable, many)))
            return many
        reached = tuple(self.copy(word) for word in many)
        with self.block("loop") as again:
            more = self.each("and", area, self._met(ray.step, ray.variable, reached))
            new = self.some(self.minus(more, reached))
            for word, extra in zip(reached, more, strict=True):
                self.set(word, self.op("or", word, extra))
            self.leave(again, new)
        return reached

    def _longest(self, ray: Fill) -> int:
        """How many steps in a row a ray can make, at most."""
        masks = self.relation(ray.step, ray.variable)
        assert masks is not None
        front, steps = (1 << len(masks)) - 1, 0
        while front and steps <= len(masks):
            front, steps = sum(1 << i for i, mask in enumerate(masks) if mask & front), steps + 1
        return steps - 1

    def _counted(self, c: Op, v: Var) -> tuple[Expr, str, int, bool] | None:
        """A comparison of a number of related elements with a constant: (set, sign, constant, constant first)."""
        a, b = c.operands
        for x, y, first in ((a, b, False), (b, a, True)):
            if (isinstance(y, Const) and isinstance(y.type.base, Range) and isinstance(x, Op) and x.name == "count"
                    and y.value is not None and self._meeting(x.operands[0], v)):  # fmt: skip
                return x.operands[0], c.name, y.value, first
        return None

    def _compared(self, c: Op, v: Var) -> Words:
        """All elements with a number of related ones; the numbers are added up bit by bit, for all at once."""
        found = self._counted(c, v)
        assert found is not None
        many, sign, k, first = found
        relation, around = self._parts(many, v)
        wide = self.domains.words(v.type.base)
        digits: list[Words] = []
        planes = self._planes(relation, v, around)
        for plane in planes:
            carry = plane
            for i, digit in enumerate(digits):
                digits[i], carry = self.each("xor", digit, carry), self.each("and", digit, carry)
            if len(planes) >= 1 << len(digits):
                digits.append(carry)
        everything: Words = (-1,) * wide
        less: Words = (0,) * wide  # number < k, from the highest digit down
        equal = everything
        for i in reversed(range(max(len(digits), k.bit_length() if k > 0 else 0))):
            digit = digits[i] if i < len(digits) else (0,) * wide
            if k > 0 and k >> i & 1:
                less = self.each("or", less, self.minus(equal, digit))
                equal = self.each("and", equal, digit)
            else:
                equal = self.minus(equal, digit)
        if k < 0:
            less, equal = (0,) * wide, (0,) * wide
        if sign == "=":
            return equal
        below = less if (sign == "<") != first else self.each("or", less, equal)
        return self.minus(everything, below) if first else below

    # ---- filling

    def fill(self, e: Fill) -> Words:
        """Everything that is reached: by steps of whole sets, or along a ray."""
        if e.start.type.size != Size.MANY:
            return self._ray(e)
        area, v = self.words(e.area), e.variable
        reached = tuple(self.copy(word) for word in self.words(e.start))
        front = tuple(self.copy(word) for word in reached)
        with self.block() as done, self.block("loop", frozenset((v,))) as again:
            for word, allowed in zip(front, area, strict=True):
                self.set(word, self.op("and", word, allowed))
            self.leave(done, self.op("eqz", self.joined(front)))
            if isinstance(e.step, Table) and e.step.arguments == (v,):
                step = self.image(e.step.values[:-1], v.type.base, e.type.base, front)
            else:
                step = tuple(self.copy(0) for _ in front)
                with self.elements(front, 0, frozenset((v,))) as (element, _):
                    self.scopes[-1].values[v] = element
                    self.unite(step, e.step, e)
            for word, new, old in zip(front, step, reached, strict=True):
                self.set(word, self.op("and", new, self.op("xor", old, -1)))
                self.set(old, self.op("or", old, word))
            self.leave(again)
        return reached

    def _straight(self, e: Fill, length: int) -> Words:
        """A ray that is always the same shift: step by step, without asking whether it has ended."""
        assert isinstance(e.step, Table)
        start, area = self.atom(e.start), self.words(e.area)
        there = self.op("ge_s", start, 0)
        front: Words = tuple(self.select(there, word, 0) for word in self.bit(start, len(area)))
        result, masks = front, as_masks(e.step.values[:-1], e.step.type)
        for _ in range(length - 1):
            front = self.image(masks, e.variable.type.base, e.type.base, self.each("and", front, area))
            result = self.each("or", result, front)
        return result

    def _ray(self, e: Fill) -> Words:
        """From one site step by step, until something outside the area, or the beginning, is met."""
        assert isinstance(e.step, Table)
        wide = self.width(e)
        masks = self.relation(e.step, e.variable)
        if masks is not None and len(shift_groups(masks, MAX_GROUPS) or ()) == 1:
            length = self._longest(e)
            if length * wide <= MAX_STEPS_AT_ONCE:
                return self._straight(e, length)
        at, area = self.copy(self.atom(e.start)), self.words(e.area)
        result = tuple(self.copy(0) for _ in range(wide))
        for argument in e.step.arguments[:-1]:
            self.code(argument)
        with self.block() as done, self.block("loop", frozenset((e.variable,))) as again:
            self.leave(done, self.op("lt_s", at, 0))
            self.leave(done, self.test(result, at))
            for word, more in zip(result, self.bit(at, wide), strict=True):
                self.set(word, self.op("or", word, more))
            self.leave(done, self.negated(self.test(area, at)))
            self.scopes[-1].values[e.variable] = at
            self.set(at, self._table(e.step))
            self.leave(again)
        return result


def _costly(e: Expr) -> Iterator[Expr]:
    """The loops in an expression."""
    if e.loops:
        yield e
    for part in e.parts:
        yield from _costly(part)


def _united(e: Expr) -> list[Expr]:
    """The parts of a union."""
    if isinstance(e, Op) and e.name == "union":
        return [part for o in e.operands for part in _united(o)]
    return [e]
