"""A table of solved states that was kept: taken in again, checked, and asked."""

from __future__ import annotations

from interpreter.graph.abi import HUGE, KNOWN, KNOWN_SURELY
from interpreter.native.kernel_compiler.intrinsics import copy, job, load8, load16, load64, store64, storef
from interpreter.native.kernel_compiler.parameters import P, run, size_of
from interpreter.native.kernels.areas import ANSWER, REPORT, WORK
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

trusted: int = 0
hits: int = 0
options_known: int = 0
"""How many options the state has that was found last."""


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
    if options <= 0 or looked_up(WORK) == 0 or options != options_known:
        return 0
    for at in range(0, 16 + 8 * P, 8):
        store64(REPORT + at, 0, load64(ANSWER + at))
    return 1


@job
def table_trusted(is_trusted: int) -> None:
    """Say whether who is said to win surely does: whether nothing that might draw was left out."""
    global trusted
    trusted = is_trusted


@job
def table_hits() -> int:
    """How many positions were found since this was asked last."""
    global hits
    found, hits = hits, 0
    return found


def looked_up(record: int) -> int:
    """Look up a record that waits for a decision or a roll: KNOWN_SURELY if what the table says of it holds whatever
    was left out, KNOWN if not, 0 if it isn't there. ANSWER then holds
    its marks, its plies to the end, and its values, as floats."""
    global hits, options_known
    state = sought(record)
    if state == 0:
        return 0
    hits += 1
    marks, draws = load8(state & -2, MARKS), 1
    options_known = load16(state & -2, OPTIONS)
    store64(ANSWER, 0, marks & MARKED)
    store64(ANSWER, 8, load16(state & -2, DISTANCE))
    for player in range(P):
        draws &= worth(state, player) == 0.0
        storef(ANSWER + 8 * player, 16, worth(state, player))
    return KNOWN_SURELY if marks & EXACT and (trusted or draws) else KNOWN
