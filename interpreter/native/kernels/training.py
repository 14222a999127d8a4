"""`train`: values learnt from games that the rules play against themselves.

Whoever is to move takes the option that leads to the state of the greatest value, now and then any. A finished game is
gone through backwards: the value of each state is drawn towards the return with traces, TD(lambda) (Sutton 1988;
Tesauro 1995), where a move that was taken at random cuts off what came of it. Of more than two players each has a value
of their own. Steps become smaller for weights that have been moved much (Adagrad; Duchi, Hazan and Singer 2011).

Games may also look ahead: then a search chooses, and what it found a state to be worth takes the place of the state's
own value in the return (as in RootStrap; Veness, Silver, Uther and Blair 2009).
"""

from __future__ import annotations

from interpreter.graph.abi import (
    FULL,
    HUGE,
    NO_ZERO_SUM,
    PASSED_OVER,
    QUIETLY,
    REDUCED,
    ROLL,
    ROUGHLY,
    STOP,
    STUCK,
    TURNS,
    UNIT,
    VICTORY,
)
from interpreter.native.kernel_compiler.intrinsics import (
    Vector,
    add_vectors,
    divide_vectors,
    job,
    kept_where_above,
    load32,
    load64,
    load_single,
    load_vector,
    loadf,
    multiply_vectors,
    roots,
    splat,
    sqrt,
    store64,
    store_single,
    store_vector,
    storef,
    subtract_vectors,
)
from interpreter.native.kernel_compiler.parameters import KEY, LEARNT_PLIES, LEARNT_SIZE, LISTS, PAYS, STACK_END, P, run
from interpreter.native.kernels.areas import REPORT, TALLY, TRIAL, WORK, allocate, cut_heap
from interpreter.native.kernels.chance import GAMMA, game_key, mix, pick
from interpreter.native.kernels.contents import noise, study_anew, tells_noise
from interpreter.native.kernels.effort import FAILED, begin_effort, failed
from interpreter.native.kernels.evaluation import (
    ACTIVE_AT,
    BIAS_AT,
    CONTENTS_AT,
    HIDDEN,
    LAYER_AT,
    LINEAR_AT,
    PATTERNS,
    SQUARES_AT,
    UNITS_AT,
    active_count,
    eyes_of_mover,
    renew,
    sign_of,
    squashed,
    take_apart,
    weighed,
)
from interpreter.native.kernels.leaves import MOST, forget_total, guessed
from interpreter.native.kernels.long_turns import cost_of, is_amid_long
from interpreter.native.kernels.minimax import search, set_features
from interpreter.native.kernels.ordering import make_history
from interpreter.native.kernels.playouts import PLAY, set_up
from interpreter.native.kernels.positions import OPTION, empty_table, find, make_table, position_hash, second_hash
from interpreter.native.kernels.quiescence import go, quiet, take
from interpreter.native.kernels.records import amount, duplicate, used, utility
from interpreter.native.kernels.turns import forget_plan, goes_on, is_amid, judged_for, next_planned, plan_turn

TRIED = 40
"""Options that are tried at a decision; where there are more, as many of them drawn at random."""
LOSING = -999_000
"""The least value, in millionths, of a game that goes on."""
STEP = LEARNT_SIZE + 24
"""A step of a game: the record, behind it how many options there were, the sort of the move that was made there, and
what a search found the state to be worth to the player to move, in millionths."""
PLAYED, DRAWN, NOISY = 0, 1, 2
"""The best, or an outcome of chance; one drawn at random, which says nothing of the state before; a capture: the state
before is never judged by itself."""
OPENING = 10
"""Fewer moves than that are drawn at the beginning of a game."""
CAPTURES = 2
"""Captures in a row that are looked at before a state is judged."""
TABLE_BITS = 13
"""The table of a search has 2**13 places, and knows positions of one game: values are others in the next."""

LEARNERS = 1 + (P > 2) * (P - 1)
"""Of two players it is enough to learn what games are worth to the first one."""
AIMS = TALLY
"""What their values are drawn towards, a float for each; nobody counts outcomes meanwhile."""
LEARNT, ERRORS, CUT = 0, 8, 16
"""What the report says: states learnt from, how far values were off the result, squared, games that were cut off."""

steps: int = 0
chosen: int = 0
found: int = 0
learnt: int = 0
errors: float = 0.0


