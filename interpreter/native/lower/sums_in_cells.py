"""Adding to one of a few cells in locals, at an index that isn't known: each gets the amount or nothing.

That takes one operation for each cell. To read the cell and to write it takes two selects for each.
"""

from __future__ import annotations

from gdl.model import statements as m
from gdl.model.nodes import Get, Op
from gdl.model.types import Range, Size
from interpreter.graph.abi import OUT_OF_RANGE
from interpreter.native.lower.reading import cell_index
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom

_OPERATORS = {"+": "add", "-": "sub"}


def added_in_locals(w: Writer, s: m.Assign) -> bool:
    """Write `x(i) += n` or `x(i) -= n`, if the cells of x are in locals and i isn't known. Whether that was done.

    All cells are within their range before. So it is enough to ask whether any of them is outside it afterwards.
    """
    slot, numbers, value = w.facts.layout.slot[s.variable], s.variable.type.base, s.value
    if not isinstance(value, Op) or value.name not in _OPERATORS or slot not in w.held or not s.indices:
        return False
    cell, amount = value.operands
    if not isinstance(cell, Get) or cell.variable is not s.variable or cell.indices != s.indices:
        return False
    sizes = {type_.size for type_ in (s.variable.type, amount.type, *(i.type for i in s.indices))}
    if not isinstance(numbers, Range) or sizes != {Size.ONE}:
        return False
    index = cell_index(w, s.variable, [w.atom(i) for i in s.indices])
    if isinstance(index, int):
        return False
    number = w.atom(amount)
    for i, one in enumerate(w.held[slot]):
        is_here = w.emit.op("eq", index, i)
        here = w.emit.extended(is_here) if number == 1 else w.emit.select(is_here, number, 0)
        w.emit.set(one, w.emit.op(_OPERATORS[value.name], one, here))
    if s.checked:
        _check(w, w.held[slot], numbers, value)
    w.held.wrote((slot,))
    return True


def _check(w: Writer, cells: list[Atom], numbers: Range, value: Op) -> None:
    """Fail if a cell is below its range, or above it, where the value may be so."""
    may = value.type.base
    assert isinstance(may, Range)
    beyond: list[Atom] = []  # negative where a cell is outside
    if may.low < numbers.low:
        beyond += [w.emit.op("sub", one, numbers.low) for one in cells]
    if may.high > numbers.high:
        beyond += [w.emit.op("sub", numbers.high, one) for one in cells]
    found: Atom = 0
    for one in beyond:
        found = w.emit.op("or", found, one)
    w.fail(OUT_OF_RANGE, w.emit.op("lt_s", found, 0))
