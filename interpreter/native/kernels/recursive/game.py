"""The nodes of a recursive game: where they lead, and what is known of each. Each row has an entry for each node."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import job, load8, load32, load64, loadf, store8, store32, storef
from interpreter.native.kernel_compiler.parameters import STACK_END
from interpreter.native.kernels.areas import allocate, cut_heap

CHANCE, OWN, OTHER = 0, 1, 2
"""Who decides at a node; the plan is that of OWN."""
ALIVE, WAITING, INSIDE = 1, 2, 4
"""Marks of a node: whether it may be, or is, in an end component; whether its component is still looked for; whether
the plan may go round there."""
ROUNDING = 2.3e-16
"""More than what the rounding of one operation may change, in parts of its result."""
nodes: int = 0
"""All nodes."""
count: int = 0
"""Nodes without their mirror images: where two players may be exchanged, node `count + i` is node i for the other."""
options: int = 0
"""Options that were taken in, of all nodes."""
known: int = 0
"""Constants."""
written: int = 0
"""Nodes that were taken in."""
firsts: int = 0
"""Where a node's options begin, four bytes each …"""
ends: int = 0
"""… and where each option leads."""
kinds: int = 0
"""Who decides at each node, …"""
marks: int = 0
"""… and its marks: a byte each."""
lower: int = 0
"""A lower bound of each node, and behind them what each constant is worth; …"""
upper: int = 0
"""… and an upper one, as long as the plan is kept to."""
sure: int = 0
"""The best lower bound so far."""
plan: int = 0
"""The option of each own node."""
kept_plan: int = 0
"""The options of the plan that `sure` comes from; in the end those of both players."""
chiefs: int = 0
"""A node's end component: the number of one of its nodes."""
least_out: int = 0
"""For the chief of a component, what the second player may leave it for: lower bounds …"""
least_out_upper: int = 0
"""… and upper ones."""
found: int = 0
"""The other player's bounds, once these were found first."""
indices: int = 0
"""In which order nodes were met; in the end the plies from each to an end."""
trial: int = 0
"""Numbers of which it is tried whether they are bounds; …"""
image: int = 0
"""… what follows from them for each node, …"""
answers: int = 0
"""… and by which options."""
leaving: int = 0
"""How likely each node comes to an end before it comes to other nodes that aren't eliminated yet; …"""
table: int = 0
"""… and how likely to each of these: a row for each node."""
lows: int = 0
"""What finds components needs four rows: the first node met that a node leads back to; …"""
waiting: int = 0
"""… nodes whose component isn't found yet; …"""
calls: int = 0
"""… the way to the node that is looked at; …"""
places: int = 0
"""… and the option of each node to go on with."""
order: int = 0
"""The nodes in the order of their blocks; …"""
spots: int = 0
"""… where each node stands there, …"""
blocks: int = 0
"""… and its block."""
least_end: float = 0.0
"""The least that an end is worth …"""
greatest_end: float = 0.0
"""… and the greatest."""


@job
def recursive_room(how_many: int, how_many_options: int, is_mirrored: int) -> int:
    """Make room for a game; gives whether there was room."""
    global nodes, count, options, known, written, firsts, ends, kinds, marks, lower, upper, sure, plan, kept_plan
    global chiefs, least_out, least_out_upper, found, image, leaving, trial, answers, table, indices, lows, waiting
    global calls, places, least_end, greatest_end, order, spots, blocks
    cut_heap(STACK_END)
    count, nodes = how_many, how_many << is_mirrored
    options, known, written, least_end, greatest_end = 0, 0, 0, 0.0, 0.0
    most = how_many_options << is_mirrored
    firsts, ends = allocate(4 * nodes + 11 & -8), allocate(4 * most + 7 & -8)
    kinds, marks = allocate(nodes + 7 & -8), allocate(nodes + 7 & -8)
    lower, upper = allocate(8 * (nodes + most)), allocate(8 * (nodes + most))
    table = 0
    image, leaving, trial = doubles(), doubles(), allocate(8 * (nodes + most))
    sure, found, least_out, least_out_upper = doubles(), doubles(), doubles(), doubles()
    plan, kept_plan, chiefs, indices = numbers(), numbers(), numbers(), numbers()
    answers, lows, waiting, calls, places = numbers(), numbers(), numbers(), numbers(), numbers()
    has_bounds = lower != 0 and upper != 0 and trial != 0
    order, spots, blocks = numbers(), numbers(), numbers()
    return has_bounds and blocks != 0 and places != 0 and firsts != 0 and ends != 0 and kinds != 0 and marks != 0


