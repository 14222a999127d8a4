"""Random games, ply by ply: a row for each decision, roll and end, with the state's record, for studies of games."""

from __future__ import annotations

from interpreter.graph.abi import FULL, HUGE, SCORES, STOP, TURNS, UNFINISHED
from interpreter.native.kernel_compiler.intrinsics import copy, fill, job, load64, store64
from interpreter.native.kernel_compiler.parameters import KEY, SIZE, STACK_END, run
from interpreter.native.kernels.areas import REPORT, TRIAL, WORK, allocate, cut_heap, heap_end
from interpreter.native.kernels.chance import GAMMA, game_key, mix, pick
from interpreter.native.kernels.playouts import PLAY, rest, set_up
from interpreter.native.kernels.records import duplicate, equal, used

# A row: words, and behind them the record without its tail.
NUMBER, PLY, TURN, MOVER, OPTIONS, CHOSEN, WAITING, SPARE = 0, 8, 16, 24, 32, 40, 48, 56
"""The game's number, plies and turns before this one, who moves, how many options there are (0: it is over), which one
was taken (-1: nobody looked), what is waited for: a decision or a roll."""
HEAD = 64
ROW = HEAD + SIZE
LINES = 56
"""Lines that end the game, at most; further ones count as one."""


@job
def trace(seed_key: int, first: int, count: int, plies_limit: int, looking: int) -> int:
    """Play games `first` … `first + count - 1` of a seed as `playouts` does, and note each ply.

    The report says how many games were noted, where the rows lie, how many there are, and how long one is. Gives 0, or
    why the game after these couldn't be noted. `looking`: find out which option was taken; where options are drawn by
    trial that takes long.
    """
    cut_heap(STACK_END)
    rows, done, status = 0, 0, 0
    while done < count and status == 0:
        number, ply, begun, noted = first + done, 0, heap_end(), rows
        more = set_up(WORK, seed_key, number)
        rest(WORK)
        key = game_key(seed_key, number, PLAY)
        status = -1 if more < 0 else 0
        while more > 0 and status == 0:
            row = note(number, ply, more)
            if row == 0:
                status = FULL
            elif ply == plies_limit:
                status = UNFINISHED
            else:
                rows += 1
                options = more
                if looking:
                    duplicate(TRIAL, WORK)
                more = run(WORK, 1, -1, key, HUGE)
                if more < 0:
                    status = more
                elif looking:
                    store64(row, CHOSEN, taken(row, options, pick(mix(key + GAMMA), options)))
                key += GAMMA
                ply += 1
        if status == 0:
            rows += 1
            if note(number, ply, 0) == 0:
                status = FULL
        if status == 0:
            done += 1
        else:
            cut_heap(begun)
            rows = noted
    store64(REPORT, 0, done)
    store64(REPORT, 8, STACK_END)
    store64(REPORT, 16, rows)
    store64(REPORT, 24, ROW)
    return status


@job
def branch(record: int, most: int) -> int:
    """Note where each option of a record leads, as rows whose number is the option's; at most so many of them.

    Gives how many there are, or a negative number. The report is that of `trace`."""
    cut_heap(STACK_END)
    duplicate(WORK, record)
    rest(WORK)
    count = run(WORK, 0, -1, 0, HUGE)
    noted = 0
    while noted < min(count, most):
        duplicate(WORK, record)
        rest(WORK)
        more = run(WORK, 1, noted, 0, HUGE)
        if more < 0:
            return more
        if note(noted, 1, more) == 0:
            return FULL
        noted += 1
    store64(REPORT, 0, noted)
    store64(REPORT, 8, STACK_END)
    store64(REPORT, 16, noted)
    store64(REPORT, 24, ROW)
    return count


@job
def endings(seed_key: int, first: int, count: int, plies_limit: int) -> int:
    """Play games whose rules rank everybody by the number of the line that ended the game, and count these numbers.

    Gives 0, or why the game after these couldn't be played; the report says how many were, and how many ended with 0,
    1, 2 … up to LINES."""
    fill(REPORT, 0, 16 + 8 * LINES)
    done, more = 0, 0
    while done < count and more == 0:
        more = set_up(WORK, seed_key, first + done)
        rest(WORK)
        if more > 0:
            more = run(WORK, plies_limit - 1, -1, game_key(seed_key, first + done, PLAY), HUGE)
        if more == 0:
            done += 1
            at = REPORT + 8 + 8 * min(load64(WORK, SCORES), LINES)
            store64(at, 0, load64(at) + 1)
    store64(REPORT, 0, done)
    return UNFINISHED if more > 0 else more


def note(number: int, ply: int, options: int) -> int:
    """A row for the state in WORK: its address, or 0 if there is no memory."""
    row = allocate(ROW)
    if row:
        store64(row, NUMBER, number)
        store64(row, PLY, ply)
        store64(row, TURN, load64(WORK, TURNS))
        store64(row, MOVER, load64(WORK, KEY + 8))
        store64(row, OPTIONS, options)
        store64(row, CHOSEN, -1)
        store64(row, WAITING, load64(WORK, STOP))
        store64(row, SPARE, 0)
        copy(row + HEAD, WORK, SIZE)
    return row


def taken(row: int, options: int, likely: int) -> int:
    """Which option led from the state in TRIAL to that in WORK."""
    if options == 1:
        return 0
    kept = allocate(used(TRIAL) + 8)
    if kept == 0:
        return -1
    copy(kept, TRIAL, used(TRIAL))
    found = -1
    if leads(likely):
        found = likely
    k = 0
    while found < 0 and k < options:
        copy(TRIAL, kept, used(kept))
        if k != likely and leads(k):
            found = k
        k += 1
    cut_heap(kept)
    return found


def leads(k: int) -> bool:
    """Whether an option of the state in TRIAL, which is lost by that, leads to the state in WORK."""
    if run(TRIAL, 1, k, 0, HUGE) < 0:
        return False
    return used(TRIAL) == used(WORK) and equal(TRIAL, WORK, used(TRIAL))
