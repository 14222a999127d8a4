"""Queries: loops over tuples, or no loop where their conditions are sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gdl.model.nodes import Const, Expr, Query
from gdl.model.types import Size
from interpreter.native.lower.floods import unite
from interpreter.native.lower.lifting import lifted_set
from interpreter.native.lower.through import since
from interpreter.native.lower.tuples import all_hold, each_truth, elements_known, tuples
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import BEFORE_THE_GAME, NONE, Atom, Unsupported, Words
from interpreter.native.module.multiword import split
from interpreter.native.plan.lifting import Lifted
from interpreter.native.plan.occupied import one_set
from interpreter.native.plan.queries import (
    Always,
    AtOnce,
    Halved,
    LinesByShifts,
    LinesByTable,
    LinesJoined,
    Looped,
    OneByOne,
    WrittenOut,
    query_plan,
)
from interpreter.native.plan.while_writing import asked_first, doublings, known_as


def query(w: Writer, e: Query) -> Any:
    """A query's value."""
    plan = query_plan(w.facts.planner, e)
    match plan:
        case AtOnce():
            return _at_once(w, plan)
        case WrittenOut():
            return _written_out(w, e, plan)
        case OneByOne():
            things = w.words(plan.source)
            return _shortly(w, e, [*each_truth(w, plan.variable, plan.source, things, list(plan.conditions))])
        case Always():
            return 1
        case Halved():
            return _halved(w, e, plan)
        case LinesByShifts():
            return _lines(w, plan)
        case LinesJoined():
            return _joined_lines(w, plan)
        case LinesByTable():
            return _looked_up(w, plan.lines, plan.around)
    return _looped(w, e, plan)


def _halved(w: Writer, e: Query, plan: Halved) -> Any:
    """How high a pile is, or whether anything lies at its lowest place."""
    if plan.how == "some":
        return w.atom(known_as(plan.place, 1)(plan.filled))
    height = w.values.fresh(e.type)
    w.values.assign(height, 0)
    for step in plan.steps:
        with w.emit.scope("block", frozenset((plan.place,))):
            place = w.emit.copy(w.emit.op("add", height, step))
            w.emit.bind(plan.place, place)
            w.emit.set(height, w.emit.select(w.atom(plan.filled), place, height))
    return height


def _looped(w: Writer, e: Query, plan: Looped) -> Any:
    """Tuple after tuple."""
    if plan.before is not None:
        w.words(plan.before)
    if e.how == "list":
        raise Unsupported("a list of values in play", BEFORE_THE_GAME)
    is_set = e.how == "union"
    if e.how == "some":
        result = w.emit.copy(0, "i32")
        with w.emit.block() as done:

            def found(_: list[Any]) -> None:
                w.emit.set(result, 1)
                w.emit.leave(done)

            tuples(w, plan.binders, plan.where, found)
        return result
    start: Any = (0,) * w.values.width(e) if is_set else 0 if e.how in ("count", "sum") else NONE
    total = w.values.fresh(e.type)
    w.values.assign(total, start)
    tuples(w, plan.binders, plan.where, lambda _: _take(w, e, total))
    return total


def _take(w: Writer, e: Query, total: Any) -> None:
    """What a query does with one tuple."""
    if e.how == "count":
        w.emit.set(total, w.emit.op("add", total, 1))
        return
    (body,) = e.body
    if e.how == "union":
        unite(w, total, body, e)
        return
    a = w.atom(body)
    there = w.values.there(a, True) if body.type.size != Size.ONE else 1
    if e.how == "sum":
        w.emit.set(total, w.emit.op("add", total, w.emit.select(there, a, 0)))
        return
    better = w.emit.op("gt_s" if e.how == "max" else "lt_s", a, total)
    better = w.emit.truth("or", better, w.emit.op("eq", total, NONE))
    w.emit.set(total, w.emit.select(w.emit.truth("and", better, there), a, total))


def _at_once(w: Writer, plan: AtOnce) -> Any:
    """A query over one name whose conditions are sets of its elements, without a loop."""
    many = w.words(plan.source)
    first, others = asked_first(plan.conditions)

    def cut(many: Words, conditions: Sequence[Lifted]) -> Words:
        for condition in conditions:
            many = w.sets.each("and", many, lifted_set(condition, w, plan.variable))
        return many

    if first:  # what holds for none is not worked out
        found = tuple(w.emit.copy(0) for _ in many)
        truth: Atom = 1
        for one in first:
            truth = w.emit.truth("and", truth, w.atom(one.condition))
        w.emit.when(truth, lambda: w.values.assign(found, cut(many, others)))
        many = found
    else:
        many = cut(many, others)
    if plan.how == "some":
        return w.sets.some(many)
    return w.sets.count(many) if plan.how == "count" else many


