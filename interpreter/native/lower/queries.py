"""Queries: loops over tuples, or no loop where their conditions are sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gdl.model.build import FALSE, TRUE, conjuncts
from gdl.model.families import Holding, holding
from gdl.model.nodes import Const, Expr, Query, Var
from gdl.model.sharing import due, shared
from gdl.model.types import Base, Size
from gdl.passes.specialise import Specialiser
from interpreter.native.lower.context import Context
from interpreter.native.lower.facts import learn
from interpreter.native.lower.floods import unite
from interpreter.native.lower.lifting import lifted_set
from interpreter.native.lower.tables import unplaced
from interpreter.native.lower.through import since, watched_slot
from interpreter.native.module.emitter import MASK, NONE, Atom, Loc, Slot, Unsupported, Words
from interpreter.native.module.multiword import split
from interpreter.native.plan.choices import narrowed
from interpreter.native.plan.lifting import MAX_SMALL, Lifted, Uniform, cells_within
from interpreter.native.plan.queries import (
    MAX_UNROLLED,
    Always,
    AtOnce,
    LinesByShifts,
    LinesByTable,
    LinesJoined,
    Looped,
    OneByOne,
    WrittenOut,
    is_helped,
    query_plan,
)

MIN_CELLS = 17
"""From so many cells on that would be compared, it is asked first whether that is needed: more than one vector."""
Binders = Sequence[tuple[Var, Expr]]


# ---- loops over tuples


def tuples(
    ctx: Context,
    binders: Binders,
    where: Expr,
    take: Callable[[list[Any]], None],
    writes: frozenset[Slot] = frozenset(),
) -> None:
    """Loops over all tuples, in order, the last name fastest; `take` gets the values of the names."""
    if where is not FALSE:
        _loops(ctx, list(binders), conjuncts(where), take, writes, [])


def _loops(
    ctx: Context,
    binders: list[tuple[Var, Expr]],
    conditions: list[Expr],
    take: Callable[[list[Any]], None],
    writes: frozenset[Slot],
    held: list[Any],
) -> None:
    pending = frozenset(v for v, _ in binders)
    ready, left = due(conditions, pending)
    if ready:
        under(ctx, ready, lambda: _loops(ctx, binders, left, take, writes, held))
        return
    if not binders:
        take(held)
        return
    (variable, source), *rest = binders
    if source.type.size == Size.FAMILY:
        found = holding(variable, source, conditions, pending)
        left = conditions if found is None else list(found.left)
        _family(ctx, variable, source, found, lambda value: _loops(ctx, rest, left, take, writes, [*held, value]))
        return
    lifted, conditions = narrowed(ctx.planner, variable, conditions, frozenset(v for v, _ in rest))
    many, base = ctx.words(source), source.type.base
    for one in lifted:
        many = ctx.each("and", many, lifted_set(one, ctx, variable))
    most = ctx.planner.at_most(MAX_SMALL if is_helped(variable, conditions) else MAX_UNROLLED)
    if isinstance(source, Const) and source.value.bit_count() <= most and are_known(many):
        for i in elements_known(ctx, source, many):
            known = Specialiser({}, {variable: i + base.low})
            left = [x for c in conditions if (x := known(c)) is not TRUE]
            others = [(v, known(e)) for v, e in rest]
            if any(c is FALSE for c in left):
                continue
            with ctx.scope("block", frozenset((variable,)), writes):
                value = ctx.domains.element(base, i + base.low)
                ctx.scopes[-1].values[variable] = value
                _loops(ctx, others, left, take, writes, [*held, value])
        return
    with ctx.elements(many, base.low, frozenset((variable,)), writes) as (element, _):
        ctx.scopes[-1].values[variable] = element
        if not writes:
            learn(ctx, variable, source)
        _loops(ctx, rest, conditions, take, writes, [*held, element])


def are_known(many: Words) -> bool:
    """Whether the words of a set are numbers known now."""
    return all(isinstance(w, int) for w in many)


def elements_known(ctx: Context, source: Const, many: Words) -> list[int]:
    """The elements of a set that are still there in what is left of it, both known now."""
    mask = sum((w & MASK) << 64 * j for j, w in enumerate(many) if isinstance(w, int))
    left = ctx.domains.unmask(source.type.base, mask)
    return [i for i in range(source.value.bit_length()) if source.value & left & 1 << i]


def each_truth(
    ctx: Context, variable: Var, source: Const, many: Words, conditions: list[Expr]
) -> Iterator[tuple[int, Atom]]:
    """For each of a few things (those of `source` in `many`) the position of its bit, and whether all conditions hold
    for it."""
    base = source.type.base
    for i in elements_known(ctx, source, many):
        known = Specialiser({}, {variable: i + base.low})
        with ctx.scope("block", frozenset((variable,))):
            element = ctx.domains.element(base, i + base.low)
            ctx.scopes[-1].values[variable] = element
            truth: Atom = 1
            for c in conditions:
                truth = ctx.truth("and", truth, ctx.atom(known(c)))
            yield element - base.low, truth


def under(ctx: Context, conditions: list[Expr], then: Callable[[], None]) -> None:
    """Instructions under conditions, tested in turn."""
    cheap = [c for c in conditions if not c.heavy]
    together: Atom = 1
    for c in cheap:
        together = ctx.truth("and", together, ctx.atom(c))
    costly = [c for c in conditions if c.heavy]

    def inner() -> None:
        if costly:
            for part in shared(costly):
                ctx.code(part)
            ctx.when(ctx.atom(costly[0]), lambda: under(ctx, costly[1:], then))
        else:
            then()

    ctx.when(together, inner)


def _family(
    ctx: Context, variable: Var, source: Expr, found: Holding | None, body: Callable[[Words], None]
) -> None:
    """A loop over a family of sets, or over those that hold some element."""
    if not isinstance(source, Const):
        raise Unsupported("a family of sets that depends on the state",
                          "go through all its sets, and ask in `where`")  # fmt: skip
    base = source.type.base
    words = ctx.domains.words(base)
    element: Atom | None = None if found is None else ctx.atom(found.element)
    end: Atom
    if found is not None and isinstance(element, Loc):
        address, at, end = _of_element(ctx, base, found, element)
    else:
        kept = found.rows[unplaced(ctx, base, element)] if found and isinstance(element, int) else source.value
        sets: list[Words] = [ctx.domains.set(base, mask) for mask in kept]
        if len(sets) <= ctx.planner.at_most(MAX_UNROLLED):
            for one in sets:
                with ctx.scope("block", frozenset((variable,))):
                    ctx.scopes[-1].values[variable] = one
                    body(one)
            return
        address, at, end = ctx.memory.constant(_packed(sets)), ctx.copy(0), 8 * words * len(sets)
    with ctx.block() as done, ctx.block("loop", frozenset((variable,))) as again:
        ctx.leave(done, ctx.op("ge_s", at, end))
        loaded = []
        for j in range(words):
            ctx.wrapped(at)
            ctx.put(("i64.load", address + 8 * j))
            loaded.append(ctx.kept())
        ctx.set(at, ctx.op("add", at, 8 * words))
        ctx.scopes[-1].values[variable] = tuple(loaded)
        body(tuple(loaded))
        ctx.leave(again)


def _of_element(ctx: Context, base: Base, found: Holding, element: Atom) -> tuple[int, Loc, Atom]:
    """Where the sets lie that hold an element: an address, and from where to where beyond it.

    The elements' rows follow each other in the order of their positions, that of nothing first; a table says where each
    of them begins.
    """
    rows = {position: found.rows[i] for i, position in enumerate(ctx.domains.positions(base))}
    begins, sets = b"", b""
    for position in range(-1, ctx.domains.size(base) + 1):
        begins += len(sets).to_bytes(8, "little")
        sets += _packed([ctx.domains.set(base, mask) for mask in rows.get(position, ())])
    begins_at, address = ctx.memory.constant(begins), ctx.memory.constant(sets)

    def begin(further: int) -> Loc:
        ctx.wrapped(ctx.op("shl", ctx.op("add", element, further), 3))
        ctx.put(("i64.load", begins_at))
        return ctx.kept()

    return address, begin(1), begin(2)


def _packed(sets: list[Words]) -> bytes:
    return b"".join((w & MASK).to_bytes(8, "little") for one in sets for w in one if isinstance(w, int))


# ---- queries


def query(ctx: Context, e: Query) -> Any:
    """A query's value."""
    plan = query_plan(ctx.planner, e)
    match plan:
        case AtOnce():
            return _at_once(ctx, plan)
        case WrittenOut():
            return _written_out(ctx, e, plan)
        case OneByOne():
            things = ctx.words(plan.source)
            return _shortly(ctx, e, [*each_truth(ctx, plan.variable, plan.source, things, list(plan.conditions))])
        case Always():
            return 1
        case LinesByShifts():
            return _lines(ctx, plan)
        case LinesJoined():
            return _joined_lines(ctx, plan)
        case LinesByTable():
            return _looked_up(ctx, plan.lines, plan.around)
    return _looped(ctx, e, plan)


