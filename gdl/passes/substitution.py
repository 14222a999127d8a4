"""Expressions with some of their parts replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from operator import is_
from typing import Any

from gdl.model.build import conjunction, negation
from gdl.model.nodes import Const, Expr, Op, Repeats, Var, field_names, node
from gdl.model.state import Action


def substitute(e: Expr, replace: Mapping[Expr, Expr]) -> Expr:
    """The expression with some parts replaced."""
    done: dict[Expr, Expr] = {}
    variables = frozenset(v for v in replace if isinstance(v, Var))
    only_variables = len(variables) == len(replace)

    def go(x: Expr) -> Expr:
        if only_variables and variables.isdisjoint(x.free):
            return x
        if x in replace:
            return replace[x]
        if x not in done:
            done[x] = x if isinstance(x, Const | Var) else substitute_parts(x, go)
        return done[x]

    return go(e)


def substitute_parts(e: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The same node with changed parts; what `repeats` compares stays, as it is the name of a past."""
    if isinstance(e, Repeats):
        return e
    is_same = True
    new: list[Any] = []
    for name in field_names(type(e)):
        old = getattr(e, name)
        value = change(old) if isinstance(old, Expr) else _mapped(old, change) if type(old) is tuple else old
        is_same = is_same and value is old
        new.append(value)
    if isinstance(e, Op) and e.name == "and":
        return conjunction(new[2])
    if is_same:
        return e
    if isinstance(e, Op) and e.name == "not":
        return negation(new[2][0])
    return node(type(e), *new)


def _mapped(values: tuple[Any, ...], change: Callable[[Expr], Expr]) -> tuple[Any, ...]:
    """The same with changed expressions, or pairs of them; itself where nothing changes, or where it holds none."""
    first = values[0] if values else None
    if not isinstance(first, Expr) and not (isinstance(first, tuple) and first and isinstance(first[0], Expr)):
        return values
    new = tuple([change(v) if isinstance(v, Expr) else _mapped(v, change) if type(v) is tuple else v for v in values])
    return values if all(map(is_, new, values)) else new


def substitute_in(block: tuple[Action, ...], change: Callable[[Expr], Expr]) -> tuple[Action, ...]:
    """Statements, and those within them, with changed expressions."""
    return tuple(_changed(s, change) for s in block)


def _changed(s: Action, change: Callable[[Expr], Expr]) -> Action:
    parts = {field.name: _parts(getattr(s, field.name), change) for field in fields(s)}
    return replace(s, **parts)


def _parts(part: Any, change: Callable[[Expr], Expr]) -> Any:
    if isinstance(part, Expr):
        return change(part)
    if isinstance(part, Action):
        return _changed(part, change)
    return tuple(_parts(one, change) for one in part) if type(part) is tuple else part
