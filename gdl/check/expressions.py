"""Expressions: each form of the syntax tree, checked and turned into the model's nodes; text."""

from __future__ import annotations

from gdl.check.queries import Queries
from gdl.check.scope import Scope, Thing
from gdl.findings import fault
from gdl.model.build import (
    FALSE,
    MAX_RANGE,
    TRUE,
    TooWide,
    cond,
    const,
    given,
    op,
    table,
)
from gdl.model.nodes import Const, Expr, Op
from gdl.model.types import PLACE, TEXT, TEXTS, TRUTH, Domain, Range, Size, Type
from gdl.syntax import tree as t

MAX_TEXT = 2_000
NOTED = (t.Binary, t.Unary, t.Quantified, t.Name, t.Call, t.Dot, t.Set, t.Comprehension)


class Expressions(Queries):
    """All forms of expressions.

    `came_to` holds, for lint, what questions and sets are wherever they are used: constants, or None for what depends
    on the position.
    """

    came_to: dict[t.Expression, set[Const | None]]

    def expr(self, e: t.Expression, scope: Scope) -> Expr:
        """The checked expression; a kind of piece is the sites where it stands."""
        return self.no_family(self.family_or_expr(e, scope), e)

    def family_or_expr(self, e: t.Expression, scope: Scope) -> Expr:
        """The same where a family of sets may stand, too: what a name ranges over, what is counted."""
        value = self.value(e, scope)
        return self.sites_of(value, e.span) if isinstance(value, Thing) else value

    def value(self, e: t.Expression, scope: Scope) -> Expr | Thing:
        """The checked expression, in which a piece is still a piece."""
        value = self._value(e, scope)
        if isinstance(value, Expr) and isinstance(e, NOTED):
            self.came_to.setdefault(e, set()).add(value if isinstance(value, Const) else None)
        return value

    def _value(self, e: t.Expression, scope: Scope) -> Expr | Thing:
        try:
            match e:
                case t.Name():
                    return self.name(e, scope)
                case t.Integer():
                    if e.value > 1_000_000_000:
                        raise fault("T308", e.span, "this number is larger than 1,000,000,000, the limit")
                    return const(Type(Range(e.value, e.value)), e.value)
                case t.Truth():
                    return TRUE if e.value else FALSE
                case t.Text():
                    return self.text(e, scope)
                case t.Call():
                    return self.call(e, scope)
                case t.Dot():
                    return self.dot(e, scope)
                case t.Element():
                    return self.element(e, scope)
                case t.Set():
                    return self.set(e, scope)
                case t.Comprehension():
                    return self.comprehension(e, scope)
                case t.Unary():
                    return self.unary(e, scope)
                case t.Quantified():
                    return self.quantified(e, scope)
                case t.After():
                    return self.after(e, scope)
                case t.Binary():
                    return self.binary(e, scope)
        except TooWide as wide:
            hint = f"at most {MAX_RANGE:,} apart; name smaller ranges, or compare the numbers themselves"
            raise fault("T332", e.span, str(wide), hint) from None
        raise fault("T325", e.span, "`… for x in S` stands only in `sum`, `max`, `min` and `count`")

    def after(self, e: t.After, scope: Scope) -> Expr:
        """A condition in the state that would follow a change."""
        raise NotImplementedError

    # ---- text

    def text(self, e: t.Text, scope: Scope) -> Expr:
        """Text with values in it."""
        parts = [const(TEXT, p) if isinstance(p, str) else self.shown(p, scope) for p in e.parts]
        flat = [x for p in parts for x in (p.operands if isinstance(p, Op) and p.name == "text" else (p,))]
        length = sum(len(p.value) if isinstance(p, Const) else 1 for p in flat)
        if length > MAX_TEXT:
            raise fault("T341", e.span, f"this text would have more than {MAX_TEXT:,} characters or parts, the limit")
        if not flat:
            return const(TEXT, "")
        return flat[0] if len(flat) == 1 else op("text", TEXT, *flat)

    def shown(self, e: t.Expression, scope: Scope) -> Expr:
        """A value as it is written in moves."""
        return self.printed(self.thing_or_expr(e, scope))

    def printed(self, value: Expr) -> Expr:
        """A value as text."""
        if value.type.base is TEXTS:
            return value
        if value.type == PLACE or value.type.size == Size.FAMILY:
            return const(TEXT, "?")
        if value.type == TRUTH:
            return cond(value, const(TEXT, "true"), const(TEXT, "false"))
        labels = self.letters(value.type.values)
        if value.type.size == Size.MANY:
            return op("joined", TEXT, value, const(TEXT, labels))
        if isinstance(value.type.base, Range):
            return given(value, lambda n: op("string", TEXT, n))
        return table(labels, TEXT, value)

    def letters(self, base: Domain | Range) -> tuple[str, ...]:
        """How the elements of a type are written in moves."""
        return base.labels
