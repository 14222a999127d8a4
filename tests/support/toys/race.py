"""Everybody chooses a number from 0 to 4 in turn; the greatest is the first, and so on. Equal numbers share places."""

from __future__ import annotations

from interpreter.graph.abi import DECISION, KIND, RANK, SCORES, STOP, TURNS
from interpreter.native.kernel_compiler.intrinsics import load64, store64
from interpreter.native.kernel_compiler.parameters import KEY, P

ME = KEY + 8
CHOSEN = KEY + 24


def options(record: int) -> int:
    if load64(record, KEY) == 0:
        store64(record, KEY, 1)
        store64(record, TURNS, 1)
    store64(record, STOP, DECISION)
    if load64(record, KEY) == 2:
        store64(record, KIND, RANK)
        for player in range(P):
            store64(record + 8 * player, SCORES, load64(record + 8 * player, CHOSEN))
        return 0
    return 5


def describe(record: int, k: int) -> int:
    return k


def apply(record: int, k: int) -> None:
    me = load64(record, ME)
    store64(record + 8 * me, CHOSEN, k)
    store64(record, TURNS, load64(record, TURNS) + 1)
    store64(record, ME, (me + 1) % P)
    if me == P - 1:
        store64(record, KEY, 2)
