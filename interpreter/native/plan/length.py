"""How much code an expression becomes, about."""

from __future__ import annotations

from gdl.model.cost import most
from gdl.model.nodes import Expr, Query
from interpreter.native.plan.lifting import MAX_SMALL
from interpreter.native.plan.planner import Planner


def length(planner: Planner, e: Expr) -> int:
    """How many operators and other nodes are written: those under a name as often as there are things that it may stand
    for, if these are so few that they are written one by one."""
    return planner.once((e, "length"), lambda: _length(planner, e))


def _length(planner: Planner, e: Expr) -> int:
    if not isinstance(e, Query):
        return 1 + sum(length(planner, part) for part in e.parts)
    written, times, few = 1, 1, planner.at_most(MAX_SMALL)
    for _, source in e.binders:
        written += times * length(planner, source)
        times *= most(source) if most(source) <= few else 1
    return written + times * sum(length(planner, part) for part in (e.where, *e.body))
