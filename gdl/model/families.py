"""Names that range over a family of sets, of which a condition wants those that hold some element."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gdl.model.nodes import Const, Expr, Op, Var
from gdl.model.primitives import bits
from gdl.model.types import Plain, Range, Size

MIN_SETS = 8
"""Smaller families are gone through set by set."""


@dataclass(frozen=True)
class Holding:
    """The sets of a family that hold `element`: row i of `rows` has those that hold element i, in the family's order,
    the row behind the last one is for nothing. `left`: the conditions that are still to be asked."""

    element: Expr
    rows: tuple[tuple[int, ...], ...]
    left: tuple[Expr, ...]


def holding(variable: Var, source: Expr, conditions: Sequence[Expr], pending: frozenset[Var]) -> Holding | None:
    """How a name that ranges over a family is bound where a condition says what its sets must hold, if one does.

    `pending`: names that are bound later. So "some line through s" looks at the lines through s alone.
    """
    if not isinstance(source, Const) or source.type.size != Size.FAMILY or len(source.value) < MIN_SETS:
        return None
    base = source.type.base
    if isinstance(base, Range | Plain):
        return None
    for c in conditions:
        if isinstance(c, Op) and c.name == "member" and c.operands[1] is variable and not c.may_break:
            element = c.operands[0]
            if variable not in element.free and not element.free & pending and element.type.base is base:
                return Holding(element, _rows(source), tuple(x for x in conditions if x is not c))
    return None


def _rows(source: Const) -> tuple[tuple[int, ...], ...]:
    rows: list[list[int]] = [[] for _ in range(len(source.type.base) + 1)]  # type: ignore[arg-type]
    for held in source.value:
        for i in bits(held):
            rows[i].append(held)
    return tuple(map(tuple, rows))