def _looped(ctx: Context, e: Query, plan: Looped) -> Any:
    """Tuple after tuple."""
    if plan.before is not None:
        ctx.words(plan.before)
    if e.how == "list":
        raise Unsupported("a list of values in play")
    is_set = e.how == "union"
    if e.how == "some":
        result = ctx.copy(0, "i32")
        with ctx.block() as done:

            def found(_: list[Any]) -> None:
                ctx.set(result, 1)
                ctx.leave(done)

            tuples(ctx, plan.binders, plan.where, found)
        return result
    start: Any = (0,) * ctx.width(e) if is_set else 0 if e.how in ("count", "sum") else NONE
    total = ctx.fresh(e.type)
    ctx.assign(total, start)
    tuples(ctx, plan.binders, plan.where, lambda _: _take(ctx, e, total))
    return total


def _take(ctx: Context, e: Query, total: Any) -> None:
    """What a query does with one tuple."""
    if e.how == "count":
        ctx.set(total, ctx.op("add", total, 1))
        return
    (body,) = e.body
    if e.how == "union":
        unite(ctx, total, body, e)
        return
    a = ctx.atom(body)
    there = ctx.there(a, True) if body.type.size != Size.ONE else 1
    if e.how == "sum":
        ctx.set(total, ctx.op("add", total, ctx.select(there, a, 0)))
        return
    better = ctx.op("gt_s" if e.how == "max" else "lt_s", a, total)
    better = ctx.truth("or", better, ctx.op("eq", total, NONE))
    ctx.set(total, ctx.select(ctx.truth("and", better, there), a, total))


