"""The jobs of alpha-beta search: to begin at a position, to deepen step by step, to tell what was found.

A step, the search to one more ply, may be interrupted after so many positions and gone on with later: what has become
of the root's options is kept, and the table knows most of what was being looked at. If the first option of a step, the
best of the one before, has been searched, what looks better after it is believed at once.
"""

from __future__ import annotations

from interpreter.graph.abi import (
    ASPIRING,
    BOUND,
    FULL,
    HUGE,
    LINE,
    PASSED_OVER,
    ROLL,
    STOP,
    SURE,
    UNFIT,
    VALUED,
    VICTORY,
)
from interpreter.native.kernel_compiler.intrinsics import job, load16, load32, load64, store64, storef
from interpreter.native.kernel_compiler.parameters import CAPACITY, GRAIN, KEY, LISTS, PAYS, STACK_END, P, run
from interpreter.native.kernels.areas import REPORT, ROOT, allocate, cut_heap, heap_end, room
from interpreter.native.kernels.contents import study
from interpreter.native.kernels.effort import begin_effort, cut_off, failed, tell_cut_off, unspent
from interpreter.native.kernels.evaluation import is_trained
from interpreter.native.kernels.leaves import MOST, alphabeta_total, forget_total, set_games
from interpreter.native.kernels.long_turns import count_decisions, is_searched_amid
from interpreter.native.kernels.minimax import beyond, search, set_features, unwilling
from interpreter.native.kernels.ordering import fade, make_history
from interpreter.native.kernels.positions import (
    EXACTLY,
    OPTION,
    SORT,
    empty_table,
    find,
    grow_older,
    make_table,
    position_hash,
    second_hash,
)
from interpreter.native.kernels.quiescence import go, take
from interpreter.native.kernels.records import duplicate

NARROW = MOST // 100 * 3
"""How far from the last value the next one is expected to be."""
VALUES, LEAST_VALUES, EFFORTS, ORDER = 0, 8, 16, 24
"""Columns of the table of the root's options: what each is worth, whether that is no more than a bound, how many
positions it has taken, and the options in the order in which they are tried."""
COLUMNS = 32
COMPLETING = 20_000
"""Positions that may be searched again to complete the line that is reported."""

base: int = 0
"""The heap's end before a search."""
rows: int = 0
options: int = 0
step: int = 0
"""The depth that is being searched …"""
at: int = 0
"""… the option, in order, that comes next …"""
low: int = 0
high: int = 0
"""… the window that the value is expected in …"""
best: int = 0
best_option: int = 0
"""… the best so far in this step …"""
value: int = 0
chosen: int = 0
"""… and what is to be believed."""
unseen: bool = False
"""Whether anything was left unsearched in this step, as far as it has come …"""
open_end: bool = False
"""… and in the last that was completed."""
wanted: int = 0
spread: int = 2 * VICTORY
"""With VALUED: what is worth so much less than the best is only known to be so."""


@job
def alphabeta_spread(value: int) -> int:
    """From now on, options needn't be told apart that are worth so much less than the best; gives 0."""
    global spread
    spread = value
    return 0


@job
def alphabeta_turn(decisions: int) -> int:
    """Say how many decisions were made before in the turn of the positions that come; gives 0."""
    if count_decisions(decisions):
        empty_table()
    return 0


@job
def alphabeta_start(bits: int, samples: int) -> int:
    """Get ready, with an empty table of 2**bits places of 64 bytes, and so many random games at a leaf where nothing
    was learnt. Gives 0, UNFIT or FULL."""
    global base
    cut_heap(STACK_END)
    if P != 2:
        return UNFIT
    forget_total()
    count_decisions(0)
    set_games(samples)
    if not make_table(bits) or not make_history():
        return FULL
    if is_trained():
        study()
    base = heap_end()
    return 0


