"""Careful games: random ones, but whoever can win within a turn does so, and a turn that lets the next player do so is
taken back a few times – unless it wins for both.

Where a game is about not having to make the last concession, random games come out even until it is lost; careful ones
know better, but take a hundred times as long. (Decisive and anti-decisive moves, Teytaud and Teytaud 2010.)
"""

from __future__ import annotations

from interpreter.graph.abi import HUGE, PLIES, ROLL, STOP, TRACING, TURNS
from interpreter.native.kernel_compiler.intrinsics import load64
from interpreter.native.kernel_compiler.parameters import CAPACITY, KEY, UNITED, run
from interpreter.native.kernels.areas import WORK
from interpreter.native.kernels.chance import GAMMA, mix
from interpreter.native.kernels.halting import is_halted
from interpreter.native.kernels.records import duplicate, utility

RETRIES = 3
"""A turn is taken back so often."""
DEEPEST = 4
"""Decisions of a turn that are tried for a win …"""
TRIALS = 256
"""… and options in all."""
MOST_TRIALS = 4096
"""After so many trials in a game the rest of it is random."""

trials: int = 0
"""Options that may still be tried in this turn."""
tried: int = 0
"""Options tried in this game."""


def careful_game(key: int, most: int, levels: int) -> int:
    """Play the game in WORK to its end, at most so many plies. Gives what `run` does.

    `levels` are seven scratch records.
    """
    global trials, tried
    safe, level = levels, levels + CAPACITY
    retries, begun, limit, before = 0, False, load64(WORK, PLIES) + most, 0
    tried = 0
    while load64(WORK, PLIES) < limit and tried < MOST_TRIALS and not is_halted():
        trials = TRIALS
        if wins(WORK, level, load64(WORK, KEY + 8), 0):
            if not begun or retries == RETRIES:
                return 0
            if UNITED and utility(WORK, before) >= 1.0:
                return 0
            retries += 1
            duplicate(WORK, safe)
        else:
            duplicate(safe, WORK)
            begun, retries = True, 0
        if UNITED:
            before = load64(WORK, KEY + 8)
        key = mix(key + GAMMA)
        status = run(WORK, most, -1, key, load64(WORK, TURNS) + 1)
        if status <= 0:
            return status
    return run(WORK, most, -1, key, TRACING)


def wins(record: int, level: int, me: int, depth: int) -> bool:
    """Whether who moves can win in this turn; WORK is then the end of it."""
    global trials, tried
    if load64(record, STOP) == ROLL:
        return False
    duplicate(level, record)
    for k in range(run(level, 0, -1, 0, HUGE)):
        if trials == 0 or is_halted():
            return False
        trials -= 1
        tried += 1
        duplicate(level, record)
        more = run(level, 1, k, 0, HUGE)
        if more == 0 and utility(level, me) >= 1.0:
            duplicate(WORK, level)
            return True
        goes_on = more > 0 and depth < DEEPEST and load64(level, TURNS) == load64(record, TURNS)
        if goes_on and wins(level, level + CAPACITY, me, depth + 1):
            return True
    return False