def _at_once(ctx: Context, plan: AtOnce) -> Any:
    """A query over one name whose conditions are sets of its elements, without a loop."""
    many = ctx.words(plan.source)
    same = [c for c in plan.conditions if isinstance(c, Uniform)]
    sets = [c for c in plan.conditions if not isinstance(c, Uniform)]

    def cut(many: Words, conditions: Sequence[Lifted]) -> Words:
        for condition in conditions:
            many = ctx.each("and", many, lifted_set(condition, ctx, plan.variable))
        return many

    if same and sum(map(cells_within, sets)) >= MIN_CELLS:  # what holds for none is not worked out
        found = tuple(ctx.copy(0) for _ in many)
        truth: Atom = 1
        for one in same:
            truth = ctx.truth("and", truth, ctx.atom(one.condition))
        ctx.when(truth, lambda: ctx.assign(found, cut(many, sets)))
        many = found
    else:
        many = cut(many, plan.conditions)
    if plan.how == "some":
        return ctx.some(many)
    return ctx.count(many) if plan.how == "count" else many


def _written_out(ctx: Context, e: Query, plan: WrittenOut) -> Words:
    """A union over a few things: each is worked out, and counts if its condition holds."""
    variable, source = plan.variable, plan.source
    base = source.type.base
    total: Words = (0,) * ctx.width(e)
    for i in range(source.value.bit_length()):
        if source.value >> i & 1:
            known = Specialiser({}, {variable: i + base.low})
            with ctx.scope("block", frozenset((variable,))):
                ctx.scopes[-1].values[variable] = ctx.domains.element(base, i + base.low)
                truth: Atom = 1
                for c in plan.conditions:
                    truth = ctx.truth("and", truth, ctx.atom(known(c)))
                more = ctx.words(known(plan.body))
                total = ctx.each("or", total, tuple(ctx.select(truth, w, 0) for w in more))
    return total


