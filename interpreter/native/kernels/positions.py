"""A table of what a search has found out about positions, which are known by 96 bits of hash.

What rules remember only to draw games that go on for too long – the past, and counters – doesn't belong to a position
here, so that one that is reached in several ways is searched once. But what is certain, or wholly searched, is believed
only where all of that is the same, too: another hash tells.

A place in the table has room for two: the one that was searched deepest since the table was last told that another
position is searched, and the latest.
"""

from __future__ import annotations

from interpreter.graph.abi import STOP
from interpreter.native.kernel_compiler.intrinsics import (
    fill,
    load16,
    load32,
    load64,
    rotl,
    shr_u,
    store16,
    store32,
    store64,
)
from interpreter.native.kernel_compiler.parameters import CAPACITY, FORGETS, PRESENT, SIZE, STEADY
from interpreter.native.kernels.areas import allocate
from interpreter.native.kernels.records import hashed, used

FIRST_HASH, SECOND_HASH, HISTORY, VALUE, OPTION, DEPTH, SORT = 0, 8, 12, 16, 24, 28, 30
ENTRY = 32
AT_MOST, AT_LEAST, EXACTLY = 1, 2, 3
WHOLE = 4
"""Added to these where nothing below was left unsearched."""
AGE = 8
"""What the sort grows by with each position that is searched."""
AGES = 0x10000 - AGE

table: int = 0
places: int = 0
age: int = 0


def make_table(bits: int) -> bool:
    """An empty table of 2**bits places in the heap; false if there is no memory."""
    global table, places, age
    places, age = 1 << bits, 0
    table = allocate(places * 2 * ENTRY)
    if table:
        empty_table()
    return table != 0


def empty_table() -> None:
    """Forget all that was found."""
    fill(table, 0, places * 2 * ENTRY)


def grow_older() -> None:
    """Another position is searched: what was found before may be overwritten."""
    global age
    age = age + AGE & AGES


def position_hash(record: int) -> int:
    """A number for the position of a record."""
    h = 0
    for at in range(STOP, PRESENT, 8):
        h = (rotl(h, 23) ^ load64(record + at) & load64(STEADY + at)) * 0x9FB21C651E98DF25
        h ^= shr_u(h, 35)
    if CAPACITY > SIZE and not FORGETS:
        h ^= hashed(record, used(record), 0)
    return (h ^ shr_u(h, 29)) * 0x2545F4914F6CDD1D


def second_hash(record: int) -> int:
    """Another, of 32 bits."""
    h = 0x5851F42D4C957F2D
    for at in range(STOP, PRESENT, 8):
        h = (rotl(h, 29) ^ load64(record + at) & load64(STEADY + at)) * 0xD6E8FEB86659FD93
    return shr_u(h ^ shr_u(h, 31), 32) ^ (h & 0xFFFFFFFF)


def history_hash(record: int) -> int:
    """A number of 32 bits for all that a record holds."""
    return shr_u(hashed(record, used(record), 0x5DEECE66D), 32)


def find(first: int, second: int) -> int:
    """The address of what is known of a position, or 0."""
    entry = table + (first & places - 1) * 2 * ENTRY
    for _ in range(2):
        if load64(entry) == first and load32(entry, SECOND_HASH) == second:
            return entry
        entry += ENTRY
    return 0


def note(first: int, second: int, history: int, value: int, option: int, depth: int, sort: int) -> None:
    """Write down what was found."""
    entry = find(first, second)
    if entry == 0:
        entry = table + (first & places - 1) * 2 * ENTRY
        if load16(entry, DEPTH) > depth and load16(entry, SORT) & AGES == age:
            entry += ENTRY
    store64(entry, FIRST_HASH, first)
    store32(entry, SECOND_HASH, second)
    store32(entry, HISTORY, history)
    store64(entry, VALUE, value)
    store32(entry, OPTION, option)
    store16(entry, DEPTH, depth)
    store16(entry, SORT, sort + age)
