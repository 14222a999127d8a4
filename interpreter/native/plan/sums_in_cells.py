"""Statements that add to a cell of an array, or take from it: `x(i) += n`."""

from __future__ import annotations

from dataclasses import dataclass

from gdl.model import statements as m
from gdl.model.nodes import Expr, Get, Op
from gdl.model.types import Range, Size

_OPERATORS = {"+": "add", "-": "sub"}


@dataclass(frozen=True)
class Added:
    """What is added or taken (`operator`), the range that the cells keep to, and whether it may be left at an end."""

    operator: str
    amount: Expr
    numbers: Range
    may_be_below: bool
    may_be_above: bool


def added(s: m.Assign) -> Added | None:
    """How a statement adds to a cell; None if it does something else, or if a part of it may be missing."""
    numbers, value = s.variable.type.base, s.value
    if not s.indices or not isinstance(value, Op) or value.name not in _OPERATORS:
        return None
    cell, amount = value.operands
    if not isinstance(cell, Get) or cell.variable is not s.variable or cell.indices != s.indices:
        return None
    sizes = {type_.size for type_ in (s.variable.type, amount.type, *(i.type for i in s.indices))}
    may = value.type.base
    if sizes != {Size.ONE} or not isinstance(numbers, Range) or not isinstance(may, Range):
        return None
    return Added(_OPERATORS[value.name], amount, numbers,
                 s.checked and may.low < numbers.low, s.checked and may.high > numbers.high)  # fmt: skip