def _written_out(w: Writer, e: Query, plan: WrittenOut) -> Words:
    """A union over a few things: each is worked out, and counts if its condition holds."""
    variable, source = plan.variable, plan.source
    base = source.type.base
    total: Words = (0,) * w.values.width(e)
    for i in elements_known(w, source, w.facts.domains.set(base, source.value)):
        known = known_as(variable, i + base.low)
        with w.emit.scope("block", frozenset((variable,))):
            w.emit.bind(variable, w.facts.domains.element(base, i + base.low))
            truth = all_hold(w, map(known, plan.conditions))
            if isinstance(truth, int) and not truth:
                continue
            more = w.words(known(plan.body))
            total = w.sets.each("or", total, tuple(w.emit.select(truth, word, 0) for word in more))
    return total


def _shortly(w: Writer, e: Query, truths: list[tuple[int, Atom]]) -> Any:
    """A query over a few things, each looked at without a branch."""
    if e.how == "some":
        some: Atom = 0
        for _, truth in truths:
            some = w.emit.truth("or", some, truth)
        return some
    if e.how == "count":
        count: Atom = 0
        for _, truth in truths:
            count = w.emit.op("add", count, w.emit.extended(truth))
        return count
    found: Words = (0,) * w.values.width(e)
    for at, truth in truths:
        bits = w.sets.bit(at, len(found))
        found = w.sets.each("or", found, tuple(w.emit.select(truth, word, 0) for word in bits))
    return found


def _lines(w: Writer, plan: LinesByShifts) -> Atom:
    """Whether one of many sets lies within a set: sets of the same form are tried together, by shifts."""
    around = w.words(plan.around)

    def anywhere() -> Atom:
        found: Words = (0,) * len(around)
        for form, firsts in plan.forms:
            found = w.sets.each("or", found, w.sets.each("and", _formed(w, around, form), split(firsts, len(around))))
        return w.sets.some(found)

    slot = one_set(w.facts.layout, plan.around)
    if (
        plan.through is None
        or slot not in w.held.watches
        or w.held.watching.setdefault(slot, plan.lines) is not plan.lines
    ):
        return anywhere()
    return since(w, slot, plan.through, around, anywhere)


def _joined_lines(w: Writer, plan: LinesJoined) -> Words:
    """The union of the sets that lie within a set."""
    around = w.words(plan.around)
    total: Words = (0,) * len(around)
    for form, firsts in plan.forms:
        begun = w.sets.each("and", _formed(w, around, form), split(firsts, len(around)))
        total = w.sets.each("or", total, begun)
        for offset in range(1, form.bit_length()):
            if form >> offset & 1:
                total = w.sets.each("or", total, w.sets.shifted(begun, offset))
    for mask in plan.lone:
        line = split(mask, len(around))
        whole = w.sets.equal(w.sets.each("and", around, line), line)
        total = w.sets.each("or", total, tuple(w.emit.select(whole, word, 0) for word in line))
    return total


def _looked_up(w: Writer, lines: Const, around: Expr) -> Atom:
    """The same for a small set: a table with an entry for every set that there may be."""
    base = lines.type.base
    masks = [w.facts.domains.mask(base, held) for held in lines.value]
    held = bytes(any(line & ~many == 0 for line in masks) for many in range(1 << w.facts.domains.size(base)))
    w.emit.wrapped(w.words(around)[0])
    w.emit.put(("i32.load8_u", w.facts.memory.constant(held)))
    found = w.emit.kept("i32")
    found.is_loaded = True
    return found


def _formed(w: Writer, many: Words, form: int) -> Words:
    """The elements from which a form lies within a set."""
    shifts = doublings(form)
    if shifts is not None:
        run = many
        for by in shifts:
            run = w.sets.each("and", run, w.sets.shifted(run, -by))
        return run
    first, *offsets = (i for i in range(form.bit_length()) if form >> i & 1)
    result = w.sets.shifted(many, -first) if first else many
    for offset in offsets:
        result = w.sets.each("and", result, w.sets.shifted(many, -offset))
    return result
