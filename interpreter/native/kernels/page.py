"""A game that is played from outside, by a page: begun, played on, shown, its moves written, its dice drawn.

The page's state is the record at STATE. Between two turns what was at the turn's beginning is shown, before anything
in `turn` was done: the record at SHOWN. A page keeps both by copying their bytes (`page_state`, `page_size`).
"""

from __future__ import annotations

from interpreter.graph.abi import ENDLESS, FULL, HUGE, KIND, MAX_IDLE, PAUSE, PAUSING, RANK, SCORES, STOP, TURNS, WHO
from interpreter.native.kernel_compiler.intrinsics import (
    copy,
    ctz,
    job,
    load8,
    load16,
    load32,
    load64,
    shr_u,
    store64,
)
from interpreter.native.kernel_compiler.parameters import (
    CAPACITY,
    KEY,
    OUT,
    PAGE,
    PARTS,
    PARTS_OF,
    SCORED,
    START,
    P,
    decided,
    run,
    scored,
    written,
)
from interpreter.native.kernels.areas import REPORT, WORK, heap_end, room
from interpreter.native.kernels.chance import GAMMA, game_key, mix, pick
from interpreter.native.kernels.playouts import PLAY, SETUP, rest
from interpreter.native.kernels.records import duplicate, used

STATE = PAGE
SHOWN = PAGE + CAPACITY
SHOW = SHOWN + CAPACITY
"""Where a state is shown: words of 64 bits."""
NOBODY = 0
DECLARED, RANKED = 1, 2
"""Where the scores that are shown come from."""
NOTHING = -(1 << 62)
"""A number, or element, that is not there (as `module/emitter.py` has it for numbers)."""
BOARD = 8
"""Words of the table's head; see `native/record/description.py`."""
VARIABLE = 10
"""Words of a variable's row."""


# ---- playing


@job
def page_state() -> int:
    """Where the state's record lies; the one to be shown lies `page_capacity` bytes on."""
    return STATE


@job
def page_capacity() -> int:
    """Bytes that a record may take."""
    return CAPACITY


@job
def page_size(record: int) -> int:
    """Bytes of a record that are in use."""
    return used(record)


@job
def page_start(seed_key: int, number: int) -> int:
    """Begin game `number` of a seed: how many options there are at its first decision or roll; 0 if it is over; or a
    negative number, as of `run`."""
    duplicate(STATE, START)
    options = settle(run(STATE, HUGE, -1, game_key(seed_key, number, SETUP), PAUSING))
    rest(STATE)
    return options


@job
def page_play(option: int) -> int:
    """Take an option; gives the same as `page_start`."""
    return settle(run(STATE, 1, option, 0, PAUSING))


def settle(options: int) -> int:
    """Go through the beginnings of turns up to a decision or roll."""
    turns = 0
    while options == PAUSE:
        turns += 1
        if turns > MAX_IDLE:
            return ENDLESS
        duplicate(SHOWN, STATE)
        options = run(STATE, 0, -1, 0, PAUSING)
    if turns == 0 or options == 0:
        duplicate(SHOWN, STATE)
    store64(REPORT, 0, turns if options else 0)
    return options


@job
def page_fresh() -> int:
    """Whether a turn has just begun (above 0), after `page_start` or `page_play`."""
    return load64(REPORT)


@job
def page_draw(seed_key: int, number: int, ply: int, count: int) -> int:
    """One of 0 … count - 1, as the draws of a game have it for this ply (`Chance.pick`)."""
    return pick(draw(seed_key, number, PLAY, ply), count)


@job
def page_bits(seed_key: int, number: int, lane: int, ply: int) -> int:
    """The draw with this number, 64 bits (`Chance.bits`)."""
    return draw(seed_key, number, lane, ply)


@job
def page_seed(key: int, word: int) -> int:
    """What a seed comes to, word by word, from the lowest on, beginning with a key of 0 (`chance.seed_key`)."""
    return mix(key + word + GAMMA)


def draw(seed_key: int, number: int, lane: int, ply: int) -> int:
    """The draw with this number."""
    return mix(game_key(seed_key, number, lane) + (ply + 1) * GAMMA)


# ---- moves


@job
def page_moves() -> int:
    """Describe all options of the state; gives how many.

    They lie beyond the heap's end until something else is asked; the report says where (word 0), and how many bytes
    (word 1). Each is a row of words: the decision, how many values, the values – elements by their positions –, how
    many parts of its text, the parts.
    """
    duplicate(WORK, STATE)
    count = run(WORK, 0, -1, 0, HUGE)
    size = 0
    for k in range(count):
        duplicate(WORK, STATE)
        status = run(WORK, -1, k, 0, HUGE)
        if status < 0:
            return status
        parts = written(WORK)
        if parts < 0:
            return parts
        row = 16 + 8 * load64(OUT, 8)
        if not room(size + row + 8 + 8 * parts):
            return FULL
        at = heap_end() + size
        copy(at, OUT, row)
        store64(at + row, 0, parts)
        copy(at + row + 8, PARTS, 8 * parts)
        size += row + 8 + 8 * parts
    store64(REPORT, 0, heap_end())
    store64(REPORT, 8, size)
    return count


