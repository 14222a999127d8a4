"""Places in the plane, written with coordinates."""

from __future__ import annotations

from gdl.check.parts import Check
from gdl.check.scope import Scope
from gdl.model.build import op, table
from gdl.model.nodes import Expr
from gdl.model.shape import Shape
from gdl.model.types import PLACE, Size
from gdl.syntax import tree as t
from gdl.text.findings import fault


def place_of(check: Check, e: t.Expression, scope: Scope) -> Expr:
    """A place in the plane. A coordinate of another shape stands for the place of its element."""
    if isinstance(e, t.Binary) and e.operator in "+-*":
        a, b = place_of(check, e.left, scope), place_of(check, e.right, scope)
        if a.type == PLACE and b.type == PLACE and e.operator != "*":
            return op("place" + e.operator, PLACE, a, b)
        if PLACE in (a.type, b.type):
            number, where = (a, b) if b.type == PLACE else (b, a)
            if e.operator != "*" or not number.type.is_number:
                raise fault(
                    "B405",
                    e.span,
                    "places are added, subtracted, and multiplied by numbers",
                    "don't mix numbers with places; write `s.c` for a coordinate",
                )
            return op("place*", PLACE, number, where)
        return check.expr(e, scope)
    if isinstance(e, t.Call) and e.name.text == "around" and len(e.arguments) == 2:
        return op("around", PLACE, *(check.expr(a, scope) for a in e.arguments))
    value = check.expr(e, scope)
    base = value.type.base
    if isinstance(base, Shape) and value.type.size == Size.ONE:
        return table(base.places, PLACE, value)
    return value
