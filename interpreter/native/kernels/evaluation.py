"""What a state is thought to be worth, by weights that were learnt.

A state is taken apart into *features*, each of which is there or not: a piece on a site, a number in a cell, how many
options there are; and *patterns*, the contents of a few neighbouring sites taken together (n-tuples, Lucas 2008). All
have a weight of their own; besides, the features feed one layer of rectified units. The sum goes through the
hyperbolic tangent.

Which bytes of a record mean which feature is written in a table that the host lays out before the weights
(`players/learning/feature_table.py`), so these kernels are the same for all games. If the board looks the same to both
players, whoever is to move sees their own features, and both learn from both. If there are more players, a state has a
value for each of them, and each sees features of their own.
"""

from __future__ import annotations

from interpreter.graph.abi import DECISION, STOP
from interpreter.native.kernel_compiler.intrinsics import (
    add_vectors,
    ctz,
    fill,
    from_bits,
    greater_of,
    job,
    load8,
    load16,
    load32,
    load64,
    load_single,
    load_vector,
    splat,
    store8,
    store32,
    store64,
    store_vector,
    ult,
)
from interpreter.native.kernel_compiler.parameters import KEY, WEIGHTS, WEIGHTS_END, P

NEARLY = 990_000.0
"""The greatest value, in millionths: no estimate is as good as a win."""
NONE = 0xFFFFFFFF
"""In place of a feature: there is none."""

# The head of the table: words of four bytes. Addresses are from the memory's beginning.
HIDDEN, SETS, CELLS, PATTERNS = WEIGHTS, WEIGHTS + 4, WEIGHTS + 8, WEIGHTS + 12
"""How many hidden units (a multiple of eight), sets, cells and patterns there are."""
OPTIONS_FIRST, OPTIONS_MOST, MIRRORED = WEIGHTS + 16, WEIGHTS + 20, WEIGHTS + 24
SETS_AT, CELLS_AT, LISTS_AT = WEIGHTS + 28, WEIGHTS + 32, WEIGHTS + 36
BIAS_AT, LINEAR_AT, LAYER_AT = WEIGHTS + 40, WEIGHTS + 44, WEIGHTS + 48
UNITS_AT, COUNT = WEIGHTS + 52, WEIGHTS + 56
"""Where the weights are – floats of four bytes in one row –, and how many there are."""
SQUARES_AT, ACTIVE_AT = WEIGHTS + 60, WEIGHTS + 64
CODES_AT, BEFORE_AT, SITES, CONTENTS_AT = WEIGHTS + 68, WEIGHTS + 72, WEIGHTS + 76, WEIGHTS + 80
"""Codes of what stands on each site, now and in the state before; the numbers of the patterns' contents."""
TURN_PLACES, ENDS_AT = WEIGHTS + 84, WEIGHTS + 88
"""If values are of the ends of turns alone, how many places of the rules stand in turns; and where it is kept which
ends were looked at (`turns.py`)."""
FRAMES_AT, FRAME_SIZE = WEIGHTS + 92, WEIGHTS + 96
"""Where `accumulators.py` keeps up sums, for the eyes of each player, and how many bytes each needs."""
LONG_TURNS = WEIGHTS + 100
"""Whether it was found, before anything was learnt, that turns may go on and on (`long_turns.py`)."""

EYES = 2 + (P > 2) * (P - 2)
"""How many eyes there are that states are seen with."""
SET_WORDS, CELL_WORDS = 2 + 3 * EYES, 4 + EYES
"""Words of an entry: for each of the eyes numbers, and of a set a code and places, too."""
NUMBERS_IN_SET, CODE_IN_SET, PLACES_IN_SET = 8, 8 + 4 * EYES, 8 + 8 * EYES
NUMBERS_IN_CELL = 12
"""Where those of the first eyes stand in an entry."""

trained: bool = False
version: int = 0
"""How often other weights came."""
active: int = 0
"""How many features the state has that was taken apart last. Their numbers lie at ACTIVE_AT."""


@job
def weights_at() -> int:
    """Where the host writes the table and the weights."""
    return WEIGHTS


@job
def weights_room() -> int:
    """How many bytes there are for them."""
    return WEIGHTS_END - WEIGHTS


@job
def weights_ready(ready: int) -> None:
    """Say that they are there, or no longer."""
    global trained
    trained = ready != 0
    renew()


def renew() -> None:
    """The weights become others."""
    global version
    version += 1


def weights_version() -> int:
    """A number that other weights change."""
    return version


def is_trained() -> bool:
    """Whether there are weights."""
    return trained


def sign_of(record: int) -> int:
    """Which way round the value of the features is for the player to move."""
    return 1 if P > 2 or load32(MIRRORED) else 1 - 2 * (load64(record, KEY + 8) & 1)


def eyes_of_mover(record: int) -> int:
    """The number of the eyes that see a state as it is for the player to move."""
    mover = load64(record, KEY + 8)
    if P > 2:
        return mover if ult(mover, P) else 0
    return mover & 1 if load32(MIRRORED) else 0


