"""The options at a decision or roll, described for lists of moves."""

from __future__ import annotations

from interpreter.graph.abi import DECISION, FULL, HUGE, LISTED, STOP
from interpreter.native.kernel_compiler.intrinsics import copy, job, load64, store64
from interpreter.native.kernel_compiler.parameters import AT_ONCE, OUT, run
from interpreter.native.kernels.areas import REPORT, WORK, heap_end, room
from interpreter.native.kernels.records import duplicate


@job
def entries(record: int) -> int:
    """Describe all options of a record; gives how many.

    They lie beyond the heap's end until something else is asked; the report says where. Each is a row of words: the
    place of the decision, how many values, the values.
    """
    duplicate(WORK, record)
    count = run(WORK, 0, -1, 0, HUGE)
    size = 0
    if AT_ONCE and count > 0 and load64(WORK, STOP) == DECISION:
        if not room(LISTED * count):
            return FULL
        duplicate(WORK, record)
        status = run(WORK, AT_ONCE, 0, heap_end(), HUGE)
        if status < 0:
            return status
        for k in range(count):
            described = heap_end() + LISTED * k
            row = 16 + 8 * load64(described, 8)
            copy(heap_end() + size, described, row)
            size += row
        store64(REPORT, 0, heap_end())
        store64(REPORT, 8, size)
        return count
    for k in range(count):
        duplicate(WORK, record)
        status = run(WORK, -1, k, 0, HUGE)
        if status < 0:
            return status
        row = 16 + 8 * load64(OUT, 8)
        if not room(size + row):
            return FULL
        copy(heap_end() + size, OUT, row)
        size += row
    store64(REPORT, 0, heap_end())
    store64(REPORT, 8, size)
    return count
