"""Quiescence search: where captures are possible, a position is judged only after them.

A position is worth at least what it seems to be worth (*standing pat*), for its player may do something quiet – unless
all that can be done is noisy. Only options of noisy sorts are tried (`contents.py`), and searched if they turn out to
be so. Nothing of this counts as exact.
"""

from __future__ import annotations

from interpreter.graph.abi import CANDIDATE, FULL, HUGE, KNOWN_SURELY, LISTED, PASSED_OVER, ROLL, ROUGHLY, STOP, TURNS
from interpreter.native.kernel_compiler.intrinsics import load64
from interpreter.native.kernel_compiler.parameters import CAPACITY, KEY, LISTS, looked_up, run
from interpreter.native.kernels.areas import allocate, cut_heap
from interpreter.native.kernels.contents import noise, noise_is_forced, piece_margin
from interpreter.native.kernels.effort import FAILED, fail, failed, spend
from interpreter.native.kernels.leaves import guessed, outcome, static_value, table_value
from interpreter.native.kernels.long_turns import cost_of
from interpreter.native.kernels.ordering import LOUD, next_row, score_of, sorted_rows
from interpreter.native.kernels.records import duplicate


def take(record: int, k: int) -> int:
    """Take an option, which is known by the number of its candidate; gives what `run` does, but roughly."""
    return run(record, 1, CANDIDATE + k, 0, ROUGHLY) if LISTS else run(record, 1, k, 0, HUGE)


def go(record: int, k: int) -> int:
    """Take an option by its own number, or an outcome of chance; gives what `take` does."""
    return run(record, 1, k, 0, ROUGHLY if LISTS else HUGE)


def quiet(record: int, options: int, alpha: int, beta: int, ply: int, left: int) -> int:
    """The value of a record for the player to move once captures are over, `left` of them at most."""
    me = load64(record, KEY + 8)
    value = static_value(record, options)
    if left <= 0 or load64(record, STOP) == ROLL:
        return value
    forced = noise_is_forced()
    if value >= beta and not forced:
        return value
    if not spend():
        return FAILED
    child = allocate(CAPACITY)
    rows = sorted_rows(record, options, me, ply, 0) if child else 0
    if rows == 0:
        return fail(FULL)
    stand, best, tried, margin = value, value, 0, piece_margin()
    if forced and all_loud(rows, options):
        best = FAILED
    elif value >= beta:
        cut_heap(child)
        return value
    lower = max(alpha, best)
    duplicate_needed = 1
    while True:
        k = next_row(rows, options)
        if k < 0:
            break
        gain = (score_of(rows, k) - LOUD + 63) // 64
        if best > FAILED and stand + guessed(gain + margin) <= lower and gain > 1:
            best = max(best, stand + guessed(gain + margin))
            continue
        if duplicate_needed:
            duplicate(child, record)
        duplicate_needed = 0
        more = take(child, k)
        if more == PASSED_OVER:
            continue
        duplicate_needed = 1
        if more < 0:
            return fail(more)
        if more and best > FAILED and noise(record, child, me) == 0:
            continue
        if more == 0:
            value = outcome(child, me, ply + 1)
        elif load64(child, KEY + 8) == me:
            cost = guessed(cost_of(child, load64(record, TURNS)))
            value = behind(child, more, lower + cost, beta + cost, ply + 1, left - 1) - cost
        else:
            value = -behind(child, more, -beta, -lower, ply + 1, left - 1)
        if failed():
            return FAILED
        tried += 1
        if value > best:
            best = value
            lower = max(lower, value)
            if value >= beta:
                break
    cut_heap(child)
    return best if best > FAILED else stand


def behind(record: int, options: int, alpha: int, beta: int, ply: int, left: int) -> int:
    """The same of a record that a capture leads to: it may be in a table."""
    known_result = looked_up(record)
    if known_result:
        return table_value(record, ply, known_result == KNOWN_SURELY)
    return quiet(record, options, alpha, beta, ply, left)


def all_loud(rows: int, options: int) -> bool:
    """Whether all options are noisy."""
    for k in range(options):
        if load64(rows + LISTED * k) < LOUD // 2:
            return False
    return True
