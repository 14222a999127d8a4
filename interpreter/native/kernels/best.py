"""`most`: which options of a decision still lead to the greatest values at the end of the block."""

from __future__ import annotations

from interpreter.graph.abi import LEFT, MAX_WAYS, TOO_MANY_WAYS
from interpreter.native.kernel_compiler.intrinsics import fill, load64, shr_u, store16, store64
from interpreter.native.kernel_compiler.parameters import BEST, BEST_END, SIZE, VALUES, WORTH, run
from interpreter.native.kernels.records import duplicate, equal, hashed, used

TABLE_BITS = 13
TABLE_SIZE = 1 << TABLE_BITS
EPOCH_BITS = 16
EPOCHS = 1 << EPOCH_BITS
TOP = BEST
"""The greatest values of all options so far …"""
OURS = TOP + 8 * VALUES
"""… and of the option that is being looked at."""
SEEN = OURS + 8 * VALUES
"""Addresses of states that have been looked at; in the last bits stands for which option."""
RECORDS = SEEN + 8 * TABLE_SIZE
"""The states on the way that is being tried lie from here up, those that have been looked at from BEST_END down …"""
MIDDLE = RECORDS + (BEST_END - RECORDS) // 2
"""… to here at most."""

found: int = 0
ways: int = 0
epoch: int = 0
"""Counts the options that have been looked at; what others have marked doesn't count."""
lowest: int = BEST_END
"""Where the lowest of the states that have been looked at lies."""


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


def seen_before(record: int) -> int:
    """Whether a state has been looked at; it counts as looked at from now on. Where there is no room, it is forgotten,
    and looked at again if it is come to again."""
    global lowest
    size = used(record)
    at = shr_u(hashed(record, size, 0), 64 - TABLE_BITS)
    for i in range(8):
        place = SEEN + 8 * ((at + i) & (TABLE_SIZE - 1))
        held = load64(place)
        if held & EPOCHS - 1 != epoch:
            if lowest - size >= MIDDLE:
                lowest -= size
                duplicate(lowest, record)
                store64(place, 0, lowest * EPOCHS | epoch)
            return 0
        if equal(record, shr_u(held, EPOCH_BITS), size):
            return 1
    return 0


def forget() -> None:
    """What has been looked at so far counts no more."""
    global epoch, lowest
    lowest, epoch = BEST_END, (epoch + 1) & EPOCHS - 1
    if epoch == 0:
        fill(SEEN, 0, 8 * TABLE_SIZE)
        epoch = 1


def explore(record: int, options: int, mode: int) -> int:
    """All ways on from a record that `run` has just given this for; 0, or why that is not possible."""
    global found, ways
    if options == LEFT:
        if found == 0 or compared(WORTH, OURS) > 0:
            take_over(OURS, WORTH)
            found = 1
        return 0
    if options <= 0:
        return options
    if seen_before(record):
        return 0
    ways += 1
    following = record + used(record)
    if ways > MAX_WAYS or following + used(record) + SIZE > BEST_END:
        return TOO_MANY_WAYS
    if following + used(record) + SIZE > lowest:
        forget()
    for k in range(options):
        duplicate(following, record)
        status = explore(following, run(following, 1, k, 0, mode), mode)
        if status < 0:
            return status
    return 0


def best(record: int, options: int, mode: int, kept: int) -> int:
    """Write the numbers (16 bits each) of the best of a decision's options to `kept`; gives how many there are."""
    global found, ways
    count, ways = 0, 0
    for k in range(options):
        found = 0
        forget()
        duplicate(RECORDS, record)
        status = explore(RECORDS, run(RECORDS, 1, k, 0, mode), mode)
        if status < 0:
            return status
        if found:
            better = 1 if count == 0 else compared(OURS, TOP)
            if better > 0:
                take_over(TOP, OURS)
                count = 0
            if better >= 0:
                store16(kept + 2 * count, 0, k)
                count += 1
    return count
