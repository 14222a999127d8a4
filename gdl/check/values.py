"""Small things that all of checking needs: reads of variables, first values of types, types in words."""

from __future__ import annotations

from gdl.model.build import NO_SET, everything
from gdl.model.nodes import Const, Expr, Get, Value, node
from gdl.model.state import Variable
from gdl.model.types import TRUTHS, Base, Domain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import fault
from gdl.text.source import Span

MAX_NUMBER = 1_000_000_000


def get(variable: Variable, *indices: Expr) -> Expr:
    """The value of a variable."""
    return node(Get, variable.type, variable, indices)


def base_set(base: Base, span: Span) -> Expr:
    """All elements of a type, as a set."""
    if isinstance(base, Range | Domain):
        return everything(base)
    raise fault("T307", span, f"`{base.name}` is not a set",
                "write a set: `mine`, `{a1, b1}`, `1..6`; ask for a truth with `if` or `where`")


def is_empty_set(e: Expr) -> bool:
    """Whether it is `{}`, which fits every sort."""
    return isinstance(e, Const) and e.type == NO_SET


def initial_value(type_: Type) -> Value:
    """The first value of a variable of this type: the type's first value, nothing, or an empty set."""
    if type_.size != Size.ONE or type_.base is TRUTHS:
        return type_.nothing
    return type_.values.low


def describe(type_: Type) -> str:
    """A type in the author's words, with its values."""
    base = type_.base
    if base is TRUTHS:
        return "true or false"
    if isinstance(base, Range):
        what = "a set of numbers" if type_.size == Size.MANY else "a number"
        return f"{what} of {base.name}" + (" or nothing" if type_.size == Size.MAYBE else "")
    few = f" ({', '.join(type_.values.labels)})" if 0 < len(type_.values) <= 6 else ""
    return f"{type_}{few}"


def check_range(base: Range, span: Span) -> None:
    """Refuse ranges that no backend could hold."""
    if base.high < base.low:
        raise fault("T308", span, f"the range {base.name} is empty", "write the smaller number first")
    if base.low < -MAX_NUMBER or base.high > MAX_NUMBER:
        raise fault("T308", span, f"the range {base.name} goes beyond ±{MAX_NUMBER:,}, the limit",
                    "write a smaller range")


def name_of(e: t.Name | t.Call) -> str:
    """The name of a thing, with arguments or without."""
    return e.text if isinstance(e, t.Name) else e.name.text


def arity(n: int) -> str:
    """A number of arguments in words."""
    return counted(n, "argument")


def counted(n: int, what: str) -> str:
    """“no arguments”, “1 argument”, “2 arguments”."""
    return f"no {what}s" if n == 0 else f"{n} {what}" if n == 1 else f"{n} {what}s"