@job
def alphabeta_begin(record: int, features: int) -> int:
    """Begin at a record with these features, the sum of QUIETLY, REDUCED, ASPIRING, VALUED; what the table knows is
    kept. Gives the number of options, or a negative number."""
    global rows, options, step, at, value, chosen, open_end, wanted
    wanted = features
    set_features(features)
    cut_heap(base)
    grow_older()
    fade()
    duplicate(ROOT, record)
    options = run(ROOT, 0, -1, 0, HUGE)
    if options <= 0:
        return options
    rows = allocate(COLUMNS * options)
    if rows == 0:
        return FULL
    for k in range(options):
        row = rows + COLUMNS * k
        store64(row, VALUES, 0)
        store64(row, LEAST_VALUES, 0)
        store64(row, EFFORTS, 0)
        store64(row, ORDER, k)
    step, at, value, chosen, open_end = 0, 0, 0, -1, True
    return options


@job
def alphabeta(depth: int, positions: int) -> int:
    """Search to a depth: call it with 1, 2, … in turn, each until it is completed.

    Gives 0 when the step is completed, GIVEN_UP after so many positions (then call it again), or another negative
    number as of `run`. The report says: the value for the player to move (`leaves.py`), or near ±VICTORY; the best
    option (-1 if nothing is known yet); whether no greater depth can change the value; plies to the end if it is a
    win or loss; how many positions were searched.
    """
    global step, at, low, high, best, best_option, unseen, value, chosen, open_end
    begin_effort(positions)
    heap = heap_end()
    if depth != step:
        step, at, best, best_option, unseen = depth, 0, -VICTORY, -1, False
        low, high = -VICTORY, VICTORY
        if wanted & ASPIRING and not wanted & VALUED and depth > 2 and max(value, -value) < MOST:
            low, high = value - NARROW, value + NARROW
    child = allocate(CAPACITY)
    status = FULL
    if child:
        status = roll_root(child, depth) if load64(ROOT, STOP) == ROLL else decide_root(child, depth)
    cut_heap(heap)
    if status == 0:
        value, chosen, open_end = best, best_option, unseen
    elif best < -SURE and load64(ROOT, STOP) != ROLL:
        chosen = load64(rows + COLUMNS * at, ORDER)  # all that was tried loses
    distance = VICTORY - max(value, -value) if max(value, -value) > SURE else 0
    store64(REPORT, 0, value)
    store64(REPORT, 8, chosen)
    store64(REPORT, 16, not open_end or (distance > 0 and distance <= depth and not wanted & VALUED))
    store64(REPORT, 24, distance)
    store64(REPORT, 32, positions - unspent())
    return status


def decide_root(child: int, depth: int) -> int:
    """Go on with a step where a player decides."""
    global at, low, high, best, best_option, value, chosen, unseen
    left = depth - (options > 1)
    while at < options:
        k = load64(rows + COLUMNS * at, ORDER)
        row = rows + COLUMNS * k
        duplicate(child, ROOT)
        more = go(child, k)
        if more < 0:
            return more
        before = unspent()
        tell_cut_off(False)
        lower, found = max(low, best), 0
        if wanted & VALUED:
            lower = max(min(best, MOST) - spread, -VICTORY) if at > 0 else -VICTORY
            found = lower + 1
            if lower > -VICTORY:
                found = beyond(ROOT, child, more, left, lower, lower + 1, 0)
            if failed() == 0 and found > lower:
                found = beyond(ROOT, child, more, left, lower, VICTORY, 0)
        elif at == 0:
            found = beyond(ROOT, child, more, left, lower, high, 0)
        else:
            found = beyond(ROOT, child, more, left, lower, lower + 1, 0)
            if failed() == 0 and found > lower and found < high:
                found = beyond(ROOT, child, more, left, lower, high, 0)
        store64(row, EFFORTS, load64(row, EFFORTS) + before - unspent())
        if failed():
            return failed()
        if found < -SURE and is_searched_amid(ROOT):
            found = unwilling()
        unseen = unseen or cut_off()
        store64(row, VALUES, found)
        store64(row, LEAST_VALUES, found <= lower and at > 0)
        if at == 0 and found <= low and low > -VICTORY:
            low = -VICTORY
            continue
        if found > best:
            if found >= high and high < VICTORY:
                high = VICTORY
                value, chosen = max(found, value), k
                continue
            best, best_option = found, k
            if found >= -SURE:  # that all options lose is only known when all were tried
                value, chosen = found, k
            lead(at)
        at += 1
        if best == VICTORY - 1 and not wanted & VALUED:
            break
    return 0


