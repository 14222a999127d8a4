"""The value of every state of a game that is small enough to be known as a whole, backwards from its ends.

A state has a value as soon as one of its options leads to a certain win of who moves there, or when all of its options
lead to states with values: of these the player takes the best, and chance their mean. All states are gone through
again and again, those that were found last first, until nothing changes any more: where no state can come again, once
is enough. By then wins are as short and losses as long as can be.

Where play may go on for ever, some states get no value. If two players move without chance, neither of them can be made
to lose there, and they are draws; so it is for one player, and for players to whom every end is worth the same.
Otherwise, if there is chance and one player's loss is the other's gain, `rest.py` hands on what has no value: then
bounds are found elsewhere. In all other cases `solve_sweep` goes on, as if a game without end were a draw, to values
that may be far off.

Where games pay, values are amounts, and no option is so good that the others needn't be looked at. If chance has no
part and one player gains what the other loses (or there is one alone), sweeps come to exact values: beginning with
noughts, each sweep gives the values of the game played on for so many plies at least and then broken off for nothing;
what either can force takes no more plies than there are states, and when a sweep has changed nothing, none will.
"""

from __future__ import annotations

from interpreter.graph.abi import CYCLES, UNFINISHED
from interpreter.native.kernel_compiler.intrinsics import (
    job,
    load8,
    load16,
    load64,
    loadf,
    store8,
    store16,
    store64,
    storef,
)
from interpreter.native.kernel_compiler.parameters import CERTAIN, COMMON, KEY, PAYS, P
from interpreter.native.kernels.areas import REPORT, ROOT, SCRATCH
from interpreter.native.kernels.records import KEPT, amount
from interpreter.native.kernels.states import (
    CHANCE,
    DISTANCE,
    EXACT,
    LOST_BY_FIRST,
    MARKS,
    OPTIONS,
    PLAYER,
    VALUED,
    WITHOUT_END,
    WON_BY_FIRST,
    WORTHS,
    before,
    child_of,
    edge_count,
    first_exchanged,
    first_state,
    go_on,
    is_fair,
    lay_out,
    lay_out_beginning,
    led_to,
    options_of,
    roll_count,
    size_at,
    state_count,
    states_end,
)

ALIKE = (P <= 2) | COMMON
"""Whether a win is the most that anybody can have, and what is best for one is bad for the other, or good for all."""
WON = 1.0
NEAR = 1e-6
HARDLY = 1e-8
"""Values that came out of bounds are alike if they differ by less, in parts of one more than the value …"""
SLIP = 1e-12
"""… and means are, if they differ by less than that."""
LINE = 40
"""The longest line that is reported."""
FARTHEST = 0xFFFF
BEST = SCRATCH
"""What is best so far, or all together, to each player."""

at: int = 0
"""The state that was gone through last."""
edge: int = 0
"""How many options the states before it have."""
changed: int = 0
came_back: int = 0
"""Whether an option leads to a state that was found before."""


@job
def solve_begin() -> None:
    """Make ready to go through all states, once they are explored."""
    global at, edge, changed, came_back
    at, edge = states_end(), edge_count()
    changed, came_back = 0, 0


@job
def solve_values(count: int) -> int:
    """Go through so many states more. Gives UNFINISHED, or a negative number as of `run`; at last 0, or CYCLES if the
    first state got no value."""
    global at, edge
    while count > 0:
        if at == first_state():
            if changed == 0 or came_back == 0:
                if PAYS == 0 and ALIKE and roll_count() == 0:
                    draw_the_rest()
                return 0 if load8(first_state(), MARKS) & VALUED else CYCLES
            solve_begin()
        at = before(at)
        edge -= load16(at, OPTIONS)
        status = settle(at)
        if status < 0:
            return status
        count -= 1
    return UNFINISHED


def settle(state: int) -> int:
    """Find what a state is worth, as far as that is known by now; gives 0, or why its options can't be looked at."""
    options, me = load16(state, OPTIONS), load8(state, PLAYER)
    if options == 0:
        set_value(state, EXACT, 0)
        return 0
    chance = load8(state, MARKS) & CHANCE
    status = gather(state, options, chance, me)
    if status < 0:
        return status
    if wins:
        note_win(me)
        set_value(state, EXACT, nearest)
    elif without_value == 0:
        if chance:
            for player in range(KEPT):
                storef(BEST + 8 * player, 0, loadf(BEST + 8 * player) / options)
        set_value(state, EXACT if exact else 0, farthest)
    return 0


