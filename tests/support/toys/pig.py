"""Pig for any number of players: roll a die or hold; a one loses what the turn has brought. First to 20 wins.
More than 20 points aren't counted.

Option 0 rolls, option 1 holds. Who begins is rolled for in the set-up.
"""

from __future__ import annotations

from interpreter.graph.abi import DECISION, KIND, ROLL, STOP, TURNS, WHO, WIN
from interpreter.native.kernel_compiler.intrinsics import load64, store64
from interpreter.native.kernel_compiler.parameters import KEY, P

PLACE = KEY
ME = KEY + 8
POT = KEY + 24
TOTALS = KEY + 32
GOAL = 20
SET_UP, DECIDE, DIE, ENDED = 0, 1, 2, 3


def options(record: int) -> int:
    place = load64(record, PLACE)
    store64(record, STOP, DECISION if place == DECIDE else ROLL)
    if place == SET_UP:
        return P
    if place == ENDED:
        return 0
    return 6 if place == DIE else 2 - (load64(record, POT) == 0)


def describe(record: int, k: int) -> int:
    return k


def end_turn(record: int, won: int) -> None:
    me, at = load64(record, ME), record + 8 * load64(record, ME)
    total = load64(at, TOTALS) + won
    store64(at, TOTALS, total)
    store64(record, POT, 0)
    store64(record, TURNS, load64(record, TURNS) + 1)
    store64(record, PLACE, DECIDE)
    if total >= GOAL:
        store64(record, KIND, WIN)
        store64(record, WHO, 1 << me)
        store64(record, PLACE, ENDED)
    else:
        store64(record, ME, (me + 1) % P)


def apply(record: int, k: int) -> None:
    place = load64(record, PLACE)
    if place == SET_UP:
        store64(record, ME, k)
        store64(record, PLACE, DECIDE)
        store64(record, TURNS, load64(record, TURNS) + 1)
    elif place == DIE:
        store64(record, PLACE, DECIDE)
        if k == 0:
            end_turn(record, 0)
        else:
            store64(record, POT, min(load64(record, POT) + k + 1, GOAL))
    elif k == 0:
        store64(record, PLACE, DIE)
    else:
        end_turn(record, load64(record, POT))
