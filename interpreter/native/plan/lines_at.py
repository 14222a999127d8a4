"""Whether a site is in a line that lies within a set, as a mill is: the lines through each site stand in a table.

There are few of them, so none of the others are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

from gdl.model.nodes import Expr, Op, Query
from gdl.model.types import Size
from interpreter.native.plan.planner import Planner
from interpreter.native.plan.queries import LinesJoined, query_plan

MAX_LINES = 4
"""Lines through one site, at most."""


@dataclass(frozen=True)
class LinesAt:
    """`masks`: for each position the lines through it, as many for each: some are repeated."""

    masks: tuple[tuple[int, ...], ...]
    site: Expr
    around: Expr


def lines_at(planner: Planner, e: Op) -> LinesAt | None:
    """The plan for “a site is in the union of the lines within a set”; None if it isn't that, if a set takes more than
    one word, if more lines go through a site, or none."""
    site, many = e.operands
    if not isinstance(many, Query) or site.type.size != Size.ONE or many.type.base.low:
        return None
    base, plan = many.type.base, query_plan(planner, many)
    if not isinstance(plan, LinesJoined) or planner.domains.words(base) > 1:
        return None
    lines = [*plan.lone, *(form << at for form, firsts in plan.forms for at in range(64) if firsts >> at & 1)]
    through = [[line for line in lines if line >> at & 1] for at in range(planner.domains.size(base))]
    most = max(map(len, through))
    if most > MAX_LINES or not all(through[at] for at in planner.domains.positions(base)):
        return None
    return LinesAt(tuple((*here, *here[:1] * (most - len(here))) or (0,) * most for here in through), site, plan.around)
