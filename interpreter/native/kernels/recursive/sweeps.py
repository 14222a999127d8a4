"""Sweeps, which bring both bounds of a block's nodes nearer to each other as long as the plan is kept to."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import job, load8, load32, loadf, store32, storef
from interpreter.native.kernels.recursive.blocks import begins, first_place, last, node_at, stops
from interpreter.native.kernels.recursive.components import has_components, within
from interpreter.native.kernels.recursive.game import (
    ALIVE,
    CHANCE,
    OTHER,
    OWN,
    chiefs,
    child,
    firsts,
    high,
    kept_plan,
    kinds,
    least_out,
    least_out_upper,
    low,
    lower,
    marks,
    mean,
    plan,
    sure,
    upper,
)

moved: int = 0
"""Whether the last sweep has changed anything."""
gap: float = 0.0


@job
def recursive_sweep(times: int) -> float:
    """Go so many times through all nodes, and bring the bounds nearer; gives how far they are from each other at most.
    It stops once nothing changes."""
    global moved, gap
    for _ in range(times):
        moved, gap = 0, 0.0
        p = last - 1
        while p >= first_place:
            s = node_at(p)
            if load8(marks + s) & ALIVE:
                look_out(s)
            elif load8(kinds + s) == CHANCE:
                narrow(s, mean(lower, s, 0), mean(upper, s, 1))
            else:
                first, end = begins(s), stops(s)
                least, least_upper = low(child(first)), high(child(first))
                for k in range(first + 1, end):
                    least, least_upper = min(least, low(child(k))), min(least_upper, high(child(k)))
                narrow(s, least, least_upper)
            p -= 1
        if has_components:
            close()
        if moved == 0:
            break
    return gap


@job
def recursive_moved() -> int:
    """Whether the last sweep has changed anything."""
    return moved


def narrow(s: int, least: float, most: float) -> None:
    """A node is worth no less and no more than this."""
    global moved, gap
    if least > low(s):
        storef(lower + 8 * s, 0, least)
        moved = 1
    if most < high(s):
        storef(upper + 8 * s, 0, most)
        moved = 1
    gap = max(gap, high(s) - low(s))


def look_out(s: int) -> None:
    """What the second player may leave a component for, here."""
    if load8(kinds + s) != OTHER:
        return
    chief = load32(chiefs + 4 * s)
    for k in range(load32(firsts + 4 * s), load32(firsts + 4 * s, 4)):
        if not within(s, k):
            to = child(k)
            storef(least_out + 8 * chief, 0, min(loadf(least_out + 8 * chief), low(to)))
            storef(least_out_upper + 8 * chief, 0, min(loadf(least_out_upper + 8 * chief), high(to)))


def close() -> None:
    """All nodes of a component are worth what the second player may leave it for, at most nothing."""
    for p in range(first_place, last):
        s = node_at(p)
        if load8(marks + s) & ALIVE:
            chief = load32(chiefs + 4 * s)
            narrow(s, loadf(least_out + 8 * chief), loadf(least_out_upper + 8 * chief))
    for p in range(first_place, last):
        s = node_at(p)
        storef(least_out + 8 * s, 0, 0.0)
        storef(least_out_upper + 8 * s, 0, 0.0)


@job
def recursive_keep() -> None:
    """What is better than before is kept."""
    for p in range(first_place, last):
        s = node_at(p)
        if low(s) > loadf(sure + 8 * s):
            storef(sure + 8 * s, 0, low(s))
            if load8(kinds + s) == OWN:
                store32(kept_plan + 4 * s, 0, load32(plan + 4 * s))
