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
from interpreter.native.lower.backwards import some
from interpreter.native.lower.changes import after
from interpreter.native.lower.expressions import PLAIN_OPERATORS, cond, given
from interpreter.native.lower.floods import both_filled, distance, fill
from interpreter.native.lower.images import image
from interpreter.native.lower.queries import query
from interpreter.native.lower.reading import content, get, standing
from interpreter.native.lower.repetition import earlier
from interpreter.native.lower.stuck import stuck
from interpreter.native.lower.tables import table
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import BEFORE_THE_GAME, Unsupported


def write_stateless(w: Writer, e: Expr) -> Any:
    """Write an expression that doesn't itself read the state."""
    match e:
        case Op():
            method = OPERATORS.get(e.name)
            if method is None:
                raise Unsupported(f"“{e.name}” in play", BEFORE_THE_GAME)
            return method(w, e)
        case Table():
            return table(w, e)
        case Image():
            return image(w, e.masks, e.of.type.base, e.type.base, w.words(e.of))
        case Cond():
            return cond(w, e)
        case Given():
            return given(w, e)
        case Query():
            return query(w, e)
        case Fill():
            return fill(w, e)
        case Distance():
            return distance(w, e)
    raise Unsupported(f"{type(e).__name__} in play", BEFORE_THE_GAME)


def write_expression(w: Writer, e: Expr) -> Any:
    """Write the instructions for an expression."""
    match e:
        case Get():
            return get(w, e)
        case Standing():
            return standing(w, e)
        case Content():
            return content(w, e)
        case Height():
            return stacks.height(w, e)
        case Layer():
            return stacks.layer(w, e)
        case After():
            return after(w, e)
        case Stuck():
            return stuck(w)
        case Repeats():
            limit = None if e.within is None else w.atom(e.within)
            return earlier(w, w.facts.model.repeats.index(e.row), limit)
    return write_stateless(w, e)


OPERATORS = {**PLAIN_OPERATORS, "both": both_filled, "some": some}
