"""Writing conditions as sets: all elements for which a condition holds, at once for the whole board.

Which condition is written in which way is decided in `plan.lifting`; here is one writer for each of its plans.
"""

from __future__ import annotations

from functools import singledispatch

from gdl.model.nodes import Var
from interpreter.native.lower.cells import cells_between
from interpreter.native.lower.context import Context
from interpreter.native.module.emitter import Words
from interpreter.native.module.multiword import split
from interpreter.native.plan.cells import Cells
from interpreter.native.plan.lifting import (
    Apart,
    Around,
    Cases,
    Compared,
    Joined,
    Lifted,
    Listed,
    Meets,
    Member,
    Not,
    Ray,
    Reaches,
    Uniform,
    Within,
)
from interpreter.native.plan.planner import Shifts

MAX_STEPS_AT_ONCE = 8
"""A ray of at most so many steps (times the words of a set) is written step by step; a longer one is a loop."""


@singledispatch
def lifted_set(plan: Lifted, ctx: Context, v: Var) -> Words:
    """All elements for which a condition holds (and perhaps positions that are no elements)."""
    raise TypeError(plan)


@lifted_set.register
def _uniform(plan: Uniform, ctx: Context, v: Var) -> Words:
    truth = ctx.atom(plan.condition)
    return tuple(ctx.select(truth, -1, 0) for _ in range(_width(ctx, v)))


@lifted_set.register
def _joined(plan: Joined, ctx: Context, v: Var) -> Words:
    result, *parts = [lifted_set(part, ctx, v) for part in plan.parts]
    for part in parts:
        result = ctx.each(plan.how, result, part)
    return result


@lifted_set.register
def _not(plan: Not, ctx: Context, v: Var) -> Words:
    return tuple(ctx.op("xor", w, -1) for w in lifted_set(plan.part, ctx, v))


@lifted_set.register
def _member(plan: Member, ctx: Context, v: Var) -> Words:
    return ctx.words(plan.many)


@lifted_set.register
def _reaches(plan: Reaches, ctx: Context, v: Var) -> Words:
    return _met(ctx, plan.relation, v, ctx.words(plan.many))


@lifted_set.register
def _within(plan: Within, ctx: Context, v: Var) -> Words:
    base = plan.outer.type.base
    rest = ctx.minus(ctx.domains.set(base, (1 << len(plan.outer.type.values)) - 1), ctx.words(plan.outer))
    return tuple(ctx.op("xor", w, -1) for w in _met(ctx, plan.relation, v, rest))


@lifted_set.register
def _meets(plan: Meets, ctx: Context, v: Var) -> Words:
    found: Words = (0,) * _width(ctx, v)
    for piece in plan.pieces:
        if isinstance(piece, Apart):
            some = ctx.some(ctx.words(piece.many))
            found = tuple(ctx.op("or", w, ctx.select(some, -1, 0)) for w in found)
            continue
        many = _cut(ctx, piece)
        if piece.ray is not None:
            many = _behind(ctx, piece.ray, many)
        found = ctx.each("or", found, _met(ctx, piece.relation, v, many))
    return found


@lifted_set.register
def _cells(plan: Cells, ctx: Context, v: Var) -> Words:
    return cells_between(ctx, plan, v)


@lifted_set.register
def _listed(plan: Listed, ctx: Context, v: Var) -> Words:
    return ctx.domains.set(v.type.base, plan.value)


@lifted_set.register
def _cases(plan: Cases, ctx: Context, v: Var) -> Words:
    wide = _width(ctx, v)
    total: Words = (0,) * wide
    for conditions in plan.alternatives:
        all_: Words = (-1,) * wide
        for condition in conditions:
            all_ = ctx.each("and", all_, lifted_set(condition, ctx, v))
        total = ctx.each("or", total, all_)
    return total


@lifted_set.register
def _compared(plan: Compared, ctx: Context, v: Var) -> Words:
    """All elements with a number of related ones; the numbers are added up digit by digit, for all at once (vertical
    counters: word i holds digit i of every element's number)."""
    k, wide = plan.number, _width(ctx, v)
    digits: list[Words] = []
    planes = _planes(ctx, plan.around.relation, v, _cut(ctx, plan.around))
    for plane in planes:
        carry = plane
        for i, digit in enumerate(digits):
            digits[i], carry = ctx.each("xor", digit, carry), ctx.each("and", digit, carry)
        if len(planes) >= 1 << len(digits):
            digits.append(carry)
    everything: Words = (-1,) * wide
    less: Words = (0,) * wide  # number < k, from the highest digit down
    equal = everything
    for i in reversed(range(max(len(digits), k.bit_length() if k > 0 else 0))):
        digit = digits[i] if i < len(digits) else (0,) * wide
        if k > 0 and k >> i & 1:
            less = ctx.each("or", less, ctx.minus(equal, digit))
            equal = ctx.each("and", equal, digit)
        else:
            equal = ctx.minus(equal, digit)
    if k < 0:
        less, equal = (0,) * wide, (0,) * wide
    if plan.sign == "=":
        return equal
    below = less if (plan.sign == "<") != plan.number_first else ctx.each("or", less, equal)
    return ctx.minus(everything, below) if plan.number_first else below


# ---- relations


def _width(ctx: Context, v: Var) -> int:
    return ctx.domains.words(v.type.base)


def _planes(ctx: Context, relation: Shifts, v: Var, many: Words) -> list[Words]:
    """For each shift of a relation: those elements of which the one so far away is in a set."""
    wide = _width(ctx, v)
    n = max(wide, len(many))
    planes = []
    for by, mask in relation.groups:
        moved = ctx.shifted(many + (0,) * (n - len(many)), -by)[:wide]
        planes.append(ctx.each("and", moved, split(mask, wide)))
    return planes


def _met(ctx: Context, relation: Shifts, v: Var, many: Words) -> Words:
    """All elements whose related ones have at least one in a set."""
    result: Words = (0,) * _width(ctx, v)
    for plane in _planes(ctx, relation, v, many):
        result = ctx.each("or", result, plane)
    return result


def _cut(ctx: Context, plan: Around) -> Words:
    """What may be met: everything, cut with some sets, or without them."""
    base = plan.related.type.base
    result: Words = ctx.domains.set(base, (1 << len(base)) - 1)  # type: ignore[arg-type]
    for cut, keep in plan.cuts:
        words = ctx.words(cut)
        result = ctx.each("and", result, words) if keep else ctx.minus(result, words)
    return result


def _behind(ctx: Context, ray: Ray, many: Words) -> Words:
    """The sites from which a ray, once there, comes to a set."""
    area = ctx.words(ray.area)
    if ray.longest * len(many) <= MAX_STEPS_AT_ONCE:
        only = ray.step.only
        if only:
            area = ctx.each("and", area, split(only[1], len(many)))
        for _ in range(ray.longest):
            back = ctx.shifted(many, -only[0]) if only else _met(ctx, ray.step, ray.variable, many)
            many = ctx.each("or", many, ctx.each("and", area, back))
        return many
    reached = tuple(ctx.copy(word) for word in many)
    with ctx.block("loop") as again:
        more = ctx.each("and", area, _met(ctx, ray.step, ray.variable, reached))
        new = ctx.some(ctx.minus(more, reached))
        for word, extra in zip(reached, more, strict=True):
            ctx.set(word, ctx.op("or", word, extra))
        ctx.leave(again, new)
    return reached