# ---- features


def take_apart(record: int, options: int, eyes: int) -> None:
    """Write the numbers of the features and patterns of a state that is seen with these eyes."""
    global active
    mine = 4 * eyes
    codes = load32(CODES_AT)
    fill(codes, 0, load32(SITES))
    to = load32(ACTIVE_AT)
    entry = load32(SETS_AT)
    for _ in range(load32(SETS)):
        held, numbers = record + load32(entry), load32(entry + mine, NUMBERS_IN_SET)
        code, places = load32(entry + mine, CODE_IN_SET), load32(entry + mine, PLACES_IN_SET)
        for word in range(load32(entry, 4)):
            left = load64(held + 8 * word)
            while left:
                at = 4 * (64 * word + ctz(left))
                left &= left - 1
                store32(to, 0, load32(numbers + at))
                to += 4
                if code:
                    store8(codes + load32(places + at), 0, code)
        entry += 4 * SET_WORDS
    entry = load32(CELLS_AT)
    for _ in range(load32(CELLS)):
        most = load32(entry, 8)
        value = min(cell_at(record + load32(entry), load32(entry, 4)), most)
        number = load32(load32(entry + mine, NUMBERS_IN_CELL) + 4 * value)
        if number != NONE:
            store32(to, 0, number)
            to += 4
        entry += 4 * CELL_WORDS
    if load64(record, STOP) == DECISION:
        store32(to, 0, load32(OPTIONS_FIRST) + min(options, load32(OPTIONS_MOST)))
        to += 4
    active = (to - load32(ACTIVE_AT)) // 4
    match_patterns()


def cell_at(at: int, size: int) -> int:
    """So many bytes as a number without a sign."""
    if size == 1:
        return load8(at)
    if size == 2:
        return load16(at)
    return load32(at) if size == 4 else load64(at) & 0x7FFFFFFFFFFFFFFF


def match_patterns() -> None:
    """Find the number of each pattern's contents, from those of the state that was taken apart before.

    States that are valued one after another mostly differ on few sites.
    """
    codes, before, contents = load32(CODES_AT), load32(BEFORE_AT), load32(CONTENTS_AT)
    for first in range(0, load32(SITES), 8):
        if load64(codes + first) != load64(before + first):
            for site in range(first, first + 8):
                change = load8(codes + site) - load8(before + site)
                if change:
                    entry = load32(LISTS_AT) + 8 * site
                    at, end = load32(entry), load32(entry, 4)
                    while at < end:
                        number = contents + load32(at)
                        store32(number, 0, load32(number) + change * load32(at, 4))
                        at += 8
            store64(before + first, 0, load64(codes + first))


def active_count() -> int:
    """How many features, without patterns, the state has that was taken apart last."""
    return active


# ---- values


def weighed() -> float:
    """The weighted sum of what was taken apart, before it is squashed."""
    linear = load32(LINEAR_AT)
    total = load_single(load32(BIAS_AT))
    total += sum_of(linear, load32(ACTIVE_AT), active) + sum_of(linear, load32(CONTENTS_AT), load32(PATTERNS))
    if load32(HIDDEN):
        excite()
        units, step = load32(UNITS_AT), 4 * load32(HIDDEN)
        at = 0
        while at < step:
            total += load_single(units + 2 * step + at) * load_single(units + step + at)
            at += 4
    return total


def sum_of(linear: int, at: int, count: int) -> float:
    """The sum of so many weights, whose numbers lie one after another."""
    total = 0.0
    for _ in range(count):
        total += load_single(linear + 4 * load32(at))
        at += 4
    return total


def excite() -> None:
    """Work out the hidden units from the features, sixteen bytes at a time; each row of weights is read once for all.

    At UNITS_AT lie what they have without any feature, their weights in the sum, and, written here, what they come to.
    """
    layer, units, step = load32(LAYER_AT), load32(UNITS_AT), 4 * load32(HIDDEN)
    first = load32(ACTIVE_AT)
    last = first + 4 * active
    zero = splat(0.0)
    unit = 0
    while unit < step:
        one, two = load_vector(units + unit), load_vector(units + unit, 16)
        at = first
        while at < last:
            row = layer + load32(at) * step + unit
            one, two = add_vectors(one, load_vector(row)), add_vectors(two, load_vector(row, 16))
            at += 4
        store_vector(units + 2 * step + unit, 0, greater_of(one, zero))
        store_vector(units + 2 * step + unit, 16, greater_of(two, zero))
        unit += 32


def squashed(x: float) -> float:
    """The hyperbolic tangent."""
    return 1.0 - 2.0 / (exp(2.0 * x) + 1.0)


def exp(x: float) -> float:
    """The exponential function between -40 and 40, to six digits."""
    x = min(max(x, -40.0), 40.0)
    whole = int(x * 1.4426950408889634 + (0.5 if x > 0.0 else -0.5))
    r = x - whole * 0.6931471805599453
    part = 1.0 + r * (1.0 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r / 720)))))
    return part * from_bits(whole + 1023 << 52)
