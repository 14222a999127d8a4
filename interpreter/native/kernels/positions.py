"""A table of what a search has found out about positions, which are known by two hashes of 64 bits each.

A place in the table has room for two: the one that was searched deepest since the table was last told that another
position is searched, and the latest.
"""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import fill, load16, load64, store16, store32, store64
from interpreter.native.kernels.areas import allocate

FIRST_HASH, SECOND_HASH, VALUE, OPTION, DEPTH, SORT = 0, 8, 16, 24, 28, 30
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
        fill(table, 0, places * 2 * ENTRY)
    return table != 0


def grow_older() -> None:
    """Another position is searched: what was found before may be overwritten."""
    global age
    age = age + AGE & AGES


def find(first: int, second: int) -> int:
    """The address of what is known of a position, or 0."""
    entry = table + (first & places - 1) * 2 * ENTRY
    for _ in range(2):
        if load64(entry) == first and load64(entry, SECOND_HASH) == second:
            return entry
        entry += ENTRY
    return 0


def note(first: int, second: int, value: int, option: int, depth: int, sort: int) -> None:
    """Write down what was found."""
    entry = find(first, second)
    if entry == 0:
        entry = table + (first & places - 1) * 2 * ENTRY
        if load16(entry, DEPTH) > depth and load16(entry, SORT) & AGES == age:
            entry += ENTRY
    store64(entry, FIRST_HASH, first)
    store64(entry, SECOND_HASH, second)
    store64(entry, VALUE, value)
    store32(entry, OPTION, option)
    store16(entry, DEPTH, depth)
    store16(entry, SORT, sort + age)
