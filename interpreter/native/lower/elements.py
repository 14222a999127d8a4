"""Elements of a shape by their coordinates, and steps made several times at once."""

from __future__ import annotations

from gdl.model.nodes import Op
from gdl.model.shape import Shape
from gdl.model.types import Size, Type
from interpreter.native.lower.tables import table
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom
from interpreter.native.plan.steps import LookedUp, element_table, power_plan
from interpreter.native.record.domains import cell


def element(w: Writer, e: Op) -> Atom:
    """The element with these coordinates: a table over all coordinates."""
    shape, emit = e.type.base, w.emit
    assert isinstance(shape, Shape)
    plan = element_table(shape, w.facts.domains)
    inside: Atom = 1
    index: Atom = 0
    for operand, low, length in zip(e.operands, plan.lows, plan.lengths, strict=True):
        a = emit.op("sub", w.atom(operand), low)
        fits = emit.truth("and", emit.op("ge_s", a, 0), emit.op("lt_s", a, length))
        inside = emit.truth("and", inside, fits)
        index = emit.op("add", emit.op("mul", index, length), a)
    layout = cell(w.facts.domains, Type(shape, Size.MAYBE))
    address = w.facts.memory.constant(b"".join(map(layout.encode, plan.held)))
    return emit.select(inside, w.values.load(layout, emit.select(inside, index, 0), address), -1)


def power(w: Writer, e: Op) -> Atom:
    """Where so many steps in a direction lead to: looked up, or made one by one."""
    direction, times, site = e.operands
    plan, emit = power_plan(e), w.emit
    if isinstance(plan, LookedUp):
        many = w.atom(times)
        many = emit.select(emit.op("lt_s", many, plan.most), many, plan.most - 1)
        many = emit.select(emit.op("gt_s", many, 0), many, 0)
        with emit.scope("block", frozenset((plan.times,))):
            emit.bind(plan.times, many)
            return w.atom(plan.table)
    at, left = emit.copy(w.atom(site)), emit.copy(w.atom(times))
    w.code(direction)
    with emit.block() as done, emit.block("loop", frozenset((plan.at,))) as again:
        emit.leave(done, emit.op("le_s", left, 0))
        emit.bind(plan.at, at)
        emit.set(at, table(w, plan.table))
        emit.set(left, emit.op("sub", left, 1))
        emit.leave(again)
    return at
