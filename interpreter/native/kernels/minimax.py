"""Alpha-beta search for two players, with or without chance: deepened step by step, certain wins and losses told apart.

Principal variations with null windows for the other options (Marsland and Campbell 1982; Reinefeld 1983), a table of
positions, an order of options (`ordering.py`), late options searched less deeply unless they surprise, or left out
(`selectivity.py`), a horizon that waits until captures are over (`quiescence.py`). A player may make several plies in
turn, so sides change where the player to move does, not from ply to ply. A position that offers one option only costs
no depth. Where chance decides, a position is worth the mean of its outcomes (expectiminimax), which are cut off where
what is left can't matter (Star1, Ballard 1983).

Draws are worth 0. A win is worth VICTORY less the plies that it takes; games that are ranked are won by whoever is
above. What lies beyond SURE comes from ends of games alone, never from a guess or a reduced search that found none.
Where games pay, values are amounts (`leaves.py`).
"""

from __future__ import annotations

from interpreter.graph.abi import (
    FULL,
    HUGE,
    KNOWN,
    KNOWN_SURELY,
    PASSED_OVER,
    QUIETLY,
    REDUCED,
    ROLL,
    STOP,
    SURE,
    TURNS,
    VICTORY,
)
from interpreter.native.kernel_compiler.intrinsics import load16, load32, load64
from interpreter.native.kernel_compiler.parameters import CAPACITY, KEY, looked_up
from interpreter.native.kernels.areas import allocate, cut_heap
from interpreter.native.kernels.contents import tells_noise
from interpreter.native.kernels.effort import FAILED, cut_off, fail, failed, spend, tell_cut_off
from interpreter.native.kernels.leaves import MOST, guessed, outcome, static_value, table_value
from interpreter.native.kernels.long_turns import cost_of, is_searched_amid
from interpreter.native.kernels.ordering import KILLER, next_row, refuted, score_of, sorted_rows, strike
from interpreter.native.kernels.positions import (
    AT_LEAST,
    AT_MOST,
    DEPTH,
    EXACTLY,
    HISTORY,
    OPTION,
    SORT,
    VALUE,
    WHOLE,
    find,
    history_hash,
    note,
    position_hash,
    second_hash,
)
from interpreter.native.kernels.quiescence import go, quiet, take
from interpreter.native.kernels.records import duplicate
from interpreter.native.kernels.selectivity import enough, may_leave_out, reduction, stays_good

DEEPEST = 200
CAPTURES = 4
"""Plies of a quiescence search."""

features: int = 0


def set_features(wanted: int) -> None:
    """Say which of the features are wanted."""
    global features
    features = wanted


