"""Observation tensors of a batch: the numbers of `bridges.spaces.tensors`, from a state's record, by a table.

A cell's row has twelve words of four bytes. Its sort, where it lies in the record, how many bytes it has, where its
first number is in a tensor. For a number its lowest value, what it is divided by, and where it is said that there is
none (0: there always is one); for an element or a set a table of where the number of each position is, behind the
first, and how many positions there are; for pieces besides where the sites are noted at which they are hidden. Where
the number is that says that it isn't known (all ones: nothing says so), the word and the bit where that is noted (all
ones: it never is), the `together` blocks that change it, a bit each, and of which player it is a part.
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
    shr_u,
    store32,
    store_single,
)
from interpreter.native.kernel_compiler.parameters import HIDES, KEY, UNSEEN, UNSEEN_SIZE, P, unseen
from interpreter.native.kernels.areas import WORK
from interpreter.native.kernels.batch_memory import (
    CELL_COUNT,
    CELLS,
    EVERYBODY,
    GATHERS,
    MOVER_AT,
    PILES,
    SEEN,
    STOP_AT,
    STOPS,
    TENSOR_SIZE,
    TENSORS,
    UNKNOWN,
    VIEWER_AT,
    word,
)

TRUTH, ELEMENT, PIECES = 0, 2, 4
CELL_BYTES = 48
ONE = 0x3F800000
"""1.0 as a single float."""
NOTHING = 0xFFFFFFFF


def write_tensors(lane: int, player: int) -> None:
    """The tensors of a lane, whose state is in WORK: for who decides, or for each player."""
    seen, size = word(SEEN), word(TENSOR_SIZE)
    if seen == 0:
        return
    to = word(TENSORS) + lane * seen * size
    note_unseen()
    if HIDES:
        for i in range(seen):
            write_view(to + i * size, player, i if word(EVERYBODY) else player)
        return
    write_view(to, player, -1)
    if word(EVERYBODY) == 0:
        if player >= 0:
            store32(to + word(VIEWER_AT) + 4 * player, 0, ONE)
        return
    for other in range(1, P):
        copy(to + other * size, to, size)
    for other in range(P):
        store32(to + other * size + word(VIEWER_AT) + 4 * other, 0, ONE)


def note_unseen() -> None:
    """Note what each player doesn't see of the state in WORK, where rules hide anything."""
    if HIDES:
        fill(UNSEEN, 0, UNSEEN_SIZE * P)
        unseen(WORK, UNSEEN)


def write_seen(to: int, player: int, viewer: int) -> None:
    """The tensor of the state in WORK for one viewer, once what isn't seen is noted."""
    if HIDES:
        write_view(to, player, viewer)
    else:
        write_view(to, player, -1)
        store32(to + word(VIEWER_AT) + 4 * viewer, 0, ONE)


def write_view(to: int, player: int, viewer: int) -> None:
    """The tensor of the state in WORK, in which a player decides (-1: nobody), as a viewer sees it (-1: who sees all,
    or if anything is hidden, nobody)."""
    fill(to, 0, word(TENSOR_SIZE))
    if HIDES and viewer < 0:
        return
    place = load64(WORK, KEY)
    gather = load32(word(GATHERS) + 4 * place) if HIDES and player >= 0 else 0
    cell = word(CELLS)
    for _ in range(word(CELL_COUNT)):
        if HIDES == 0 or not_known(cell, viewer, gather) == 0:
            write_cell(to, cell, viewer)
        elif load32(cell, 28) != NOTHING:
            store32(to + load32(cell, 28), 0, ONE)
        cell += CELL_BYTES
    if word(PILES):
        write_piles(to, word(PILES), UNSEEN + viewer * UNSEEN_SIZE)
    if HIDES:
        write_unknown(to, UNSEEN + viewer * UNSEEN_SIZE)
        store32(to + word(VIEWER_AT) + 4 * viewer, 0, ONE)
    if player >= 0:
        store32(to + word(MOVER_AT) + 4 * player, 0, ONE)
        if gather:
            for other in range(P):
                store32(to + word(MOVER_AT) + 4 * other, 0, ONE)
        stop = load32(word(STOPS) + 4 * place)
        if stop != NOTHING and (HIDES == 0 or (viewer == player and gather == 0)):
            store32(to + word(STOP_AT) + 4 * stop, 0, ONE)


