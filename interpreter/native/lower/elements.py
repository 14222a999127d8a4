"""Elements of a shape by their coordinates, and steps made several times at once."""

from __future__ import annotations

from functools import lru_cache

from gdl.model.model import Shape
from gdl.model.nodes import Op, Table, Var
from gdl.model.types import Plain, Range, Size, Type
from interpreter.native.lower.tables import table
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Unsupported
from interpreter.native.record.domains import cell

MAX_ELEMENT_TABLE = 65_536
"""Entries of a table over all coordinates: 64 to 256 KB, which are written into the module."""
MAX_POWER = 32
"""So many steps that may be made at once are looked up; more, as on a ring, are made one by one."""
Steps = tuple[tuple[int, ...], ...]


def element(w: Writer, e: Op) -> Atom:
    """The element with these coordinates: a table over all coordinates."""
    shape = e.type.base
    assert isinstance(shape, Shape)
    ranges = [type_.base for type_, _ in shape.coordinates.values()]
    lows = [base.low for base in ranges]
    lengths = [len(base) for base in ranges if not isinstance(base, Plain)]
    count = 1
    for length in lengths:
        count *= length
    if len(lengths) != len(ranges) or count > MAX_ELEMENT_TABLE:
        raise Unsupported(f"looking for elements of {shape.name} by such coordinates")
    held = [-1] * count
    for key, i in shape.at.items():
        at = 0
        for k, low, length in zip(key, lows, lengths, strict=True):
            at = at * length + k - low
        held[at] = w.facts.domains.element(shape, i)
    inside: Atom = 1
    index: Atom = 0
    for operand, low, length in zip(e.operands, lows, lengths, strict=True):
        a = w.emit.op("sub", w.atom(operand), low)
        fits = w.emit.truth("and", w.emit.op("ge_s", a, 0), w.emit.op("lt_s", a, length))
        inside = w.emit.truth("and", inside, fits)
        index = w.emit.op("add", w.emit.op("mul", index, length), a)
    layout = cell(w.facts.domains, Type(shape, Size.MAYBE))
    address = w.facts.memory.constant(b"".join(map(layout.encode, held)))
    return w.emit.select(inside, w.values.load(layout, w.emit.select(inside, index, 0), address), -1)


def power(w: Writer, e: Op) -> Atom:
    """Where so many steps in a direction lead to: looked up, or made one by one."""
    direction, times, site = e.operands
    shape = e.type.base
    assert isinstance(shape, Shape)
    steps = (*shape.padded_steps, (-1,) * (len(shape) + 1))
    if ways := _powers(steps):
        steps_made = Var(Type(Range(0, len(ways) - 1), Size.ONE), "steps")
        many = w.atom(times)
        many = w.emit.select(w.emit.op("lt_s", many, len(ways)), many, len(ways) - 1)
        many = w.emit.select(w.emit.op("gt_s", many, 0), many, 0)
        with w.emit.scope("block", frozenset((steps_made,))):
            w.emit.bind(steps_made, many)
            return w.atom(Table(Type(shape, Size.MAYBE), ways, (steps_made, direction, site)))
    variable = Var(site.type.of_size(Size.MAYBE), "at")
    step = Table(Type(shape, Size.MAYBE), steps, (direction, variable))
    at, left = w.emit.copy(w.atom(site)), w.emit.copy(w.atom(times))
    w.code(direction)
    with w.emit.block() as done, w.emit.block("loop", frozenset((variable,))) as again:
        w.emit.leave(done, w.emit.op("le_s", left, 0))
        w.emit.bind(variable, at)
        w.emit.set(at, table(w, step))
        w.emit.set(left, w.emit.op("sub", left, 1))
        w.emit.leave(again)
    return at


@lru_cache
def _powers(steps: Steps) -> tuple[Steps, ...]:
    """Where 0, 1, 2, … steps lead to from each element, until it is nowhere; empty if there are too many of them."""
    found = [tuple((*range(len(row) - 1), -1) for row in steps)]
    while any(at >= 0 for row in found[-1] for at in row):
        if len(found) == MAX_POWER or len(found) * len(steps) * len(steps[0]) > MAX_ELEMENT_TABLE:
            return ()
        found.append(tuple(tuple(row[at] for at in made) for row, made in zip(steps, found[-1], strict=True)))
    return tuple(found)
