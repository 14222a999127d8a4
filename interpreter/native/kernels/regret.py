"""Counterfactual regret minimisation, CFR+ (Tammelin 2014), on a game of two players in sequence form.

A sequence is what a player has decided on the way to one of their information sets; a player's plan says how likely
each sequence is, as far as it is up to them. What the ends of a game are worth is a sparse matrix over the sequences of
both (Koller, Megiddo and von Stengel 1996), with what chance does to it: so an iteration is a product of this matrix
with the plan of one player, and a walk over the sets of the other. There are no rules in here.

A regret that comes to nothing must be nothing: what rounding leaves of it would make an option certain, where all
are alike. So what each set plays for is worked out beside the regrets, and what is no more than a rounding error of
that is taken to be nothing.

Places in rows of sequences are kept as bytes: eight for a sequence. Sets come before those that follow from them.
"""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import (
    copy,
    fill,
    job,
    load32,
    load64,
    loadf,
    store32,
    store64,
    storef,
)
from interpreter.native.kernel_compiler.parameters import STACK_END
from interpreter.native.kernels.areas import SCRATCH, allocate, cut_heap
from interpreter.native.kernels.sides import (
    AVERAGE,
    COLUMNS,
    FIRSTS,
    GAINS,
    JUDGED,
    JUDGED_PLAN,
    PARENTS,
    PLAN,
    REGRETS,
    ROWS,
    SEQUENCES,
    SETS,
    SIDE,
    SIZES,
    STRATEGY,
    WEIGHTS,
)

SIDES = SCRATCH
"""For each of the two players where everything of theirs lies; see `sides.py`."""
ENTRY = 16
"""An entry of the matrix as it is given: the first player's sequence, the second's, and what that is worth to the
first player, chance included."""
ROUNDING = 6e-14
"""Of what a set plays for, the part that rounding may leave: some hundred times the unit of a number of 64 bits, as a
sum of thousands of them may miss."""

entries: int = 0
entry_count: int = 0
spare: int = 0
slots: int = 0
iterations: int = 0


def side_of(me: int) -> int:
    """Where it stands where everything of a player lies."""
    return SIDES + SIDE * me


@job
def regret_room(sets: int, sequences: int, other_sets: int, other_sequences: int, count: int) -> int:
    """Make room for a game with so many sets and sequences of both players, and entries; 0 if it can't be had."""
    global entries, entry_count, spare, slots, iterations
    cut_heap(STACK_END)
    iterations = 0
    entry_count = count
    if not side_room(0, sets, sequences, count) or not side_room(1, other_sets, other_sequences, count):
        return 0
    slots = allocate(4 * (max(sequences, other_sequences) + 2) + 7 & ~7)
    spare = allocate(ENTRY * count)
    entries = allocate(ENTRY * count)
    return entries if slots and spare else 0


def side_room(me: int, sets: int, sequences: int, count: int) -> bool:
    """Make room for what is a player's."""
    side = side_of(me)
    store64(side, SETS, sets)
    store64(side, SEQUENCES, sequences)
    store64(side, PARENTS, allocate(4 * sets + 7 & ~7))
    store64(side, FIRSTS, allocate(4 * sets + 11 & ~7))
    store64(side, ROWS, allocate(4 * sequences + 11 & ~7))
    store64(side, COLUMNS, allocate(4 * count + 7 & ~7))
    store64(side, WEIGHTS, allocate(8 * count))
    for part in range(STRATEGY, JUDGED_PLAN + 8, 8):
        at = allocate(8 * sequences)
        store64(side + part, 0, at)
        if at == 0:
            return False
        fill(at, 0, 8 * sequences)
    for part in range(PARENTS, WEIGHTS + 8, 8):
        if load64(side + part) == 0:
            return False
    return True


@job
def side_part(me: int, part: int) -> int:
    """Where a part of what is a player's lies."""
    return load64(side_of(me) + part)


@job
def regret_begin() -> int:
    """Take in the entries, which the host has written, and begin with the uniform strategy; gives how many are left
    when those of the same two sequences are added up."""
    arrange(entries, spare, 1)
    arrange(spare, entries, 0)
    merge()
    write_rows(0, entries)
    arrange(entries, spare, 1)
    write_rows(1, spare)
    for me in range(2):
        make_uniform(me)
        follow(me, STRATEGY, PLAN)
    return entry_count


