"""Rays: what is reached from one site straight on, until something is in the way.

Where each step leads to a higher position, or each to a lower one, the whole ray is looked up and cut at the lowest, or
the highest, bit of what is in the way: some instructions without a branch (chess programs call it the classical
approach to sliding attacks). Any other ray is walked.
"""

from __future__ import annotations

from gdl.model.nodes import Fill, Table
from interpreter.native.lower.tables import table
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Words
from interpreter.native.plan.fills import RayByTable, RayWalked

HIGHEST = -1 << 63


def ray(w: Writer, e: Fill, plan: RayByTable | RayWalked) -> Words:
    """From one site step by step, until something outside the area, or the beginning, is met."""
    if isinstance(plan, RayWalked):
        return _walked(w, e)
    area = w.words(e.area)  # the tables are read here: before a condition it may be in vain
    return _cut_short(w, table(w, plan.whole), area, table(w, plan.rises))


def _cut_short(w: Writer, whole: Words, area: Words, rises: Atom) -> Words:
    """Of rays that rise or fall, what comes before anything outside the area, and the first of that."""
    ends = w.sets.minus(whole, area)
    if isinstance(rises, int):
        return w.sets.each("and", whole, _up_to_lowest(w, ends) if rises else _down_to_highest(w, ends))
    up, down = _up_to_lowest(w, ends), _down_to_highest(w, ends)
    return w.sets.each("and", whole, tuple(w.emit.select(rises, a, b) for a, b in zip(up, down, strict=True)))


def _up_to_lowest(w: Writer, ends: Words) -> Words:
    """The lowest bit and all below; everything if there is none."""
    seen = [w.emit.op("xor", end, w.emit.op("sub", end, 1)) for end in ends]
    for j in range(1, len(ends)):
        seen[j] = w.emit.select(w.sets.some(ends[:j]), 0, seen[j])
    return tuple(seen)


def _down_to_highest(w: Writer, ends: Words) -> Words:
    """The highest bit and all above; everything if there is none."""
    highest = [w.emit.op("shr_u", HIGHEST, w.emit.op("clz", w.emit.op("or", end, 1))) for end in ends]
    seen = [w.emit.op("sub", 0, bit) for bit in highest]
    for j in range(len(ends) - 1):
        seen[j] = w.emit.select(w.sets.some(ends[j + 1 :]), 0, seen[j])
    return tuple(seen)


def _walked(w: Writer, e: Fill) -> Words:
    """Step by step."""
    assert isinstance(e.step, Table)
    at, area = w.emit.copy(w.atom(e.start)), w.words(e.area)
    result = tuple(w.emit.copy(0) for _ in area)
    for argument in e.step.arguments[:-1]:
        w.code(argument)
    with w.emit.block() as done, w.emit.block("loop", frozenset((e.variable,))) as again:
        w.emit.leave(done, w.emit.op("lt_s", at, 0))
        w.emit.leave(done, w.sets.test(result, at))
        for word, more in zip(result, w.sets.bit(at, len(area)), strict=True):
            w.emit.set(word, w.emit.op("or", word, more))
        w.emit.leave(done, w.emit.negated(w.sets.test(area, at)))
        w.emit.bind(e.variable, at)
        w.emit.set(at, table(w, e.step))
        w.emit.leave(again)
    return result