@job
def train(
    seed_key: int, first: int, plies: int, rate: float, layer_rate: float, exploring: float, blur: float, trace: float,
    depth: int, by_wins: int,
) -> int:  # fmt: skip
    """Play games from `first` on of a seed, and learn from them, until so many states were learnt from.

    Gives how many games, or a negative number as of `run`. `rate`: how far values go, and `layer_rate` what leads to
    the hidden units; `exploring`: how often a move is drawn, from 0 to 1; `blur`: how far values are blurred before the
    greatest is taken; `trace`: lambda, from 0 (towards the next value) to 1 (towards the result); `depth`: how many
    plies games look ahead, at least 1. More are for two players without chance. `by_wins`: whether a game that nobody
    wins says nothing, as one that was cut off.
    """
    global learnt, errors
    learnt, errors = 0, 0.0
    cut_heap(STACK_END)
    held = allocate(LEARNT_PLIES * STEP)
    if held == 0 or not make_history() or not make_table(TABLE_BITS if depth > 1 else 0):
        return FULL
    set_features(QUIETLY + REDUCED)
    renew()
    begin_effort(HUGE)
    forget_total()
    if P <= 2:
        study_anew()
    games, cut, past = 0, 0, 0
    while learnt < plies and past < plies:
        empty_table()
        status = play(held, seed_key, first + games, exploring, blur, depth)
        if status < 0:
            return status
        if PAYS and P == 2 and status == 0 and amount(WORK, 0) + amount(WORK, 1) != 0.0:
            return NO_ZERO_SUM
        games += 1
        past += steps
        cut += status > 0
        is_open = status > 0 or (by_wins != 0 and nobody_won())
        learn_from(held, rate, layer_rate, trace, is_open, depth > 1)
    store64(REPORT, LEARNT, learnt)
    storef(REPORT, ERRORS, errors)
    store64(REPORT, CUT, cut)
    return games


@job
def room_for(size: int) -> int:
    """Where the host may write so many bytes, until the next call; 0 if there is no room."""
    cut_heap(STACK_END)
    return allocate(size + 7 & ~7)


@job
def add_squares(to: int, before: int, after: int, size: int) -> None:
    """Add to the squares, of so many bytes, what a share has added to those that it began with."""
    for at in range(0, size, 16):
        more = subtract_vectors(load_vector(after + at), load_vector(before + at))
        store_vector(to + at, 0, add_vectors(load_vector(to + at), more))


@job
def add_changes(to: int, squares: int, before: int, after: int, size: int, error: float) -> None:
    """Add to the values, of so many bytes, what a share has changed; `squares` are those of all shares together. Behind
    the share's values, `before` and `after`, come its squares.

    The steps of a share add up to k = (its squares) / (`error` · root of all squares), where `error` is the mean of
    what is squared; so it has come about k / (1 + k) of the way to where a weight stays. All shares together must not
    go farther than one that does the steps of all, K: so each change counts (1 + k) / (1 + K). What few have moved is
    added up; of what all have moved to its place the mean is taken.
    """
    for at in range(0, size, 16):
        was = load_vector(before + size + at)
        own = subtract_vectors(load_vector(after + size + at), was)
        total = load_vector(squares + at)
        unit = multiply_vectors(splat(error), roots(total))
        part = divide_vectors(add_vectors(unit, own), add_vectors(unit, subtract_vectors(total, was)))
        change = subtract_vectors(load_vector(after + at), load_vector(before + at))
        store_vector(to + at, 0, add_vectors(load_vector(to + at), multiply_vectors(change, part)))


@job
def draw_near(to: int, aims: int, size: int, part: float) -> None:
    """Take values, of so many bytes, a part of the way to others."""
    for at in range(0, size, 16):
        was = load_vector(to + at)
        way = subtract_vectors(load_vector(aims + at), was)
        store_vector(to + at, 0, add_vectors(was, multiply_vectors(way, splat(part))))


