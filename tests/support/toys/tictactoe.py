"""Tic-tac-toe: a set of squares for each player."""

from __future__ import annotations

from interpreter.graph.abi import DECISION, DRAW, KIND, STOP, TURNS, WHO, WIN
from interpreter.native.kernel_compiler.intrinsics import ctz, load64, popcount, store64
from interpreter.native.kernel_compiler.parameters import KEY

ME = KEY + 8
SETS = KEY + 24


def lined(s: int) -> bool:
    lines = s & s >> 1 & s >> 2 & 0o111 | s & s >> 3 & s >> 6 & 0o7
    return lines != 0 or s & 0o421 == 0o421 or s & 0o124 == 0o124


def options(record: int) -> int:
    if load64(record, KEY) == 0:
        store64(record, KEY, 1)
        store64(record, TURNS, 1)
    me = load64(record, ME)
    if lined(load64(record + 8 * (1 - me), SETS)):
        store64(record, KIND, WIN)
        store64(record, WHO, 2 - me)
        return 0
    n = 9 - popcount(load64(record, SETS) | load64(record + 8, SETS))
    store64(record, STOP, DECISION)
    if n == 0:
        store64(record, KIND, DRAW)
    return n


def describe(record: int, k: int) -> int:
    free = 0o777 & ~(load64(record, SETS) | load64(record + 8, SETS))
    for _ in range(k):
        free &= free - 1
    return ctz(free)


def apply(record: int, k: int) -> None:
    me = load64(record, ME)
    at = record + 8 * me
    store64(at, SETS, load64(at, SETS) | 1 << describe(record, k))
    store64(record, ME, 1 - me)
    store64(record, TURNS, load64(record, TURNS) + 1)
