"""Alpha-beta search for two players without chance: to a depth in plies, win or loss exact where they are found.

Principal variations with null windows for the other options (Marsland and Campbell 1982; Reinefeld 1983), a table of
positions, and options in the order of what the table knows about where they lead. A player may make several plies in
turn, so sides change where the player to move does, not from ply to ply. A position that offers one option only costs
no depth.

At the horizon a position is worth 0, or the mean of a few random games, which are the same for the same position. Draws
are worth 0. A win is worth WIN less the plies that it takes; games that are ranked are won by whoever is above.
"""

from __future__ import annotations

from interpreter.graph.abi import FULL, GIVEN_UP, HUGE, ROLL, STOP, UNFIT
from interpreter.native.kernel_compiler.intrinsics import job, load16, load32, load64, store64
from interpreter.native.kernel_compiler.parameters import CAPACITY, KEY, STACK_END, P, run
from interpreter.native.kernels.areas import REPORT, ROOT, WORK, allocate, cut_heap
from interpreter.native.kernels.chance import GAMMA, mix
from interpreter.native.kernels.evaluation import evaluate, is_trained
from interpreter.native.kernels.positions import (
    AT_LEAST,
    AT_MOST,
    DEPTH,
    EXACTLY,
    OPTION,
    SORT,
    VALUE,
    WHOLE,
    find,
    make_table,
    note,
)
from interpreter.native.kernels.records import duplicate, hashed, score, used

VICTORY = 1_000_000_000
SURE = VICTORY - 1_000_000
"""Values beyond this are wins."""
UNIT = 1_000_000
"""What random games that are all won come to."""
FAILED = -(1 << 62)
"""The value where a search can't go on; `failure` says why."""
DEEPEST = 200
SHALLOWEST_SORTED = 2
"""Depth from which on it pays to look where all options lead before the first is searched."""
LINE = 48
SECOND = 0x5851F42D4C957F2D
"""What makes the second hash differ from the first."""
LONGEST = 4096
"""Plies in a random game."""

failure: int = 0
games: int = 0
"""Random games at the horizon."""
allowed: int = 0
"""Positions that may still be searched."""
horizon: bool = False
"""Whether anything was left unsearched since this was last cleared."""


@job
def alphabeta_start(record: int, bits: int) -> int:
    """Get ready to search a record, with a table of 2**bits places of 64 bytes. Gives 0, UNFIT or FULL."""
    cut_heap(STACK_END)
    duplicate(ROOT, record)
    if P != 2:
        return UNFIT
    return 0 if make_table(bits) else FULL


@job
def alphabeta(depth: int, samples: int, positions: int) -> int:
    """Search to a depth. Call it with depths 1, 2, … in turn: each makes use of the one before.

    Gives 0, a negative number as of `run`, UNFIT where chance comes in, or GIVEN_UP after so many positions. The report
    says: the value for the player to move, in millionths, or near ±VICTORY; the best option; whether the value is
    exact (then no greater depth can change it) ; plies to the end if it is a win or loss; how many positions were
    searched; the number of plies of the line, and its options.
    """
    global failure, games, allowed, horizon
    failure, games, allowed, horizon = 0, samples, positions, False
    duplicate(WORK, ROOT)
    options = run(WORK, 0, -1, 0, HUGE)
    if options < 0:
        return options
    record = allocate(CAPACITY)
    if record == 0:
        return FULL
    duplicate(record, WORK)
    value = search(record, options, depth, -VICTORY, VICTORY, 0)
    if failure:
        cut_heap(record)
        return failure
    distance = VICTORY - max(value, -value) if max(value, -value) > SURE else 0
    store64(REPORT, 0, value)
    store64(REPORT, 16, distance <= depth if distance else not horizon)
    store64(REPORT, 24, distance)
    store64(REPORT, 32, positions - allowed)
    write_line(record, options, depth)
    cut_heap(record)
    return 0