wins: int = 0
"""Whether an option leads to a certain win of who moves …"""
nearest: int = 0
"""… and in how many plies."""
farthest: int = 0
without_value: int = 0
exact: int = 0


def gather(state: int, options: int, chance: int, me: int) -> int:
    """Look at where a state's options lead: the best of them, or for chance the sum, goes to BEST."""
    global wins, nearest, farthest, without_value, exact, came_back
    wins, nearest, farthest, without_value, exact = 0, FARTHEST, 0, 0, 1
    if led_to(edge, 0) == 0:
        lay_out(state)
    for player in range(KEPT):
        storef(BEST + 8 * player, 0, 0.0)
    best, alike = 0, 1
    for k in range(options):
        child = led_to(edge, k)
        if child == 0:
            child = child_of(k)
            if child < 0:
                return child
        came_back |= child & -2 <= state
        marks = load8(child & -2, MARKS)
        without_value += marks & VALUED == 0
        exact &= marks & EXACT != 0
        distance = min(load16(child & -2, DISTANCE) + 1, FARTHEST)
        if marks & VALUED:
            farthest = max(farthest, distance)
            if chance == 0 and PAYS == 0 and ALIKE and worth(child, me) >= WON:
                wins = 1
                nearest = min(nearest, distance)
        if chance:
            for player in range(KEPT):
                storef(BEST + 8 * player, 0, loadf(BEST + 8 * player) + worth(child, player))
        else:
            if best == 0 or (worth(child, me) > worth(best, me) and not even(child, best, me)):
                best, alike = child, 1
            elif even(child, best, me):
                for player in range(P):
                    alike &= even(child, best, player)
    if chance == 0:
        for player in range(KEPT):
            storef(BEST + 8 * player, 0, worth(best, player))
        exact &= alike
    return 0


def even(one: int, other: int, player: int) -> bool:
    """Whether two states are worth the same to a player, but for what rounding does to means."""
    own, others = worth(one, player), worth(other, player)
    slip = SLIP * (1.0 + max(own, -own)) if KEPT > 1 and roll_count() else 0.0
    return own - others <= slip and others - own <= slip


def agreed(state: int) -> bool:
    """Whether a state is worth what follows from where its options lead: a win as near as can be, the best of values,
    a draw without end where nothing is won."""
    marks, options, me = load8(state, MARKS), load16(state, OPTIONS), load8(state, PLAYER)
    if options == 0:
        lay_out(state)
        for player in range(KEPT):
            if far(value(state, player), amount(ROOT, player)):
                return False
        return marks & VALUED != 0 and load16(state, DISTANCE) == 0
    if options_of(state) != options or load64(ROOT, KEY + 8) != me:
        return False
    if gather(state, options, marks & CHANCE, me) < 0:
        return False
    if wins:
        return marks & VALUED != 0 and value(state, me) >= WON and load16(state, DISTANCE) == nearest
    share = options if marks & CHANCE else 1
    if marks & WITHOUT_END:
        own = loadf(BEST) / share
        return not far(value(state, 0), 0.0) and (own if me == 0 or COMMON else -own) <= 0.0
    if marks & VALUED and (without_value or load16(state, DISTANCE) != farthest):
        return False
    for player in range(KEPT):
        if far(value(state, player), loadf(BEST + 8 * player) / share):
            return False
    return True


def far(one: float, other: float) -> bool:
    """Whether two values differ by more than is left unreckoned."""
    near = NEAR * (1.0 + max(one, -one))
    return one - other > near or other - one > near


def note_win(me: int) -> None:
    """Who moves wins."""
    storef(BEST, 0, -WON if P == 2 and me and COMMON == 0 else WON)


