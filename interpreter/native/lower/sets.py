"""Operators on sets, word by word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.model.nodes import Expr, Op
from gdl.model.types import Base, Range, Size
from interpreter.native.lower.context import Context
from interpreter.native.module.emitter import Atom, Words


def _union(ctx: Context, e: Op) -> Words:
    return ctx.each("or", *map(ctx.words, e.operands))


def each_both(ctx: Context, e: Op) -> Words:
    """What is in all sets, each worked out whole."""
    return ctx.each("and", *map(ctx.words, e.operands))


def _minus(ctx: Context, e: Op) -> Words:
    return ctx.minus(*map(ctx.words, e.operands))


def _within(ctx: Context, e: Op) -> Atom:
    return ctx.op("eqz", ctx.joined(ctx.minus(*map(ctx.words, e.operands))))


def _some(ctx: Context, e: Op) -> Atom:
    return ctx.some(ctx.words(e.operands[0]))


def _count(ctx: Context, e: Op) -> Atom:
    return ctx.count(ctx.words(e.operands[0]))


def index(ctx: Context, one: Expr, base: Base) -> Atom:
    """The position of an element's bit."""
    return ctx.op("sub", ctx.atom(one), base.low) if base.low else ctx.atom(one)


def _member(ctx: Context, e: Op) -> Atom:
    one, many = e.operands
    return ctx.test(ctx.words(many), index(ctx, one, many.type.base))


def _single(ctx: Context, e: Op) -> Words:
    (one,) = e.operands
    bit = ctx.bit(index(ctx, one, e.type.base), ctx.width(e))
    if one.type.size == Size.ONE:
        return bit
    there = ctx.there(ctx.atom(one), isinstance(one.type.base, Range))
    return tuple(ctx.select(there, word, 0) for word in bit)


def _moved(ctx: Context, e: Op) -> Words:
    (of,) = e.operands
    words, wide = ctx.words(of), max(ctx.width(of), ctx.width(e))
    by = of.type.base.low - e.type.base.low
    moved = ctx.shifted(words + (0,) * (wide - len(words)), by)
    return moved[: ctx.width(e)]


def _narrow(ctx: Context, e: Op) -> Words:
    return ctx.each("and", _moved(ctx, e), ctx.domains.set(e.type.base, (1 << len(e.type.values)) - 1))


def _range(ctx: Context, e: Op) -> Words:
    low, high = (ctx.op("sub", ctx.atom(o), e.type.base.low) for o in e.operands)
    return ctx.span(low, high, ctx.width(e))


def _one_of(ctx: Context, e: Op, found: Any, condition: Any) -> Atom:
    words = ctx.words(e.operands[0])
    element = ctx.op("add", found(words), e.operands[0].type.base.low)
    return ctx.select(condition(words), element, ctx.nothing(e.type))


def _the(ctx: Context, e: Op) -> Atom:
    return _one_of(ctx, e, ctx.lowest, ctx.is_single)


def _least(ctx: Context, e: Op) -> Atom:
    return _one_of(ctx, e, ctx.lowest, ctx.some)


def _greatest(ctx: Context, e: Op) -> Atom:
    return _one_of(ctx, e, ctx.highest, ctx.some)


SET_OPERATORS: dict[str, Callable[[Context, Op], Any]] = {
    "union": _union,
    "minus": _minus,
    "within": _within,
    "some": _some,
    "count": _count,
    "member": _member,
    "single": _single,
    "narrow": _narrow,
    "range": _range,
    "the": _the,
    "least": _least,
    "greatest": _greatest,
    "rebase": _moved,
    "both": each_both,
}
"""What writes each operator of the model on sets."""
