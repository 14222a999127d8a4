"""Turns that may go on and on: what is half done is worth what can be made of it.

A turn may come back to a decision as often as its player likes. A value learnt of a state in the middle says little: it
looks best where much seems possible, so a search would go on and on, and nothing would come of it. There a state is
worth the best of a few random ways to the end of the turn, and each decision on the way costs a little: who can have as
much sooner takes it.
"""

from __future__ import annotations

from interpreter.graph.abi import AGAIN, AMID, AT_WILL, DECISION, HUGE, STOP, TURNS, UNIT
from interpreter.native.kernel_compiler.intrinsics import load8, load32, load64
from interpreter.native.kernel_compiler.parameters import CAPACITY, KEY, REVISITED, run
from interpreter.native.kernels.accumulators import evaluate, evaluate_for
from interpreter.native.kernels.areas import ROOT, allocate, cut_heap
from interpreter.native.kernels.chance import GAMMA, mix
from interpreter.native.kernels.evaluation import LONG_TURNS, is_trained
from interpreter.native.kernels.records import duplicate, hashed, used, utility

WAYS = 4
"""Random ways to the end of a turn that are tried …"""
LONGEST = 64
"""… and decisions on each, at most."""
COST = 10_000
"""What a further decision of the same turn costs, in millionths of a win: values aren't surer than that."""
PATIENCE = 16
"""The cost doubles after this number of decisions in the turn that is searched, and is threefold after twice this
number."""
NEARLY = 990_000
"""The greatest value, in millionths: no estimate is as good as a win."""

times: int = 1
"""How many times the cost a further decision has in the turn that is searched …"""
is_begun: bool = False
"""… and whether a decision was made in it before."""


def has_long_turns() -> bool:
    """Whether turns may go on and on, as far as is known. Where nothing was learnt, all turns may that come back to a
    decision without a roll."""
    return REVISITED != 0 and (not is_trained() or load32(LONG_TURNS) != 0)


def count_decisions(made: int) -> bool:
    """Say how many decisions were made before in the turn that is searched. Gives whether others cost something else
    than in the last search."""
    global times, is_begun
    before = times
    times, is_begun = 1 + made // PATIENCE, made > 0
    return has_long_turns() and times != before


def return_to(record: int) -> int:
    """What REVISITED says of where a state stands, if turns may go on and on there; else 0."""
    if not has_long_turns() or load64(record, STOP) != DECISION:
        return 0
    found = load8(REVISITED + load64(record, KEY))
    return found if is_trained() or found & AT_WILL else 0


def is_amid_long(record: int) -> bool:
    """Whether a state tells that it is in the middle of a turn that may go on and on."""
    return return_to(record) & AMID != 0


def is_searched_amid(record: int) -> bool:
    """The same of a state in a search, which knows whether a decision was made before in the turn that it began in."""
    found = return_to(record)
    if found & AGAIN and load64(record, TURNS) == load64(ROOT, TURNS):
        return is_begun or record != ROOT
    return found & AMID != 0


def cost_of(record: int, turn: int) -> int:
    """What it costs, in millionths, that a turn goes on in this state of who was to move; it was the turn's number."""
    if return_to(record) == 0 or load64(record, TURNS) != turn:
        return 0
    return COST * times if turn == load64(ROOT, TURNS) else COST


def carried_through(record: int, options: int) -> int:
    """What a state in the middle of a long turn is worth to the player to move, in millionths."""
    child = allocate(CAPACITY)
    if child == 0:
        return evaluate(record, options)
    best = -NEARLY
    for way in range(WAYS):
        best = max(best, end_found(record, child, way))
    cut_heap(child)
    return min(best, NEARLY)


def end_found(record: int, child: int, way: int) -> int:
    """What a way to the end of a turn comes to, less what it costs; -UNIT if it is too long. It is drawn anew in each
    state that it passes, by that state: so it goes on from there in the same way, and nobody loses it from sight."""
    me, turn = load64(record, KEY + 8), load64(record, TURNS)
    duplicate(child, record)
    more, cost = 1, 0
    for _ in range(LONGEST):
        more = run(child, 1, -1, mix(hashed(child, used(child), way * GAMMA)), HUGE)
        if more <= 0 or not decides_on(child, me, turn):
            break
        cost += cost_of(child, turn)
    if more < 0 or (more > 0 and decides_on(child, me, turn)):
        return -UNIT
    return worth_to(child, more, me) - cost


def decides_on(record: int, me: int, turn: int) -> bool:
    """Whether it is still this turn, and this player decides."""
    return is_same_turn(record, me, turn) and load64(record, STOP) == DECISION


def is_same_turn(record: int, me: int, turn: int) -> bool:
    """Whether it is still this turn, and this player is to move."""
    return load64(record, KEY + 8) == me and load64(record, TURNS) == turn


def worth_to(record: int, options: int, me: int) -> int:
    """What a state between two turns, or the game's end, is worth to a player, in millionths."""
    if options == 0:
        return int(utility(record, me) * UNIT)
    return evaluate_for(record, options, me)
