"""Particles with their histories: a record, what all players know in it, and what was taken in each ply.

What was taken is known by a number that is made of the decision's place and the values chosen, so that it is found
again in another state, where it may stand elsewhere in the list.
"""

from __future__ import annotations

from interpreter.graph.abi import DECISION, HUGE, ROLL, STOP
from interpreter.native.kernel_compiler.intrinsics import (
    copy,
    load8,
    load32,
    load64,
    loadf,
    store32,
    store64,
    storef,
)
from interpreter.native.kernel_compiler.parameters import CAPACITY, DECISIONS_OF, FACTOR, KEY, OUT, run, written
from interpreter.native.kernels.areas import TRIAL
from interpreter.native.kernels.knowledge import KNOWN, first_hash, read_text, second_hash
from interpreter.native.kernels.logarithm import log
from interpreter.native.kernels.records import duplicate

KNOWING = CAPACITY
SEEN = KNOWING + KNOWN
WEIGHT, LENGTH, LIKELY, PLIES_OF = SEEN + 8, SEEN + 16, SEEN + 24, SEEN + 32
MOST_PLIES = 1024
"""Of longer histories the rest isn't noted."""
PLY = 16
TAKEN, AT, SORT = 0, 8, 12
"""A ply: the number of what was taken, where in the list that stood, and its sort: 0, or if others or chance took it
and the player wasn't told what, the place of the decision, from 1 on."""
PARTICLE = PLIES_OF + PLY * MOST_PLIES
"""A particle: its record, what all players know in it, to how many information states the player has come, a weight,
how many plies there were, the logarithm of how likely they were, and the plies."""
LEARNT = 40
"""What a player has come to: the key; whether it is known how the ply is written that led there, and its hash."""

keys: int = 0


def set_keys(at: int) -> None:
    """Say where the keys of the player's information states lie."""
    global keys
    keys = at


def keys_at() -> int:
    """Where they lie."""
    return keys


def begin_history(row: int) -> None:
    """No ply yet."""
    store64(row + SEEN, 0, 1)
    store64(row + LENGTH, 0, 0)
    storef(row + LIKELY, 0, 0.0)


def copy_particle(to: int, source: int) -> None:
    """The same particle elsewhere."""
    duplicate(to, source)
    copy(to + KNOWING, source + KNOWING, PLIES_OF - KNOWING + PLY * min(load64(source + LENGTH), MOST_PLIES))


def note_ply(row: int, k: int, options: int, own: bool, told: bool) -> None:
    """Add a ply to a history, in whose state it is about to be taken."""
    length = load64(row + LENGTH)
    store64(row + LENGTH, 0, length + 1)
    if not own:
        storef(row + LIKELY, 0, loadf(row + LIKELY) - log(float(options)))
    if length < MOST_PLIES:
        ply = row + PLIES_OF + length * PLY
        store64(ply, TAKEN, number_of(row, k))
        store32(ply, AT, k)
        store32(ply, SORT, 0 if own or told or options == 1 else load64(OUT) + 1)


def number_of(record: int, k: int) -> int:
    """The number of an option, which is then described at OUT."""
    duplicate(TRIAL, record)
    run(TRIAL, -1, k, 0, HUGE)
    number = load64(OUT)
    for i in range(load64(OUT, 8)):
        number = (number ^ load64(OUT + 8 * i, 16)) * FACTOR
    return number


def option_of(record: int, options: int, number: int, guess: int) -> int:
    """The option with a number, which may stand where it stood elsewhere; -1 if there is none."""
    if guess < options and number_of(record, guess) == number:
        return guess
    for k in range(options):
        if number_of(record, k) == number:
            return k
    return -1


def is_own(record: int, player: int) -> bool:
    """Whether this player decides."""
    return load64(record, STOP) != ROLL and load64(record, KEY + 8) == player


def is_gathered(record: int) -> bool:
    """Whether a decision of `together` is waited for."""
    return load64(record, STOP) == DECISION and load8(DECISIONS_OF + 2 * load64(record, KEY), 1) > 0


def is_key(known: int, player: int, at: int) -> bool:
    """Whether a player knows what was known in information state `at`."""
    key, wanted = known + 16 * player, keys + LEARNT * at
    return load64(key) == load64(wanted) and load64(key, 8) == load64(wanted, 8)


def is_told(record: int, at: int) -> bool:
    """Whether it is known how the ply is written that is taken now and leads to information state `at`."""
    return load64(keys + LEARNT * at, 16) != 0 and not is_gathered(record)


def tells(record: int, k: int, at: int) -> bool:
    """Whether an option is written as the ply that led to information state `at`."""
    number_of(record, k)
    read_text(written(TRIAL))
    return first_hash() == load64(keys + LEARNT * at, 24) and second_hash() == load64(keys + LEARNT * at, 32)


def option_told(record: int, options: int, at: int, guess: int) -> int:
    """An option that is written so; -1 if there is none."""
    if guess < options and tells(record, guess, at):
        return guess
    for k in range(options):
        if tells(record, k, at):
            return k
    return -1


def ply_of(row: int, i: int) -> int:
    """Where a ply of a history lies."""
    return row + PLIES_OF + i * PLY


def sort_of(row: int, i: int) -> int:
    """Its sort."""
    return load32(ply_of(row, i), SORT)
