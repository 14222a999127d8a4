"""Greedy games: random ones, but who can raise their lead does so, and who can't passes if the rules let them.

What a lead is, the rules say: the numbers by which they rank the players, as if the game ended now (`standings`). In Go
a stone in one's own eye gains nothing, so groups live to the end, and the game ends when nobody gains anything.
"""

from __future__ import annotations

from interpreter.graph.abi import CANDIDATE, PASSED_OVER, ROLL, ROUGHLY, STOP
from interpreter.native.kernel_compiler.intrinsics import load32, load64, store32
from interpreter.native.kernel_compiler.parameters import BOARD, BOARD_END, KEY, STANDINGS, TRACE, P, run, standings
from interpreter.native.kernels.areas import WORK
from interpreter.native.kernels.chance import GAMMA, mix, pick
from interpreter.native.kernels.halting import is_halted
from interpreter.native.kernels.records import duplicate, utility

PICKS = 4
"""So many options are tried at random, before all are tried in their order …"""
MOST_TRIED = 96
"""… or so many of them."""


def greedy_game(key: int, most: int, level: int) -> int:
    """Play the game in WORK to its end, at most so many plies. Gives what `run` does, and notes the moves as it does.

    `level` is a scratch record.
    """
    options, ply, first = run(WORK, 0, -1, 0, ROUGHLY), 0, 0
    while options > 0 and ply < most and not is_halted():
        key = mix(key + GAMMA)
        is_roll = load64(WORK, STOP) == ROLL
        options = run(WORK, 1, -1, key, ROUGHLY) if is_roll else take(key, options, level)
        if ply == 0:
            first = load32(TRACE)
        else:
            store32(TRACE + 4 * ply, 0, load32(TRACE))
        ply += 1
    store32(TRACE, 0, first)
    return options


def take(key: int, count: int, level: int) -> int:
    """Take one of so many candidates that gains, if there is one; gives how many options there are then."""
    me = load64(WORK, KEY + 8)
    before = lead(WORK, me)
    tried, k, idle = 0, pick(key, count), -1
    last = min(count, MOST_TRIED) + PICKS
    while tried < last and count > 1:
        duplicate(level, WORK)
        more = run(level, 1, CANDIDATE + k, 0, ROUGHLY)
        if more < 0:
            return more
        if more != PASSED_OVER:
            if lead(level, me) > before or (more == 0 and utility(level, me) > 0.0):
                duplicate(WORK, level)
                return more
            if is_idle(level):
                idle = k
        tried += 1
        if tried < PICKS:
            key = mix(key + GAMMA)
            k = pick(key, count)
        else:
            k += 1
            if k >= count:
                k = 0
    return run(WORK, 1, CANDIDATE + idle if idle >= 0 else -1, mix(key), ROUGHLY)


def is_idle(record: int) -> bool:
    """Whether the board is as it is in WORK."""
    for at in range(BOARD, BOARD_END, 16):
        if (load64(record + load64(at)) ^ load64(WORK + load64(at))) & load64(at, 8):
            return False
    return BOARD_END > BOARD


def lead(record: int, me: int) -> int:
    """How much a player has more than the best of the others, if the game ended now."""
    standings(record)
    own, most, found = load64(STANDINGS + 8 * me), 0, False
    for player in range(P):
        if player != me:
            amount = load64(STANDINGS + 8 * player)
            if not found or amount > most:
                most, found = amount, True
    return own - most
