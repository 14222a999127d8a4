"""The options of a ruleset: their values, and which values fit a type."""

from __future__ import annotations

from gdl.check.parts import Check
from gdl.check.ruleset import Ruleset
from gdl.check.scope import ROOT
from gdl.check.values import describe, initial_value
from gdl.check.written_types import type_of
from gdl.model.build import NO_SET, as_set, const, empty, surely
from gdl.model.nodes import Const, Expr
from gdl.model.shape import Shape
from gdl.model.types import Range, Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import fault
from gdl.text.source import Source, Span


def option_of(check: Check, name: str, span: Span) -> Const:
    """The value of an option: the one asked for, or the one that a variant sets, or its default."""
    decl = check.declared.rules.options[name]
    return check.memo.once(check.memo.options, name, f"option {name}", span, lambda: _option(check, decl))


def _option(check: Check, decl: t.Option) -> Const:
    declared = check.declared
    type_ = type_of(check, decl.type)
    name = decl.name.text
    if name in declared.given_options:
        written: t.Expression = declared.given_options[name]
    elif name in declared.rules.settings:
        written = declared.rules.settings[name].value
    elif decl.default is not None:
        written = decl.default
    else:
        return const(type_, initial_value(type_))
    value = check.static(written, ROOT, f"the option `{name}`")
    if name in declared.given_options:
        value = _by_label(value, type_)
    return option_value(declared.rules, value, type_, name, written.span)


def _by_label(value: Const, type_: Type) -> Const:
    """A value from outside. A number stands for the site with that name: `2` for `[2]`."""
    base, label = type_.base, str(value.value)
    if not isinstance(base, Shape) or not value.type.is_number or type_.size == Size.MANY or label not in base.labels:
        return value
    return Const(Type(base), base.labels.index(label))


def option_value(rules: Ruleset, value: Const, type_: Type, name: str, span: Span) -> Const:
    """A value for an option, checked against its type."""
    fitted = fit(value, type_)
    if not isinstance(fitted, Const):
        raise fault(
            "O806",
            span,
            f"the option `{name}` takes {describe(type_)}, not {span.text.strip() or 'this'}",
            _option_hint(rules, name, span),
        )
    return fitted


def _option_hint(rules: Ruleset, name: str, span: Span) -> str:
    """The hint for a value that an option can't have. The option's type may stand in the author's text or in another.
    """
    if span.source not in sources(rules):
        return ""
    own = rules.options[name].name.span.source is span.source
    return "change the value, or the type after the `:`" if own else "choose another value"


def sources(rules: Ruleset) -> list[Source]:
    """The texts of the ruleset and of all that it extends."""
    return [tree.source for tree in rules.trees]


def fit(value: Expr, type_: Type) -> Expr | None:
    """A value as a member of the type; None if it doesn't fit."""
    base, own = type_.base, value.type.base
    if isinstance(base, Range) and isinstance(own, Range):
        if type_.size == Size.MANY:
            return as_set(value, base) if base.holds(own) else None
        if value.type.size <= type_.size and (not isinstance(value, Const) or value.value is None
                                              or base.low <= value.value <= base.high):  # fmt: skip
            return const(type_, value.value) if isinstance(value, Const) else value
        return None
    if value.type == NO_SET:
        return None if type_.size == Size.ONE else empty(type_)
    if own is not base:
        return None
    if type_.size == Size.MANY:
        return as_set(value, base)
    if type_.size == Size.ONE:
        value = surely(value)
    if value.type.size > type_.size:
        return None
    return const(type_, value.value) if isinstance(value, Const) else value
