"""A position that somebody has put there by hand, for a page: written into a record, and set going by the rules.

The page writes it at SHOW in the words in which `page_show` shows a state, and reads nothing of a record itself.
"""

from __future__ import annotations

from interpreter.graph.abi import KIND, PAUSE, PAUSING, SCORES, STUCK, WHO
from interpreter.native.kernel_compiler.intrinsics import (
    copy,
    fill,
    job,
    load32,
    load64,
    store8,
    store16,
    store32,
    store64,
)
from interpreter.native.kernel_compiler.parameters import BOUNDARY, KEY, START, TURN, TURN_END, P, run
from interpreter.native.kernels.areas import REPORT, TRIAL, WORK
from interpreter.native.kernels.page import BOARD, NOTHING, SHOW, SHOWN, STATE, VARIABLE, settle, signed, word
from interpreter.native.kernels.playouts import rest
from interpreter.native.kernels.records import duplicate

MOVER, NEXT = KEY + 8, KEY + 16
"""Where a record says whose turn it is, and who comes next."""


@job
def page_words() -> int:
    """Where the words of a position are written for `page_put`: those of `page_show`."""
    return SHOW


@job
def page_put() -> int:
    """Make the state one of these words: how the game ended, whose turn it is, the points, the pieces of each site,
    the cells of each variable. What stands between them isn't read. `page_place` or `page_end` goes on from there."""
    duplicate(STATE, START)
    store64(STATE, KIND, load64(SHOW))
    store64(STATE, WHO, load64(SHOW, 8))
    copy(STATE + SCORES, SHOW + 48 + 8 * P, 8 * P)
    store64(STATE, MOVER, load64(SHOW, 24))
    store64(STATE, NEXT, (load64(SHOW, 24) + 1) % P)
    return put_variables(put_board(SHOW + 48 + 16 * P))


@job
def page_end() -> int:
    """The game is over there, as the words say."""
    store64(STATE, KEY, 0)
    duplicate(SHOWN, STATE)
    return 0


@job
def page_place(asked: int, following: int) -> int:
    """Set the position going; gives the same as `page_start`.

    `asked`: 0 if `end` is to be asked about it, as if the player before had just moved; 1 if it was asked before, and
    said nothing; 2 if besides the position is to be among those that `repeats` compares. `following`: who comes next;
    a negative number is the next in the row.
    """
    mover = load64(STATE, MOVER)
    before = (mover + P - 1) % P
    rest(STATE)
    if asked == 1:
        stand(STATE, TURN, mover, following)
        return rested(begun())
    if asked == 0:
        stand(STATE, TURN_END, before, mover)
        duplicate(TRIAL, STATE)
        status = run(TRIAL, 0, -1, 0, PAUSING)
        if status == 0 or (status == PAUSE and is_stuck(mover)):
            duplicate(STATE, TRIAL)
            return rested(settle(status))
    stand(STATE, BOUNDARY, before, mover)
    status = run(STATE, 0, -1, 0, PAUSING)
    if following >= 0 and status == PAUSE:
        store64(STATE, NEXT, following)
    return rested(settle(status))


def begun() -> int:
    """From the beginning of a turn to its first decision."""
    duplicate(SHOWN, STATE)
    status = run(STATE, 0, -1, 0, PAUSING)
    if status == 0 or status == PAUSE:
        return settle(status)
    store64(REPORT, 0, 1)
    return status


def rested(options: int) -> int:
    """Turns are counted from here."""
    rest(STATE)
    return options


def stand(record: int, place: int, mover: int, following: int) -> None:
    """Let a record stand at a place of the rules."""
    store64(record, KEY, place)
    store64(record, MOVER, mover)
    store64(record, NEXT, following if following >= 0 else (mover + 1) % P)


def is_stuck(mover: int) -> bool:
    """Whether the mover has no first decision in the position."""
    duplicate(WORK, STATE)
    stand(WORK, TURN, mover, -1)
    return run(WORK, 0, -1, 0, PAUSING) == STUCK


# ---- parts of a record


def put_board(at: int) -> int:
    """Put pieces on sites; gives where the words behind them lie."""
    sites = word(0)
    for site in range(sites):
        position = word(BOARD + site)
        count = load64(at)
        at += 8
        for i in range(count):
            piece = load64(at + 8 * i)
            if i == count - 1:
                put_piece(piece, position)
            else:
                store8(STATE + word(6) + word(7) * position + i, 0, piece)
        if count > 1:
            store8(STATE + word(5) + position, 0, count - 1)
        at += 8 * count
    return at


def put_piece(piece: int, position: int) -> None:
    """Let a piece be the uppermost there: its set is that whose first piece is the nearest at or before it."""
    best = -1
    for k in range(word(1)):
        row = BOARD + word(0) + 4 * k
        first = word(row + 1)
        if first <= piece and (best < 0 or first > word(best + 1)):
            best = row
    at = STATE + word(best) + 8 * (position // 64)
    store64(at, 0, load64(at) | 1 << position % 64)
    if word(best + 2):
        bears = piece - word(best + 1) + signed(word(best + 3))
        put_cell(STATE + word(2) + word(3) * position, word(3), bears - signed(word(4)))


def put_cell(at: int, size: int, held: int) -> None:
    """Write a number in so many bytes."""
    if size == 1:
        store8(at, 0, held)
    elif size == 2:
        store16(at, 0, held)
    elif size == 4:
        store32(at, 0, held)
    else:
        store64(at, 0, held)


def put_variables(at: int) -> int:
    """Give each variable its cells; gives where the words end."""
    row = BOARD + word(0) + 4 * word(1)
    count = word(row)
    row += 1
    for _ in range(count):
        for i in range(word(row + 7)):
            number = load32(word(row + 8) + 4 * i) if word(row + 8) else i
            to = STATE + word(row + 1) + word(row + 2) * number
            if word(row + 3):
                at = put_set(at, to, row)
            else:
                put_value(load64(at), to, row)
                at += 8
        row += VARIABLE
    return at


def put_value(value: int, to: int, row: int) -> None:
    """Write a single value."""
    size = word(row + 2)
    if value == NOTHING:
        put_cell(to, size, NOTHING if size == 8 else -1)
    else:
        put_cell(to, size, position_of(value, row) - word(row + 4) - (word(row + 5) << 32))


def put_set(at: int, to: int, row: int) -> int:
    """Write a set; gives where the words behind it lie."""
    fill(to, 0, 8 * word(row + 3))
    count = load64(at)
    at += 8
    for i in range(count):
        value = load64(at + 8 * i)
        element = position_of(value, row) if word(row + 9) else value - signed(word(row + 4))
        here = to + 8 * (element // 64)
        store64(here, 0, load64(here) | 1 << element % 64)
    return at + 8 * count


def position_of(value: int, row: int) -> int:
    """Where an element lies among the bits of a set; positions rise, and none lies before its number."""
    table = word(row + 9)
    if table == 0:
        return value
    position = value
    while load32(table + 4 * position) != value:
        position += 1
    return position
