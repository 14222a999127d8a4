"""Information sets in the heap, found by whose they are and by the key of what is known there."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import fill, load32, load64, store32, store64
from interpreter.native.kernels.areas import allocate

KEY_AT, OTHER_KEY_AT = 0, 8
"""The two words of the key."""
MARK_AT = 16
"""A number that its options come to: that of other options is another one."""
FOLLOWING = 24
"""The set that was found after this one; 0 for the last."""
PARENT, FIRST = 32, 36
"""The sequence that leads to it, and its first own; four bytes each."""
OPTIONS, OWNER = 40, 44
"""How many options there are, and whose it is; four bytes each."""
LENGTH = 48
"""What lies behind it: the length of a way, or nothing."""
BODY = 56
LEAST_SLOTS = 1024

table: int = 0
"""Slots of four bytes, each an eighth of a set's address, or 0. The next that is free is taken."""
slots: int = 0
set_count: int = 0
first_set: int = 0
last_set: int = 0


def forget_sets() -> bool:
    """Begin without any; false if there is no room."""
    global table, slots, set_count, first_set, last_set
    set_count, first_set, last_set = 0, 0, 0
    slots = LEAST_SLOTS
    table = allocate(4 * slots)
    if table:
        fill(table, 0, 4 * slots)
    return table != 0


def set_of(owner: int, key: int, other_key: int) -> int:
    """The set of a player with this key; 0 if it isn't known."""
    return load32(slot_of(owner, key, other_key)) << 3


def slot_of(owner: int, key: int, other_key: int) -> int:
    """The slot where such a set is, or would be."""
    slot = table + 4 * ((key ^ owner) & slots - 1)
    while load32(slot):
        at = load32(slot) << 3
        if load64(at, KEY_AT) == key and load64(at, OTHER_KEY_AT) == other_key and load32(at, OWNER) == owner:
            return slot
        slot += 4
        if slot == table + 4 * slots:
            slot = table
    return slot


def add_set(owner: int, key: int, other_key: int, options: int, size: int) -> int:
    """A new set with so many bytes behind it: its address, or 0 if there is no room."""
    global set_count, first_set, last_set
    if set_count * 2 >= slots and not widen_table():
        return 0
    at = allocate(BODY + size + 7 & ~7)
    if at == 0:
        return 0
    fill(at, 0, BODY + size)
    store64(at, KEY_AT, key)
    store64(at, OTHER_KEY_AT, other_key)
    store32(at, OPTIONS, options)
    store32(at, OWNER, owner)
    store32(slot_of(owner, key, other_key), 0, at >> 3)
    if last_set:
        store64(last_set, FOLLOWING, at)
    else:
        first_set = at
    last_set = at
    set_count += 1
    return at


def widen_table() -> bool:
    """A table of twice the size; the old one is lost."""
    global table, slots
    wider = allocate(8 * slots)
    if wider == 0:
        return False
    table = wider
    slots *= 2
    fill(table, 0, 4 * slots)
    at = first_set
    while at:
        store32(slot_of(load32(at, OWNER), load64(at, KEY_AT), load64(at, OTHER_KEY_AT)), 0, at >> 3)
        at = load64(at, FOLLOWING)
    return True


def sets_found() -> int:
    """How many there are."""
    return set_count


def first_found() -> int:
    """The set that was found first; 0 if there is none."""
    return first_set