def search(record: int, options: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The value of a record for the player to move, or a bound if it is outside of alpha … beta."""
    global horizon, allowed
    if allowed == 0 or load64(record, STOP) == ROLL:
        return fail(GIVEN_UP if allowed == 0 else UNFIT)
    allowed -= 1
    me = load64(record, KEY + 8)
    if options == 0:
        return outcome(record, me, ply)
    if (depth <= 0 and options > 1) or ply == DEEPEST:
        horizon = True
        return evaluate(record, options) if is_trained() else sampled(record, me)
    size = used(record)
    first, second = hashed(record, size, 0), hashed(record, size, SECOND)
    known, hint = find(first, second), -1
    if known:
        hint = load32(known, OPTION)
        sort, value = load16(known, SORT), from_here(load64(known, VALUE), ply)
        bound = sort & EXACTLY
        if ply and (load16(known, DEPTH) >= depth or sort & WHOLE) and (
            bound == EXACTLY or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)
        ):
            horizon = horizon or not sort & WHOLE
            return value
    before = horizon
    horizon = False
    child = allocate(CAPACITY + 8 * options)
    if child == 0:
        return fail(FULL)
    expected = child + CAPACITY
    if depth < SHALLOWEST_SORTED or not look(record, child, options, ply):
        for k in range(options):
            store64(expected + 8 * k, 0, k == hint)
    if failure:
        return FAILED
    left = depth - (options > 1)
    best, found, lower = FAILED, 0, alpha
    for tried in range(options):
        k = next_best(expected, options)
        duplicate(child, record)
        more = run(child, 1, k, 0, HUGE)
        if more < 0:
            return fail(more)
        value = 0
        if tried:
            value = beyond(child, more, left, lower, lower + 1, ply, me)
            if lower < value and value < beta:
                value = beyond(child, more, left, lower, beta, ply, me)
        else:
            value = beyond(child, more, left, lower, beta, ply, me)
        if failure:
            return FAILED
        if value > best:
            best, found = value, k
            lower = max(lower, value)
            if value >= beta or value == VICTORY - ply - 1:
                break
    cut_heap(child)
    sort = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACTLY
    note(first, second, from_root(best, ply), found, depth, sort + (0 if horizon else WHOLE))
    horizon = horizon or before
    if ply == 0:
        store64(REPORT, 8, found)
    return best


def beyond(child: int, options: int, depth: int, alpha: int, beta: int, ply: int, me: int) -> int:
    """The value for `me` of where an option leads."""
    if options == 0:
        return outcome(child, me, ply + 1)
    if load64(child, KEY + 8) == me:
        return search(child, options, depth, alpha, beta, ply + 1)
    return -search(child, options, depth, -beta, -alpha, ply + 1)


def fail(why: int) -> int:
    """Give up."""
    global failure
    failure = why
    return FAILED


def outcome(record: int, me: int, ply: int) -> int:
    """The value of a game that is over."""
    difference = score(record, me) - score(record, 1 - me)
    if difference == 0:
        return 0
    return VICTORY - ply if difference > 0 else ply - VICTORY


def from_here(value: int, ply: int) -> int:
    """A value that counts plies from a position, as it counts from the root."""
    return value - ply if value > SURE else value + ply if value < -SURE else value


def from_root(value: int, ply: int) -> int:
    """The other way round."""
    return value + ply if value > SURE else value - ply if value < -SURE else value


def sampled(record: int, me: int) -> int:
    """The mean of a few random games, drawn by the position."""
    if games == 0:
        return 0
    key, total = hashed(record, used(record), GAMMA), 0
    for _ in range(games):
        duplicate(WORK, record)
        key = mix(key + GAMMA)
        more = run(WORK, LONGEST, -1, key, HUGE)
        if more < 0:
            return fail(more)
        value = 0 if more else outcome(WORK, me, 0)
        total += (value > 0) - (value < 0)
    return total * UNIT // games


def look(record: int, child: int, options: int, ply: int) -> bool:
    """Write behind `child` what the table knows of where each option leads; an option that wins at once stands out."""
    me = load64(record, KEY + 8)
    for k in range(options):
        duplicate(child, record)
        more = run(child, 1, k, 0, HUGE)
        expected = 0
        if more < 0:
            fail(more)
        elif more == 0:
            expected = outcome(child, me, ply + 1)
        else:
            size = used(child)
            known = find(hashed(child, size, 0), hashed(child, size, SECOND))
            if known:
                expected = load64(known, VALUE)
                if load64(child, KEY + 8) != me:
                    expected = -expected
        store64(child + CAPACITY + 8 * k, 0, expected)
    return True


def next_best(expected: int, options: int) -> int:
    """The option from which most is expected, of those that are left; it is struck out."""
    found = 0
    for k in range(1, options):
        if load64(expected + 8 * k) > load64(expected + 8 * found):
            found = k
    store64(expected + 8 * found, 0, FAILED)
    return found


def write_line(record: int, options: int, depth: int) -> None:
    """Report the best line, from a record that is used up. What the table has lost of it is searched again."""
    plies = 0
    while plies < LINE and options > 0:
        k = load64(REPORT, 8)
        if plies:
            size = used(record)
            first, second = hashed(record, size, 0), hashed(record, size, SECOND)
            known = find(first, second)
            if known == 0 or load16(known, SORT) & EXACTLY != EXACTLY:
                search(record, options, depth, -VICTORY, VICTORY, plies)
                known = find(first, second)
                if known == 0 or failure:
                    break
            k = load32(known, OPTION)
        store64(REPORT + 8 * plies, 48, k)
        depth -= options > 1
        options = run(record, 1, k, 0, HUGE)
        plies += 1
    store64(REPORT, 40, plies)