def arrange(source: int, to: int, me: int) -> None:
    """Put entries in the order of a player's sequences, those of one in the order they had."""
    fill(slots, 0, 4 * (load64(side_of(me), SEQUENCES) + 2))
    at = source + 4 * me
    for k in range(entry_count):
        slot = slots + 4 * load32(at + ENTRY * k)
        store32(slot, 8, load32(slot, 8) + 1)
    for s in range(load64(side_of(me), SEQUENCES)):
        store32(slots + 4 * s, 8, load32(slots + 4 * s, 8) + load32(slots + 4 * s, 4))
    for k in range(entry_count):
        slot = slots + 4 * load32(at + ENTRY * k)
        place = load32(slot, 4)
        store32(slot, 4, place + 1)
        copy(to + ENTRY * place, source + ENTRY * k, ENTRY)


def merge() -> None:
    """Add up neighbours that are of the same two sequences, and leave out what comes to nothing."""
    global entry_count
    kept, k = entries, 0
    while k < entry_count:
        at = entries + ENTRY * k
        pair, worth = load64(at), loadf(at, 8)
        k += 1
        while k < entry_count and load64(entries + ENTRY * k) == pair:
            worth += loadf(entries + ENTRY * k, 8)
            k += 1
        if worth != 0.0:
            store64(kept, 0, pair)
            storef(kept, 8, worth)
            kept += ENTRY
    entry_count = (kept - entries) // ENTRY


def write_rows(me: int, source: int) -> None:
    """Write a player's rows of the matrix, from entries in their order; what is won by one is lost by the other."""
    side = side_of(me)
    rows, columns, weights = load64(side, ROWS), load64(side, COLUMNS), load64(side, WEIGHTS)
    k = 0
    for s in range(load64(side, SEQUENCES)):
        store32(rows + 4 * s, 0, k)
        while k < entry_count and load32(source + ENTRY * k + 4 * me) == s:
            store32(columns + 4 * k, 0, 8 * load32(source + ENTRY * k + 4 * (1 - me)))
            worth = loadf(source + ENTRY * k, 8)
            storef(weights + 8 * k, 0, -worth if me else worth)
            k += 1
    store32(rows + 4 * load64(side, SEQUENCES), 0, k)


def make_uniform(me: int) -> None:
    """Take each option as often as the others."""
    side = side_of(me)
    firsts, strategy = load64(side, FIRSTS), load64(side, STRATEGY)
    for i in range(load64(side, SETS)):
        share(strategy + load32(firsts + 4 * i), strategy + load32(firsts + 4 * i, 4), 0, 0.0)


def follow(me: int, strategy_part: int, plan_part: int) -> None:
    """Work out a player's plan from how likely they take each option."""
    side = side_of(me)
    parents, firsts = load64(side, PARENTS), load64(side, FIRSTS)
    strategy, plan = load64(side + strategy_part), load64(side + plan_part)
    storef(plan, 0, 1.0)
    at = 8
    for i in range(load64(side, SETS)):
        end = load32(firsts + 4 * i, 4)
        reach = loadf(plan + load32(parents + 4 * i))
        while at < end:
            storef(plan + at, 0, reach * loadf(strategy + at))
            at += 8


def weigh(me: int, plan_part: int) -> None:
    """What each of a player's sequences ends in at once, against a plan of the other's; goes to GAINS, and to SIZES
    what it would be if nothing were lost."""
    side = side_of(me)
    rows, columns, weights = load64(side, ROWS), load64(side, COLUMNS), load64(side, WEIGHTS)
    gains, sizes, plan = load64(side, GAINS), load64(side, SIZES), load64(side_of(1 - me) + plan_part)
    column, weight = columns, weights
    for s in range(load64(side, SEQUENCES)):
        end = columns + 4 * load32(rows + 4 * s, 4)
        total, size = 0.0, 0.0
        while column < end:
            worth = loadf(weight) * loadf(plan + load32(column))
            total += worth
            size += max(worth, -worth)
            column += 4
            weight += 8
        storef(gains + 8 * s, 0, total)
        storef(sizes + 8 * s, 0, size)


