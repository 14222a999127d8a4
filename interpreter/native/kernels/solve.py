"""The value of every state of a game that is small enough to be known as a whole, backwards from its ends.

A state has a value as soon as one of its options leads to a certain win of who moves there, or when all of its options
lead to states with values: of these the player takes the best, and chance their mean. States are taken in the order of
their distance from the end, so wins are as short and losses as long as can be.

Where play may go on for ever, some states get no value. If two players move without chance, neither of them can be made
to lose there, and they are draws; so it is for one player. Otherwise `solve_sweep` comes nearer and nearer to values,
as if a game without end were a draw.
"""

from __future__ import annotations

from interpreter.graph.abi import CYCLES
from interpreter.native.kernel_compiler.intrinsics import job, load8, load32, loadf, store8, store32, store64, storef
from interpreter.native.kernel_compiler.parameters import P
from interpreter.native.kernels.areas import REPORT
from interpreter.native.kernels.graph import (
    DISTANCE,
    EDGE,
    EDGES,
    EXACT,
    FOLLOWING,
    KEPT,
    LEADING,
    MARKS,
    NEXT,
    OPEN,
    OPTIONS,
    PLAYER,
    QUEUED,
    SOURCE,
    TO,
    VALUED,
    WITHOUT_END,
    WORTHS,
    edge_count,
    first_state,
    is_chance,
    roll_count,
    state_count,
)

WON = 1.0
LINE = 40
"""The longest line that is reported."""

queue: int = 0
"""The state that was queued last."""


@job
def solve_values() -> int:
    """Find the values, once all states are explored. Gives 0, or CYCLES if the first state got none."""
    global queue
    queue = 0
    head = 0
    state = first_state()
    while state:
        if load32(state, OPTIONS) == 0:
            put_in_queue(state, EXACT)
            head = head if head else state
        state = load32(state, FOLLOWING) * 8
    while head:
        edge = load32(head, LEADING) * 4
        while edge:
            source = load32(edge, SOURCE) * 8
            if not load8(source, MARKS) & VALUED:
                lead_to(source, head)
            edge = load32(edge, NEXT) * 4
        head = load32(head, QUEUED) * 8
    if P <= 2 and roll_count() == 0:
        draw_the_rest()
    return 0 if load8(first_state(), MARKS) & VALUED else CYCLES


def put_in_queue(state: int, marks: int) -> None:
    """A state has its value."""
    global queue
    store8(state, MARKS, load8(state, MARKS) | VALUED | marks)
    if queue:
        store32(queue, QUEUED, state // 8)
    queue = state


def lead_to(source: int, state: int) -> None:
    """A state without a value has an option that leads to one with a value."""
    left = load32(source, OPEN) - 1
    store32(source, OPEN, left)
    if not is_chance(source) and P <= 2 and value(state, load8(source, PLAYER)) >= WON:
        take(source, state)
        put_in_queue(source, EXACT)
    elif left == 0:
        exact = take_mean(source) if is_chance(source) else take_best(source)
        put_in_queue(source, EXACT if exact else 0)
    if load8(source, MARKS) & VALUED:
        store32(source, DISTANCE, load32(state, DISTANCE) + 1)


def value(state: int, player: int) -> float:
    """What a state is worth to a player."""
    if P == 2:
        one = loadf(state, WORTHS)
        return -one if player else one
    return loadf(state + 8 * player, WORTHS)


def take(state: int, child: int) -> None:
    """A state is worth what a child is worth."""
    for player in range(KEPT):
        storef(state + 8 * player, WORTHS, loadf(child + 8 * player, WORTHS))


def take_best(state: int) -> bool:
    """A state is worth the best of its children to who moves there; false if others aren't indifferent which it is."""
    me, edge = load8(state, PLAYER), load32(state, EDGES) * 8
    best, exact = 0, True
    for _ in range(load32(state, OPTIONS)):
        child = load32(edge, TO) * 8
        exact = exact and load8(child, MARKS) & EXACT != 0
        better = value(child, me) - value(best, me) if best else 1.0
        if better > 0.0:
            best = child
        edge += EDGE
    edge = load32(state, EDGES) * 8
    for _ in range(load32(state, OPTIONS)):
        child = load32(edge, TO) * 8
        if value(child, me) == value(best, me):
            for player in range(P):
                exact = exact and value(child, player) == value(best, player)
        edge += EDGE
    take(state, best)
    return exact


def take_mean(state: int) -> bool:
    """A state is worth the mean of its children; false if one isn't exact."""
    options, exact = load32(state, OPTIONS), True
    for player in range(KEPT):
        edge, total = load32(state, EDGES) * 8, 0.0
        for _ in range(options):
            child = load32(edge, TO) * 8
            exact = exact and load8(child, MARKS) & EXACT != 0
            total += loadf(child + 8 * player, WORTHS)
            edge += EDGE
        storef(state + 8 * player, WORTHS, total / options)
    return exact


def draw_the_rest() -> None:
    """Nobody can be made to lose, and nobody need end the game."""
    state = first_state()
    while state:
        if not load8(state, MARKS) & VALUED:
            store8(state, MARKS, load8(state, MARKS) | VALUED | EXACT | WITHOUT_END)
        state = load32(state, FOLLOWING) * 8


@job
def solve_sweep() -> float:
    """Go once through all states without a value and reckon what they are worth from their children; gives how much
    that has changed the most. They stay without a value that is exact."""
    change = 0.0
    state = first_state()
    while state:
        if not load8(state, MARKS) & VALUED:
            for player in range(KEPT):
                storef(REPORT + 8 * player, 0, loadf(state + 8 * player, WORTHS))
            if is_chance(state):
                take_mean(state)
            else:
                take_best(state)
            for player in range(KEPT):
                rise = loadf(state + 8 * player, WORTHS) - loadf(REPORT + 8 * player)
                change = max(change, rise if rise > 0.0 else -rise)
        state = load32(state, FOLLOWING) * 8
    return change


@job
def solve_report() -> None:
    """Report how many states and options there are; whether the first state has a value (2), which is exact (4) or a
    draw without end (8); the distance to the end; the number of plies of the line; the values of all players, as
    floats; and the options of the line, which ends where chance decides, or where it comes back to the first state."""
    state = first_state()
    marks = load8(state, MARKS)
    store64(REPORT, 0, state_count())
    store64(REPORT, 8, edge_count())
    store64(REPORT, 16, marks & (VALUED | EXACT | WITHOUT_END))
    store64(REPORT, 24, load32(state, DISTANCE))
    for player in range(P):
        storef(REPORT + 8 * player, 40, value(state, player))
    plies = 0
    while plies < LINE and load32(state, OPTIONS) and not is_chance(state):
        k = best(state)
        store64(REPORT + 8 * plies, 40 + 8 * P, k)
        state = load32(load32(state, EDGES) * 8 + EDGE * k) * 8
        plies += 1
        if state == first_state():
            break
    store64(REPORT, 32, plies)


def best(state: int) -> int:
    """The option to take: the greatest value, and of a win the nearest, else the farthest end."""
    me, first, found = load8(state, PLAYER), load32(state, EDGES) * 8, 0
    for k in range(1, load32(state, OPTIONS)):
        child, other = load32(first + EDGE * k) * 8, load32(first + EDGE * found) * 8
        better = value(child, me) - value(other, me)
        later = load32(child, DISTANCE) > load32(other, DISTANCE)
        sooner = load32(child, DISTANCE) < load32(other, DISTANCE)
        if better > 0.0 or (better == 0.0 and (sooner if value(child, me) >= WON else later)):
            found = k
    return found
