"""The first player's plan in a block: the first one, and better ones."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import job, load8, load32, store8, store32, storef
from interpreter.native.kernels.recursive.blocks import begins, first_place, is_here, last, node_at
from interpreter.native.kernels.recursive.game import (
    ALIVE,
    CHANCE,
    INSIDE,
    OWN,
    child,
    firsts,
    guessed,
    high,
    kinds,
    low,
    lower,
    marks,
    plan,
)


@job
def recursive_guess(times: int) -> float:
    """Look for a first plan: go so many times through all nodes, from the least upwards. An option is taken because it
    was better before the others were, so the plan goes on to an end. Gives how much changed the last time."""
    change = 0.0
    for _ in range(times):
        change = 0.0
        p = last - 1
        while p >= first_place:
            s = node_at(p)
            worth = guessed(s)
            if worth > low(s):
                change = max(change, worth - low(s))
                storef(lower + 8 * s, 0, worth)
            p -= 1
        if change == 0.0:
            return change
    return change


@job
def recursive_improve() -> int:
    """Let the plan take options that are better for certain; gives at how many nodes."""
    changes = 0
    for p in range(first_place, last):
        s = node_at(p)
        if load8(kinds + s) == OWN:
            first = load32(firsts + 4 * s)
            taken, best = -1, high(child(begins(s)))
            for k in range(first, load32(firsts + 4 * s, 4)):
                if low(child(k)) > best:
                    taken, best = k, low(child(k))
            if taken >= 0:
                store32(plan + 4 * s, 0, taken - first)
                changes += 1
    return changes


@job
def recursive_stay_begin() -> None:
    """Ask where the plan had better go round: at first, wherever a node is worth less than nothing."""
    for p in range(first_place, last):
        s = node_at(p)
        store8(marks + s, 0, load8(marks + s) & ALIVE | (INSIDE if high(s) < 0.0 else 0))


@job
def recursive_stay_prune() -> int:
    """Leave out the nodes where play can't be held without loss, or needn't be; gives how many these were."""
    removed = 0
    p = last - 1
    while p >= first_place:
        s = node_at(p)
        if load8(marks + s) & INSIDE and not may_stay(s):
            store8(marks + s, 0, load8(marks + s) & ALIVE)
            removed += 1
        p -= 1
    return removed


def is_inside(to: int) -> bool:
    """Whether play may go round at a node."""
    return is_here(to) and load8(marks + to) & INSIDE != 0


def may_stay(s: int) -> bool:
    """Whether play stays where it may go round: by an option that loses nothing, or, if the second player moves, by
    all that lose nothing, or by chance."""
    kind = load8(kinds + s)
    for k in range(load32(firsts + 4 * s), load32(firsts + 4 * s, 4)):
        to = child(k)
        if kind == OWN:
            if is_inside(to) and high(to) >= low(s):
                return True
        elif not is_inside(to) and (kind == CHANCE or low(to) <= high(s)):
            return False
    return kind != OWN


@job
def recursive_stay() -> int:
    """Let the plan go round there; gives at how many nodes it does otherwise than before."""
    changes = 0
    for p in range(first_place, last):
        s = node_at(p)
        if load8(kinds + s) == OWN and load8(marks + s) & INSIDE:
            now = child(begins(s))
            if not (is_inside(now) and high(now) >= low(s)):
                first = load32(firsts + 4 * s)
                for k in range(first, load32(firsts + 4 * s, 4)):
                    if is_inside(child(k)) and high(child(k)) >= low(s):
                        store32(plan + 4 * s, 0, k - first)
                        changes += 1
                        break
    return changes
