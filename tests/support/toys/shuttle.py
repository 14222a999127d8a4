"""Two pieces on a ring of fields move by one or two, as often as their players like: games that need not end.

The players move in turn, one or two fields on. Who comes to where the other one stands wins; whose piece comes to field
0 loses.
"""

from __future__ import annotations

from interpreter.graph.abi import DECISION, KIND, LOSE, STOP, TURNS, WHO, WIN
from interpreter.native.kernel_compiler.intrinsics import load64, store64
from interpreter.native.kernel_compiler.parameters import KEY

ME = KEY + 8
SIZE_OF_RING = KEY + 24
FIELDS = KEY + 32
OPTIONS = 2


def options(record: int) -> int:
    if load64(record, KEY) == 0:
        store64(record, KEY, 1)
        store64(record, TURNS, 1)
    store64(record, STOP, DECISION)
    return 0 if load64(record, KIND) else OPTIONS


def describe(record: int, k: int) -> int:
    return k


def apply(record: int, k: int) -> None:
    me = load64(record, ME)
    own, other = record + 8 * me, record + 8 * (1 - me)
    to = (load64(own, FIELDS) + k + 1) % load64(record, SIZE_OF_RING)
    store64(own, FIELDS, to)
    store64(record, TURNS, load64(record, TURNS) + 1)
    store64(record, ME, 1 - me)
    if to == load64(other, FIELDS):
        store64(record, KIND, WIN)
        store64(record, WHO, 1 << me)
    elif to == 0:
        store64(record, KIND, LOSE)
        store64(record, WHO, 1 << me)
