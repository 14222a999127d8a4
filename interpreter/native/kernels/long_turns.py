"""Turns that may go on and on: what is half done is worth what can be made of it.

A turn may come back to a decision as often as its player likes. A value learnt of a state in the middle says little: it
looks best where much seems possible, so a search would go on and on, and nothing would come of it. There a state is
worth the best of a few random ways to the end of the turn, and each decision on the way costs a little: who can have as
much sooner takes it.
"""

from __future__ import annotations

from interpreter.graph.abi import DECISION, HUGE, STOP, TURNS, UNIT
from interpreter.native.kernel_compiler.intrinsics import load8, load32, load64
from interpreter.native.kernel_compiler.parameters import CAPACITY, KEY, P, run
from interpreter.native.kernels.accumulators import evaluate
from interpreter.native.kernels.areas import allocate, cut_heap
from interpreter.native.kernels.chance import GAMMA, mix
from interpreter.native.kernels.evaluation import REVISITED_AT, is_trained
from interpreter.native.kernels.records import duplicate, hashed, used, utility

WAYS = 4
"""Random ways to the end of a turn that are tried …"""
LONGEST = 64
"""… and decisions on each, at most."""
COST = 10_000
"""What a further decision of the same turn costs, in millionths of a win: values aren't surer than that."""
NEARLY = 990_000
"""The greatest value, in millionths: no estimate is as good as a win."""


def is_amid_long(record: int) -> bool:
    """Whether a state is in the middle of a turn that may go on and on."""
    if not is_trained() or load32(REVISITED_AT) == 0 or load64(record, STOP) != DECISION:
        return False
    return load8(load32(REVISITED_AT) + load64(record, KEY)) != 0


def cost_of(record: int) -> int:
    """What it costs, in millionths, that the turn of who was to move goes on in this state."""
    return COST if is_amid_long(record) else 0


def carried_through(record: int, options: int) -> int:
    """What a state in the middle of a long turn is worth to the player to move, in millionths."""
    child = allocate(CAPACITY)
    if child == 0:
        return evaluate(record, options)
    best = -NEARLY
    key = hashed(record, used(record), GAMMA)
    for _ in range(WAYS):
        key = mix(key + GAMMA)
        best = max(best, end_found(record, child, key))
    cut_heap(child)
    return min(best, NEARLY)


def end_found(record: int, child: int, key: int) -> int:
    """What a random way to the end of a turn comes to, less what it costs; -UNIT if it is too long."""
    me, turn = load64(record, KEY + 8), load64(record, TURNS)
    duplicate(child, record)
    more, cost = 1, 0
    for _ in range(LONGEST):
        key = mix(key + GAMMA)
        more = run(child, 1, -1, key, HUGE)
        if more <= 0 or not goes_on(child, me, turn):
            break
        cost += COST
    if more < 0 or (more > 0 and goes_on(child, me, turn)):
        return -UNIT
    return worth_to(child, more, me) - cost


def goes_on(record: int, me: int, turn: int) -> bool:
    """Whether it is still this player's turn, and nothing else decides."""
    is_same = load64(record, KEY + 8) == me and load64(record, TURNS) == turn
    return is_same and load64(record, STOP) == DECISION


def worth_to(record: int, options: int, me: int) -> int:
    """What a state between two turns, or the game's end, is worth to a player, in millionths."""
    if options == 0:
        return int(utility(record, me) * UNIT)
    value = evaluate(record, options)
    return -value if P == 2 and load64(record, KEY + 8) != me else value
