"""Counting sequences of moves depth first: states needn't be kept, only what was counted behind them, as far as there
is room; and the last ply needn't be played, if nobody asks for the positions that it leads to.

A state is known by 128 bits of hash (and a number of units to go). Were the hash a random function, n states would be
mistaken for one another with a probability of less than n² / 2¹²⁹: 10⁻²² for a thousand million.
"""

from __future__ import annotations

from interpreter.graph.abi import CANDIDATE, FULL, GIVEN_UP, HUGE, NO_CANDIDATE, PASSED_OVER, ROUGHLY, TOO_GREAT, TURNS
from interpreter.native.kernel_compiler.intrinsics import job, load64, store64
from interpreter.native.kernel_compiler.parameters import CAPACITY, DOUBTS, KEY, STACK_END, completes, run
from interpreter.native.kernels.areas import REPORT, allocate, cut_heap
from interpreter.native.kernels.records import duplicate, hashed, other_hash, used

ROOM = (1 << 20) + 2 * CAPACITY
"""For the records of the sequence that is being played: most are far from their greatest size."""
DEEPEST = 1000
"""Plies of a sequence, so that the calls have room, too."""
SEQUENCES, ENDED, COUNTED = 16, 24, 32
"""What a row of the table holds behind a hash: how many sequences, how many of them end the game; the row's size."""
POSITION = 16
"""Bytes of a hash."""
FIRST_BITS = 16
"""The table of positions begins with at most 2**FIRST_BITS places: the processor's caches hold more of a small one."""
UNKNOWN = -1

rows: int = 0
"""Where the records of the sequence that is being played lie."""
table: int = 0
"""What was counted before; a state has two rows to be found in."""
mask: int = 0
positions: int = 0
"""The hashes of positions, if they are counted."""
positions_mask: int = 0
most_mask: int = 0
"""What the mask may become."""
found: int = 0
target: int = 0
"""The number of turns at which a sequence is complete; 0 if plies are counted."""
ended: int = 0
"""How many of the sequences that were counted last ended the game."""


@job
def sequences_start(table_bits: int, position_bits: int) -> int:
    """Make room in fresh memory for 2**table_bits rows. The table of positions may grow to 2**position_bits places;
    with no bits, positions aren't counted."""
    global rows, table, mask, positions, positions_mask, most_mask, found
    cut_heap(STACK_END)
    mask = (1 << table_bits) - 1
    most_mask = (1 << position_bits) - 1
    positions_mask = most_mask
    while positions_mask >> FIRST_BITS:
        positions_mask >>= 2
    rows = allocate(ROOM)
    table = allocate(COUNTED << table_bits)
    positions = allocate(POSITION * (positions_mask + 1)) if position_bits else 0
    found = 0
    return FULL if rows == 0 or table == 0 or (position_bits and positions == 0) else 0


@job
def sequences(record: int, option: int, depth: int, by_turns: int) -> int:
    """Count the sequences of `depth` turns (or plies) from a record; with an option that isn't negative, those that
    begin with it. Gives 0 or why that can't be; reports sequences, and positions and sequences that ended, or
    UNKNOWN."""
    global target, ended
    duplicate(rows, record)
    target = load64(rows, TURNS) + depth if by_turns else 0
    options = run(rows, 0, -1, 0, HUGE)
    left = depth
    ended = 0
    if options > 0 and option >= 0:
        options = run(rows, 1, option, 0, HUGE)
        left = left_after(rows, left)
    if options < 0:
        return options
    count = 0
    if options == 0 or left <= 0:
        is_complete = depth == 1 or left <= 0
        count = leaf(rows, options) if is_complete and option >= 0 else 0
    else:
        count = below(rows, options, left, 1)
    if count < 0:
        return count
    store64(REPORT, 0, count)
    store64(REPORT, 8, found if positions else UNKNOWN)
    store64(REPORT, 16, ended if positions else UNKNOWN)
    return 0


def left_after(record: int, left: int) -> int:
    """How many units are left after a ply that led to this record; there were `left` before."""
    return target - load64(record, TURNS) if target else left - 1


def below(record: int, options: int, left: int, level: int) -> int:
    """How many sequences there are from a record with options; or why they can't be counted."""
    global ended
    ended = 0
    if left == 1 and positions == 0 and (target == 0 or completes(load64(record, KEY))):
        return options
    size = used(record)
    first = hashed(record, size, left)
    second = other_hash()
    row = table + COUNTED * (first & mask)
    other = table + COUNTED * ((first & mask) ^ 1)
    if load64(other) == first and load64(other, 8) == second:
        row = other
    if load64(row) == first and load64(row, 8) == second:
        ended = load64(row, ENDED)
        return load64(row, SEQUENCES)
    following = record + size
    if level == DEEPEST or following + CAPACITY > rows + ROOM:
        return GIVEN_UP
    total, ends, k = 0, 0, 0
    while DOUBTS or k < options:
        duplicate(following, record)
        onward = run(following, 1, CANDIDATE + k, 0, ROUGHLY if positions else HUGE)
        if onward == NO_CANDIDATE:
            break
        k += 1
        if onward == PASSED_OVER:
            continue
        if onward < 0:
            return onward
        after = left_after(following, left)
        more = 0
        if onward and after > 0:
            more = below(following, onward, after, level + 1)
        elif onward or left == 1:
            more = leaf(following, onward)
        if more < 0:
            return more
        total += more
        ends += ended if more else 0
        if total < 0:
            return TOO_GREAT
    # of the two rows that a state may have, the one that took less to count is given up
    if row != other and load64(other, SEQUENCES) < load64(row, SEQUENCES):
        row = other
    store64(row, 0, first)
    store64(row, 8, second)
    store64(row, SEQUENCES, total)
    store64(row, ENDED, ends)
    ended = ends
    return total


def leaf(record: int, options: int) -> int:
    """A sequence is complete: 1; or FULL, if there is no room for its position."""
    global ended, found
    ended = options == 0
    if positions == 0:
        return 1
    first = hashed(record, used(record), 0)
    second = other_hash()
    place = place_of(first, second)
    if load64(place) or load64(place, 8):
        return 1
    if found * 8 > positions_mask * 7:
        return FULL
    store64(place, 0, first)
    store64(place, 8, second)
    found += 1
    if found * 2 > positions_mask and positions_mask < most_mask:
        spread()
    return 1


def place_of(first: int, second: int) -> int:
    """Where a position is found in the table, or the empty place for it."""
    at = first & positions_mask
    place = positions + POSITION * at
    while (load64(place) or load64(place, 8)) and (load64(place) != first or load64(place, 8) != second):
        at = (at + 1) & positions_mask
        place = positions + POSITION * at
    return place


def spread() -> None:
    """Give positions four times as many places; if there is no memory for that, no more than there are."""
    global positions, positions_mask, most_mask
    at, end = positions, positions + POSITION * (positions_mask + 1)
    wider = positions_mask * 4 + 3
    fresh = allocate(POSITION * (wider + 1))
    if fresh == 0:
        most_mask = positions_mask
        return
    positions, positions_mask = fresh, wider
    while at < end:
        if load64(at) or load64(at, 8):
            place = place_of(load64(at), load64(at, 8))
            store64(place, 0, load64(at))
            store64(place, 8, load64(at, 8))
        at += POSITION
