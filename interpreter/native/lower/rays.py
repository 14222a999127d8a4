"""Rays: what is reached from one site straight on, until something is in the way.

Where each step leads to a higher position, or each to a lower one, the whole ray is looked up and cut at the lowest, or
the highest, bit of what is in the way: some instructions without a branch (chess programs call it the classical
approach to sliding attacks). Any other ray is walked.
"""

from __future__ import annotations

from gdl.model.nodes import Fill, Table
from interpreter.native.lower.context import Context
from interpreter.native.lower.tables import table
from interpreter.native.module.emitter import Atom, Words
from interpreter.native.plan.fills import RayByTable, RayWalked

HIGHEST = -1 << 63


def ray(ctx: Context, e: Fill, plan: RayByTable | RayWalked) -> Words:
    """From one site step by step, until something outside the area, or the beginning, is met."""
    if isinstance(plan, RayWalked):
        return _walked(ctx, e)
    area = ctx.words(e.area)  # the tables are read here: before a condition it may be in vain
    return _cut_short(ctx, table(ctx, plan.whole), area, table(ctx, plan.rises))


def _cut_short(ctx: Context, whole: Words, area: Words, rises: Atom) -> Words:
    """Of rays that rise or fall, what comes before anything outside the area, and the first of that."""
    ends = ctx.minus(whole, area)
    if isinstance(rises, int):
        return ctx.each("and", whole, _up_to_lowest(ctx, ends) if rises else _down_to_highest(ctx, ends))
    up, down = _up_to_lowest(ctx, ends), _down_to_highest(ctx, ends)
    return ctx.each("and", whole, tuple(ctx.select(rises, a, b) for a, b in zip(up, down, strict=True)))


def _up_to_lowest(ctx: Context, ends: Words) -> Words:
    """The lowest bit and all below; everything if there is none."""
    seen = [ctx.op("xor", end, ctx.op("sub", end, 1)) for end in ends]
    for j in range(1, len(ends)):
        seen[j] = ctx.select(ctx.some(ends[:j]), 0, seen[j])
    return tuple(seen)


def _down_to_highest(ctx: Context, ends: Words) -> Words:
    """The highest bit and all above; everything if there is none."""
    highest = [ctx.op("shr_u", HIGHEST, ctx.op("clz", ctx.op("or", end, 1))) for end in ends]
    seen = [ctx.op("sub", 0, bit) for bit in highest]
    for j in range(len(ends) - 1):
        seen[j] = ctx.select(ctx.some(ends[j + 1 :]), 0, seen[j])
    return tuple(seen)


def _walked(ctx: Context, e: Fill) -> Words:
    """Step by step."""
    assert isinstance(e.step, Table)
    at, area = ctx.copy(ctx.atom(e.start)), ctx.words(e.area)
    result = tuple(ctx.copy(0) for _ in area)
    for argument in e.step.arguments[:-1]:
        ctx.code(argument)
    with ctx.block() as done, ctx.block("loop", frozenset((e.variable,))) as again:
        ctx.leave(done, ctx.op("lt_s", at, 0))
        ctx.leave(done, ctx.test(result, at))
        for word, more in zip(result, ctx.bit(at, len(area)), strict=True):
            ctx.set(word, ctx.op("or", word, more))
        ctx.leave(done, ctx.negated(ctx.test(area, at)))
        ctx.scopes[-1].values[e.variable] = at
        ctx.set(at, table(ctx, e.step))
        ctx.leave(again)
    return result
