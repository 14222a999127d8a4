"""What can still be told of the end of a game, when only its last state is there."""

from __future__ import annotations

from gdl.model.build import cond
from gdl.model.nodes import After, Cond, Expr, Repeats, Stuck, within
from interpreter.graph.witnesses import reads_locals


def remembered(e: Expr) -> Expr:
    """A text without what is said under conditions that can't be asked any more."""
    match e:
        case Cond():
            return remembered(e.other) if is_lost(e.condition) else cond(e.condition, e.then, remembered(e.other))
    return e


def is_lost(e: Expr) -> bool:
    """Whether what it depends on isn't known any more where the game has ended."""
    return reads_locals(e) or any(isinstance(part, Stuck | Repeats | After) for part in within(e))
