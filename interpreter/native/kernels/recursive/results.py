"""What was found of each node: bounds, and how many plies from an end it is."""

from __future__ import annotations

from interpreter.graph.abi import ABOUT
from interpreter.native.kernel_compiler.intrinsics import job, load8, load32, loadf, store32, store64, storef
from interpreter.native.kernels.recursive.blocks import node_at
from interpreter.native.kernels.recursive.game import (
    CHANCE,
    child,
    count,
    firsts,
    found,
    indices,
    kept_plan,
    kinds,
    lower,
    nodes,
    sure,
)

FARTHEST = 0xFFFF
"""More plies than anybody counts."""


@job
def recursive_rank_begin() -> None:
    """Ask how many plies it takes to an end at least, if both keep to their plans: no node is known to come to one."""
    for s in range(nodes):
        store32(indices + 4 * s, 0, FARTHEST)


@job
def recursive_rank() -> int:
    """Go once through all nodes; gives how many of these numbers changed."""
    changes = 0
    for p in range(nodes):
        s = node_at(p)
        first, end = load32(firsts + 4 * s), load32(firsts + 4 * s, 4)
        if load8(kinds + s) != CHANCE:
            first += load32(kept_plan + 4 * s)
            end = first + 1
        nearest = FARTHEST
        for k in range(first, end):
            nearest = min(nearest, load32(indices + 4 * child(k)) + 1 if child(k) < nodes else 1)
        if nearest < load32(indices + 4 * s):
            store32(indices + 4 * s, 0, nearest)
            changes += 1
    return changes


@job
def recursive_lower(s: int) -> float:
    """What a node is worth at least, to the player who was the first; once the players were exchanged."""
    return loadf(found + 8 * s)


@job
def recursive_upper(s: int) -> float:
    """What it is worth at most."""
    return -loadf(sure + 8 * s)


@job
def recursive_result(near: float) -> int:
    """Write for each node – not for mirror images – what it is worth, halfway between the bounds; then the plies to an
    end, and ABOUT more where the bounds are farther from each other than `near`. Gives where that stands."""
    for s in range(count):
        least, most = loadf(found + 8 * s), -loadf(sure + 8 * s)
        storef(lower + 16 * s, 0, (least + most) / 2)
        store64(lower + 16 * s, 8, load32(indices + 4 * s) + (ABOUT if most - least > near else 0))
    return lower


@job
def recursive_vague(near: float) -> int:
    """At how many nodes the bounds are farther than that from each other."""
    many = 0
    for s in range(count):
        many += -loadf(sure + 8 * s) - loadf(found + 8 * s) > near
    return many
