"""`most`: which options of a decision still lead to the greatest values at the end of the block.

Each state on the ways through the block is looked at once. What can be reached from it, and by which of its options, is
kept: the turn's next decision finds it there, and so does every later one that stands before the same choice.
"""

from __future__ import annotations

from interpreter.graph.abi import LEFT, MAX_WAYS, TOO_MANY_WAYS
from interpreter.native.kernel_compiler.intrinsics import copy, fill, load16, load64, shr_u, store16, store64
from interpreter.native.kernel_compiler.parameters import BEST, BEST_END, BOUND, LOOKS_BACK, PRESENT, VALUES, WORTH, run
from interpreter.native.kernels.records import SHORT, copy_words, equal_in, hashed, used

TABLE_BITS = 13
TABLE_SIZE = 1 << TABLE_BITS
EPOCH_BITS = 16
EPOCHS = 1 << EPOCH_BITS
PROBES = 8
SEEN = BEST
"""Addresses of what is known of states; the last bits tell what has been forgotten since."""
RECORDS = SEEN + 8 * TABLE_SIZE
"""The states on the way that is being tried lie from here up, what is known of states from BEST_END down …"""
MIDDLE = RECORDS + (BEST_END - RECORDS) // 2
"""… to here at most."""
TIGHT = MIDDLE + (BEST_END - MIDDLE) // 4
"""Where there is less room than this, all is forgotten before the next decision."""

COUNT, FOUND, PASS, WHOLE, REACHED = 0, 8, 16, 24, 32
"""What is known of a state: how many of its options are best, or OPEN; whether a way leads to the end of the block; in
which pass it was looked at; whether all of its options were; the greatest values. Behind it the state's record, and the
numbers of its best options, 16 bits each."""
OPEN = -1
HEAD = REACHED + 8 * VALUES

ways: int = 0
epoch: int = 0
lowest: int = BEST_END
"""Where the lowest of what is known lies."""
passes: int = 0
first_pass: int = 0
"""Of the decision that is being looked at."""
came_round: int = 0
"""Whether a way led back to a state that it had come through …"""
changed: int = 0
"""… and something better was found in this pass: then another has to be made."""


def compared(a: int, b: int) -> int:
    """1 if the values at `a` are greater than those at `b`, -1 if they are less."""
    for i in range(0, 8 * VALUES, 8):
        x, y = load64(a + i), load64(b + i)
        if x != y:
            return 1 if x > y else -1
    return 0


def take_over(to: int, source: int) -> None:
    """Copy values."""
    for i in range(0, 8 * VALUES, 8):
        store64(to + i, 0, load64(source + i))


def length(record: int) -> int:
    """How much of a record matters within the block: not what is past, unless the rules look back there."""
    return used(record) if LOOKS_BACK else PRESENT


def take_record(to: int, source: int, size: int) -> None:
    """Copy what matters of a record."""
    if PRESENT <= SHORT and LOOKS_BACK == 0:
        copy_words(to, source, PRESENT)
    else:
        copy(to, source, size)


def place_of(record: int, size: int) -> int:
    """Where the table has the state, or may have it; 0 if there is no room left."""
    at = shr_u(hashed(record, size, 0), 64 - TABLE_BITS)
    for i in range(PROBES):
        place = SEEN + 8 * ((at + i) & (TABLE_SIZE - 1))
        held = load64(place)
        if held & EPOCHS - 1 != epoch or equal_in(record, shr_u(held, EPOCH_BITS) + HEAD, size):
            return place
    return 0


def forget() -> None:
    """What is known counts no more."""
    global epoch, lowest
    lowest, epoch = BEST_END, (epoch + 1) & EPOCHS - 1
    if epoch == 0:
        fill(SEEN, 0, 8 * TABLE_SIZE)
        epoch = 1


def explore(record: int, options: int, mode: int, whole: int) -> int:
    """Look at all ways on from a record with so many options; gives the address of what is then known of it, or why
    that is not possible. Unless it has to be the `whole` of the options, no more are tried than to reach the bound."""
    global ways, lowest, came_round, changed
    size = length(record)
    place, node = place_of(record, size), 0
    if place and load64(place) & EPOCHS - 1 == epoch:
        node = shr_u(load64(place), EPOCH_BITS)
        if load64(node, PASS) == passes or load64(node, PASS) < first_pass:
            if load64(node, COUNT) == OPEN:
                came_round = 1
                return node
            if load64(node, WHOLE) or not whole:
                return node
    ways += 1
    following = record + size
    if node == 0:
        need = HEAD + size + (2 * options + 7 & -8)
        if place and lowest - need >= MIDDLE:
            lowest -= need
            node = lowest
            store64(place, 0, node * EPOCHS | epoch)
        else:  # what is known of this one will not be kept
            node = following
            following += need
        take_record(node + HEAD, record, size)
        store64(node, FOUND, 0)
    if ways > MAX_WAYS or following + 2 * size > MIDDLE:
        return TOO_MANY_WAYS
    store64(node, COUNT, OPEN)
    store64(node, PASS, passes)
    kept, count, all_tried = node + HEAD + size, 0, 1
    for k in range(options):
        take_record(following, record, size)
        onward = run(following, 1, k, 0, mode)
        if onward < 0:
            return onward
        reached = 0
        if onward == LEFT:
            reached = WORTH
        elif onward:
            child = explore(following, onward, mode, 0)
            if child < 0:
                return child
            reached = child + REACHED if load64(child, FOUND) else 0
        if reached:
            better = 1 if load64(node, FOUND) == 0 else compared(reached, node + REACHED)
            if better > 0:
                take_over(node + REACHED, reached)
                store64(node, FOUND, 1)
                count, changed = 0, 1
            if better >= 0:
                store16(kept + 2 * count, 0, k)
                count += 1
            if BOUND and whole == 0 and compared(node + REACHED, BOUND) >= 0:
                all_tried = k == options - 1
                break
    store64(node, COUNT, count)
    store64(node, WHOLE, all_tried)
    return node


def best(record: int, options: int, mode: int, kept: int) -> int:
    """Write the numbers (16 bits each) of the best of a decision's options to `kept`; gives how many there are."""
    global ways, passes, first_pass, came_round, changed
    if epoch == 0 or lowest < TIGHT:
        forget()
    ways, first_pass, node = 0, passes + 1, 0
    more = 1
    while more:
        passes += 1
        came_round, changed = 0, 0
        take_record(RECORDS, record, length(record))
        node = explore(RECORDS, options, mode, 1)
        if node < 0:
            forget()
            return node
        more = came_round and changed
    count, found = load64(node, COUNT), node + HEAD + length(record)
    for i in range(count):
        store16(kept + 2 * i, 0, load16(found + 2 * i))
    return count
