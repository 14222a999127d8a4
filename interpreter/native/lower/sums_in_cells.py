"""Adding to one of a few cells in locals, at an index that isn't known: each gets the amount or nothing.

That takes one operation for each cell. To read the cell and to write it takes two selects for each.
"""

from __future__ import annotations

from gdl.model import statements as m
from interpreter.graph.abi import OUT_OF_RANGE
from interpreter.native.lower.reading import cell_index
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom
from interpreter.native.plan.sums_in_cells import added


def added_in_locals(w: Writer, s: m.Assign) -> bool:
    """Write `x(i) += n` or `x(i) -= n`, if the cells of x are in locals and i isn't known. Whether that was done.

    All cells are within their range before. So it is enough to ask whether any of them is outside it afterwards.
    """
    slot, plan = w.facts.layout.slot[s.variable], added(s)
    if plan is None or slot not in w.held:
        return False
    index = cell_index(w, s.variable, [w.atom(i) for i in s.indices])
    if isinstance(index, int):
        return False
    cells, amount = w.held[slot], w.atom(plan.amount)
    for i, cell in enumerate(cells):
        is_here = w.emit.op("eq", index, i)
        given = w.emit.extended(is_here) if amount == 1 else w.emit.select(is_here, amount, 0)
        w.emit.set(cell, w.emit.op(plan.operator, cell, given))
    beyond: Atom = 0  # negative if a cell is outside its range
    for cell in cells:
        if plan.may_be_below:
            beyond = w.emit.op("or", beyond, w.emit.op("sub", cell, plan.numbers.low))
        if plan.may_be_above:
            beyond = w.emit.op("or", beyond, w.emit.op("sub", plan.numbers.high, cell))
    w.fail(OUT_OF_RANGE, w.emit.op("lt_s", beyond, 0))
    w.held.wrote((slot,))
    return True
