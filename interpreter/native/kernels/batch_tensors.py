"""Observation tensors of a batch: the numbers of `interpreter.spaces.tensors`, from a state's record, by a table.

A cell's row has eight words of four bytes: its sort, where it lies in the record, how many bytes it has, where its
first number is in a tensor; then for a number its lowest value, what it is divided by, and where it is said that there
is none (0: there always is one); for an element or a set a table of where the number of each position is, behind the
first, and how many positions there are.
"""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import (
    copy,
    ctz,
    fill,
    load8,
    load16,
    load32,
    load64,
    store32,
    store_single,
)
from interpreter.native.kernel_compiler.parameters import KEY, P
from interpreter.native.kernels.areas import WORK
from interpreter.native.kernels.batch_memory import (
    CELL_COUNT,
    CELLS,
    EVERYBODY,
    MOVER_AT,
    PILES,
    SEEN,
    STOP_AT,
    STOPS,
    TENSOR_SIZE,
    TENSORS,
    VIEWER_AT,
    word,
)

TRUTH, NUMBER, ELEMENT = 0, 1, 2
CELL_BYTES = 32
ONE = 0x3F800000
"""1.0 as a single float."""
NOTHING = 0xFFFFFFFF


def write_tensors(lane: int, player: int) -> None:
    """The tensors of a lane, whose state is in WORK: for who decides, or for each player."""
    seen, size = word(SEEN), word(TENSOR_SIZE)
    if seen == 0:
        return
    to = word(TENSORS) + lane * seen * size
    fill(to, 0, size)
    cell = word(CELLS)
    for _ in range(word(CELL_COUNT)):
        write_cell(to, cell)
        cell += CELL_BYTES
    if word(PILES):
        write_piles(to, word(PILES))
    if player >= 0:
        store32(to + word(MOVER_AT) + 4 * player, 0, ONE)
        stop = load32(word(STOPS) + 4 * load64(WORK, KEY))
        if stop != NOTHING:
            store32(to + word(STOP_AT) + 4 * stop, 0, ONE)
    if word(EVERYBODY) == 0:
        if player >= 0:
            store32(to + word(VIEWER_AT) + 4 * player, 0, ONE)
        return
    for other in range(1, P):
        copy(to + other * size, to, size)
    for other in range(P):
        store32(to + other * size + word(VIEWER_AT) + 4 * other, 0, ONE)


def held(at: int, size: int) -> int:
    """So many bytes of memory, without a sign."""
    if size == 1:
        return load8(at)
    if size == 2:
        return load16(at)
    return load32(at) if size == 4 else load64(at)


def write_cell(to: int, cell: int) -> None:
    """The numbers of one cell, all 0 so far."""
    sort, at, size = load32(cell), WORK + load32(cell, 4), load32(cell, 8)
    to += load32(cell, 12)
    if sort > ELEMENT:
        write_set(to, at, size, load32(cell, 16))
    elif sort == ELEMENT:
        value = held(at, size)
        if value >= 0 and value < load32(cell, 20):
            store32(to + load32(load32(cell, 16) + 4 * value), 0, ONE)
    elif sort == TRUTH:
        if load8(at):
            store32(to, 0, ONE)
    else:
        value, missing = held(at, size), load32(cell, 24)
        if missing and value == (-1 if size == 8 else (1 << 8 * size) - 1):
            store32(to + missing, 0, ONE)
        else:
            low = (load32(cell, 16) ^ 0x80000000) - 0x80000000
            store_single(to, (value + low) / load32(cell, 20))


def write_set(to: int, at: int, size: int, table: int) -> None:
    """A one for each element of a set."""
    for j in range(0, size, 8):
        left = load64(at + j)
        while left:
            store32(to + load32(table + 4 * (8 * j + ctz(left))), 0, ONE)
            left &= left - 1


def write_piles(to: int, table: int) -> None:
    """What lies below the tops of stacks.

    The table: how many positions there are; where heights and piles lie in the record, how many bytes a pile has; how
    many pieces deep is shown, and what lies between two depths of a tensor; where heights are in a tensor, and what
    they are divided by; then for each position where a site's number is on a plane, all ones if it is none; and for
    each piece where its plane is, one below the top.
    """
    positions, heights, piles, pitch = load32(table), load32(table, 4), load32(table, 8), load32(table, 12)
    deep, span, height_at, most = load32(table, 16), load32(table, 20), load32(table, 24), load32(table, 28)
    planes = table + 32 + 4 * positions
    for position in range(positions):
        site = load32(table + 32 + 4 * position)
        height = load8(WORK + heights + position)
        if site != NOTHING and height:
            store_single(to + height_at + site, height / most)
            for depth in range(min(height, deep)):
                piece = load8(WORK + piles + pitch * position + height - 1 - depth)
                store32(to + load32(planes + 4 * piece) + depth * span + site, 0, ONE)
