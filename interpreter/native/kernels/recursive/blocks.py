"""Block by block: the block of nodes that is looked at, from those that lead to no other on."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import job, load8, load32, loadf, store32, storef
from interpreter.native.kernels.recursive.game import (
    OWN,
    blocks,
    child,
    firsts,
    greatest_end,
    guessed,
    kept_plan,
    kinds,
    known,
    least_end,
    low,
    lower,
    nodes,
    order,
    plan,
    set_bounds,
    sure,
)

first_place: int = 0
"""Where the nodes of the block stand that is looked at …"""
last: int = 0
"""… and where they end."""
block: int = 0
"""Its number."""
is_whole: int = 0
"""Whether all options are in use, not those of the plan alone."""
low_end: float = 0.0
"""What the nodes of the block may be worth, at least …"""
high_end: float = 0.0
"""… and at most."""


@job
def recursive_begin() -> float:
    """Begin with any plan, before the first block; gives how far the least and the greatest end are from each other."""
    global first_place, last, block
    first_place, last, block = 0, 0, 0
    for s in range(nodes):
        store32(plan + 4 * s, 0, 0)
        set_bounds(s, least_end)
    for k in range(nodes, nodes + known):
        set_bounds(k, loadf(lower + 8 * k))
    return greatest_end - least_end


@job
def recursive_next() -> int:
    """Go on to the next block whose nodes lead back to themselves; gives how many options they have, or 0 if there is
    none. What a node is worth that leads to known nodes alone is known at once."""
    global first_place, last, block
    while last < nodes:
        first_place = last
        s = node_at(last)
        block = load32(blocks + 4 * s)
        while last < nodes and load32(blocks + 4 * node_at(last)) == block:
            last += 1
        if last > first_place + 1 or leads_back(s):
            return measure()
        worth = guessed(s)
        store32(kept_plan + 4 * s, 0, load32(plan + 4 * s) if load8(kinds + s) == OWN else load32(kept_plan + 4 * s))
        set_bounds(s, worth)
    return 0


def leads_back(s: int) -> bool:
    """Whether a node leads to itself."""
    for k in range(load32(firsts + 4 * s), load32(firsts + 4 * s, 4)):
        if child(k) == s:
            return True
    return False


def measure() -> int:
    """How many options a block has. What its nodes may be worth lies between the worth of those it leads to."""
    global low_end, high_end
    found_options = 0
    low_end, high_end = 0.0, 0.0
    for p in range(first_place, last):
        s = node_at(p)
        found_options += load32(firsts + 4 * s, 4) - load32(firsts + 4 * s)
        for k in range(load32(firsts + 4 * s), load32(firsts + 4 * s, 4)):
            to = child(k)
            if not is_here(to):
                low_end, high_end = min(low_end, low(to)), max(high_end, low(to))
    for p in range(first_place, last):
        s = node_at(p)
        storef(sure + 8 * s, 0, low_end)
        storef(lower + 8 * s, 0, low_end)
    return found_options


@job
def recursive_done() -> None:
    """Leave a block: what is known of its nodes is what they count for in others."""
    for p in range(first_place, last):
        s = node_at(p)
        set_bounds(s, loadf(sure + 8 * s))


def look_at_all() -> None:
    """All nodes count as one block, with all their options."""
    global first_place, last, block, is_whole
    first_place, last, block, is_whole = 0, nodes, 0, 1


def look_at_plan() -> None:
    """From now on own nodes use the option of the plan alone."""
    global is_whole
    is_whole = 0


def node_at(place: int) -> int:
    """The node at a place of the order."""
    return load32(order + 4 * place)


def is_here(to: int) -> bool:
    """Whether it is a node of the block."""
    return to < nodes and load32(blocks + 4 * to) == block


def begins(s: int) -> int:
    """The first option of a node that is in use: own nodes use that of the plan alone."""
    first = load32(firsts + 4 * s)
    return first + load32(plan + 4 * s) if load8(kinds + s) == OWN and is_whole == 0 else first


def stops(s: int) -> int:
    """Behind the last one."""
    return begins(s) + 1 if load8(kinds + s) == OWN and is_whole == 0 else load32(firsts + 4 * s, 4)
