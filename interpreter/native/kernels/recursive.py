"""Bounds of what the nodes of a recursive game are worth (Everett 1957): two players move, or chance; play ends in a
constant, or goes on for ever, which is worth nothing. What one gains, the other loses.

Both bounds are had in the same way, the second with the players exchanged. A plan of the first player's, one option for
each of their nodes, leaves a game of the second player alone. What that is worth is a lower bound, whatever the plan:
and so is each number that the sweeps come to on the way. They begin with the least that an end can be worth, and what
a node gets follows from lower bounds of the nodes behind it. A second row of numbers comes down from the greatest.

Where the second player can go round for ever, such sweeps would stand still at any number. So first the *end
components* are found: sets of nodes that the second player need not leave, and chance and the plan cannot. In one of
them all nodes are worth the same: nothing, or less, if there is a way out to less. Beyond that both rows
come to one number (Haddad and Monmege 2018), however slowly.

The plan is made better by strategy iteration (Hoffman and Karp 1966): a node takes an option that is worth more for
certain. If there is none, but there are nodes below nothing in which the first player could go round for ever, as
long as the second plays as well as can be, the plan goes round there.

Where play ends slowly, sweeps come nearer slowly. If there are few nodes, they are eliminated one by one, without
subtractions (Grassmann, Taksar and Heyman 1985). That gives numbers whose rounding errors nobody knows. So for each ply
a little is taken off – or put on, for an upper bound –, and then it is tried whether every number is no more than what
follows from those behind it, as in a sweep. If so, it is a lower bound.

All this is done block by block. A block holds nodes that lead to each other; those that it leads to beyond come first,
and then count as constants.

Means are rounded down for lower bounds and up for upper ones. A node is its number; constants have numbers behind the
nodes. There are no rules in here.
"""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import (
    fill,
    job,
    load8,
    load32,
    load64,
    loadf,
    store8,
    store32,
    store64,
    storef,
)
from interpreter.native.kernel_compiler.parameters import STACK_END
from interpreter.native.kernels.areas import allocate, cut_heap

CHANCE, OWN, OTHER = 0, 1, 2
"""Who decides at a node; the plan is that of OWN."""
ALIVE, WAITING, INSIDE = 1, 2, 4
"""Marks of a node: whether it may be, or is, in an end component; whether its component is still looked for; whether
the plan may go round there."""
ROUNDING = 2.3e-16
"""More than what the rounding of one operation may change, in parts of its result."""
MOST_ELIMINATED = 1200
MOST_ANSWERS = 30
"""How often the second player may answer anew."""
NOWHERE = 0xFFFFFFFF
LEAST_PART = 1e-300
FARTHEST, ABOUT = 0xFFFF, 0x10000

nodes: int = 0
count: int = 0
"""Nodes without their mirror images: where two players may be exchanged, node `count + i` is node i for the other."""
options: int = 0
known: int = 0
"""Constants."""
written: int = 0
"""Nodes that were taken in."""
firsts: int = 0
"""Where a node's options begin, four bytes each …"""
ends: int = 0
"""… and where each option leads."""
kinds: int = 0
marks: int = 0
lower: int = 0
upper: int = 0
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
waiting: int = 0
calls: int = 0
places: int = 0
order: int = 0
"""The nodes in the order of their blocks; …"""
spots: int = 0
"""… where each node stands there, …"""
blocks: int = 0
"""… and its block."""
blocks_found: int = 0
first_place: int = 0
"""Where the nodes of the block stand that is looked at …"""
last: int = 0
"""… and where they end."""
block: int = 0
is_whole: int = 0
"""Whether all options are in use, not those of the plan alone."""
least_end: float = 0.0
greatest_end: float = 0.0
low_end: float = 0.0
"""What the nodes of the block may be worth, at least …"""
high_end: float = 0.0
"""… and at most."""
moved: int = 0
"""Whether the last sweep has changed anything."""
gap: float = 0.0
has_components: int = 0


@job
def recursive_room(how_many: int, how_many_options: int, is_mirrored: int) -> int:
    """Make room for a game; gives whether there was room."""
    global nodes, count, options, known, written, firsts, ends, kinds, marks, lower, upper, sure, plan, kept_plan
    global chiefs, least_out, least_out_upper, found, image, leaving, trial, answers, table, indices, lows, waiting
    global calls, places, least_end, greatest_end, order, spots, blocks, is_whole
    is_whole = 0
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
    """Room for so many bytes that the host writes; 0 if there is none."""
    return allocate(size)


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


def set_bounds(s: int, least: float) -> None:
    """A node, or a constant, is worth so much at least, and counts as worth that for nodes of other blocks."""
    if s < nodes:
        storef(sure + 8 * s, 0, least)
    storef(lower + 8 * s, 0, least)
    storef(upper + 8 * s, 0, least)
    storef(trial + 8 * s, 0, least)


# ---- blocks


@job
def recursive_arrange() -> None:
    """Put all nodes into blocks: a block holds nodes that lead to each other, and comes behind those it leads to."""
    global first_place, last, block, blocks_found, is_whole
    first_place, last, block, is_whole = 0, nodes, 0, 1
    for s in range(nodes):
        store8(marks + s, 0, ALIVE)
        store32(order + 4 * s, 0, s)
        store32(blocks + 4 * s, 0, 0)
    blocks_found = 0
    recursive_components()
    is_whole = 0
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


def node_at(place: int) -> int:
    """The node at a place of the order."""
    return load32(order + 4 * place)


def is_here(to: int) -> bool:
    """Whether it is a node of the block."""
    return to < nodes and load32(blocks + 4 * to) == block


def child(option: int) -> int:
    """Where an option leads."""
    return load32(ends + 4 * option)


def begins(s: int) -> int:
    """The first option of a node that is in use: own nodes use that of the plan alone."""
    first = load32(firsts + 4 * s)
    return first + load32(plan + 4 * s) if load8(kinds + s) == OWN and is_whole == 0 else first


def stops(s: int) -> int:
    """Behind the last one."""
    return begins(s) + 1 if load8(kinds + s) == OWN and is_whole == 0 else load32(firsts + 4 * s, 4)


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


# ---- end components


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


number: int = 0
stack: int = 0


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


# ---- bounds


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


# ---- elimination


@job
def recursive_has_table() -> int:
    """Make room for elimination, if the block isn't too large for that; gives whether there is room."""
    global table
    if last - first_place > MOST_ELIMINATED:
        return 0
    if table == 0:
        most = min(nodes, MOST_ELIMINATED)
        table = allocate(8 * most * most)
    return table != 0


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


# ---- better plans


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


# ---- what was found


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
