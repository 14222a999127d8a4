"""What a Monte-Carlo tree search has found: the option to take, all options, a line of play."""

from __future__ import annotations

from interpreter.graph.abi import FULL
from interpreter.native.kernel_compiler.intrinsics import job, load8, load16, load32, store64, storef
from interpreter.native.kernel_compiler.parameters import P
from interpreter.native.kernels.areas import REPORT, heap_end, room
from interpreter.native.kernels.nodes import (
    CHANCE,
    DISTANCE,
    EXACT,
    FLAGS,
    NODE,
    OPTIONS,
    PLAYER,
    ROOT_NODE,
    SETTLED,
    VISITS,
    WON,
    children,
    mean,
    value,
)
from interpreter.native.kernels.tree import node_count

LINE = 48
"""The longest line that is reported."""
ROW = 24 + 8 * P


@job
def mcts_best() -> int:
    """The option to take at the root; -1 if there is none.

    The report says: visits, nodes, whether the root is settled (1) and exact (2), the distance to the end if it is,
    the number of plies of the line and its options.
    """
    flags = load8(ROOT_NODE, FLAGS)
    store64(REPORT, 0, load32(ROOT_NODE, VISITS))
    store64(REPORT, 8, node_count())
    store64(REPORT, 16, flags & (SETTLED | EXACT))
    store64(REPORT, 24, load16(ROOT_NODE, DISTANCE) if flags & SETTLED else 0)
    node, plies = ROOT_NODE, 0
    while plies < LINE and not load8(node, FLAGS) & CHANCE and children(node):
        k = best(node)
        store64(REPORT + 8 * plies, 40, k)
        plies += 1
        node = children(node) + k * NODE
        if load32(node, VISITS) == 0 and not load8(node, FLAGS) & SETTLED:
            break
    store64(REPORT, 32, plies)
    return best(ROOT_NODE) if children(ROOT_NODE) else -1


def best(node: int) -> int:
    """The option that a player takes: a win that is certain, the sooner the better; else what was tried most often,
    unless something certain is better; if all is lost, what takes longest."""
    me, first, count = load8(node, PLAYER), children(node), load32(node, OPTIONS)
    certain, tried = -1, -1
    for k in range(count):
        child = first + k * NODE
        if not load8(child, FLAGS) & SETTLED:
            if tried < 0 or load32(child, VISITS) > load32(first + tried * NODE, VISITS):
                tried = k
        elif certain < 0 or preferred(child, first + certain * NODE, me):
            certain = k
    if tried < 0 or (certain >= 0 and value(first + certain * NODE, me) >= WON):
        return certain
    if certain < 0 or load32(first + tried * NODE, VISITS) == 0:
        return tried
    return certain if value(first + certain * NODE, me) >= mean(first + tried * NODE, me) else tried


def preferred(a: int, b: int, me: int) -> bool:
    """Whether a player prefers one settled node to another."""
    if value(a, me) != value(b, me):
        return value(a, me) > value(b, me)
    sooner = load16(a, DISTANCE) < load16(b, DISTANCE)
    return sooner if value(a, me) >= WON else load16(a, DISTANCE) > load16(b, DISTANCE)


@job
def mcts_options() -> int:
    """Describe the root's options; gives how many, 0 before the root is expanded.

    They lie beyond the heap's end until something else is asked; the report says where. Each is a row of words:
    visits; whether it is settled (1) and exact (2); the distance to the end if it is; what it is worth to each player,
    as floats (0 where it wasn't visited).
    """
    count, first, at = load32(ROOT_NODE, OPTIONS), children(ROOT_NODE), heap_end()
    if not first:
        return 0
    if not room(count * ROW):
        return FULL
    for k in range(count):
        child = first + k * NODE
        settled = load8(child, FLAGS) & SETTLED
        store64(at, 0, load32(child, VISITS))
        store64(at, 8, load8(child, FLAGS) & (SETTLED | EXACT))
        store64(at, 16, load16(child, DISTANCE) if settled else 0)
        for player in range(P):
            known = settled or load32(child, VISITS)
            storef(at + 8 * player, 24, mean(child, player) if known else 0.0)
        at += ROW
    store64(REPORT, 0, heap_end())
    return count