def not_known(cell: int, viewer: int, gather: int) -> int:
    """Whether a viewer doesn't know what is in a cell: it is hidden, or changed by the part of another in a `together`
    (a bit) that isn't over."""
    at = load32(cell, 32)
    if at != NOTHING and shr_u(load64(UNSEEN + viewer * UNSEEN_SIZE + at), load32(cell, 36)) & 1:
        return 1
    return int_of(load32(cell, 40) & gather != 0 and load32(cell, 44) != viewer)


def int_of(truth: bool) -> int:
    """A truth as a number."""
    return 1 if truth else 0


def write_unknown(to: int, hidden: int) -> None:
    """What isn't known of pieces.

    The table: how many words a set of sites has; where it is noted on which sites it isn't known whether a piece stands
    there, of which the owner, the kind, the number is hidden (all ones: nowhere); where the planes of the first and the
    last of these are, and of pieces of which not even the owner is known; a table of where the number of each position
    is on a plane; how many sets of pieces there are; and for each where it lies in a record, and the plane of such
    pieces if only the owner is known (all ones: there are no such planes).
    """
    table = word(UNKNOWN)
    if table == 0:
        return
    words, places, row = load32(table), load32(table, 32), table + 40
    if load32(table, 20) != NOTHING:
        for j in range(words):
            write_word(to + load32(table, 20), noted(hidden, load32(table, 4), j), places, j)
    for _ in range(load32(table, 36)):
        for j in range(words):
            here = load64(WORK + load32(row) + 8 * j)
            owner, kind = noted(hidden, load32(table, 8), j), noted(hidden, load32(table, 12), j)
            there = here & kind & ~noted(hidden, load32(table, 4), j)
            if load32(row, 4) != NOTHING:
                write_word(to + load32(row, 4), there & ~owner, places, j)
                write_word(to + load32(table, 28), there & owner, places, j)
            if load32(table, 24) != NOTHING:
                write_word(to + load32(table, 24), here & noted(hidden, load32(table, 16), j) & ~kind, places, j)
        row += 8


def noted(hidden: int, at: int, j: int) -> int:
    """Word `j` of a set of sites where something is hidden."""
    return load64(hidden + at + 8 * j) if at != NOTHING else 0


def held(at: int, size: int) -> int:
    """So many bytes of memory, without a sign."""
    if size == 1:
        return load8(at)
    if size == 2:
        return load16(at)
    return load32(at) if size == 4 else load64(at)


def write_cell(to: int, cell: int, viewer: int) -> None:
    """The numbers of one cell, all 0 so far."""
    sort, at, size = load32(cell), WORK + load32(cell, 4), load32(cell, 8)
    to += load32(cell, 12)
    if sort > ELEMENT:
        hidden = UNSEEN + viewer * UNSEEN_SIZE
        for j in range(0, size, 8):
            left = load64(at + j)
            if HIDES and sort == PIECES:
                left &= ~noted(hidden, load32(cell, 24), shr_u(j, 3))
            write_word(to, left, load32(cell, 16), shr_u(j, 3))
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


def write_word(to: int, left: int, table: int, j: int) -> None:
    """A one for each element of word `j` of a set."""
    while left:
        store32(to + load32(table + 4 * (64 * j + ctz(left))), 0, ONE)
        left &= left - 1


def write_piles(to: int, table: int, hidden: int) -> None:
    """What lies below the tops of stacks.

    The table: how many positions there are; where heights and piles lie in the record, how many bytes a pile has; how
    many pieces deep is shown, and what lies between two depths of a tensor; where heights are in a tensor, and what
    they are divided by; where it is noted on which sites pieces aren't seen (all ones: nowhere); then for each position
    where a site's number is on a plane, all ones if it is none; and for each piece where its plane is, one below the
    top.
    """
    positions, heights, piles, pitch = load32(table), load32(table, 4), load32(table, 8), load32(table, 12)
    deep, span, height_at, most = load32(table, 16), load32(table, 20), load32(table, 24), load32(table, 28)
    kinds, planes = load32(table, 32), table + 36 + 4 * positions
    for position in range(positions):
        site = load32(table + 36 + 4 * position)
        height = load8(WORK + heights + position)
        if HIDES and shr_u(noted(hidden, kinds, shr_u(position, 6)), position & 63) & 1:
            continue
        if site != NOTHING and height:
            store_single(to + height_at + site, height / most)
            for depth in range(min(height, deep)):
                piece = load8(WORK + piles + pitch * position + height - 1 - depth)
                store32(to + load32(planes + 4 * piece) + depth * span + site, 0, ONE)
