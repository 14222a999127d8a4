"""Monte-Carlo counterfactual regret minimisation by external sampling (Lanctot, Waugh, Zinkevich and Bowling 2009), for
games of two players that are too large to be expanded.

In each iteration each player in turn tries all of their options, while chance and the other are drawn. Only
information sets are kept, those that were come to: what is regretted of each option, and how often the strategies so
far took it.
"""

from __future__ import annotations

from interpreter.graph.abi import FULL, HUGE, ROLL, STOP, TOO_LONG, TOO_MANY_WAYS
from interpreter.native.kernel_compiler.intrinsics import copy, job, load64, loadf, shr_u, store16, store64, storef
from interpreter.native.kernel_compiler.parameters import CAPACITY, KEY, STACK_END, START, run
from interpreter.native.kernels.areas import REPORT, allocate, cut_heap, heap_end
from interpreter.native.kernels.chance import GAMMA, mix, pick
from interpreter.native.kernels.information_sets import (
    BODY,
    LENGTH,
    add_set,
    first_found,
    forget_sets,
    set_of,
    sets_found,
)
from interpreter.native.kernels.knowledge import KNOWN, begin_knowing, learn
from interpreter.native.kernels.records import amount, duplicate

MOST_PLIES = 400
"""Decisions and rolls of a line of play at most."""
MOST_VISITED = 5_000_000
"""States looked at in one player's part of an iteration at most."""
KNOWN_AT = CAPACITY
TAKEN_AT = KNOWN_AT + KNOWN
"""The option of a frame that is being looked at."""
FRAME = TAKEN_AT + 8
ROW = 32
"""Bytes of a set for each option: regret, sum of strategies, and, as no line of play comes to a set twice, the
strategy of now and what the option is worth. Behind them lies the way that led there."""
UNIT = 1.0 / 9007199254740992.0

frames: int = 0
ceiling: int = 0
trouble: int = 0
draws: int = 0
visited: int = 0
visited_in_all: int = 0
rounds: int = 0
worth_sum: float = 0.0
worth_squares: float = 0.0


@job
def sampling_start(memory: int, seed_key: int) -> int:
    """Begin, with so many bytes to be used; gives how many options there are, or why that can't be."""
    global frames, ceiling, trouble, draws, rounds, visited_in_all, worth_sum, worth_squares
    cut_heap(STACK_END)
    trouble, draws, rounds, visited_in_all, worth_sum, worth_squares = 0, seed_key, 0, 0, 0.0, 0.0
    frames = allocate(FRAME * (MOST_PLIES + 2))
    ceiling = STACK_END + memory
    if frames == 0 or not forget_sets():
        return FULL
    duplicate(frames, START)
    options = run(frames, 0, -1, 0, HUGE)
    if options >= 0:
        begin_knowing(frames, frames + KNOWN_AT)
    return options


@job
def sampling_go(count: int, options: int) -> int:
    """So many iterations more, from a beginning with so many options; gives 0, or what is wrong."""
    global rounds, worth_sum, worth_squares, visited, visited_in_all
    while count > 0 and trouble == 0:
        count -= 1
        for me in range(2):
            visited = 0
            worth = visit(0, options, me)
            visited_in_all += visited
            if trouble == 0:
                worth = -worth if me else worth
                worth_sum += worth
                worth_squares += worth * worth
        rounds += trouble == 0
    return trouble


def visit(depth: int, options: int, me: int) -> float:
    """What a state is worth to the player who tries all options."""
    global visited, trouble
    frame = frames + FRAME * depth
    visited += 1
    if options == 0:
        return amount(frame, me)
    if depth == MOST_PLIES or visited > MOST_VISITED:
        trouble = TOO_LONG if depth == MOST_PLIES else TOO_MANY_WAYS
        return 0.0
    if load64(frame, STOP) == ROLL:
        return go_into(depth, pick(drawn(), options), me)
    who = load64(frame, KEY + 8)
    found = found_there(depth, options, who)
    if found == 0:
        trouble = FULL
        return 0.0
    regrets = found + BODY
    averages = regrets + 8 * options
    strategy = averages + 8 * options
    match_regrets(regrets, strategy, options)
    worth = 0.0
    if who == me:
        gains = strategy + 8 * options
        for k in range(options):
            gain = go_into(depth, k, me)
            storef(gains + 8 * k, 0, gain)
            worth += gain * loadf(strategy + 8 * k)
        for k in range(options):
            storef(regrets + 8 * k, 0, loadf(regrets + 8 * k) + loadf(gains + 8 * k) - worth)
    else:
        chosen, left = options - 1, float(shr_u(drawn(), 11)) * UNIT
        for k in range(options):
            share = loadf(strategy + 8 * k)
            storef(averages + 8 * k, 0, loadf(averages + 8 * k) + share)
            if left >= 0.0 and left < share:
                chosen = k
            left -= share
        worth = go_into(depth, chosen, me)
    return worth


def go_into(depth: int, k: int, me: int) -> float:
    """What an option is worth to the player who tries all."""
    global trouble
    if trouble:
        return 0.0
    frame = frames + FRAME * depth
    store64(frame, TAKEN_AT, k)
    duplicate(frame + FRAME, frame)
    found = run(frame + FRAME, 1, k, 0, HUGE)
    if found > 0:
        copy(frame + FRAME + KNOWN_AT, frame + KNOWN_AT, KNOWN)
        status = learn(frame, k, frame + FRAME, frame + FRAME + KNOWN_AT)
        found = status if status < 0 else found
    if found < 0:
        trouble = found
        return 0.0
    return visit(depth + 1, found, me)


def found_there(depth: int, options: int, who: int) -> int:
    """The set of who decides in a frame, which may be new; 0 if there is no room."""
    known = frames + FRAME * depth + KNOWN_AT + 16 * who
    key, other_key = load64(known), load64(known, 8)
    found = set_of(who, key, other_key)
    if found == 0 and heap_end() < ceiling:
        found = add_set(who, key, other_key, options, ROW * options + 2 * depth)
        if found:
            store64(found, LENGTH, depth)
            for at in range(depth):
                store16(found + BODY + ROW * options + 2 * at, 0, load64(frames + FRAME * at, TAKEN_AT))
    return found


def match_regrets(regrets: int, strategy: int, options: int) -> None:
    """Options in proportion to what is regretted; all alike if nothing is."""
    total = 0.0
    for k in range(options):
        total += max(loadf(regrets + 8 * k), 0.0)
    for k in range(options):
        share = max(loadf(regrets + 8 * k), 0.0) / total if total > 0.0 else 1.0 / options
        storef(strategy + 8 * k, 0, share)


def drawn() -> int:
    """The next draw."""
    global draws
    draws += GAMMA
    return mix(draws)


@job
def sampling_report() -> None:
    """Report how many iterations there were, states looked at, information sets, first of them; and as floats the sum
    of what the first player won, and of its squares."""
    store64(REPORT, 0, rounds)
    store64(REPORT, 8, visited_in_all)
    store64(REPORT, 16, sets_found())
    store64(REPORT, 24, first_found())
    storef(REPORT, 32, worth_sum)
    storef(REPORT, 40, worth_squares)
