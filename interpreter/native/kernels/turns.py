"""Turns of several decisions, valued by their ends: what is half done says little.

Where chance decides, values may be learnt of those states alone in which a turn ends: where chance decides next,
another player or the same one in another turn. In the middle of a turn, a state is worth the best of its ends. All ways
on are tried, each state once.
"""

from __future__ import annotations

from interpreter.graph.abi import DECISION, FULL, HUGE, STOP, TURNS, UNIT
from interpreter.native.kernel_compiler.intrinsics import job, load32, load64, store64
from interpreter.native.kernel_compiler.parameters import CAPACITY, KEY, run
from interpreter.native.kernels.accumulators import evaluate, evaluate_for
from interpreter.native.kernels.areas import allocate, cut_heap
from interpreter.native.kernels.chance import mix, pick
from interpreter.native.kernels.effort import FAILED
from interpreter.native.kernels.evaluation import ENDS_AT, TURN_PLACES, weights_version
from interpreter.native.kernels.long_turns import NEARLY, carried_through, is_amid_long, is_same_turn, worth_to
from interpreter.native.kernels.records import duplicate, hashed, used

LONGEST = 8
"""Decisions of a turn that are looked through …"""
MOST = 3000
"""… and ways that are tried, at most."""
PLACES = 2048
"""For states that were met on the way …"""
JUDGED = 256
"""… and for the last ones that were judged: often two throws of dice come to the same."""
WAYS, MET = 16 * LONGEST, 16 * LONGEST + 16 * JUDGED
"""Where that lies, behind the best way and the one that is tried."""
CLEARER = 0.2
"""A turn has many ends, and the best of them all is taken: values are blurred less."""

begun: int = 0
"""How often ways were tried …"""
tried: int = 0
"""… and how many of them by now, …"""
best: int = 0
"""… the value of the best, …"""
planned: int = 0
"""… how many decisions lead there, …"""
followed: int = 0
"""… and how many of them have been made since."""


@job
def estimated(record: int) -> int:
    """What a record, where the rules wait, is thought to be worth to the player to move, in millionths."""
    return judged(record, run(record, 0, -1, 0, HUGE))


@job
def estimated_for(record: int, player: int) -> int:
    """The same to any player."""
    return judged_for(record, run(record, 0, -1, 0, HUGE), player)


def is_amid(record: int) -> bool:
    """Whether values are of the ends of turns alone, and this state may be none: somebody decides in a turn."""
    return load64(record, STOP) == DECISION and load64(record, KEY) < load32(TURN_PLACES)


def judged(record: int, options: int) -> int:
    """What a state is worth to the player to move, in millionths; in the middle of a turn as much as its best end,
    or as the best that is found in a few tries."""
    if is_amid_long(record):
        return carried_through(record, options)
    if not is_amid(record):
        return evaluate(record, options)
    state = hashed(record, used(record), weights_version())
    at = load32(ENDS_AT) + WAYS + 16 * (state & JUDGED - 1)
    if load64(at) != state:
        found = plan_turn(record, 0, 0.0) == 0 and planned > 0
        store64(at, 0, state)
        store64(at, 8, min(best, NEARLY) if found else evaluate(record, options))
    return load64(at, 8)


def judged_for(record: int, options: int, player: int) -> int:
    """What a state is worth to any player, in millionths. Only for who is to move a long turn is carried through."""
    if is_amid_long(record) and load64(record, KEY + 8) == player:
        return carried_through(record, options)
    return evaluate_for(record, options, player)


def forget_plan() -> None:
    """Another game begins."""
    global planned, followed
    planned, followed = 0, 0


def next_planned() -> int:
    """The option that was planned for this decision; -1 if nothing was."""
    global followed
    if followed >= planned:
        return -1
    followed += 1
    return load64(load32(ENDS_AT) + 8 * (followed - 1))


def plan_turn(record: int, key: int, blur: float) -> int:
    """Find the best end of the turn that a record is in. Gives 0, or a negative number as of `run`. Values are blurred
    by the key."""
    global begun, tried, best
    forget_plan()
    begun += 1
    tried, best = 0, FAILED
    return try_ends(record, record, run(record, 0, -1, 0, HUGE), 0, key, blur * CLEARER)


def try_ends(root: int, record: int, options: int, depth: int, key: int, blur: float) -> int:
    """Try all ways on from a record, so many decisions after the root."""
    global tried, best, planned
    child = allocate(CAPACITY)
    if child == 0:
        return FULL
    plan = load32(ENDS_AT)
    way = plan + 8 * LONGEST
    me, status, k = load64(root, KEY + 8), 0, 0
    while k < options and tried < MOST and status >= 0:
        duplicate(child, record)
        more = run(child, 1, k, 0, HUGE)
        store64(way + 8 * depth, 0, k)
        k += 1
        tried += 1
        if more < 0:
            status = more
        elif is_new(child):
            if more and goes_on(child, root):
                if depth + 1 < LONGEST:
                    status = try_ends(root, child, more, depth + 1, key, blur)
            else:
                value = end_value(child, more, me, key, blur)
                if value > best:
                    best, planned = value, depth + 1
                    for i in range(planned):
                        store64(plan + 8 * i, 0, load64(way + 8 * i))
    cut_heap(child)
    return min(status, 0)


def is_new(record: int) -> bool:
    """Whether a state is met on these ways for the first time, as far as there is room to know."""
    state = hashed(record, used(record), begun)
    at = load32(ENDS_AT) + MET + 8 * (state & PLACES - 1)
    known = load64(at) == state
    store64(at, 0, state)
    return not known


def end_value(record: int, options: int, me: int, key: int, blur: float) -> int:
    """What an end is worth to a player."""
    value = worth_to(record, options, me)
    return value - int(blur * pick(mix(key + tried), UNIT) / UNIT) if options else value


def goes_on(record: int, before: int) -> bool:
    """Whether who was to move before has a decision in the same turn."""
    return is_same_turn(record, load64(before, KEY + 8), load64(before, TURNS)) and is_amid(record)
