"""Strongly connected components: the blocks, and in a block the end components."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import fill, job, load8, load32, store8, store32, storef
from interpreter.native.kernels.recursive.blocks import (
    begins,
    first_place,
    high_end,
    is_here,
    is_whole,
    last,
    look_at_all,
    look_at_plan,
    low_end,
    node_at,
    stops,
)
from interpreter.native.kernels.recursive.game import (
    ALIVE,
    OTHER,
    WAITING,
    blocks,
    calls,
    chiefs,
    child,
    indices,
    kinds,
    least_out,
    least_out_upper,
    lower,
    lows,
    marks,
    nodes,
    order,
    places,
    spots,
    upper,
    waiting,
)

has_components: int = 0
number: int = 0
stack: int = 0
blocks_found: int = 0


@job
def recursive_arrange() -> None:
    """Put all nodes into blocks: a block holds nodes that lead to each other, and comes behind those it leads to."""
    global blocks_found
    look_at_all()
    for s in range(nodes):
        store8(marks + s, 0, ALIVE)
        store32(order + 4 * s, 0, s)
        store32(blocks + 4 * s, 0, 0)
    blocks_found = 0
    recursive_components()
    look_at_plan()
    fill(order, 0, 4 * nodes)  # first how many nodes each block has, then where it ends
    for s in range(nodes):
        store32(blocks + 4 * s, 0, load32(lows + 4 * load32(chiefs + 4 * s)))
        at = order + 4 * load32(blocks + 4 * s)
        store32(at, 0, load32(at) + 1)
    for k in range(1, blocks_found):
        store32(order + 4 * k, 0, load32(order + 4 * k) + load32(order + 4 * (k - 1)))
    s = nodes - 1
    while s >= 0:
        at = order + 4 * load32(blocks + 4 * s)
        store32(at, 0, load32(at) - 1)
        store32(spots + 4 * s, 0, load32(at))
        s -= 1
    for k in range(nodes):
        store32(order + 4 * load32(spots + 4 * k), 0, k)


@job
def recursive_judge() -> None:
    """From now on the plan is judged: all bounds are as far as can be, and every node may be in an end component."""
    global has_components
    has_components = 0
    for p in range(first_place, last):
        s = node_at(p)
        storef(lower + 8 * s, 0, low_end)
        storef(upper + 8 * s, 0, high_end)
        storef(least_out + 8 * s, 0, 0.0)
        storef(least_out_upper + 8 * s, 0, 0.0)
        store8(marks + s, 0, ALIVE)
        store32(chiefs + 4 * s, 0, 0)


def within(s: int, k: int) -> bool:
    """Whether an option leads to a node that may be in the same component."""
    to = child(k)
    return is_here(to) and load8(marks + to) & ALIVE != 0 and load32(chiefs + 4 * to) == load32(chiefs + 4 * s)


@job
def recursive_prune() -> int:
    """Go once through all nodes that may be in a component, and leave out those that the second player can't hold
    there; gives how many these were."""
    removed = 0
    p = last - 1
    while p >= first_place:
        s = node_at(p)
        if load8(marks + s) & ALIVE and not holds(s):
            store8(marks + s, 0, 0)
            removed += 1
        p -= 1
    return removed


def holds(s: int) -> bool:
    """Whether play stays in the component, or may stay there if the second player moves."""
    may_choose = load8(kinds + s) == OTHER
    for k in range(begins(s), stops(s)):
        if within(s, k) == may_choose:
            return may_choose
    return not may_choose


@job
def recursive_components() -> int:
    """Find the strongly connected components (Tarjan 1972) of what is left; gives how many nodes that is."""
    global has_components, number
    left, number = 0, 0
    for p in range(first_place, last):
        s = node_at(p)
        store32(indices + 4 * s, 0, 0)
        store32(chiefs + 4 * s, 0, 0)
    for p in range(first_place, last):
        s = node_at(p)
        if load8(marks + s) & ALIVE:
            left += 1
            if load32(indices + 4 * s) == 0:
                connect(s)
    has_components = left
    return left


def enter(s: int, depth: int) -> None:
    """Go on with a node that wasn't looked at before."""
    global number, stack
    number += 1
    store32(indices + 4 * s, 0, number)
    store32(lows + 4 * s, 0, number)
    store32(places + 4 * s, 0, begins(s))
    store32(waiting + 4 * stack, 0, s)
    stack += 1
    store8(marks + s, 0, ALIVE | WAITING)
    store32(calls + 4 * depth, 0, s)


def connect(root: int) -> None:
    """Find the components that can be reached from a node; those that others lead to come first."""
    global stack, blocks_found
    stack = 0
    enter(root, 0)
    depth = 1
    while depth:
        s = load32(calls + 4 * (depth - 1))
        k = load32(places + 4 * s)
        if k < stops(s):
            store32(places + 4 * s, 0, k + 1)
            to = child(k)
            if is_here(to) and load8(marks + to) & ALIVE:
                if load32(indices + 4 * to) == 0:
                    enter(to, depth)
                    depth += 1
                elif load8(marks + to) & WAITING:
                    store32(lows + 4 * s, 0, min(load32(lows + 4 * s), load32(indices + 4 * to)))
            continue
        depth -= 1
        if depth:
            above = load32(calls + 4 * (depth - 1))
            store32(lows + 4 * above, 0, min(load32(lows + 4 * above), load32(lows + 4 * s)))
        if load32(lows + 4 * s) == load32(indices + 4 * s):
            member = -1
            while member != s:
                stack -= 1
                member = load32(waiting + 4 * stack)
                store8(marks + member, 0, ALIVE)
                store32(chiefs + 4 * member, 0, s)
            if is_whole:
                store32(lows + 4 * s, 0, blocks_found)
                blocks_found += 1
