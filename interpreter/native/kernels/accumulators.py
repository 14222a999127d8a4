"""Values by weights that stay: what only few things change from one state to the next is added up anew for these alone.

Sums over features and patterns, and what each hidden unit comes to before it is rectified, are kept beside the state
that they belong to (an efficiently updatable neural network, Nasu 2018). They are of whole numbers, so they are exact:
the value of a state doesn't hang on those before it. There is one such *frame* for each of the eyes.
"""

from __future__ import annotations

from interpreter.graph.abi import DECISION, STOP
from interpreter.native.kernel_compiler.intrinsics import (
    Vector,
    add_integers,
    add_vectors,
    as_floats,
    ctz,
    greater_of,
    job,
    load8,
    load32,
    load32s,
    load64,
    load_single,
    load_vector,
    multiply_vectors,
    splat,
    store8,
    store32,
    store64,
    store_vector,
    subtract_integers,
)
from interpreter.native.kernel_compiler.parameters import KEY, P
from interpreter.native.kernels.evaluation import (
    BIAS_AT,
    CELL_WORDS,
    CELLS,
    CELLS_AT,
    CODE_IN_SET,
    COUNT,
    EYES,
    FRAME_SIZE,
    FRAMES_AT,
    HIDDEN,
    LAYER_AT,
    LINEAR_AT,
    LISTS_AT,
    NEARLY,
    NONE,
    NUMBERS_IN_CELL,
    NUMBERS_IN_SET,
    OPTIONS_FIRST,
    OPTIONS_MOST,
    PATTERNS,
    PLACES_IN_SET,
    SET_WORDS,
    SETS,
    SETS_AT,
    SITES,
    SQUARES_AT,
    UNITS_AT,
    cell_at,
    eyes_of_mover,
    sign_of,
    squashed,
    take_apart,
    weighed,
)

SUM, LANES, SUMS = 0, 16, 32
"""A frame: the sum of weights, room for four floats, the sums of the hidden units. Then come the codes of what stands
on each site, the numbers of the patterns' contents, the words of the sets, the feature of each cell and of the options.
"""
ONE = 1 << 20
"""What a weight of 1 is as a whole number; …"""
GREATEST = 2_000_000_000.0
"""… and what the greatest ones are."""

settled: bool = False
frame: int = 0
"""The one that is being changed."""


@job
def weights_settled(stay: int) -> None:
    """Say that the weights, which are there, stay as they are, or that they may change."""
    global settled
    settled = stay != 0
    if settled:
        make_whole()
        for eyes in range(EYES):
            begin_frame(load32(FRAMES_AT) + eyes * load32(FRAME_SIZE))


def make_whole() -> None:
    """Write the weights as whole numbers, where learning counts how far they have been moved."""
    at = load32(LINEAR_AT)
    away = load32(SQUARES_AT) - at
    for _ in range(load32(COUNT)):
        x = load_single(at) * float(ONE)
        store32(at + away, 0, int(min(max(x, -GREATEST), GREATEST) + (0.5 if x > 0.0 else -0.5)))
        at += 4


def begin_frame(at: int) -> None:
    """The frame of a state without anything, as the host has laid it out."""
    away, step = load32(SQUARES_AT) - load32(LINEAR_AT), 4 * load32(HIDDEN)
    total = load32s(load32(BIAS_AT) + away)
    contents = at + SUMS + step + load32(SITES)
    for pattern in range(load32(PATTERNS)):
        total += load32s(load32(LINEAR_AT) + away + 4 * load32(contents + 4 * pattern))
    store64(at, SUM, total)
    for unit in range(0, step, 16):
        store_vector(at + SUMS + unit, 0, load_vector(load32(UNITS_AT) + away + unit))


def evaluate(record: int, options: int) -> int:
    """What a state is worth to the player to move, in millionths."""
    return int(squashed(summed(record, options, eyes_of_mover(record))) * float(sign_of(record)) * NEARLY)


def evaluate_for(record: int, options: int, player: int) -> int:
    """What a state is worth to a player, in millionths."""
    if P > 2:
        return int(squashed(summed(record, options, player)) * NEARLY)
    value = evaluate(record, options)
    return -value if P == 2 and load64(record, KEY + 8) != player else value


def summed(record: int, options: int, eyes: int) -> float:
    """The weighted sum of a state that is seen with these eyes, before it is squashed."""
    if settled:
        return kept_up(record, options, eyes)
    take_apart(record, options, eyes)
    return weighed()