def search(record: int, options: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The value of a record for the player to move, or a bound if it is outside of alpha … beta."""
    if not spend():
        return FAILED
    known_result = looked_up(record)
    if known_result:
        tell_cut_off(cut_off() or known_result == KNOWN)
        return table_value(record, ply, known_result == KNOWN_SURELY)
    rolls = load64(record, STOP) == ROLL
    if (depth <= 0 and options > 1) or ply >= DEEPEST:
        tell_cut_off(True)
        if features & QUIETLY and not rolls and tells_noise():
            return quiet(record, options, alpha, beta, ply, CAPTURES)
        return static_value(record, options)
    depth = max(depth, 0)
    first, second = position_hash(record), second_hash(record)
    known, hint = find(first, second), -1
    if known:
        hint = load32(known, OPTION)
        sort, value = load16(known, SORT), from_here(load64(known, VALUE), ply)
        bound = sort & EXACTLY
        if (
            (load16(known, DEPTH) >= depth or sort & WHOLE)
            and (bound == EXACTLY or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha))
            and (is_estimate(value, sort) or load32(known, HISTORY) == history_hash(record))
        ):
            tell_cut_off(cut_off() or not sort & WHOLE)
            return value
    patience = HUGE
    if features & REDUCED and not rolls and options > 1 and may_leave_out(depth, alpha, beta):
        static = static_value(record, options)
        if stays_good(static, depth, beta):
            tell_cut_off(True)
            return static
        patience = enough(static, depth, alpha)
    before = cut_off()
    tell_cut_off(False)
    child = allocate(CAPACITY)
    if child == 0:
        return fail(FULL)
    best = 0
    if rolls:
        best = expected(record, options, depth - 1, alpha, beta, ply, child)
    else:
        best = decided(record, options, depth, alpha, beta, ply, child, hint, patience)
    if failed():
        return FAILED
    cut_heap(child)
    sort = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACTLY
    sort += 0 if cut_off() else WHOLE
    history = 0 if is_estimate(best, sort) else history_hash(record)
    note(first, second, history, from_root(best, ply), found, depth, sort)
    tell_cut_off(cut_off() or before)
    return best


def is_estimate(value: int, sort: int) -> bool:
    """Whether what was found is no certainty."""
    return sort & WHOLE == 0 and value <= SURE and value >= -SURE


found: int = 0
"""The option that was found best by `decided`."""


def decided(
    record: int, options: int, depth: int, alpha: int, beta: int, ply: int, child: int, hint: int,
    patience: int,
) -> int:  # fmt: skip
    """The same where a player decides. After so many options, quiet ones are left out."""
    global found
    me, left = load64(record, KEY + 8), depth - (options > 1)
    best, chosen, lower, tried, rows, k = FAILED, 0, alpha, 0, 0, hint
    duplicate(child, record)
    while True:
        if k < 0:
            if rows == 0:
                rows = sorted_rows(record, options, me, ply, 1)
                if rows == 0:
                    return fail(FULL)
                if tried:
                    strike(rows, hint)
            k = next_row(rows, options)
            if k < 0:
                break
        if tried >= patience and score_of(rows, k) < KILLER:
            tell_cut_off(True)
            best = max(best, alpha)  # what was left out may be no loss, even if all that was tried is
            break
        more = take(child, k)
        if more == PASSED_OVER:
            k = -1
            continue
        if more < 0:
            return fail(more)
        value = 0
        if tried:
            less = reduction(left, tried) if features & REDUCED and score_of(rows, k) < KILLER else 0
            value = beyond(record, child, more, left - less, lower, lower + 1, ply)
            if less and value > lower:
                value = beyond(record, child, more, left, lower, lower + 1, ply)
            if lower < value and value < beta:
                value = beyond(record, child, more, left, lower, beta, ply)
        else:
            value = beyond(record, child, more, left, lower, beta, ply)
        if failed():
            return FAILED
        if value < -SURE and is_searched_amid(record):
            value = unwilling()
        if value > best:
            best, chosen = value, k
            lower = max(lower, value)
            if value >= beta or value == VICTORY - ply - 1:
                if rows and score_of(rows, k) <= KILLER + 1:
                    refuted(rows, k, ply, depth)
                break
        tried += 1
        k = -1
        duplicate(child, record)
    found = chosen
    return best


def expected(record: int, options: int, depth: int, alpha: int, beta: int, ply: int, child: int) -> int:
    """The same where chance decides: the mean of all outcomes. What is certain is worth MOST to it, unless all are."""
    global found
    total, least, most = 0, VICTORY, -VICTORY
    for k in range(options):
        lower, upper = -VICTORY, VICTORY
        if alpha < MOST and beta > -MOST:
            rest = (options - 1 - k) * MOST
            low, high = options * alpha - total - rest, options * beta - total + rest
            if low >= MOST:
                found = 0
                return (total + rest + MOST) // options
            if high <= -MOST:
                found = 0
                return (total - rest - MOST) // options
            lower = low if low >= -MOST else lower
            upper = high if high <= MOST else upper
        duplicate(child, record)
        more = go(child, k)
        if more < 0:
            return fail(more)
        value = beyond(record, child, more, depth, lower, upper, ply)
        if failed():
            return FAILED
        least, most = min(least, value), max(most, value)
        total += max(min(value, MOST), -MOST)
    found = 0
    return least if least > SURE else most if most < -SURE else total // options


def beyond(record: int, child: int, options: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The value of where an option leads, for who is to move in the record."""
    me = load64(record, KEY + 8)
    if options == 0:
        return outcome(child, me, ply + 1)
    if load64(child, KEY + 8) != me:
        return -search(child, options, depth, -beta, -alpha, ply + 1)
    cost = cost_of(child, load64(record, TURNS))
    if cost:
        return slowed(child, options, depth, alpha, beta, ply, guessed(cost))
    return search(child, options, depth, alpha, beta, ply + 1)


def slowed(child: int, options: int, depth: int, alpha: int, beta: int, ply: int, cost: int) -> int:
    """The same where a long turn goes on. What is guessed is worth a little less then. What is certain isn't, so the
    window has room for both."""
    before = cut_off()
    tell_cut_off(False)
    value = search(child, options, depth, alpha, beta + cost, ply + 1)
    less = cost if cut_off() and failed() == 0 and value <= SURE and value >= -SURE else 0
    tell_cut_off(cut_off() or before)
    return value - less


def unwilling() -> int:
    """What a certain loss is worth in the middle of a long turn: as much as a guessed one. Else the loser would put it
    off."""
    tell_cut_off(True)
    return -MOST


def from_here(value: int, ply: int) -> int:
    """A value that counts plies from a position, as it counts from the root."""
    return value - ply if value > SURE else value + ply if value < -SURE else value


def from_root(value: int, ply: int) -> int:
    """The other way round."""
    return value + ply if value > SURE else value - ply if value < -SURE else value
