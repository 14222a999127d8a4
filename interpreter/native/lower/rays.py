"""Rays: what is reached from one site straight on, until something is in the way.

Where each step leads to a higher position, or each to a lower one, the whole ray is looked up and cut at the lowest, or
the highest, bit of what is in the way: some instructions without a branch. Any other ray is walked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from gdl.model.nodes import Fill, Table
from gdl.model.types import TRUTHS, Plain, Range, Size, Type
from interpreter.native.lower.context import Context
from interpreter.native.lower.expressions import table
from interpreter.native.module.emitter import Atom, Words

MAX_BYTES = 1 << 16
"""Tables of rays are no larger."""
HIGHEST = -1 << 63


def ray(ctx: Context, e: Fill) -> Words:
    """From one site step by step, until something outside the area, or the beginning, is met."""
    key = (e.start, e.step, "ray")
    if key not in ctx.memory.cut:
        ctx.memory.cut[key] = _tables(ctx, e), None
    tables: tuple[Table, Table] | None = ctx.memory.cut[key][0]
    if tables is None:
        return _walked(ctx, e)
    whole, rises = tables
    area = ctx.words(e.area)  # the tables are read here: before a condition it may be in vain
    return _cut_short(ctx, table(ctx, whole), area, table(ctx, rises))


def _tables(ctx: Context, e: Fill) -> tuple[Table, Table] | None:
    """Whole rays, and whether their steps rise; None if there are no such tables."""
    assert isinstance(e.step, Table)
    *outer, _ = e.step.arguments
    if isinstance(e.type.base, Range | Plain):
        return None
    found = _deep(_whole, len(outer), e.step.values)
    if None in _leaves(found, len(outer)):
        return None
    masks, start = _deep(lambda row: row[0], len(outer), found), e.start
    if isinstance(start, Table) and start.arguments[:-1] == (*outer,):  # a step, and straight on from there
        masks = _deep(_from, len(outer), masks, start.values)
        start = start.arguments[-1]
    if ctx.width(e) * 8 * sum(map(len, _leaves(masks, len(outer)))) > MAX_BYTES:
        return None
    rises = _deep(lambda row: row[1], len(outer), found)
    return Table(e.type, masks, (*outer, start)), Table(Type(TRUTHS, Size.ONE), rises, (*outer,))


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


@lru_cache
def _whole(steps: tuple[int, ...]) -> tuple[tuple[int, ...], bool] | None:
    """What is reached from each element by these steps, and from nothing; and whether all steps rise. None if some rise
    and some fall. (Positions are in the order of the elements.)"""
    rises = all(to > at for at, to in enumerate(steps[:-1]) if to >= 0)
    if not rises and any(to >= at for at, to in enumerate(steps[:-1])):
        return None
    masks = [0] * len(steps)
    for at in sorted(range(len(steps) - 1), reverse=rises):
        masks[at] = 1 << at | masks[steps[at]]
    return tuple(masks), rises


def _from(masks: tuple[int, ...], first: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(masks[at] for at in first)


def _deep(of: Callable[..., Any], depth: int, *nested: Any) -> Any:
    """A function of what nested tuples hold at a depth."""
    return of(*nested) if depth == 0 else tuple(_deep(of, depth - 1, *parts) for parts in zip(*nested, strict=True))


def _leaves(nested: Any, depth: int) -> list[Any]:
    """What nested tuples hold at a depth."""
    return [nested] if depth == 0 else [leaf for part in nested for leaf in _leaves(part, depth - 1)]
