"""All forms of expressions: which function checks which."""

from __future__ import annotations

from gdl.check.attributes import dot
from gdl.check.builtins import CALLS
from gdl.check.calls import call
from gdl.check.context import Context, Forms, no_family
from gdl.check.expressions import NOTED, family_or_expr, text_of
from gdl.check.names import named
from gdl.check.operators import binary, unary
from gdl.check.queries import comprehension, element, quantified, set_of
from gdl.check.room import note_room
from gdl.check.scope import Scope, Thing
from gdl.check.shapes import add_directions, make_shape
from gdl.check.statements import after
from gdl.model.build import FALSE, MAX_RANGE, TRUE, TooWide, const
from gdl.model.nodes import Const, Expr
from gdl.model.types import Range, Type
from gdl.syntax import tree as t
from gdl.text.findings import fault


def expr_of(ctx: Context, e: t.Expression, scope: Scope) -> Expr:
    """The checked expression; a kind of piece is the sites where it stands."""
    return no_family(ctx, family_or_expr(ctx, e, scope), e)


def value_of(ctx: Context, e: t.Expression, scope: Scope) -> Expr | Thing:
    """The checked expression, in which a piece is still a piece."""
    value = _value(ctx, e, scope)
    if isinstance(value, Const):
        note_room(ctx, value, e.span)
    ctx.types.setdefault(e, {})[value.type if isinstance(value, Expr) else None] = None
    if ctx.origins is not None and isinstance(value, Expr) and not isinstance(value, Const):
        ctx.origins.setdefault(value, {})[e.span] = None
    if isinstance(value, Expr) and isinstance(e, NOTED):
        ctx.came_to.setdefault(e, set()).add(value if isinstance(value, Const) else None)
    return value


def _value(ctx: Context, e: t.Expression, scope: Scope) -> Expr | Thing:
    try:
        match e:
            case t.Name():
                return named(ctx, e, scope)
            case t.Integer():
                if e.value > 1_000_000_000:
                    raise fault("T308", e.span, "this number is larger than 1,000,000,000, the limit",
                                "write a smaller number")
                return const(Type(Range(e.value, e.value)), e.value)
            case t.Truth():
                return TRUE if e.value else FALSE
            case t.Text():
                return text_of(ctx, e, scope)
            case t.Call():
                return call(ctx, e, scope)
            case t.Dot():
                return dot(ctx, e, scope)
            case t.Element():
                return element(ctx, e, scope)
            case t.Set():
                return set_of(ctx, e, scope)
            case t.Comprehension():
                return comprehension(ctx, e, scope)
            case t.Unary():
                return unary(ctx, e, scope)
            case t.Quantified():
                return quantified(ctx, e, scope)
            case t.After():
                return after(ctx, e, scope)
            case t.Binary():
                return binary(ctx, e, scope)
    except TooWide as wide:
        hint = f"at most {MAX_RANGE:,} apart; name smaller ranges, or compare the numbers themselves"
        raise fault("T332", e.span, str(wide), hint) from None
    if isinstance(e, t.Recent):
        raise fault("T325", e.span, "`within k` as an argument stands only at the end of `repeats`",
                    "write `repeats(piece, next, within 8)`, say")
    raise fault("T325", e.span, "`… for x in S` stands only in `sum`, `max`, `min` and `count`",
                "write it within one of them, or as a set: `{s.r for s in mine}`")


FORMS = Forms(expr=expr_of, make_shape=make_shape, add_directions=add_directions, value=value_of, functions=CALLS)
