"""States that are alike by a symmetry as one: the smallest, byte by byte, of a packed record's images.

A packed record is cut into parts, each of some bits. For each symmetry, each word of the image and each part there is a
table: which bits of the word the part's value makes. The host writes it all: first for each part where it lies and
how great it is, then the bits that stay where they are, then the symmetries' tables.
"""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import (
    job,
    load8,
    load64,
    shr_u,
    store64,
    ult,
)
from interpreter.native.kernel_compiler.parameters import PACKED
from interpreter.native.kernels.areas import allocate, cut_heap, heap_foot

WORDS = (PACKED + 7) // 8
BYTE, SHIFT, MASK, AT = 0, 8, 16, 24
PART = 32
"""A part: the byte where it begins, how many bits behind, its greatest value, and where in a word's table it lies."""
EXCHANGES, ORDER, TABLES = 0, 8, 16
"""A symmetry: whether the two players are exchanged, and the tables of its words."""

images: int = 0
"""How many symmetries there are besides the one that leaves all as it is."""
parts: int = 0
places: int = 0
"""Bytes: for each place where states may wait which tables are theirs, from 0."""
part_at: int = 0
stays_at: int = 0
image_at: int = 0
word_size: int = 0
image_size: int = 0
entry_at: int = 0
"""Scratch: where the parts of a record lie in the tables …"""
best_at: int = 0
"""… and the image that is least so far."""
prepared: int = 0
alike: int = 1
"""How many images of the record that was folded last are the record itself, that one included."""


@job
def solve_fold(count: int, number_of_parts: int, entries: int, bytes_of_places: int, sorts: int) -> int:
    """Make room in an empty heap for tables: so many symmetries and parts, entries for each word of each symmetry,
    bytes that say which tables are for which place (a multiple of 8), and so many sorts of these. Gives where they are
    to be written, or 0."""
    global images, parts, places, part_at, stays_at, image_at, word_size, image_size, entry_at, best_at, prepared
    cut_heap(heap_foot())
    images, parts, word_size = count, number_of_parts, 8 * entries
    image_size = TABLES + WORDS * word_size
    head = bytes_of_places + PART * parts + 8 * WORDS
    at = allocate(head + sorts * images * image_size + 8 * parts + 16 * WORDS)
    if at == 0:
        return 0
    places = at
    part_at = at + bytes_of_places
    stays_at = part_at + PART * parts
    image_at = stays_at + 8 * WORDS
    entry_at = image_at + sorts * images * image_size
    best_at = entry_at + 8 * parts
    prepared = 1
    return at


def fold_begins() -> None:
    """A heap for new states: an empty one, or what stands behind tables that were just written."""
    global images, prepared, alike
    if prepared == 0:
        cut_heap(heap_foot())
        images, alike = 0, 1
    prepared = 0


def orbit() -> int:
    """How many different images the record that was folded last has, itself included."""
    return (images + 1) // alike


def folded(packed: int, place: int) -> int:
    """Put the least image of a packed record in its place; gives whether players are exchanged in it."""
    global alike
    alike = images + 1
    if images == 0:
        return 0
    alike = 1
    for i in range(parts):
        part = part_at + PART * i
        value = shr_u(load64(packed + load64(part)), load64(part, SHIFT)) & load64(part, MASK)
        store64(entry_at + 8 * i, 0, load64(part, AT) + 8 * value)
    for w in range(WORDS):
        store64(best_at + 8 * w, 0, load64(packed + 8 * w))
    exchanged = 0
    image = image_at + load8(places + place) * images * image_size
    for _ in range(images):
        order = compared(packed, image + TABLES)
        if order < 0:
            exchanged = load64(image)
            alike = 1
        elif order == 0:
            alike += 1
        image += image_size
    for w in range(WORDS):
        store64(packed + 8 * w, 0, load64(best_at + 8 * w))
    return exchanged


def compared(packed: int, tables: int) -> int:
    """Whether an image is less than the best so far, which it then becomes; 0 if it is the same."""
    less = 0
    at = tables
    for w in range(WORDS):
        word = load64(packed + 8 * w) & load64(stays_at + 8 * w)
        entry = entry_at
        while entry < best_at:
            word |= load64(at + load64(entry))
            entry += 8
        if less == 0:
            best = load64(best_at + 8 * w)
            if ult(best, word):
                return 1
            less = word != best
            if less == 0:
                at += word_size
                continue
        store64(best_at + 8 * w, 0, word)
        at += word_size
    return -1 if less else 0