@job
def regret_iterate(count: int) -> int:
    """So many iterations more, in each of which first one player learns, then the other; gives how many there were."""
    global iterations
    while count > 0:
        count -= 1
        iterations += 1
        for me in range(2):
            weigh(me, PLAN)
            improve(me, float(iterations))
            follow(me, STRATEGY, PLAN)
    return iterations


def improve(me: int, weight: float) -> None:
    """Walk over a player's sets from behind: note the plan, what is regretted, and what to do from now on."""
    side = side_of(me)
    parents, firsts = load64(side, PARENTS), load64(side, FIRSTS)
    gains, strategy, regrets = load64(side, GAINS), load64(side, STRATEGY), load64(side, REGRETS)
    average, plan, sizes = load64(side, AVERAGE), load64(side, PLAN), load64(side, SIZES)
    i = load64(side, SETS)
    end = load32(firsts + 4 * i)
    while i > 0:
        i -= 1
        first = load32(firsts + 4 * i)
        worth, size, at = 0.0, 0.0, first
        while at < end:
            worth += loadf(strategy + at) * loadf(gains + at)
            size += loadf(strategy + at) * loadf(sizes + at)
            storef(average + at, 0, loadf(average + at) + weight * loadf(plan + at))
            at += 8
        total, at = 0.0, first
        while at < end:
            before = loadf(regrets + at)
            regret = before + (loadf(gains + at) - worth)
            if not regret > ROUNDING * (before + size + loadf(sizes + at)):
                regret = 0.0
            storef(regrets + at, 0, regret)
            total += regret
            at += 8
        share(strategy + first, strategy + end, regrets - strategy, total)
        parent = gains + load32(parents + 4 * i)
        storef(parent, 0, loadf(parent) + worth)
        storef(parent - gains + sizes, 0, loadf(parent - gains + sizes) + size)
        end = first


def share(at: int, end: int, away: int, total: float) -> None:
    """Make a set's options as likely as numbers that lie so many bytes away and come to this in all; if that is
    nothing, all alike."""
    if total > 0.0:
        while at < end:
            storef(at, 0, loadf(at + away) / total)
            at += 8
    else:
        alike = 8.0 / (end - at)
        while at < end:
            storef(at, 0, alike)
            at += 8


# ---- judging


@job
def judge_average() -> None:
    """From now on what is judged is the average of all strategies so far."""
    for me in range(2):
        side = side_of(me)
        firsts, average, judged = load64(side, FIRSTS), load64(side, AVERAGE), load64(side, JUDGED)
        for i in range(load64(side, SETS)):
            first, end = load32(firsts + 4 * i), load32(firsts + 4 * i, 4)
            total, at = 0.0, first
            while at < end:
                total += loadf(average + at)
                at += 8
            share(judged + first, judged + end, average - judged, total)
    judge()


@job
def judge() -> None:
    """Judge the strategy that the host has written."""
    for me in range(2):
        follow(me, JUDGED, JUDGED_PLAN)


@job
def judged_worth() -> float:
    """What the first player wins on the average if both play what is judged."""
    weigh(0, JUDGED_PLAN)
    gains, plan, worth = load64(SIDES, GAINS), load64(SIDES, JUDGED_PLAN), 0.0
    for s in range(load64(SIDES, SEQUENCES)):
        worth += loadf(plan + 8 * s) * loadf(gains + 8 * s)
    return worth


@job
def best_response(me: int) -> float:
    """What a player wins on the average with a best response to what is judged of the other."""
    side = side_of(me)
    weigh(me, JUDGED_PLAN)
    parents, firsts, gains = load64(side, PARENTS), load64(side, FIRSTS), load64(side, GAINS)
    i = load64(side, SETS)
    end = load32(firsts + 4 * i)
    while i > 0:
        i -= 1
        first = load32(firsts + 4 * i)
        best, at = loadf(gains + first), first + 8
        while at < end:
            best = max(best, loadf(gains + at))
            at += 8
        parent = gains + load32(parents + 4 * i)
        storef(parent, 0, loadf(parent) + best)
        end = first
    return loadf(gains)