@job
def page_decided() -> int:
    """The sites that witness why the game has ended, as text, with commas: how many words; REPORT says where."""
    words = decided(STATE)
    store64(REPORT, 0, PARTS)
    return words


# ---- what is shown


@job
def page_show() -> int:
    """Show the state at SHOWN; gives where, as words of 64 bits.

    How the game ended (0: it hasn't; 1 win, 2 lose, 3 draw, 4 rank), the players who win or lose (a bit each), where
    the state waits (0 the end, 1 a decision, 2 a roll), whose turn it is, the turns so far, whether there are scores,
    and these, one for each player; the numbers by which a ranking ranks, likewise; then for each site of the board how
    many pieces stand there, and which, from the bottom up; then for each variable each of its cells: a number, an
    element's number, or for a set how many there are of it, and these.
    """
    ended = load64(STATE, STOP) == 0
    store64(SHOW, 0, load64(SHOWN, KIND) if ended else 0)
    store64(SHOW, 8, load64(SHOWN, WHO))
    store64(SHOW, 16, load64(STATE, STOP))
    store64(SHOW, 24, load64(STATE, KEY + 8))
    store64(SHOW, 32, load64(STATE, TURNS))
    scores = show_scores(ended)
    if scores < 0:
        return scores
    store64(SHOW, 40, scores)
    copy(SHOW + 48 + 8 * P, SHOWN + SCORES, 8 * P)
    show_variables(show_board(SHOW + 48 + 16 * P))
    return SHOW


def show_scores(ended: bool) -> int:
    """The scores, declared or those that rank; whether there are any."""
    if SCORED:
        status = scored(SHOWN)
        if status < 0:
            return status
        copy(SHOW + 48, PARTS, 8 * P)
        return DECLARED
    if ended and load64(SHOWN, KIND) >= RANK:
        copy(SHOW + 48, SHOWN + SCORES, 8 * P)
        return RANKED
    return NOBODY


def word(at: int) -> int:
    """A word of the table: where it is is counted in words."""
    return load32(PARTS_OF + 4 * at)


def signed(n: int) -> int:
    """Four bytes as a number with a sign."""
    return (n ^ 0x80000000) - 0x80000000


def show_board(to: int) -> int:
    """What stands where; gives the address behind it."""
    sites, sets = word(0), word(1)
    for site in range(sites):
        position = word(BOARD + site)
        height = to
        to += 8
        if word(7):
            for i in range(load8(SHOWN + word(5) + position)):
                store64(to, 0, load8(SHOWN + word(6) + word(7) * position + i))
                to += 8
        for k in range(sets):
            row = BOARD + sites + 4 * k
            bits = load64(SHOWN + word(row) + 8 * (position // 64))
            if shr_u(bits, position % 64) & 1:
                piece = word(row + 1)
                if word(row + 2):
                    bears = cell(SHOWN + word(2) + word(3) * position, word(3)) + signed(word(4))
                    piece += bears - signed(word(row + 3))
                store64(to, 0, piece)
                to += 8
        store64(height, 0, (to - height) // 8 - 1)
    return to


def cell(at: int, size: int) -> int:
    """So many bytes as a number without a sign."""
    if size == 1:
        return load8(at)
    if size == 2:
        return load16(at)
    return load32(at) if size == 4 else load64(at)


def show_variables(to: int) -> None:
    """What each variable holds."""
    row = BOARD + word(0) + 4 * word(1)
    count = word(row)
    row += 1
    for _ in range(count):
        for i in range(word(row + 7)):
            number = load32(word(row + 8) + 4 * i) if word(row + 8) else i
            at = SHOWN + word(row + 1) + word(row + 2) * number
            if word(row + 3):
                to = show_set(to, at, row)
            else:
                store64(to, 0, value_at(at, row))
                to += 8
        row += VARIABLE


def value_at(at: int, row: int) -> int:
    """A single value; one that is not there is `NOTHING`."""
    size = word(row + 2)
    held = cell(at, size)
    if size < 8 and word(row + 6) and held == (1 << 8 * size) - 1:
        return NOTHING
    held += word(row + 4) + (word(row + 5) << 32)
    return load32(word(row + 9) + 4 * held) if word(row + 9) else held


def show_set(to: int, at: int, row: int) -> int:
    """How many elements a set has, and these; gives the address behind them."""
    count = to
    to += 8
    for j in range(word(row + 3)):
        left = load64(at + 8 * j)
        while left:
            element = 64 * j + ctz(left)
            left &= left - 1
            held = load32(word(row + 9) + 4 * element) if word(row + 9) else element + signed(word(row + 4))
            store64(to, 0, held)
            to += 8
    store64(count, 0, (to - count) // 8 - 1)
    return to
