"""Conditions on the numbers of an array, as sets: all cells compared at once, sixteen bytes with one instruction.

What a condition says of a cell is found by trying: for each element every number that its cell may hold. Where the
numbers for which it holds follow one another, two comparisons tell, with limits that may differ from cell to cell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gdl.model.evaluate import worked_out
from gdl.model.nodes import Const, Expr, Get, Given, Op, Table, Var, within
from gdl.model.state import Variable
from gdl.model.types import TRUTHS, Range, Size
from interpreter.native.plan.planner import Planner
from interpreter.native.record.domains import MAX_HELD, cell

MAX_CELLS = 128
"""So many cells are compared together, eight vectors; with more a loop over what may be few is better."""
MAX_TRIED = 1 << 14
"""So many pairs of an element and a number are tried; more would take longer than what is gained."""


@dataclass(frozen=True)
class Cells:
    """Elements whose cells hold numbers between two limits. For each position of an element: which cell (-1: none, and
    the condition doesn't hold), and the limits, as bytes are stored."""

    variable: Variable
    places: tuple[int, ...]
    lows: tuple[int, ...]
    highs: tuple[int, ...]


class Unknown(Exception):
    """It can't be said what a condition comes to."""


def compared_cells(planner: Planner, c: Expr, v: Var) -> Cells | None:
    """The cells that a condition compares; None if it asks for anything else."""
    asked = [e for e in within(c) if isinstance(e, Get)]
    if len(asked) != 1 or c.free != {v}:
        return None
    (got,) = asked
    values = array_values(planner, got.variable)
    size = planner.domains.size(v.type.base)
    if (
        values is None
        or size > MAX_CELLS
        or len(values) * size > MAX_TRIED
        or any(e.reads and e is not got for e in within(c))
    ):
        return None
    places, lows, highs = [-1] * size, [0] * size, [0] * size
    for i, position in enumerate(planner.domains.positions(v.type.base)):
        trial = Trial(planner, values)
        try:
            found = trial.of(c, {v: i + v.type.base.low})
        except Unknown:
            return None
        truths = found if isinstance(found, list) else [found] * len(values)
        if not any(truths):
            continue
        low, high = truths.index(True), len(truths) - 1 - truths[::-1].index(True)
        if trial.cell < 0 or not all(truths[low : high + 1]):
            return None
        places[position], lows[position], highs[position] = trial.cell, low, high
    return Cells(got.variable, tuple(places), tuple(lows), tuple(highs))


def known_elements(planner: Planner, c: Expr, v: Var) -> int | None:
    """The elements for which a condition holds that asks for nothing but the element itself; None if it does."""
    if c.free != {v} or not c.static or planner.domains.count(v.type.base) > MAX_TRIED:
        return None
    trial, base = Trial(planner, []), v.type.base
    try:
        return sum(1 << i for i in range(planner.domains.count(base)) if trial.of(c, {v: i + base.low}))
    except Unknown:
        return None


def array_values(planner: Planner, variable: Variable) -> list[Any] | None:
    """What a cell may hold, in the order of the bytes; None unless it is an array of bytes in memory."""
    type_, count = variable.type, 1
    for dimension in variable.dimensions:
        count *= planner.domains.size(dimension)
    if not variable.dimensions or count <= MAX_HELD or type_.size != Size.ONE:
        return None
    if type_.base is TRUTHS:
        return [False, True]
    if not isinstance(type_.base, Range) or cell(planner.domains, type_).size != 1:
        return None
    return list(range(type_.base.low, type_.base.high + 1))


class Trial:
    """An expression for one element: a value for each number that its cell may hold (a list), or one for all. `held`:
    what variables of the state hold."""

    def __init__(self, planner: Planner, values: list[Any], held: Mapping[Variable, int] | None = None) -> None:
        self.planner, self.values, self.held = planner, values, held or {}
        self.cell = -1

    def of(self, e: Expr, names: dict[Var, Any]) -> Any:
        """What an expression comes to."""
        match e:
            case Const():
                return e.value
            case Var() if e in names:
                return names[e]
            case Get() if e.variable in self.held and not e.indices:
                return self.held[e.variable]
            case Get() if self.values:
                return self._cell(e, names)
            case Given():
                value = self.of(e.value, names)
                if not isinstance(value, list) and (value is None or value == -1):
                    return False if e.type.base is TRUTHS else None if isinstance(e.type.base, Range) else -1
                return self.of(e.body, {**names, e.variable: value})
            case Table():
                return self._each(lambda *at: _entry(e, at), [self.of(a, names) for a in e.arguments])
            case Op():
                return self._each(worked_out(e), [self.of(o, names) for o in e.operands])
        raise Unknown

    def _each(self, work: Callable[..., Any], operands: list[Any]) -> Any:
        try:
            return self._rows(work, operands)
        except (TypeError, ValueError):  # of nothing, where the operator needs something
            raise Unknown from None

    def _rows(self, work: Callable[..., Any], operands: list[Any]) -> Any:
        rows = [o if isinstance(o, list) else [o] * len(self.values) for o in operands]
        if not any(isinstance(o, list) for o in operands):
            return work(*operands)
        return [work(*row) for row in zip(*rows, strict=True)]

    def _cell(self, e: Get, names: dict[Var, Any]) -> list[Any]:
        at, domains = 0, self.planner.domains
        for index, dimension in zip(e.indices, e.variable.dimensions, strict=True):
            value = self.of(index, names)
            if isinstance(value, list) or value is None or (index.type.size != Size.ONE and value < 0):
                raise Unknown
            held = domains.element(dimension, value) - dimension.low
            at = at * domains.size(dimension) + held
        self.cell = at
        return self.values


def _entry(e: Table, at: tuple[Any, ...]) -> Any:
    found = e.values
    for a, index in zip(e.arguments, at, strict=True):
        if index is None:
            raise Unknown
        found = found[index - a.type.base.low if isinstance(a.type.base, Range) else index]
    return found
