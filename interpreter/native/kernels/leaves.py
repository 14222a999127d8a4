"""What a position is worth where a search goes no further: the learnt value, or the mean of a few random games.

Values are for the player to move: UNIT is a sure win that a long way off was guessed; what is proved lies beyond SURE.

Where games pay, a value is half of what the player gets more than the other, in grains (`abi.grain`), and nothing lies
beyond SURE. What both get together must be the same in all ends; else the search isn't for that game.
"""

from __future__ import annotations

from interpreter.graph.abi import GIVEN_UP, HUGE, NO_ZERO_SUM, PLIES, UNIT, VICTORY
from interpreter.native.kernel_compiler.intrinsics import job, load64, loadf
from interpreter.native.kernel_compiler.parameters import GRAIN, KEY, PAYS, P, run
from interpreter.native.kernels.areas import ANSWER, WORK
from interpreter.native.kernels.chance import GAMMA, mix
from interpreter.native.kernels.effort import FAILED, fail, is_given_up
from interpreter.native.kernels.evaluation import is_trained
from interpreter.native.kernels.records import amount, duplicate, hashed, score, used
from interpreter.native.kernels.turns import judged

LONGEST = 4096
"""Plies in a random game …"""
PART = 64
"""… of which so many are played at once."""
MOST = PAYS * GRAIN + UNIT * (PAYS == 0)
"""What is guessed is worth so much at most."""
ROUNDED = 0.0001
"""Means in a table are off by less."""

games: int = 0
"""Random games at a leaf, where nothing was learnt."""


total: int = 0
"""What both players get together …"""
is_known: bool = False
"""… once an end has told, or a table."""


@job
def alphabeta_total() -> int:
    """What both players get together, where games pay; 0 before an end or a table has told."""
    return total


@job
def alphabeta_unit() -> int:
    """What a value of 1 is: a win that is guessed, or one unit of what is paid."""
    return GRAIN if PAYS else UNIT


def forget_total() -> None:
    """Another game may begin."""
    global total, is_known
    total, is_known = 0, False


def set_games(count: int) -> None:
    """Say how many random games a leaf is worth."""
    global games
    games = count


def agrees(both: float) -> bool:
    """Whether both players together get what they got elsewhere, if that is known; now it is."""
    global total, is_known
    whole = int(both + (0.5 if both > 0.0 else -0.5))
    off = both - float(whole)
    if off > ROUNDED or off < -ROUNDED or (is_known and whole != total):
        return False
    total, is_known = whole, True
    return True


def outcome(record: int, me: int, ply: int) -> int:
    """The value of a game that is over."""
    if PAYS:
        if P == 1:
            return int(amount(record, me)) * GRAIN
        own, other = int(amount(record, me)), int(amount(record, 1 - me))
        return (own - other) * (GRAIN // 2) if agrees(float(own + other)) else fail(NO_ZERO_SUM)
    difference = score(record, me) - score(record, 1 - me)
    if difference == 0:
        return 0
    return VICTORY - ply if difference > 0 else ply - VICTORY


def static_value(record: int, options: int) -> int:
    """The value of a position that is searched no further."""
    return guessed(judged(record, options)) if is_trained() else sampled(record, load64(record, KEY + 8))


def table_value(record: int, ply: int, is_sure: bool) -> int:
    """The value of a position that was just looked up in a table. What may be changed by a counter that the table
    leaves out is no proved win."""
    me = load64(record, KEY + 8)
    plies, worth = load64(ANSWER, 8), loadf(ANSWER + 8 * me, 16)
    if PAYS:
        other = loadf(ANSWER + 8 * (1 - me), 16)
        if is_sure and not agrees(worth + other):
            return fail(NO_ZERO_SUM)
        return int((worth - other) * float(GRAIN // 2))
    if worth >= 1.0:
        return VICTORY - ply - plies if is_sure else MOST - plies
    if worth <= -1.0:
        return ply + plies - VICTORY if is_sure else plies - MOST
    return int(worth * float(MOST))


def guessed(worth: int) -> int:
    """A learnt value, or a difference of such, on the scale of the search."""
    return worth * (MOST // UNIT)


def played(key: int) -> int:
    """Play a random game from the state in WORK, part by part: somebody may want the search given up."""
    more, begun = 1, load64(WORK, PLIES)
    while more > 0 and load64(WORK, PLIES) - begun < LONGEST:
        if is_given_up():
            return GIVEN_UP
        more = run(WORK, PART, -1, key + (load64(WORK, PLIES) - begun) * GAMMA, HUGE)
    return more


def sampled(record: int, me: int) -> int:
    """The mean of a few random games, drawn by the position."""
    if games == 0:
        return 0
    key, found = hashed(record, used(record), GAMMA), 0
    for _ in range(games):
        duplicate(WORK, record)
        key = mix(key + GAMMA)
        more = played(key)
        if more < 0:
            return fail(more)
        value = 0 if more else outcome(WORK, me, 0)
        if more == 0 and value == FAILED:
            return FAILED
        found += value if PAYS else ((value > 0) - (value < 0)) * UNIT
    return found // games
