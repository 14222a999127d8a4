"""The order in which a search tries options: what is known to be best here, captures by what they gain, moves that
refuted others at the same distance from the root (killers), and the rest by how often they have refuted anything
(history heuristic, Schaeffer 1983)."""

from __future__ import annotations

from interpreter.graph.abi import LISTED
from interpreter.native.kernel_compiler.intrinsics import fill, load16, load64, store16, store64
from interpreter.native.kernel_compiler.parameters import SORTS
from interpreter.native.kernels.areas import allocate
from interpreter.native.kernels.contents import (
    CONTENTS_END,
    gather,
    list_rows,
    noisy,
    row_gain,
    row_number,
    row_risk,
    sort_of,
    tells_noise,
)

KILLERS = CONTENTS_END
"""Two numbers of moves for each ply."""
MOST_PLIES = 256
LOUD, KILLER = 1 << 40, 1 << 38
"""What sets noisy options and killers apart from others."""
STRUCK = -1
HIGHEST = 1 << 30
NUMBER = 8
"""Where the number of the move stands in a row, once it has got its score."""

history: int = 0
"""For the number of each move a word."""


def make_history() -> bool:
    """Begin with an empty history; false if there is no memory."""
    global history
    history = allocate(8 << 16)
    if history:
        fill(history, 0, 8 << 16)
        fill(KILLERS, 0xFF, 4 * MOST_PLIES)
    return history != 0


def fade() -> None:
    """Let what was learnt in another position count for less."""
    for at in range(0, 8 << 16, 8):
        value = load64(history + at)
        if value:
            store64(history + at, 0, value >> 3)
    fill(KILLERS, 0xFF, 4 * MOST_PLIES)


def sorted_rows(record: int, options: int, me: int, ply: int, all_of_them: int) -> int:
    """Rows for the candidates of a decision, with their scores: the address, or 0 if there is no memory. Of those that
    aren't noisy it may be said that they aren't wanted."""
    rows = allocate(LISTED * options)
    if rows == 0:
        return 0
    list_rows(record, options, rows)
    telling = SORTS > 0 and tells_noise()
    if telling:
        gather(record, me)
    row = rows
    for _ in range(options):
        score = -1
        loud = telling and noisy(sort_of(row))
        if loud:
            score = LOUD + 64 * row_gain(record, row) - row_risk(record, row)
        number = 0
        if all_of_them:
            number = row_number(row, me)
            if not loud:
                score = load64(history + 8 * number)
                if number == load16(KILLERS + 4 * ply):
                    score = KILLER + 1
                elif number == load16(KILLERS + 4 * ply, 2):
                    score = KILLER
        store64(row, 0, score)
        store64(row, NUMBER, number)
        row += LISTED
    return rows


def next_row(rows: int, options: int) -> int:
    """The number of the option that comes next, of those that are left; it is struck out. -1 if there is none."""
    best, found = STRUCK, -1
    for k in range(options):
        score = load64(rows + LISTED * k)
        if score > best:
            best, found = score, k
    if found >= 0:
        store64(rows + LISTED * found, 0, STRUCK)
        store64(rows + LISTED * found, 16, best)
    return found


def score_of(rows: int, k: int) -> int:
    """The score that an option had."""
    return load64(rows + LISTED * k, 16)


def strike(rows: int, k: int) -> None:
    """An option has been tried already."""
    store64(rows + LISTED * k, 0, STRUCK)


def refuted(rows: int, k: int, ply: int, depth: int) -> None:
    """Learn that a quiet option was good enough here."""
    number = load64(rows + LISTED * k, NUMBER)
    at = history + 8 * number
    store64(at, 0, min(load64(at) + (depth + 1) * (depth + 1), HIGHEST))
    if load16(KILLERS + 4 * ply) != number:
        store16(KILLERS + 4 * ply, 2, load16(KILLERS + 4 * ply))
        store16(KILLERS + 4 * ply, 0, number)
