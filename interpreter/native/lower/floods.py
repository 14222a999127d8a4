"""Filling: everything that is reached from many sites at once."""

from __future__ import annotations

from functools import reduce

from gdl.model.nodes import Distance, Expr, Fill, Op, node
from gdl.model.types import Range, Size
from interpreter.native.lower.context import Context
from interpreter.native.lower.images import write_image
from interpreter.native.lower.rays import ray
from interpreter.native.lower.sets import each_both, index
from interpreter.native.module.emitter import NONE, Atom, Loc, Words
from interpreter.native.plan.fills import Flood, RayByTable, RayWalked, distance_plan, fill_plan


def fill(ctx: Context, e: Fill) -> Words:
    """Everything that is reached: by steps of whole sets, or along a ray."""
    plan = fill_plan(ctx.planner, e)
    if isinstance(plan, RayByTable | RayWalked):
        return ray(ctx, e, plan)
    if isinstance(plan, Flood):
        within = ctx.words(node(Op, e.type, "both", (e, e.area)))
        return ctx.each("or", ctx.words(e.start), write_image(ctx, plan.step, e.type.base, within))
    area, v = ctx.words(e.area), e.variable
    reached = tuple(ctx.copy(word) for word in ctx.words(e.start))
    front = tuple(ctx.copy(word) for word in reached)
    with ctx.block() as done, ctx.block("loop", frozenset((v,))) as again:
        for word, allowed in zip(front, area, strict=True):
            ctx.set(word, ctx.op("and", word, allowed))
        ctx.leave(done, ctx.op("eqz", ctx.joined(front)))
        total = tuple(ctx.copy(0) for _ in front)
        with ctx.elements(front, 0, frozenset((v,))) as (element, _):
            ctx.scopes[-1].values[v] = element
            unite(ctx, total, e.step, e)
        for word, new, old in zip(front, total, reached, strict=True):
            ctx.set(word, ctx.op("and", new, ctx.op("xor", old, -1)))
            ctx.set(old, ctx.op("or", old, word))
        ctx.leave(again)
    return reached


def distance(ctx: Context, e: Distance) -> Loc:
    """The steps to the goal: front by front, until one meets it."""
    area, goal, origin, v = ctx.words(e.area), ctx.words(e.goal), ctx.words(e.origin), e.variable
    front, reached = tuple(map(ctx.copy, origin)), tuple(map(ctx.copy, origin))
    steps, result = ctx.copy(0), ctx.copy(NONE)
    plan = distance_plan(ctx.planner, e)
    with ctx.block() as done:
        with ctx.block() as found:
            ctx.leave(found, _meets(ctx, front, goal))
            with ctx.block("loop", frozenset((v,))) as again:
                ctx.leave(done, ctx.op("eqz", ctx.joined(front)))
                if plan is not None:
                    total = write_image(ctx, plan, v.type.base, front)
                else:
                    united = tuple(ctx.copy(0) for _ in front)
                    with ctx.elements(front, 0, frozenset((v,))) as (element, _):
                        ctx.scopes[-1].values[v] = element
                        unite(ctx, united, e.step, e.area)
                    total = united
                for word, new, old in zip(front, total, reached, strict=True):
                    ctx.set(word, ctx.op("and", new, ctx.op("xor", old, -1)))
                    ctx.set(old, ctx.op("or", old, word))
                ctx.set(steps, ctx.op("add", steps, 1))
                ctx.leave(found, _meets(ctx, front, goal))
                for word, allowed in zip(front, area, strict=True):
                    ctx.set(word, ctx.op("and", word, allowed))
                ctx.leave(again)
        ctx.set(result, steps)
    return result


def _meets(ctx: Context, some: Words, others: Words) -> Atom:
    """Whether two sets have something in common."""
    return ctx.negated(ctx.op("eqz", ctx.joined(ctx.each("and", some, others))))


def both_filled(ctx: Context, e: Op) -> Words:
    """What is in all sets. Of what is reached within an area, the rest needn't be worked out."""
    for of in e.operands:
        plan = fill_plan(ctx.planner, of) if isinstance(of, Fill) and of.area in e.operands else None
        if isinstance(of, Fill) and isinstance(plan, Flood):
            if len(e.operands) == 2:
                return _within(ctx, of, plan)
            within = ctx.words(node(Op, e.type, "both", (of, of.area)))
            others = [ctx.words(o) for o in e.operands if o is not of and o is not of.area]
            return reduce(lambda a, b: ctx.each("and", a, b), others, within)
    return each_both(ctx, e)


def _within(ctx: Context, e: Fill, plan: Flood) -> Words:
    """What is reached within the area, front by front.

    What was reached last time is reached again where start and area have only grown since: a stone more on the
    board, and the next filling takes a step or two.
    """
    start, area = ctx.words(e.start), ctx.words(e.area)
    wide = len(area)
    front, reached = tuple(ctx.copy(word) for word in start), tuple(ctx.copy(0) for _ in start)
    last = ctx.memory.reserve(8 * 3 * wide) if ctx.remembers and plan.continues else None
    if last is not None:
        old = [tuple(_word_at(ctx, last + 8 * (wide * i + j)) for j in range(wide)) for i in range(3)]
        lost = ctx.each("or", ctx.minus(old[0], start), ctx.minus(old[1], area))
        has_grown = ctx.op("eqz", ctx.joined(lost))
        for word, again_reached in zip(front, old[2], strict=True):
            ctx.set(word, ctx.op("or", word, ctx.select(has_grown, again_reached, 0)))
    with ctx.block() as done, ctx.block("loop") as again:
        for word, allowed, before in zip(front, area, reached, strict=True):
            ctx.set(word, ctx.op("and", word, ctx.op("and", allowed, ctx.op("xor", before, -1))))
        ctx.leave(done, ctx.op("eqz", ctx.joined(front)))
        for word, new in zip(reached, front, strict=True):
            ctx.set(word, ctx.op("or", word, new))
        for word, step in zip(front, write_image(ctx, plan.step, e.type.base, front), strict=True):
            ctx.set(word, step)
        ctx.leave(again)
    if last is not None:
        for i, held in enumerate((*start, *area, *reached)):
            ctx.put(("i32.const", last + 8 * i))
            ctx.push(held)
            ctx.put(("i64.store", 0))
    return reached


def _word_at(ctx: Context, address: int) -> Loc:
    ctx.put(("i32.const", address), ("i64.load", 0))
    return ctx.kept()


def unite(ctx: Context, total: tuple[Loc, ...], body: Expr, whole: Expr) -> None:
    """Add a thing, or a set of things, to a set."""
    if body.type.size == Size.MANY:
        more = ctx.words(body)
    else:
        base = whole.type.base
        more = ctx.bit(index(ctx, body, base), len(total))
        if body.type.size == Size.MAYBE:
            there = ctx.there(ctx.atom(body), isinstance(base, Range))
            more = tuple(ctx.select(there, word, 0) for word in more)
    for word, extra in zip(total, more, strict=True):
        ctx.set(word, ctx.op("or", word, extra))
