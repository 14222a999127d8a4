"""Locals of the turn, and loops over them: those that the author named, and those that the checker adds."""

from __future__ import annotations

from collections.abc import Callable

from gdl.check.parts import Check, Locals
from gdl.check.values import get, initial_value, is_empty_set
from gdl.model import statements as m
from gdl.model.build import TRUE, as_set
from gdl.model.nodes import Const, Expr, Get, Var
from gdl.model.nodes import within as parts_within
from gdl.model.types import TEXTS, Size, Type
from gdl.passes.fold import Folder
from gdl.syntax import tree as t
from gdl.text.source import Span


def planned_query(
    folder: Folder, binders: list[tuple[Var, Expr]], where: Expr
) -> tuple[tuple[tuple[Var, Expr], ...], Expr]:
    """A query as it goes into the model."""
    return folder.plan(tuple(binders), where)


def local(check: Check, name: t.Name, type_: Type) -> m.Variable:
    """A new local of the turn."""
    variable = m.Variable(name.text, (), type_, initial_value(type_), True, name.span)
    check.locals.variables.append(variable)
    check.locals.nodes[variable] = name
    return variable


def unnamed(here: Locals, name: str, type_: Type, span: Span) -> m.Variable:
    """A local without a name in the text."""
    variable = m.Variable(name, (), type_, initial_value(type_), True, span)
    here.variables.append(variable)
    return variable


def for_each(check: Check, elements: Expr, body: Callable[[Expr], m.Block], span: Span) -> m.Block:
    """A loop that the checker adds. `body`: the statements for an element."""
    element = Var(elements.type.of_size(Size.ONE), "each")
    each = unnamed(check.locals, "each", element.type, span)
    inner = body(get(each))
    binders, where = planned_query(check.memo.folder, [(element, as_set(elements))], TRUE)
    return (m.Loop(span, (each,), binders, where, inner),)


def kept(check: Check, value: Expr, span: Span, changed: m.Variable) -> tuple[Expr, list[m.Statement]]:
    """A value that stays the same while a variable changes for several subjects."""
    reads = [e for e in parts_within(value) if isinstance(e, Get)]
    steady = isinstance(value, Const | Get) and all(e.variable is not changed for e in reads)
    if steady or value.type.base is TEXTS or value.type.size == Size.FAMILY:
        return value, []
    if is_empty_set(value):
        return value, []
    variable = unnamed(check.locals, "value", value.type, span)
    return get(variable), [m.Assign(span, variable, (), check.settled(value), False)]