def play(held: int, seed_key: int, number: int, exploring: float, blur: float, depth: int) -> int:
    """A game, kept step by step, its end in WORK. Gives 0, 1 if it was cut off, or a negative number as of `run`.

    It begins with some moves at random, one game with more, another with fewer.
    """
    global steps, chosen
    steps = 0
    forget_plan()
    options = set_up(WORK, seed_key, number)
    if options > 0:
        options = run(WORK, 0, -1, 0, ROUGHLY if LISTS else HUGE)
    key = game_key(seed_key, number, PLAY)
    opening = pick(mix(key ^ GAMMA), OPENING)
    while options > 0 and steps < LEARNT_PLIES and used(WORK) <= LEARNT_SIZE:
        key = mix(key + GAMMA)
        at = held + steps * STEP
        duplicate(at, WORK)
        steps += 1
        store64(at + LEARNT_SIZE, 0, options)
        if load64(WORK, STOP) == ROLL:
            store64(at + LEARNT_SIZE, 8, PLAYED)
            options = go(WORK, pick(key, options))
        else:
            chosen = next_planned()
            wanders = steps <= opening or pick(mix(key), 1000) < int(exploring * 1000.0)
            drawn = chosen < 0 and options > 1 and wanders
            store64(at + LEARNT_SIZE, 8, DRAWN if drawn else PLAYED)
            if chosen < 0 and not drawn and is_amid(WORK):
                status = plan_turn(WORK, mix(key ^ number), blur)
                if status < 0:
                    return status
                chosen = next_planned()
            if chosen >= 0:
                options = go(WORK, chosen)
                continue
            status = 0
            if depth > 1:
                status = choose_by_search(options, depth)
                store64(at + LEARNT_SIZE, 16, found)
            elif not drawn:
                status = choose_greedily(options, mix(key ^ number), blur)
            if drawn and status == 0:
                status = choose_any(options, key)
            if status < 0:
                return status
            options = take(WORK, chosen)
            if P <= 2 and not drawn and options > 0 and tells_noise() and noise(at, WORK, load64(at, KEY + 8)):
                store64(at + LEARNT_SIZE, 8, NOISY)
    return min(options, 1)


def choose_any(options: int, key: int) -> int:
    """Find an option of WORK at random, or almost: after a candidate that is none comes the next."""
    global chosen
    chosen = pick(key, options)
    for _ in range(options):
        duplicate(TRIAL, WORK)
        status = take(TRIAL, chosen)
        if status != PASSED_OVER:
            return status
        chosen = (chosen + 1) % options
    return STUCK


