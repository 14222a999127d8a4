"""Particles with their histories: a record, what all players know in it, and what was taken in each ply.

What was taken is known by a number that is made of the decision's place and the values chosen, so that it is found
again in another state, where it may stand elsewhere in the list.
"""

from __future__ import annotations

from interpreter.graph.abi import DECISION, FIRST_LANE, HUGE, ROLL, SECOND_LANE, SECRET_MARK, STOP
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
from interpreter.native.kernels.knowledge import KNOWN, PENDING, decider, first_hash, read_text, second_hash
from interpreter.native.kernels.logarithm import log
from interpreter.native.kernels.others import model_of, share_of
from interpreter.native.kernels.records import duplicate

KNOWING = CAPACITY
SEEN = KNOWING + KNOWN
WEIGHT, LENGTH, LIKELY, GATHERED, PLIES_OF = SEEN + 8, SEEN + 16, SEEN + 24, SEEN + 32, SEEN + 40
MOST_PLIES = 1024
"""Of longer histories the rest isn't noted."""
PLY = 24
TAKEN, AT, SORT, VALUE = 0, 8, 12, 16
"""A ply: the number of what was taken, where in the list that stood, its sort – 0, or if others or chance took it and
the player wasn't told what, the place of the decision, from 1 on – and the first value that was chosen."""
PARTICLE = PLIES_OF + PLY * MOST_PLIES
"""A particle: its record, what all players know in it, to how many information states the player has come, a weight,
how many plies there were, the logarithm of how likely they were, how much was decided openly in a `together` that isn't
over, and the plies."""
LEARNT = 64
TEXT, OPENLY, OPEN_COUNT, WHO = 24, 40, 48, 56
"""What a player has come to: the key; whether it is known how the ply is written that led there, and its hash; where
the hashes lie of all that was decided openly in the `together` that ends there or goes on, from `keys` on, and how
many; and who took the ply, as `decider` has it."""

MOST_KEYS = 16384
"""Information states of a game that there is room for …"""
MOST_OPENLY = 65536
"""… and texts of what was decided together …"""
MOST_SEEN = 8192
"""… and words of what is seen."""
HEARD = LEARNT * MOST_KEYS + 16 * MOST_OPENLY + 16 + 8 * MOST_SEEN
"""Bytes for all that."""

keys: int = 0
view: int = 0


def set_keys(at: int) -> None:
    """Say where the keys of the player's information states lie; behind them lie the texts of what was decided
    together, and what the player sees now."""
    global keys, view
    keys, view = at, at + LEARNT * MOST_KEYS + 16 * MOST_OPENLY


def view_at() -> int:
    """Where what the player sees now lies, as `differing` reads it."""
    return view


def key_at(row: int, player: int, at: int) -> None:
    """Let a player know in a history what it knew in information state `at`."""
    copy(row + KNOWING + 16 * player, keys + LEARNT * at, 16)


def keys_at() -> int:
    """Where they lie."""
    return keys


def begin_history(row: int) -> None:
    """No ply yet."""
    store64(row + SEEN, 0, 1)
    store64(row + LENGTH, 0, 0)
    storef(row + LIKELY, 0, 0.0)
    store64(row + GATHERED, 0, 0)


def note_openly(row: int, before: int) -> None:
    """Count what is decided openly in a `together`: `before` is what all knew before the ply."""
    pending, was = row + KNOWING + PENDING, before + PENDING
    if load64(pending) == FIRST_LANE and load64(pending, 8) == SECOND_LANE:
        store64(row + GATHERED, 0, 0)
    elif load64(pending) != load64(was) or load64(pending, 8) != load64(was, 8):
        store64(row + GATHERED, 0, load64(row + GATHERED) + 1)


def copy_particle(to: int, source: int) -> None:
    """The same particle elsewhere."""
    duplicate(to, source)
    copy(to + KNOWING, source + KNOWING, PLIES_OF - KNOWING + PLY * min(load64(source + LENGTH), MOST_PLIES))


def note_ply(row: int, k: int, options: int, own: bool, told: bool) -> None:
    """Add a ply to a history, in whose state it is about to be taken."""
    length = load64(row + LENGTH)
    store64(row + LENGTH, 0, length + 1)
    if not own:
        storef(row + LIKELY, 0, loadf(row + LIKELY) + log(share_of(thought(row, options), k, options)))
    if length < MOST_PLIES:
        ply = row + PLIES_OF + length * PLY
        store64(ply, TAKEN, number_of(row, k))
        store32(ply, AT, k)
        store32(ply, SORT, 0 if own or told or options == 1 else load64(OUT) + 1)
        store64(ply, VALUE, load64(OUT, 16) if load64(OUT, 8) > 0 else -1)


def thought(row: int, options: int) -> int:
    """What the search knows of the decision that a history has come to; 0: nothing, or chance decides."""
    if load64(row, STOP) == ROLL:
        return 0
    player = load64(row, KEY + 8)
    return model_of(row + KNOWING + 16 * player, player, options)


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


def told_at(row: int, player: int, at: int) -> int:
    """Where the hash lies of how the ply is written that is taken now, on the way to information state `at`; 0 if that
    isn't known. What is decided together is told when it is over."""
    learnt = keys + LEARNT * at
    if not is_gathered(row) or is_own(row, player):
        return learnt + TEXT if load64(learnt, 16) else 0
    number, secret = load64(row + GATHERED), load8(DECISIONS_OF + 2 * load64(row, KEY)) & SECRET_MARK
    return 0 if secret or number >= load64(learnt, OPEN_COUNT) else keys + load64(learnt, OPENLY) + 16 * number


def is_by(record: int, at: int) -> bool:
    """Whether who decides now is who took the ply on the way to information state `at`, if that is known."""
    return is_gathered(record) or decider(record) == load64(keys + LEARNT * at, WHO)


def tells(record: int, k: int, told: int) -> bool:
    """Whether an option is written as it is told."""
    number_of(record, k)
    read_text(written(TRIAL))
    return first_hash() == load64(told) and second_hash() == load64(told, 8)


def option_told(record: int, options: int, told: int, guess: int) -> int:
    """An option that is written so; -1 if there is none."""
    if guess < options and tells(record, guess, told):
        return guess
    for k in range(options):
        if tells(record, k, told):
            return k
    return -1


def ply_of(row: int, i: int) -> int:
    """Where a ply of a history lies."""
    return row + PLIES_OF + i * PLY


def sort_of(row: int, i: int) -> int:
    """Its sort."""
    return load32(ply_of(row, i), SORT)