def doubles() -> int:
    """Room for a float for each node."""
    return allocate(8 * nodes)


def numbers() -> int:
    """Room for a number of four bytes for each node; 0 once there was no room before."""
    return allocate(4 * nodes + 7 & -8) if least_out_upper else 0


@job
def recursive_block(size: int) -> int:
    """Make room for what the host writes, of this number of bytes; gives its address, or 0 if there is no room."""
    return allocate(size)


def has_table(most: int) -> bool:
    """Whether there is room for a table of so many rows and columns; it is made once."""
    global table
    if table == 0:
        table = allocate(8 * most * most)
    return table != 0


@job
def recursive_take(block: int, size: int, mirror: int) -> None:
    """Take in the next nodes, which the host has written in so many bytes; see `rest.py`. First all of them as they
    are, then, if there are mirror images, all of them once more, mirrored."""
    global written, options, known, least_end, greatest_end
    at = block
    while at < block + size:
        head = load64(at)
        at += 8
        kind = CHANCE if head & 1 else OWN if (head >> 1 & 1) ^ mirror == 0 else OTHER
        store8(kinds + written, 0, kind)
        store32(firsts + 4 * written, 0, options)
        for _ in range(head >> 2):
            to = load64(at)
            if to >= 0:
                store32(ends + 4 * options, 0, (to >> 1) + count * (to & 1 ^ mirror))
            else:
                worth = -loadf(at, 8) if mirror else loadf(at, 8)
                store32(ends + 4 * options, 0, nodes + known)
                storef(lower + 8 * (nodes + known), 0, worth)
                least_end, greatest_end = min(least_end, worth), max(greatest_end, worth)
                known += 1
            options += 1
            at += 16
        written += 1
        store32(firsts + 4 * written, 0, options)


@job
def recursive_exchange() -> None:
    """Exchange the players, and keep what was found for the one until now."""
    global least_end, greatest_end
    for s in range(nodes):
        storef(found + 8 * s, 0, loadf(sure + 8 * s))
        if load8(kinds + s):
            store8(kinds + s, 0, OWN + OTHER - load8(kinds + s))
    for k in range(nodes, nodes + known):
        storef(lower + 8 * k, 0, -loadf(lower + 8 * k))
    least_end, greatest_end = -greatest_end, -least_end


def set_bounds(s: int, least: float) -> None:
    """A node, or a constant, is worth so much at least, and counts as worth that for nodes of other blocks."""
    if s < nodes:
        storef(sure + 8 * s, 0, least)
    storef(lower + 8 * s, 0, least)
    storef(upper + 8 * s, 0, least)
    storef(trial + 8 * s, 0, least)


def child(option: int) -> int:
    """Where an option leads."""
    return load32(ends + 4 * option)


def low(s: int) -> float:
    """A lower bound of what a node is worth."""
    return loadf(lower + 8 * s)


def high(s: int) -> float:
    """An upper bound, as long as the plan is kept to."""
    return loadf(upper + 8 * s)


def mean(bounds: int, s: int, up: int) -> float:
    """The mean of what a node's options are worth, rounded down or up."""
    first, end = load32(firsts + 4 * s), load32(firsts + 4 * s, 4)
    least = loadf(bounds + 8 * child(first))
    for k in range(first, end):
        least = min(least, loadf(bounds + 8 * child(k)))
    more = 0.0
    for k in range(first, end):
        more += loadf(bounds + 8 * child(k)) - least
    if more == 0.0:
        return least
    more = more / (end - first)
    slip = ROUNDING * ((end - first + 4) * more + max(least, -least))
    return least + more + slip if up else least + more - slip


def guessed(s: int) -> float:
    """What a node is worth if those behind it are worth their lower bounds; an own one takes what is better than
    before."""
    kind = load8(kinds + s)
    if kind == CHANCE:
        return mean(lower, s, 0)
    first, end = load32(firsts + 4 * s), load32(firsts + 4 * s, 4)
    best = low(child(first))
    if kind == OTHER:
        for k in range(first, end):
            best = min(best, low(child(k)))
        return best
    taken = first
    for k in range(first, end):
        if low(child(k)) > best:
            best, taken = low(child(k)), k
    if best > low(s):
        store32(plan + 4 * s, 0, taken - first)
    return best
