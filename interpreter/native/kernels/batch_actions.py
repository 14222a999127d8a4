"""Actions of a batch: which are legal, by their fixed numbers, and which option of the rules an action is.

Options are described in rows (abi.LISTING). For each value that is chosen a table says what it adds; what that comes to
is the place of the action's number in another table.
"""

from __future__ import annotations

from interpreter.graph.abi import CANDIDATE, HUGE, LISTED, LISTING, LISTING_OPTIONS, MAX_TRIES, PLIES
from interpreter.native.kernel_compiler.intrinsics import (
    copy,
    fill,
    load8,
    load32,
    load64,
    popcount,
    store8,
)
from interpreter.native.kernel_compiler.parameters import DOUBTS, OUT, run
from interpreter.native.kernels.areas import TRIAL, WORK
from interpreter.native.kernels.batch_memory import (
    COUNTS,
    FIXED,
    KEYS,
    MASKS,
    MOST_ROWS,
    PITCH,
    PLACES,
    ROWS,
    WIDE,
    fetch,
    word,
)
from interpreter.native.kernels.chance import GAMMA, mix, pick
from interpreter.native.kernels.records import duplicate

SHORT = 1024
"""Up to so many actions it is quicker to look through a mask than to list the options anew."""
WIDE_ROW = 128
NONE = 0xFFFFFFFF

tangled: int = 0
"""Whether options have been met whose actions aren't in the order of their numbers."""


def listed(options: int, all_of_them: int) -> int:
    """Describe the options of the state in WORK, or all candidates: how many rows. WORK may not be used afterwards."""
    if options > word(MOST_ROWS):
        return -1
    if word(WIDE):
        for k in range(options):
            duplicate(TRIAL, WORK)
            run(TRIAL, -1, k, 0, HUGE)
            copy(word(ROWS) + WIDE_ROW * k, OUT, WIDE_ROW)
        return options
    if DOUBTS and not all_of_them:
        return run(WORK, LISTING_OPTIONS, 0, word(ROWS), HUGE)
    return run(WORK, LISTING, 0, word(ROWS), HUGE)


def row_size() -> int:
    """Bytes of a row."""
    return WIDE_ROW if word(WIDE) else LISTED


def action_of(row: int, places: int) -> int:
    """The action that a row describes; NONE if it is none of the table."""
    place = load32(places + 4 * load64(row))
    at, adds, value = 0, place + 4, row + 16
    for _ in range(load64(row, 8)):
        at += load32(load32(adds) + 4 * (load64(value) - load32(adds, 4)))
        adds += 8
        value += 8
    return load32(load32(place) + 4 * at)


def action_at(k: int) -> int:
    """The action that row `k` describes."""
    return action_of(word(ROWS) + k * row_size(), word(PLACES))


def option_of(lane: int, action: int) -> int:
    """The option of the state in WORK that an action is, as `run` takes it, -1 if it is none; the lane's mask is empty
    then."""
    mask = word(MASKS) + lane * word(PITCH)
    options = load32(word(COUNTS) + 4 * lane)
    if word(FIXED) == 0:
        fill(mask, 0, word(PITCH))
        return action if action < options else -1
    if word(PITCH) <= SHORT and DOUBTS == 0 and tangled == 0:
        rank = 0
        for at in range(0, action & -8, 8):
            rank += popcount(load64(mask + at))
        rank += popcount(load64(mask + (action & -8)) & (1 << 8 * (action & 7)) - 1)
        fill(mask, 0, word(PITCH))
        return rank if rank < options else -1
    found, count, row, size, places = -1, listed(options, 1), word(ROWS), row_size(), word(PLACES)
    for k in range(count):
        other = action_of(row, places)
        row += size
        if other != NONE:
            store8(mask + other, 0, 0)
        if other == action:
            found = k
    fetch(lane)
    return found if word(WIDE) or found < 0 else CANDIDATE + found


def set_mask(lane: int, options: int) -> int:
    """Mark the legal actions of the state in WORK, which has so many options (or candidates), in an empty mask; gives
    how many they are, or -1 if there are too many."""
    global tangled
    mask = word(MASKS) + lane * word(PITCH)
    count = options
    if word(FIXED) or DOUBTS:
        count = listed(options, 0)
    if count < 0 or (word(FIXED) == 0 and count > word(PITCH)):
        return -1
    if word(FIXED) == 0:
        fill(mask, 1, count)
        return count
    last, row, size, places = -1, word(ROWS), row_size(), word(PLACES)
    for _ in range(count):
        action = action_of(row, places)
        if action == NONE:
            return -1
        if action <= last:
            tangled = 1
        last = action
        row += size
        store8(mask + action, 0, 1)
    return count


def draw(lane: int) -> int:
    """The action that a random game takes here (as `Machine.draw`)."""
    options = load32(word(COUNTS) + 4 * lane)
    bits = mix(load64(word(KEYS) + 8 * lane) + (load64(WORK, PLIES) + 1) * GAMMA)
    if word(FIXED) == 0:
        return pick(bits, options)
    mask = word(MASKS) + lane * word(PITCH)
    if DOUBTS and word(WIDE) == 0:
        total = listed(options, 1)
        for _ in range(MAX_TRIES):
            action = action_at(pick(bits, total))
            if action != NONE and load8(mask + action):
                return action
            bits = mix(bits + GAMMA)
        fetch(lane)
        listed(options, 0)
    elif word(PITCH) <= SHORT and tangled == 0:
        return nth(mask, pick(bits, options))
    else:
        listed(options, 1)
    return action_at(pick(bits, options))


def nth(mask: int, k: int) -> int:
    """The k-th legal action."""
    at = 0
    here = popcount(load64(mask))
    while here <= k:
        k -= here
        at += 8
        here = popcount(load64(mask + at))
    while load8(mask + at) == 0 or k > 0:
        k -= load8(mask + at)
        at += 1
    return at
