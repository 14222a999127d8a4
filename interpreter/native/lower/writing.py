"""Expressions: which function writes which."""

from __future__ import annotations

from typing import Any

from gdl.model.nodes import (
    After,
    Cond,
    Content,
    Distance,
    Expr,
    Fill,
    Get,
    Given,
    Height,
    Image,
    Layer,
    Op,
    Query,
    Repeats,
    Standing,
    Stuck,
    Table,
)
from interpreter.native.lower import stacks
from interpreter.native.lower.changes import after
from interpreter.native.lower.context import Context, Writers
from interpreter.native.lower.expressions import PLAIN_OPERATORS, cond, given
from interpreter.native.lower.floods import both_filled, distance, fill
from interpreter.native.lower.images import image
from interpreter.native.lower.queries import query
from interpreter.native.lower.reading import content, get, standing
from interpreter.native.lower.repetition import earlier
from interpreter.native.lower.run import go_on
from interpreter.native.lower.stuck import stuck
from interpreter.native.lower.tables import table
from interpreter.native.module.emitter import Unsupported


def write_stateless(ctx: Context, e: Expr) -> Any:
    """Write an expression that doesn't itself read the state."""
    match e:
        case Op():
            method = OPERATORS.get(e.name)
            if method is None:
                raise Unsupported(f"“{e.name}” in play")
            return method(ctx, e)
        case Table():
            return table(ctx, e)
        case Image():
            return image(ctx, e.masks, e.of.type.base, e.type.base, ctx.words(e.of))
        case Cond():
            return cond(ctx, e)
        case Given():
            return given(ctx, e)
        case Query():
            return query(ctx, e)
        case Fill():
            return fill(ctx, e)
        case Distance():
            return distance(ctx, e)
    raise Unsupported(f"{type(e).__name__} in play")


def write_expression(ctx: Context, e: Expr) -> Any:
    """Write the instructions for an expression."""
    match e:
        case Get():
            return get(ctx, e)
        case Standing():
            return standing(ctx, e)
        case Content():
            return content(ctx, e)
        case Height():
            return stacks.height(ctx, e)
        case Layer():
            return stacks.layer(ctx, e)
        case After():
            return after(ctx, e)
        case Stuck():
            return stuck(ctx)
        case Repeats():
            limit = None if e.within is None else ctx.atom(e.within)
            return earlier(ctx, ctx.model.repeats.index(e.row), limit)
    return write_stateless(ctx, e)


OPERATORS = {**PLAIN_OPERATORS, "both": both_filled}
WRITERS = Writers(go=go_on, write=write_expression)
