"""A table of solved states that was kept: taken in again, checked, and asked."""

from __future__ import annotations

from interpreter.graph.abi import HUGE
from interpreter.native.kernel_compiler.intrinsics import copy, job, load8, load16, store64, storef
from interpreter.native.kernel_compiler.parameters import P, run, size_of
from interpreter.native.kernels.areas import REPORT, WORK
from interpreter.native.kernels.solve import agreed, worth
from interpreter.native.kernels.states import (
    DISTANCE,
    EXACT,
    MARKS,
    OPTIONS,
    VALUED,
    WITHOUT_END,
    index,
    room_for,
    sought,
    state_bytes,
    state_count,
)

MARKED = VALUED | EXACT | WITHOUT_END


@job
def table_room(count: int) -> int:
    """Make room for so many states: where they are to be written, or 0."""
    return room_for(count)


@job
def table_index() -> int:
    """Take in the states that were written; gives 0, or -1 if one is there twice or is none."""
    return index()


@job
def table_agrees(address: int, first: int, step: int) -> int:
    """Whether every so manieth state, from one on, is worth what follows from those that its options lead to; the
    states lie at this address."""
    many, number = state_count(), first
    while number < many:
        if not agreed(address + number * state_bytes()) or state_count() != many:
            return 0
        number += step
    return 1


@job
def table_find(record: int) -> int:
    """Look a record up, and report its marks, its plies to the end, and its values, as floats; whether it is there."""
    copy(WORK, record, size_of(record))
    options = run(WORK, 0, -1, 0, HUGE)
    if options <= 0:
        return 0
    state = sought()
    if state == 0 or load16(state & -2, OPTIONS) != options:
        return 0
    store64(REPORT, 0, load8(state & -2, MARKS) & MARKED)
    store64(REPORT, 8, load16(state & -2, DISTANCE))
    for player in range(P):
        storef(REPORT + 8 * player, 16, worth(state, player))
    return 1
