"""Squares are taken, three in a turn, until none of eight is left; the last to take one wins."""

from __future__ import annotations

from interpreter.graph.abi import DECISION, KIND, STOP, TURNS, WHO, WIN
from interpreter.native.kernel_compiler.intrinsics import ctz, load64, popcount, store64
from interpreter.native.kernel_compiler.parameters import KEY

ME = KEY + 8
TAKEN = KEY + 24


def options(record: int) -> int:
    if load64(record, KEY) == 0:
        store64(record, KEY, 1)
        store64(record, TURNS, 1)
    store64(record, STOP, DECISION)
    if load64(record, TAKEN) == 255 and load64(record, KIND) == 0:
        store64(record, KIND, WIN)
        store64(record, WHO, 1 << load64(record, ME))
        store64(record, TURNS, load64(record, TURNS) + 1)
    return 8 - popcount(load64(record, TAKEN))


def describe(record: int, k: int) -> int:
    free = 255 & ~load64(record, TAKEN)
    for _ in range(k):
        free &= free - 1
    return ctz(free)


def apply(record: int, k: int) -> None:
    taken = load64(record, TAKEN) | 1 << describe(record, k)
    store64(record, TAKEN, taken)
    if taken != 255 and popcount(taken) % 3 == 0:
        store64(record, TURNS, load64(record, TURNS) + 1)
        store64(record, ME, 1 - load64(record, ME))
