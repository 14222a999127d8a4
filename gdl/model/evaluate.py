"""Static expressions: their values, worked out while a ruleset is checked, and tables of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any

from gdl.model.meaning import Coder
from gdl.model.nodes import Expr, Value, Var
from gdl.model.types import Range, Type


def evaluate(e: Expr) -> Value:
    """The value of a static expression without free variables."""
    return tabulate(e, ())


def tabulate(e: Expr, variables: Sequence[Var]) -> Any:
    """The values of a static expression for all values of its variables: nested tuples, as `Table` has them."""
    coder = Coder()
    names = [coder.name("v") for _ in variables]
    for variable, name in zip(variables, names, strict=True):
        coder.scopes[0].values[variable] = name
    coder.line(f"return {coder.code(e)}")
    text = coder.function("it", ", ".join(names))
    space = coder.constants
    exec(_compiled(text), space)  # noqa: S102 - our own code, made from a checked ruleset
    return _nest(space["it"], variables, (), e.type)


@lru_cache(maxsize=5_000)  # much is alike: constants stand outside the text
def _compiled(text: str) -> CodeType:
    return compile(text, "<rules>", "exec")


def _nest(function: Callable[..., Value], variables: Sequence[Var], before: tuple[Value, ...], type_: Type) -> Any:
    if not variables:
        return function(*before)
    first, *rest = variables
    base = first.type.values
    rows = [_nest(function, rest, (*before, v), type_) for v in range(base.low, base.low + len(base))]
    if not isinstance(base, Range):
        rows.append(_empty(rest, type_))
    return tuple(rows)


def _empty(variables: Sequence[Var], type_: Type) -> Any:
    """What a table holds where an argument is nothing."""
    if not variables:
        return type_.nothing
    first, *rest = variables
    base = first.type.values
    return (_empty(rest, type_),) * (len(base) + (not isinstance(base, Range)))
