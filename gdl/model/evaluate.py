"""Static expressions: their values, worked out while a ruleset is checked, and tables of them."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from gdl.model.meaning import Coder
from gdl.model.nodes import Expr, Op, Value, Var, node
from gdl.model.primitives import HELPERS
from gdl.model.types import Range, Type

KEPT_AT_MOST = 8_000_000
"""Bytes, about, of tables that are kept for the next check; then all are forgotten."""

_ENTRY = 16  # bytes that an entry of a table takes, about
_kept: dict[bytes, Any] = {}
_room = [0]


def evaluate(e: Expr) -> Value:
    """The value of a static expression without free variables."""
    return tabulate(e, ())


def tabulate(e: Expr, variables: Sequence[Var]) -> Any:
    """The values of a static expression for all values of its variables: nested tuples, as `Table` has them."""
    text, constants = _coded(e, variables)
    key = _key(text, constants, variables, e.type)
    if key in _kept:
        return _kept[key]
    values = _nest(_made(text, constants), variables, (), e.type)
    if key:
        _keep(key, values, variables)
    return values


def _coded(e: Expr, variables: Sequence[Var]) -> tuple[str, dict[str, Any]]:
    """The code of a function `it` that works an expression out, and the constants that it needs."""
    coder = Coder()
    names = [coder.name("v") for _ in variables]
    for variable, name in zip(variables, names, strict=True):
        coder.scopes[0].values[variable] = name
    coder.line(f"return {coder.code(e)}")
    return coder.function("it", ", ".join(names)), coder.constants


def _made(text: str, constants: dict[str, Any]) -> Callable[..., Value]:
    exec(compile(text, "<rules>", "exec"), constants)  # noqa: S102 - our own code, made from a checked ruleset
    return cast(Callable[..., Value], constants["it"])


def worked_out(e: Op) -> Callable[..., Any]:
    """An operator as a function of the values of its operands."""
    return _function(e.name, e.type, tuple(o.type for o in e.operands))


@lru_cache(maxsize=1_000)
def _function(name: str, type_: Type, operands: tuple[Type, ...]) -> Callable[..., Any]:
    variables = tuple(Var(operand, f"x{i}") for i, operand in enumerate(operands))
    return _made(*_coded(node(Op, type_, name, variables), variables))


def _key(code: str, constants: Mapping[str, Any], variables: Sequence[Var], type_: Type) -> bytes:
    """All on which a table depends, byte by byte: a ruleset is checked again and again, while it is written and for
    each combination of its options, and most of its tables stay as they are. Nothing where it can't be told."""
    own = [item for item in constants.items() if item[0] not in HELPERS]
    spaces = [(v.type.values.low, len(v.type.values), isinstance(v.type.base, Range)) for v in variables]
    everything: Any = code, own, spaces, type_.nothing
    try:
        return marshal.dumps(everything, 2)  # of this version equal things have equal bytes
    except ValueError:  # something that isn't plain data
        return b""


def _keep(key: bytes, values: Any, variables: Sequence[Var]) -> None:
    entries = _ENTRY
    for variable in variables:
        entries *= len(variable.type.values) + 1
    if _room[0] + entries + len(key) > KEPT_AT_MOST:
        _kept.clear()
        _room[0] = 0
    _room[0] += entries + len(key)
    _kept[key] = values


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
