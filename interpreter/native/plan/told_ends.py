"""What can still be told of the end of a game, when only its last state is there."""

from __future__ import annotations

from gdl.model.build import cond
from gdl.model.nodes import Cond, Expr
from interpreter.graph.witnesses import is_forgotten


def remembered(e: Expr) -> Expr:
    """A text without what is said under conditions that can't be asked any more."""
    match e:
        case Cond():
            return remembered(e.other) if is_forgotten(e.condition) else cond(e.condition, e.then, remembered(e.other))
    return e
