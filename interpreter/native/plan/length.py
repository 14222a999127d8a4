"""How much code an expression becomes, about."""

from __future__ import annotations

from functools import lru_cache

from gdl.model.cost import most
from gdl.model.nodes import Expr, Query


@lru_cache(maxsize=10_000)
def length(e: Expr, few: int) -> int:
    """How many operators and other nodes are written: those under a name as often as there are things that it may stand
    for, if these are `few` at most, as then they are written one by one."""
    if not isinstance(e, Query):
        return 1 + sum(length(part, few) for part in e.parts)
    written, times = 1, 1
    for _, source in e.binders:
        written += times * length(source, few)
        times *= most(source) if most(source) <= few else 1
    return written + times * sum(length(part, few) for part in (e.where, *e.body))