def choose_greedily(options: int, key: int, blur: float) -> int:
    """Find the option of WORK that leads to the greatest value, once captures are over."""
    global chosen
    me, best = load64(WORK, KEY + 8), FAILED
    tries = min(options, TRIED)
    chosen = -1
    for i in range(tries):
        k = i
        if options > TRIED:
            key = mix(key + GAMMA)
            k = pick(key, options)
        duplicate(TRIAL, WORK)
        more = take(TRIAL, k)
        if more == PASSED_OVER:
            continue
        if more < 0:
            return more
        value = 0
        if more == 0:
            value = int(utility(TRIAL, me) * UNIT)
        else:
            if P > 2:
                value = guessed(judged_for(TRIAL, more, me) - cost_of(TRIAL, load64(WORK, TURNS)))
            elif P == 2 and load64(TRIAL, KEY + 8) != me:
                value = -quiet(TRIAL, more, -VICTORY, -max(best, -VICTORY), 0, CAPTURES)
            else:
                cost = guessed(cost_of(TRIAL, load64(WORK, TURNS)))
                value = quiet(TRIAL, more, max(best, -VICTORY), VICTORY, 0, CAPTURES) - cost
            if failed():
                return failed()
            key = mix(key + GAMMA)
            value = max(min(value // (MOST // UNIT), UNIT) - int(blur * pick(key, UNIT) / UNIT), LOSING)
        if value > best:
            best, chosen = value, k
    return choose_any(options, key) if chosen < 0 else 0


def choose_by_search(options: int, depth: int) -> int:
    """Find the best option of WORK, so many plies ahead, and what WORK is worth."""
    global chosen, found
    value = 0
    for plies in range(1, depth + 1):
        value = search(WORK, options, plies, -VICTORY, VICTORY, 0)
    if failed():
        return failed()
    chosen = load32(find(position_hash(WORK), second_hash(WORK)), OPTION)
    found = max(min(value // (MOST // UNIT), UNIT), -UNIT)
    return 0


def worth_found(step: int) -> float:
    """What a search found a state of a game to be worth to the first player."""
    worth = float(load64(step + LEARNT_SIZE, 16)) / float(UNIT)
    return worth if load64(step, KEY + 8) == 0 else -worth


def nobody_won() -> bool:
    """Whether the game in WORK, which is over, was worth the same to all."""
    for player in range(P):
        if utility(WORK, player) != 0.0:
            return False
    return True


def learn_from(held: int, rate: float, layer_rate: float, trace: float, is_open: bool, searched: bool) -> None:
    """Go through a game backwards, with what it came to for each of the LEARNERS. `is_open`: nobody knows what.

    What a search found is worth learning even where something else was played then.
    """
    global learnt, errors
    for player in range(LEARNERS):
        storef(AIMS + 8 * player, 0, 0.0 if is_open else utility(WORK, player))
    known = not is_open
    at = held + steps * STEP
    while at > held:
        at -= STEP
        sort = load64(at + LEARNT_SIZE, 8)
        if is_amid_long(at) or (at > held and goes_on(at, at - STEP)):
            known = known and sort != DRAWN
            continue
        is_told = known and sort != DRAWN
        learns = (is_told or searched) and sort != NOISY
        for player in range(LEARNERS):
            take_apart(at, load64(at + LEARNT_SIZE), player if P > 2 else eyes_of_mover(at))
            mine = 1.0
            if P == 2:
                mine = float(sign_of(at)) if load64(at, KEY + 8) == 0 else float(-sign_of(at))
            value, aim = squashed(weighed()), loadf(AIMS + 8 * player)
            worth = worth_found(at) if searched else value * mine
            onward = trace * aim + (1.0 - trace) * worth if is_told else worth
            if searched:
                aim = onward
            if learns:
                off = (0.0 if is_open else utility(WORK, player)) - value * mine
                errors += off * off / LEARNERS
                draw_towards(aim * mine, value, rate, layer_rate)
            if searched or sort != NOISY or not is_told:
                storef(AIMS + 8 * player, 0, onward)
        learnt += learns
        known = True


def draw_towards(aim: float, value: float, rate: float, layer_rate: float) -> None:
    """Change all weights of the state that was just weighed such that its value comes nearer to the aim."""
    error = aim - value
    squares = load32(SQUARES_AT) - load32(LINEAR_AT)
    step = rate / (active_count() + load32(PATTERNS))
    shift_all(load32(ACTIVE_AT), active_count(), squares, error, step)
    shift_all(load32(CONTENTS_AT), load32(PATTERNS), squares, error, step)
    shift(load32(BIAS_AT), squares, error, step)
    if load32(HIDDEN):
        shift_layer(squares, error, rate, layer_rate)


def shift_all(at: int, count: int, squares: int, slope: float, step: float) -> None:
    """Move so many weights, whose numbers lie one after another."""
    linear = load32(LINEAR_AT)
    for _ in range(count):
        shift(linear + 4 * load32(at), squares, slope, step)
        at += 4


def shift(at: int, squares: int, slope: float, step: float) -> None:
    """Move one weight up a slope."""
    sum_of_squares = load_single(at + squares) + slope * slope
    store_single(at + squares, sum_of_squares)
    store_single(at, load_single(at) + step * slope / sqrt(sum_of_squares))


def shift_layer(squares: int, error: float, rate: float, layer_rate: float) -> None:
    """Move the weights of the hidden units, and of all features that are there."""
    units, step = load32(UNITS_AT), 4 * load32(HIDDEN)
    layer, first = load32(LAYER_AT), load32(ACTIVE_AT)
    last = first + 4 * active_count()
    slopes, zero = splat(error), splat(0.0)
    outer, inner = splat(rate * 4.0 / step), splat(layer_rate / active_count())
    unit = units
    while unit < units + step:
        came_to, weight = load_vector(unit + 2 * step), load_vector(unit + step)
        slope = kept_where_above(multiply_vectors(slopes, weight), came_to, zero)
        shift_four(unit + step, squares, multiply_vectors(slopes, came_to), outer)
        shift_four(unit, squares, slope, inner)
        at = first
        while at < last:
            shift_four(layer + load32(at) * step + unit - units, squares, slope, inner)
            at += 4
        unit += 16


def shift_four(at: int, squares: int, slope: Vector, step: Vector) -> None:
    """Move four weights up their slopes."""
    sums = add_vectors(load_vector(at + squares), multiply_vectors(slope, slope))
    store_vector(at + squares, 0, sums)
    store_vector(at, 0, add_vectors(load_vector(at), divide_vectors(multiply_vectors(step, slope), roots(sums))))
