"""The one table of which function checks which form of expression."""

from __future__ import annotations

from gdl.check.attributes import dot
from gdl.check.builtins import CALLS
from gdl.check.calls import call
from gdl.check.expressions import NOTED, family_or_expr, text_of
from gdl.check.hints import ONE_LINE
from gdl.check.names import named
from gdl.check.operators import binary, unary
from gdl.check.parts import Check, Forms, no_family
from gdl.check.queries import comprehension, element, quantified, set_of
from gdl.check.scope import Scope, Thing
from gdl.check.shapes import add_directions, make_shape
from gdl.check.statements import after
from gdl.model.build import FALSE, MAX_RANGE, TRUE, TooWide, const
from gdl.model.nodes import Const, Expr
from gdl.model.types import Range, Type
from gdl.syntax import tree as t
from gdl.text.findings import fault


def expr_of(check: Check, e: t.Expression, scope: Scope) -> Expr:
    """The checked expression; a kind of piece is the sites where it stands."""
    return no_family(family_or_expr(check, e, scope), e)


def value_of(check: Check, e: t.Expression, scope: Scope) -> Expr | Thing:
    """The checked expression, in which a piece is still a piece."""
    value = _value(check, e, scope)
    if isinstance(value, Const):
        check.memo.budget.value(value, e.span)
    check.trace.value(e, value, isinstance(e, NOTED))
    return value


def _value(check: Check, e: t.Expression, scope: Scope) -> Expr | Thing:
    try:
        match e:
            case t.Name():
                return named(check, e, scope)
            case t.Integer():
                if e.value > 1_000_000_000:
                    raise fault("T308", e.span, "this number is larger than 1,000,000,000, the limit",
                                "write a smaller number")
                return const(Type(Range(e.value, e.value)), e.value)
            case t.Truth():
                return TRUE if e.value else FALSE
            case t.Text():
                return text_of(check, e, scope)
            case t.Call():
                return call(check, e, scope)
            case t.Dot():
                return dot(check, e, scope)
            case t.Element():
                return element(check, e, scope)
            case t.Set():
                return set_of(check, e, scope)
            case t.Comprehension():
                return comprehension(check, e, scope)
            case t.Unary():
                return unary(check, e, scope)
            case t.Quantified():
                return quantified(check, e, scope)
            case t.After():
                return after(check, e, scope)
            case t.Binary():
                return binary(check, e, scope)
    except TooWide as wide:
        hint = f"at most {MAX_RANGE:,} apart; use smaller ranges, or compare the numbers themselves; {ONE_LINE}"
        raise fault("T332", e.span, str(wide), hint) from None
    if isinstance(e, t.Recent):
        raise fault("T325", e.span, "`within k` as an argument works only at the end of `repeats`",
                    "write `repeats(piece, next, within 8)`, for example")
    raise fault("T325", e.span, "`… for x in S` works only in `sum`, `max`, `min` and `count`",
                "put it into one of them, or write a set: `{s.r for s in mine}`")


FORMS = Forms(expr=expr_of, make_shape=make_shape, add_directions=add_directions, value=value_of, functions=CALLS)
