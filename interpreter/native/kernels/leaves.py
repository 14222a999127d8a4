"""What a position is worth where a search goes no further: the learnt value, or the mean of a few random games.

Values are for the player to move: UNIT is a sure win that a long way off was guessed; what is proved lies beyond SURE.
"""

from __future__ import annotations

from interpreter.graph.abi import HUGE, UNIT, VICTORY
from interpreter.native.kernel_compiler.intrinsics import load64
from interpreter.native.kernel_compiler.parameters import KEY, run
from interpreter.native.kernels.areas import WORK
from interpreter.native.kernels.chance import GAMMA, mix
from interpreter.native.kernels.effort import fail
from interpreter.native.kernels.evaluation import evaluate, is_trained
from interpreter.native.kernels.records import duplicate, hashed, score, used

LONGEST = 4096
"""Plies in a random game."""

games: int = 0
"""Random games at a leaf, where nothing was learnt."""


def set_games(count: int) -> None:
    """Say how many random games a leaf is worth."""
    global games
    games = count


def outcome(record: int, me: int, ply: int) -> int:
    """The value of a game that is over."""
    difference = score(record, me) - score(record, 1 - me)
    if difference == 0:
        return 0
    return VICTORY - ply if difference > 0 else ply - VICTORY


def static_value(record: int, options: int) -> int:
    """The value of a position that is searched no further."""
    return evaluate(record, options) if is_trained() else sampled(record, load64(record, KEY + 8))


def sampled(record: int, me: int) -> int:
    """The mean of a few random games, drawn by the position."""
    if games == 0:
        return 0
    key, total = hashed(record, used(record), GAMMA), 0
    for _ in range(games):
        duplicate(WORK, record)
        key = mix(key + GAMMA)
        more = run(WORK, LONGEST, -1, key, HUGE)
        if more < 0:
            return fail(more)
        value = 0 if more else outcome(WORK, me, 0)
        total += (value > 0) - (value < 0)
    return total * UNIT // games