def _shortly(ctx: Context, e: Query, truths: list[tuple[int, Atom]]) -> Any:
    """A query over a few things, each looked at without a branch."""
    if e.how == "some":
        some: Atom = 0
        for _, truth in truths:
            some = ctx.truth("or", some, truth)
        return some
    if e.how == "count":
        count: Atom = 0
        for _, truth in truths:
            count = ctx.op("add", count, ctx.extended(truth))
        return count
    found: Words = (0,) * ctx.width(e)
    for at, truth in truths:
        bits = ctx.bit(at, len(found))
        found = ctx.each("or", found, tuple(ctx.select(truth, w, 0) for w in bits))
    return found


def _lines(ctx: Context, plan: LinesByShifts) -> Atom:
    """Whether one of many sets lies within a set: sets of the same form are tried together, by shifts."""
    around = ctx.words(plan.around)

    def anywhere() -> Atom:
        found: Words = (0,) * len(around)
        for form, firsts in plan.forms:
            found = ctx.each("or", found, ctx.each("and", _formed(ctx, around, form), split(firsts, len(around))))
        return ctx.some(found)

    slot = None if plan.through is None else watched_slot(ctx, plan.around)
    if plan.through is None or slot is None or ctx.watching.setdefault(slot, plan.lines) is not plan.lines:
        return anywhere()
    return since(ctx, slot, plan.through, around, anywhere)


def _joined_lines(ctx: Context, plan: LinesJoined) -> Words:
    """The union of the sets that lie within a set."""
    around = ctx.words(plan.around)
    total: Words = (0,) * len(around)
    for form, firsts in plan.forms:
        begun = ctx.each("and", _formed(ctx, around, form), split(firsts, len(around)))
        total = ctx.each("or", total, begun)
        for offset in range(1, form.bit_length()):
            if form >> offset & 1:
                total = ctx.each("or", total, ctx.shifted(begun, offset))
    for mask in plan.lone:
        line = split(mask, len(around))
        whole = ctx.equal(ctx.each("and", around, line), line)
        total = ctx.each("or", total, tuple(ctx.select(whole, word, 0) for word in line))
    return total


def _looked_up(ctx: Context, lines: Const, around: Expr) -> Atom:
    """The same for a small set: a table with an entry for every set that there may be."""
    base = lines.type.base
    masks = [ctx.domains.mask(base, held) for held in lines.value]
    held = bytes(any(line & ~many == 0 for line in masks) for many in range(1 << ctx.domains.size(base)))
    ctx.wrapped(ctx.words(around)[0])
    ctx.put(("i32.load8_u", ctx.memory.constant(held)))
    return ctx.kept("i32")


def _formed(ctx: Context, many: Words, form: int) -> Words:
    """The elements from which a form lies within a set. For a row, by doubling: two in a row, four, eight (as programs
    for connect-four look for lines)."""
    offsets = [i for i in range(form.bit_length()) if form >> i & 1]
    step = offsets[1] if len(offsets) > 1 else 0
    if offsets == [step * i for i in range(len(offsets))] and len(offsets) > 2:
        run, length = many, 1  # a row: runs of twice the length, as long as they fit
        while 2 * length <= len(offsets):
            run = ctx.each("and", run, ctx.shifted(run, -step * length))
            length *= 2
        if length < len(offsets):
            run = ctx.each("and", run, ctx.shifted(run, -step * (len(offsets) - length)))
        return run
    result = many if offsets[0] == 0 else ctx.shifted(many, -offsets[0])
    for offset in offsets[1:]:
        result = ctx.each("and", result, ctx.shifted(many, -offset))
    return result