def roll_root(child: int, depth: int) -> int:
    """The same where chance decides: each outcome by itself."""
    global at, best, best_option, unseen
    total, least, most = 0, VICTORY, -VICTORY
    while at < options:
        row = rows + COLUMNS * at
        duplicate(child, ROOT)
        more = go(child, at)
        if more < 0:
            return more
        before = unspent()
        tell_cut_off(False)
        found = beyond(ROOT, child, more, depth - 1, -VICTORY, VICTORY, 0)
        store64(row, EFFORTS, load64(row, EFFORTS) + before - unspent())
        if failed():
            return failed()
        unseen = unseen or cut_off()
        store64(row, VALUES, found)
        at += 1
    for k in range(options):
        found = load64(rows + COLUMNS * k, VALUES)
        least, most = min(least, found), max(most, found)
        total += max(min(found, MOST), -MOST)
    best = least if least > SURE else most if most < -SURE else total // options
    best_option = 0
    return 0


def lead(place: int) -> None:
    """Move the option that stands at a place of the order to its front."""
    k = load64(rows + COLUMNS * place, ORDER)
    i = place
    while i > 0:
        store64(rows + COLUMNS * i, ORDER, load64(rows + COLUMNS * (i - 1), ORDER))
        i -= 1
    store64(rows, ORDER, k)


@job
def alphabeta_options() -> int:
    """Describe the root's options; gives how many. The report says where they lie until something else is asked.

    Each is a row of words: how many positions it has taken; whether its value is certain (1), and no more than a bound
    (BOUND); the distance to the end if it is certain; what it is worth to each player, as floats: from -1 to 1, or what
    they are paid.
    """
    size = 24 + 8 * P
    if not room(options * size):
        return FULL
    to, me = heap_end(), load64(ROOT, KEY + 8)
    for k in range(options):
        row = rows + COLUMNS * k
        found = load64(row, VALUES)
        certain = max(found, -found) > SURE
        store64(to, 0, load64(row, EFFORTS))
        store64(to, 8, certain + BOUND * load64(row, LEAST_VALUES))
        store64(to, 16, VICTORY - max(found, -found) - 1 if certain else 0)
        worth = float(max(min(found, MOST), -MOST)) / float(GRAIN if PAYS else MOST)
        for player in range(P):
            storef(to + 8 * player, 24, (worth if player == me else -worth) + float(alphabeta_total()) / 2.0)
        to += size
    store64(REPORT, 0, heap_end())
    return options


@job
def alphabeta_line(depth: int) -> int:
    """Report the best line that was found at a depth: how many plies, and their options. Gives 0 or a negative number.

    What the table has lost of it is searched again, as far as that is quickly done.
    """
    begin_effort(COMPLETING)
    heap = heap_end()
    record, plies, k = allocate(2 * CAPACITY), 0, chosen
    if record == 0:
        return FULL
    duplicate(record, ROOT)
    more = options
    while plies < LINE and more > 0 and k >= 0 and load64(record, STOP) != ROLL:
        store64(REPORT + 8 * plies, 8, k)
        plies += 1
        depth -= more > 1
        more = go(record, k)
        k = -1
        if more > 0 and load64(record, STOP) != ROLL:
            k = as_option(record, record + CAPACITY, best_known(record, more, depth, plies))
    store64(REPORT, 0, plies)
    cut_heap(heap)
    return 0


def best_known(record: int, more: int, depth: int, ply: int) -> int:
    """The candidate that is best by the table; -1 if it doesn't know."""
    first, second = position_hash(record), second_hash(record)
    known = find(first, second)
    if known == 0 or load16(known, SORT) & EXACTLY != EXACTLY:
        if depth <= 0 and more > 1:
            return -1
        search(record, more, depth, -VICTORY, VICTORY, ply)
        known = find(first, second)
        if known == 0 or failed():
            return -1
    return load32(known, OPTION)


def as_option(record: int, trial: int, candidate: int) -> int:
    """The number of the option that is a candidate: that of the candidates before it which are options, too."""
    if candidate < 0 or LISTS == 0:
        return candidate
    k = 0
    for earlier in range(candidate):
        duplicate(trial, record)
        k += take(trial, earlier) != PASSED_OVER
    return k
