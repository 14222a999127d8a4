"""Expressions that are written as others."""

from __future__ import annotations

from typing import Any

from gdl.model.nodes import Content, Expr, Fill, Given, Op, Table, Var, node
from gdl.model.types import Range, Size, Type


def direct(e: Given) -> Expr | None:
    """The same, if what may be missing is only looked up in a table: that has nothing for nothing."""
    parts = e.body.operands if isinstance(e.body, Op) and e.body.name == "both" else (e.body,)
    asked = [part for part in parts if e.variable in part.free]
    table = asked[0] if len(asked) == 1 else None
    if not isinstance(table, Table) or table.arguments != (e.variable,):
        return None
    nothing = {Size.MANY: 0, Size.MAYBE: -1}.get(table.type.size)
    if isinstance(e.variable.type.base, Range) or isinstance(table.type.base, Range) or table.values[-1] != nothing:
        return None
    found = node(Table, table.type, table.values, (e.value,))
    return found if e.body is table else node(Op, e.type, "both", tuple(found if p is table else p for p in parts))


def within_area(e: Fill) -> Expr:
    """What a filling reaches within its area."""
    return node(Op, e.type, "both", (e, e.area))


def owner_on(site: Var, owner: Expr) -> Expr:
    """Whose piece stands on a site, of the type of an owner that is sure."""
    return node(Content, owner.type.of_size(Size.MAYBE), "owner", site)


def by_numbers(e: Table, numbers: Any, count: int) -> Expr:
    """A table with so many numbers in place of its values."""
    return node(Table, Type(Range(0, count - 1)), numbers, e.arguments)
