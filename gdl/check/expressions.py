"""Expressions: each form of the syntax tree, checked and turned into the model's nodes; text."""

from __future__ import annotations

from gdl.check.calls import thing_or_expr
from gdl.check.declared import Declared
from gdl.check.looks import letters_of
from gdl.check.parts import Check
from gdl.check.pieces import sites_of
from gdl.check.scope import Scope, Thing
from gdl.model.build import (
    cond,
    const,
    given,
    op,
    table,
)
from gdl.model.nodes import Const, Expr, Op, Table
from gdl.model.suits import in_sentences
from gdl.model.texts import fitted
from gdl.model.types import PLACE, TEXT, TEXTS, TRUTH, Domain, Parts, Range, Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import fault

MAX_TEXT = 2_000
NOTED = (t.Binary, t.Unary, t.Quantified, t.Name, t.Call, t.Dot, t.Set, t.Comprehension)


def family_or_expr(check: Check, e: t.Expression, scope: Scope) -> Expr:
    """The same where a family of sets may stand, too: what a name ranges over, what is counted."""
    value = check.value(e, scope)
    return sites_of(check.declared, value, e.span) if isinstance(value, Thing) else value


# ---- text


def text_of(check: Check, e: t.Text, scope: Scope) -> Expr:
    """Text with values in it."""
    parts = [const(TEXT, p) if isinstance(p, str) else shown(check, p, scope) for p in e.parts]
    flat = [x for p in parts for x in (p.operands if isinstance(p, Op) and p.name == "text" else (p,))]
    length = sum(len(p.value) if isinstance(p, Const) else 1 for p in flat)
    if length > MAX_TEXT:
        raise fault("T341", e.span, f"this text may have more than {MAX_TEXT:,} characters or parts, the limit",
                    "leave out parts of it")
    if not flat:
        return const(TEXT, "")
    return flat[0] if len(flat) == 1 else op("text", TEXT, *fitted(flat))


def shown(check: Check, e: t.Expression, scope: Scope) -> Expr:
    """A value as text, for moves or for sentences."""
    return printed(check.declared, thing_or_expr(check, e, scope), scope.section.spelled)


def _is_held(value: Table, parts: Parts) -> bool:
    """Whether it is what such a set holds."""
    return value.type == Type(parts.of, Size.MANY) and value.values[: len(parts)] == parts.held


def _parts_letters(parts: Parts, letters: tuple[str, ...]) -> tuple[str, ...]:
    """How each of some parts is written: its elements, as they are written, with `+` between them."""
    members = ([letters[i] for i in parts.elements(number)] for number in range(len(parts)))
    return tuple("+".join(found) or "nothing" for found in members)


def printed(declared: Declared, value: Expr, spelled: bool = False) -> Expr:
    """A value as text. `spelled`: with full names, not with the letters of moves."""

    def names_of(base: Domain | Range) -> tuple[str, ...]:
        if not spelled:
            return letters_of(declared, base)
        return tuple(in_sentences(declared.looks.things, base, [v.type.base for v in declared.state.variables]))

    if value.type.base is TEXTS:
        return value
    if value.type == PLACE or value.type.size == Size.FAMILY:
        return const(TEXT, "?")
    if value.type == TRUTH:
        return cond(value, const(TEXT, "true"), const(TEXT, "false"))
    if isinstance(value, Table) and isinstance(parts := value.arguments[0].type.base, Parts) and _is_held(value, parts):
        return table(_parts_letters(parts, names_of(parts.of)), TEXT, value.arguments[0])
    labels = names_of(value.type.values)
    if value.type.size == Size.MANY:
        return op("joined", TEXT, value, const(TEXT, labels))
    if isinstance(value.type.base, Range):
        return given(value, lambda n: op("string", TEXT, n))
    return table(labels, TEXT, value)
