"""Counting sequences of moves and distinct positions, layer by layer, as `interpreter.lab.tools.perft` does.

States lie one behind another in the heap, each with the number of ways that lead to it, and are found by a hash table.
Going one unit on is done in rounds of a ply: what is reached in the middle of a turn waits for the next round.
After a round what has been dealt with is dropped, and the rest slides down.
"""

from __future__ import annotations

from interpreter.graph.abi import FULL, GIVEN_UP, HUGE, TOO_GREAT, TURNS, UNFINISHED
from interpreter.native.kernel_compiler.intrinsics import copy, fill, job, load32, load64, store32, store64
from interpreter.native.kernel_compiler.parameters import STACK_END, run
from interpreter.native.kernels.areas import REPORT, WORK, allocate, cut_heap
from interpreter.native.kernels.records import duplicate, equal, hashed, used

WAYS, FOLLOWING, HASH, OPTIONS, STATUS, BODY = 0, 8, 16, 24, 32, 40
WAITS, FOUND, REACHED, DROPPED = 0, 1, 2, 3
"""Waits for its options to be played in this round; found in it for the next one; at the unit's end; dealt with."""
LEAST_SLOTS = 1024
LONGEST = 100_000
"""Plies of a turn; a longer one breaks the rules (see `interpreter/game/state.py`)."""

first: int = 0
"""The first state; each knows the one that follows."""
last: int = 0
table: int = 0
"""Slots of four bytes: an eighth of a state's address, or 0. The next that is free is taken."""
slots: int = 0
filled: int = 0
states_limit: int = 0
target: int = 0
"""The number of turns at which the present unit is complete."""
playing: int = 0
"""The state whose options are played next; 0: no unit is half done."""
round_end: int = 0
"""The last state of this round."""
found: int = 0
"""The states that wait for the next round."""
rounds: int = 0


@job
def perft_start(record: int, option: int, limit: int) -> int:
    """Begin with a record, or if `option` isn't negative, with what this option leads to. Reports as `perft_next`."""
    global first, last, playing, states_limit, target
    cut_heap(STACK_END)
    first, last, playing = 0, 0, 0
    states_limit = limit
    duplicate(WORK, record)
    target = load64(WORK, TURNS)
    options = run(WORK, 0, -1, 0, HUGE)
    if options > 0 and option >= 0:
        options = run(WORK, 1, option, 0, HUGE)
    if options < 0:
        return options
    if not arrange():
        return FULL
    status = reach(options, REACHED, 1)
    return status if status else summed()


@job
def perft_next(by_turns: int, most: int) -> int:
    """One turn or one ply on. Gives 0 or why that can't be; reports sequences, positions, and sequences that ended.

    UNFINISHED after `most` positions: called again, it goes on.
    """
    global playing, round_end, found, rounds
    waiting = 0
    if playing == 0:
        waiting = begin_unit(by_turns)
        rounds = 0
        if waiting < 0:
            return waiting
    left = most
    while playing or waiting:
        if playing == 0:
            playing, round_end, found = first, last, 0
        left = go_round(by_turns, left)
        if left < 0:
            return left
        if playing:
            return UNFINISHED
        waiting = found
        rounds += 1
        if rounds > LONGEST:
            return GIVEN_UP
        if not arrange():
            return FULL
    return summed()


def begin_unit(by_turns: int) -> int:
    """How many states wait in the next unit, or why it can't begin."""
    global target
    target += 1
    at, waiting = first, 0
    while at:
        status = WAITS
        if load64(at, OPTIONS) == 0:
            status = DROPPED
        elif by_turns and load64(at + BODY, TURNS) >= target:
            status = REACHED
        store64(at, STATUS, status)
        waiting += status == WAITS
        at = load64(at, FOLLOWING)
    return waiting if arrange() else FULL


def go_round(by_turns: int, most: int) -> int:
    """Play all options of so many states that wait; gives how many more might have been played, or why it fails."""
    global playing, found
    left = most
    while playing:
        if load64(playing, STATUS) == WAITS:
            if left == 0:
                return 0
            left -= 1
            ways = load64(playing, WAYS)
            for k in range(load64(playing, OPTIONS)):
                duplicate(WORK, playing + BODY)
                options = run(WORK, 1, k, 0, HUGE)
                if options < 0:
                    return options
                waits = by_turns != 0 and options > 0 and load64(WORK, TURNS) < target
                status = reach(options, FOUND if waits else REACHED, ways)
                if status < 0:
                    return status
                found += waits
            store64(playing, STATUS, DROPPED)
        playing = 0 if playing == round_end else load64(playing, FOLLOWING)
    return left


def reach(options: int, status: int, ways: int) -> int:
    """Add so many ways to the state in WORK."""
    global filled
    size = used(WORK)
    h = hashed(WORK, size, status)
    slot = table + 4 * (h & slots - 1)
    while load32(slot):
        at = load32(slot) * 8
        if load64(at, HASH) == h and load64(at, STATUS) == status and equal(WORK, at + BODY, size):
            total = load64(at, WAYS) + ways
            store64(at, WAYS, total)
            return TOO_GREAT if total < ways else 0
        slot += 4
        if slot == table + 4 * slots:
            slot = table
    at = allocate(BODY + size)
    if at == 0 or filled == states_limit:
        return FULL
    store64(at, WAYS, ways)
    store64(at, HASH, h)
    store64(at, OPTIONS, options)
    store64(at, STATUS, status)
    duplicate(at + BODY, WORK)
    link(at)
    store32(slot, 0, at // 8)
    filled += 1
    return 0 if filled * 2 < slots or new_table(slots * 4) else FULL


def link(at: int) -> None:
    """Make this state the last one."""
    global first, last
    store64(at, FOLLOWING, 0)
    if last:
        store64(last, FOLLOWING, at)
    else:
        first = at
    last = at


def arrange() -> bool:
    """Drop what has been dealt with, slide the rest down, and begin a new table."""
    global first, last
    at, to, count = first, STACK_END, 0
    first, last = 0, 0
    while at:
        following = load64(at, FOLLOWING)
        if load64(at, STATUS) != DROPPED:
            size = BODY + used(at + BODY)
            copy(to, at, size)
            link(to)
            if load64(to, STATUS) == FOUND:
                store64(to, STATUS, WAITS)
            to += size
            count += 1
        at = following
    cut_heap(to)
    size = LEAST_SLOTS
    while size < count * 4:
        size *= 2
    return new_table(size)


def new_table(size: int) -> bool:
    """A table with the states that are found or reached. Those that wait may be found once more."""
    global table, slots, filled
    table = allocate(4 * size)
    slots = size
    filled = 0
    if table == 0:
        return False
    fill(table, 0, 4 * size)
    at = first
    while at:
        if load64(at, STATUS) == FOUND or load64(at, STATUS) == REACHED:
            slot = table + 4 * (load64(at, HASH) & size - 1)
            while load32(slot):
                slot += 4
                if slot == table + 4 * size:
                    slot = table
            store32(slot, 0, at // 8)
            filled += 1
        at = load64(at, FOLLOWING)
    return True


def summed() -> int:
    """Report what has been reached."""
    at, sequences, positions, ended = first, 0, 0, 0
    while at:
        ways = load64(at, WAYS)
        sequences += ways
        positions += 1
        ended += ways if load64(at, OPTIONS) == 0 else 0
        if sequences < ways:
            return TOO_GREAT
        at = load64(at, FOLLOWING)
    store64(REPORT, 0, sequences)
    store64(REPORT, 8, positions)
    store64(REPORT, 16, ended)
    return 0
