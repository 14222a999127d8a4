"""Bounds by elimination of nodes, for small blocks in which play ends slowly."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import fill, job, load8, load32, loadf, store32, storef
from interpreter.native.kernels.recursive.blocks import begins, first_place, is_here, last, node_at, stops
from interpreter.native.kernels.recursive.components import within
from interpreter.native.kernels.recursive.game import (
    ALIVE,
    CHANCE,
    OTHER,
    answers,
    chiefs,
    child,
    firsts,
    has_table,
    image,
    kinds,
    least_out,
    leaving,
    lower,
    marks,
    mean,
    nodes,
    spots,
    table,
    trial,
    upper,
)

MOST_ELIMINATED = 1200
MOST_ANSWERS = 30
"""How often the second player may answer anew."""
NOWHERE = 0xFFFFFFFF
LEAST_PART = 1e-300


@job
def recursive_has_table() -> int:
    """Make room for elimination, if the block isn't too large for that; gives whether there is room."""
    return last - first_place <= MOST_ELIMINATED and has_table(min(nodes, MOST_ELIMINATED))


@job
def recursive_solve(less: float, up: int) -> int:
    """Reckon what the nodes are worth if each ply costs so much – or brings it, for upper bounds – and the second
    player answers the plan as well as can be. Gives whether these numbers are bounds; then they are kept, too."""
    bounds = upper if up else lower
    for p in range(first_place, last):
        s = node_at(p)
        storef(trial + 8 * s, 0, loadf(bounds + 8 * s))
    for _ in range(MOST_ANSWERS):
        follow(trial, up)
        set_out(less if up else -less)
        eliminate()
        put_back()
        follow(trial, up)
        if are_bounds(up):
            for p in range(first_place, last):
                s = node_at(p)
                worth, before = loadf(trial + 8 * s), loadf(bounds + 8 * s)
                storef(bounds + 8 * s, 0, min(worth, before) if up else max(worth, before))
            return 1
    return 0


def are_bounds(up: int) -> bool:
    """Whether no number that was tried says more – or less, for upper bounds – than what follows for its node."""
    for p in range(first_place, last):
        s = node_at(p)
        worth, follows = loadf(trial + 8 * s), loadf(image + 8 * s)
        if worth < follows if up else worth > follows:
            return False
    return True


def set_out(more: float) -> None:
    """Write down how likely each node leads to which others, to an end, and what is had there, on one ply: the second
    player takes what is least by the numbers that were tried last."""
    fill(table, 0, 8 * (last - first_place) * (last - first_place))
    for p in range(first_place, last):
        s = node_at(p)
        storef(leaving + 8 * s, 0, 0.0)
        storef(trial + 8 * s, 0, more)
    for p in range(first_place, last):
        s = node_at(p)
        answer = load32(answers + 4 * s)
        if load8(kinds + s) == CHANCE and load8(marks + s) & ALIVE == 0:
            first, end = load32(firsts + 4 * s), load32(firsts + 4 * s, 4)
            for k in range(first, end):
                lead(s, child(k), 1.0 / (end - first))
        elif answer == NOWHERE:
            storef(leaving + 8 * s, 0, 1.0)
        else:
            lead(s, child(answer), 1.0)


def lead(s: int, to: int, part: float) -> None:
    """A node leads to another with a probability, or to an end."""
    if is_here(to):
        at = table_row(load32(spots + 4 * s) - first_place) + 8 * (load32(spots + 4 * to) - first_place)
        storef(at, 0, loadf(at) + part)
    else:
        storef(leaving + 8 * s, 0, loadf(leaving + 8 * s) + part)
        storef(trial + 8 * s, 0, loadf(trial + 8 * s) + part * loadf(trial + 8 * to))


def table_row(i: int) -> int:
    """The row of the node at a place of the block."""
    return table + 8 * (last - first_place) * i


def eliminate() -> None:
    """Let each node lead to ends, and to nodes before it, alone, in as many plies as that takes."""
    i = last - first_place - 1
    while i >= 0:
        s, row = node_at(first_place + i), table_row(i)
        goes_on = loadf(leaving + 8 * s)
        for k in range(i):
            goes_on += loadf(row + 8 * k)
        goes_on = max(goes_on, LEAST_PART)
        for k in range(i):
            storef(row + 8 * k, 0, loadf(row + 8 * k) / goes_on)
        storef(leaving + 8 * s, 0, loadf(leaving + 8 * s) / goes_on)
        storef(trial + 8 * s, 0, loadf(trial + 8 * s) / goes_on)
        for j in range(i):
            other, to = table_row(j), node_at(first_place + j)
            part = loadf(other + 8 * i)
            if part > 0.0:
                for m in range(i):
                    storef(other + 8 * m, 0, loadf(other + 8 * m) + part * loadf(row + 8 * m))
                storef(leaving + 8 * to, 0, loadf(leaving + 8 * to) + part * loadf(leaving + 8 * s))
                storef(trial + 8 * to, 0, loadf(trial + 8 * to) + part * loadf(trial + 8 * s))
        i -= 1


def put_back() -> None:
    """Find what all nodes are worth, once each leads to ends and to nodes before it alone."""
    for i in range(last - first_place):
        s = node_at(first_place + i)
        worth = loadf(trial + 8 * s)
        for k in range(i):
            worth += loadf(table_row(i) + 8 * k) * loadf(trial + 8 * node_at(first_place + k))
        storef(trial + 8 * s, 0, worth)


def follow(bounds: int, up: int) -> None:
    """Write into the image what follows for each node if all are worth these bounds; and what the second player
    answers: the option of each node, for nodes of a component the one by which it is left, or NOWHERE."""
    for p in range(first_place, last):
        s = node_at(p)
        store32(answers + 4 * s, 0, NOWHERE)
    for p in range(first_place, last):
        s = node_at(p)
        if load8(marks + s) & ALIVE and load8(kinds + s) == OTHER:
            chief = load32(chiefs + 4 * s)
            for k in range(load32(firsts + 4 * s), load32(firsts + 4 * s, 4)):
                if not within(s, k) and loadf(bounds + 8 * child(k)) < loadf(least_out + 8 * chief):
                    storef(least_out + 8 * chief, 0, loadf(bounds + 8 * child(k)))
                    store32(answers + 4 * chief, 0, k)
    for p in range(first_place, last):
        s = node_at(p)
        chief = load32(chiefs + 4 * s)
        if load8(marks + s) & ALIVE:
            storef(image + 8 * s, 0, loadf(least_out + 8 * chief))
            store32(answers + 4 * s, 0, load32(answers + 4 * chief))
        elif load8(kinds + s) == CHANCE:
            storef(image + 8 * s, 0, mean(bounds, s, up))
        else:
            taken = begins(s)
            for k in range(taken + 1, stops(s)):
                if loadf(bounds + 8 * child(k)) < loadf(bounds + 8 * child(taken)):
                    taken = k
            storef(image + 8 * s, 0, loadf(bounds + 8 * child(taken)))
            store32(answers + 4 * s, 0, taken)
    for p in range(first_place, last):
        storef(least_out + 8 * node_at(p), 0, 0.0)