def kept_up(record: int, options: int, eyes: int) -> float:
    """The same by weights that stay."""
    global frame
    frame = load32(FRAMES_AT) + eyes * load32(FRAME_SIZE)
    step = 4 * load32(HIDDEN)
    codes = frame + SUMS + step
    at = codes + load32(SITES) + (4 * load32(PATTERNS) + 7 & -8)
    entry = load32(SETS_AT)
    for _ in range(load32(SETS)):
        held, numbers = record + load32(entry), load32(entry + 4 * eyes, NUMBERS_IN_SET)
        code, places = load32(entry + 4 * eyes, CODE_IN_SET), load32(entry + 4 * eyes, PLACES_IN_SET)
        for word in range(load32(entry, 4)):
            now, before = load64(held + 8 * word), load64(at)
            left = now ^ before
            if left:
                store64(at, 0, now)
            while left:
                bit = ctz(left)
                left &= left - 1
                site = 4 * (64 * word + bit)
                if now >> bit & 1:
                    come(load32(numbers + site))
                    if code:
                        recode(codes, load32(places + site), code)
                else:
                    go(load32(numbers + site))
                    if code and load8(codes + load32(places + site)) == code:
                        recode(codes, load32(places + site), 0)
            at += 8
        entry += 4 * SET_WORDS
    entry = load32(CELLS_AT)
    for _ in range(load32(CELLS)):
        value = min(cell_at(record + load32(entry), load32(entry, 4)), load32(entry, 8))
        exchange(at, load32(load32(entry + 4 * eyes, NUMBERS_IN_CELL) + 4 * value))
        at += 4
        entry += 4 * CELL_WORDS
    decides = load64(record, STOP) == DECISION
    exchange(at, load32(OPTIONS_FIRST) + min(options, load32(OPTIONS_MOST)) if decides else NONE)
    return (float(load64(frame, SUM)) + rectified()) / float(ONE)


def exchange(at: int, number: int) -> None:
    """Another feature, or none, takes the place of the one that is noted there."""
    before = load32(at)
    if before != number:
        store32(at, 0, number)
        if before != NONE:
            go(before)
        if number != NONE:
            come(number)


def come(number: int) -> None:
    """A feature comes."""
    whole = load32(SQUARES_AT)
    store64(frame, SUM, load64(frame, SUM) + load32s(whole + 4 * number))
    step = 4 * load32(HIDDEN)
    row, at = whole + load32(LAYER_AT) - load32(LINEAR_AT) + number * step, frame + SUMS
    for unit in range(0, step, 16):
        store_vector(at + unit, 0, add_integers(load_vector(at + unit), load_vector(row + unit)))


def go(number: int) -> None:
    """A feature goes."""
    whole = load32(SQUARES_AT)
    store64(frame, SUM, load64(frame, SUM) - load32s(whole + 4 * number))
    step = 4 * load32(HIDDEN)
    row, at = whole + load32(LAYER_AT) - load32(LINEAR_AT) + number * step, frame + SUMS
    for unit in range(0, step, 16):
        store_vector(at + unit, 0, subtract_integers(load_vector(at + unit), load_vector(row + unit)))


def recode(codes: int, site: int, code: int) -> None:
    """Something else stands on a site: the patterns that it is in have other contents."""
    change = code - load8(codes + site)
    store8(codes + site, 0, code)
    whole, contents = load32(SQUARES_AT), codes + load32(SITES)
    entry = load32(LISTS_AT) + 8 * site
    at, end = load32(entry), load32(entry, 4)
    total = load64(frame, SUM)
    while at < end:
        pattern = contents + load32(at)
        number = load32(pattern)
        total -= load32s(whole + 4 * number)
        number += change * load32(at, 4)
        total += load32s(whole + 4 * number)
        store32(pattern, 0, number)
        at += 8
    store64(frame, SUM, total)


def rectified() -> float:
    """What the hidden units come to, as whole numbers count."""
    step, total, zero = 4 * load32(HIDDEN), splat(0.0), splat(0.0)
    counted = load32(UNITS_AT) + step
    for unit in range(0, step, 16):
        level: Vector = greater_of(as_floats(load_vector(frame + SUMS + unit)), zero)
        total = add_vectors(total, multiply_vectors(level, load_vector(counted + unit)))
    store_vector(frame, LANES, total)
    row = frame + LANES
    return load_single(row) + load_single(row + 4) + load_single(row + 8) + load_single(row + 12)