def set_value(state: int, marks: int, distance: int) -> None:
    """A state has the value in BEST; one that has ended has its own."""
    global changed
    before_marks = load8(state, MARKS)
    after = before_marks & (CHANCE | WON_BY_FIRST | LOST_BY_FIRST) | VALUED | marks
    if load16(state, OPTIONS):
        after &= ~(WON_BY_FIRST | LOST_BY_FIRST)
        if CERTAIN:
            after |= WON_BY_FIRST if loadf(BEST) > 0.0 else LOST_BY_FIRST if loadf(BEST) < 0.0 else 0
        else:
            for player in range(KEPT):
                changed |= loadf(state + 8 * player, WORTHS) != loadf(BEST + 8 * player)
                storef(state + 8 * player, WORTHS, loadf(BEST + 8 * player))
    changed |= after != before_marks or load16(state, DISTANCE) != distance
    store8(state, MARKS, after)
    store16(state, DISTANCE, distance)


def value(state: int, player: int) -> float:
    """What a state is worth to a player."""
    if CERTAIN:
        marks = load8(state, MARKS)
        one = 1.0 if marks & WON_BY_FIRST else -1.0 if marks & LOST_BY_FIRST else 0.0
        return -one if player and COMMON == 0 else one
    if KEPT < P:
        first = loadf(state, WORTHS)
        return -first if player and COMMON == 0 else first
    return loadf(state + 8 * player, WORTHS)


def worth(child: int, player: int) -> float:
    """What a state is worth to a player, who may have the other's part in what is kept of it."""
    return value(child & -2, player ^ (child & 1))


def draw_the_rest() -> None:
    """Nobody can be made to lose, and nobody need end the game."""
    state = first_state()
    while state < states_end():
        marks = load8(state, MARKS)
        if marks & VALUED == 0:
            store8(state, MARKS, marks | VALUED | EXACT | WITHOUT_END)
        state += size_at(state)


@job
def solve_sweep() -> float:
    """Go once through all states without a value and reckon what they are worth from their children; gives how much
    that has changed the most, or -1 if it can't be. They stay without a value that is exact."""
    global at, edge
    change = 0.0
    solve_begin()
    while at != first_state():
        at = before(at)
        options, marks = load16(at, OPTIONS), load8(at, MARKS)
        edge -= options
        if marks & VALUED == 0:
            if gather(at, options, marks & CHANCE, load8(at, PLAYER)) < 0:
                return -1.0
            for player in range(KEPT):
                worth = loadf(BEST + 8 * player)
                worth = worth / options if marks & CHANCE else worth
                rise = worth - loadf(at + 8 * player, WORTHS)
                change = max(change, rise if rise > 0.0 else -rise)
                storef(at + 8 * player, WORTHS, worth)
    return change


@job
def solve_swept() -> None:
    """Sweeps change nothing any more: where that proves values, they are exact."""
    if not is_fair():
        return
    state = first_state()
    while state < states_end():
        store8(state, MARKS, load8(state, MARKS) | EXACT)
        state += size_at(state)


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
    store64(REPORT, 24, load16(state, DISTANCE))
    for player in range(P):
        storef(REPORT + 8 * player, 40, value(state, player ^ first_exchanged()))
    plies = 0
    lay_out_beginning()
    while plies < LINE and load16(state, OPTIONS) and load8(state, MARKS) & CHANCE == 0:
        k = best_of(load16(state, OPTIONS))
        store64(REPORT + 8 * plies, 40 + 8 * P, k)
        state = go_on(k) & -2
        plies += 1
        if state == first_state():
            break
    store64(REPORT, 32, plies)


def best_of(options: int) -> int:
    """The option of the record in ROOT to take: the greatest value, of a win the nearest, else the farthest end. Where
    values came out of bounds, those that hardly differ are alike, and who gains by it makes for an end."""
    me, found, best = load64(ROOT, KEY + 8), 0, child_of(0)
    for k in range(1, options):
        child = child_of(k)
        is_known = load8(child & -2, MARKS) & load8(best & -2, MARKS) & VALUED
        own = worth(child, me)
        better, near = own - worth(best, me), 0.0 if is_known else HARDLY * (1.0 + max(own, -own))
        farther = plies_of(child, is_known) - plies_of(best, is_known)
        sooner = PAYS == 0 and own >= WON if is_known else own > 0.0
        if better > near or (better >= -near and (farther < 0 if sooner else farther > 0)):
            found, best = k, child
    return found


def plies_of(child: int, is_known: int) -> int:
    """The plies to the end; where they are beside plies to a state with a value, such a state has none."""
    return load16(child & -2, DISTANCE) if is_known or load8(child & -2, MARKS) & VALUED == 0 else 0
