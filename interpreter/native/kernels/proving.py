"""Wins in sight, proved: proof-number search (Allis, van der Meulen and van den Herik 1994).

To each position belong two numbers: how many positions must at least be won to prove that the player at the root wins
(`PROOF`), and how many must not be to show the opposite. The search goes to where the fewest are missing. A new
position counts as many as it has options: where the other side has few, a proof is near.

What is no win, a draw too, is none. The nodes of the tree are lines of play, not positions, and each has the record
that its line leads to, with all that is past and all counters. So what is proved holds as the rules stand, with
repetitions and whatever else draws; nothing is taken over from another line of play.
"""

from __future__ import annotations

from interpreter.graph.abi import CANDIDATE, FULL, HUGE, KNOWN_SURELY, PASSED_OVER, ROUGHLY
from interpreter.native.kernel_compiler.intrinsics import (
    fill,
    job,
    load8,
    load16,
    load32,
    load64,
    loadf,
    store8,
    store16,
    store32,
    store64,
)
from interpreter.native.kernel_compiler.parameters import CAPACITY, KEY, LISTS, looked_up, run
from interpreter.native.kernels.areas import ANSWER, REPORT, allocate, cut_heap, heap_end
from interpreter.native.kernels.records import amount, duplicate

PROOF, DISPROOF, CHILDREN, COUNT, PLIES, PARENT, OPTION, OURS = 0, 4, 8, 12, 14, 16, 20, 22
"""A node: both numbers, an eighth of the address of its first child (0: it has none yet), how many children, plies to
the end if it is proved, an eighth of its parent's address, the option that leads to it, and whether who moves is the
player at the root."""
LINE_NODE = 24
NEVER = 1 << 30
DEEPEST = 100
PROVED, REFUTED = 1, 2

tree: int = 0
"""The root, which is the first node …"""
tree_end: int = 0
"""… where the last ends …"""
tree_ceiling: int = 0
"""… and where there is no more room."""
levels: int = 0
"""Records of the line that is looked at, from the root on."""
depth: int = 0
at: int = 0
"""The node that is looked at."""
prover: int = 0
heap_before: int = 0


@job
def prove_begin(record: int, most_nodes: int) -> int:
    """Begin at a record, with room for so many nodes beyond the heap's end. Gives 0, or why that can't be."""
    global tree, tree_end, tree_ceiling, levels, depth, at, prover, heap_before
    heap_before = heap_end()
    levels = allocate((DEEPEST + 2) * CAPACITY)
    tree = allocate(LINE_NODE * most_nodes) if levels else 0
    if tree == 0:
        cut_heap(heap_before)
        return FULL
    duplicate(levels, record)
    options = run(levels, 0, -1, 0, ROUGHLY if LISTS else HUGE)
    if options <= 0:
        cut_heap(heap_before)
        return options
    prover = load64(levels, KEY + 8)
    tree_end, tree_ceiling = tree + LINE_NODE, tree + LINE_NODE * most_nodes
    fill(tree, 0, LINE_NODE)
    store32(tree, PROOF, 1)
    store32(tree, DISPROOF, options)
    store8(tree, OURS, 1)
    at, depth = tree, 0
    return 0


@job
def prove(positions: int) -> int:
    """Look at so many positions more. Gives PROVED, REFUTED, 0 if neither is known yet, FULL, or a negative number as
    of `run`. The report says how many positions were looked at, both numbers of the root, plies to the end if it is
    proved, where the nodes lie, and how many there are."""
    status, left = 0, positions
    while status == 0 and left > 0:
        while load32(at, CHILDREN) and status == 0:
            status = go_down(most_proving(at))
            left -= 1
        if status == 0:
            before = tree_end
            status = grow_node(at, levels + depth * CAPACITY)
            left -= (tree_end - before) // LINE_NODE + 1
        if status == 0:
            climb()
            status = PROVED if load32(tree, PROOF) == 0 else REFUTED if load32(tree, DISPROOF) == 0 else 0
    store64(REPORT, 0, positions - left)
    store64(REPORT, 8, load32(tree, PROOF))
    store64(REPORT, 16, load32(tree, DISPROOF))
    store64(REPORT, 24, load16(tree, PLIES))
    store64(REPORT, 32, tree)
    store64(REPORT, 40, (tree_end - tree) // LINE_NODE)
    return status


@job
def prove_end() -> None:
    """Give back the memory that this has taken."""
    cut_heap(heap_before)


def child_at(node: int, i: int) -> int:
    """The address of a child."""
    return load32(node, CHILDREN) * 8 + i * LINE_NODE


def most_proving(node: int) -> int:
    """The child to go on with: of ours that with the least proof, of the other side's that with the least disproof."""
    number = PROOF if load8(node, OURS) else DISPROOF
    best = child_at(node, 0)
    for i in range(1, load16(node, COUNT)):
        child = child_at(node, i)
        if load32(child + number) < load32(best + number):
            best = child
    return best


def go_down(child: int) -> int:
    """Take the option that leads to a child. Gives 0, or a negative number as of `run`."""
    global at, depth
    record = levels + depth * CAPACITY
    duplicate(record + CAPACITY, record)
    more = option_taken(record + CAPACITY, load16(child, OPTION))
    at, depth = child, depth + 1
    return more if more < 0 else 0


def option_taken(record: int, k: int) -> int:
    """Take an option, which is known by the number of its candidate; gives what `run` does."""
    return run(record, 1, CANDIDATE + k, 0, ROUGHLY) if LISTS else run(record, 1, k, 0, HUGE)


def grow_node(node: int, record: int) -> int:
    """Give a node its children, up to one that settles it. Gives 0, FULL, or a negative number as of `run`."""
    global tree_end
    ours, trial = load8(node, OURS), record + CAPACITY
    options = load32(node + (DISPROOF if ours else PROOF))
    if depth == DEEPEST or options > 0xFFFF:
        give_up(node)
        return 0
    store32(node, CHILDREN, tree_end // 8)
    for k in range(options):
        if tree_end + LINE_NODE > tree_ceiling:
            return FULL
        duplicate(trial, record)
        more = option_taken(trial, k)
        if more == PASSED_OVER:
            continue
        if more < 0:
            return more
        child = tree_end
        tree_end += LINE_NODE
        fill(child, 0, LINE_NODE)
        store32(child, PARENT, node // 8)
        store16(child, OPTION, k)
        store16(node, COUNT, load16(node, COUNT) + 1)
        number_new(child, trial, more)
        if load32(child + (PROOF if ours else DISPROOF)) == 0:
            break
    if load16(node, COUNT) == 0:
        give_up(node)
    return 0


def give_up(node: int) -> None:
    """Count a node as one that isn't won."""
    store32(node, CHILDREN, 0)
    store32(node, PROOF, NEVER)
    store32(node, DISPROOF, 0)


def number_new(child: int, record: int, options: int) -> None:
    """The numbers of a new node, whose record has so many options, or candidates for them."""
    proof, disproof = NEVER, 0
    if options == 0:
        if amount(record, prover) > 0.0 and amount(record, 1 - prover) < 0.0:
            proof, disproof = 0, NEVER
    elif looked_up(record) == KNOWN_SURELY:
        if loadf(ANSWER + 8 * prover, 16) >= 1.0:
            proof, disproof = 0, NEVER
            store16(child, PLIES, load64(ANSWER, 8))
    else:
        ours = load64(record, KEY + 8) == prover
        store8(child, OURS, ours)
        proof, disproof = 1 if ours else options, options if ours else 1
    store32(child, PROOF, proof)
    store32(child, DISPROOF, disproof)


def climb() -> None:
    """Number the node that is looked at anew, and those above it as far as that changes them; go on from the last."""
    global at, depth
    while number_anew(at) and at != tree:
        at, depth = load32(at, PARENT) * 8, depth - 1


def number_anew(node: int) -> bool:
    """A node's numbers from those of its children; whether they have changed."""
    if load32(node, CHILDREN) == 0:
        return True  # it was given up
    ours = load8(node, OURS)
    number, other = PROOF if ours else DISPROOF, DISPROOF if ours else PROOF
    least, total, nearest, farthest = NEVER, 0, 0xFFFF, 0
    for i in range(load16(node, COUNT)):
        child = child_at(node, i)
        least = min(least, load32(child + number))
        total = min(total + load32(child + other), NEVER)
        if load32(child, PROOF) == 0:
            nearest = min(nearest, load16(child, PLIES) + 1)
            farthest = max(farthest, load16(child, PLIES) + 1)
    changed = least != load32(node + number) or total != load32(node + other)
    store32(node + number, 0, least)
    store32(node + other, 0, total)
    store16(node, PLIES, nearest if ours else min(farthest, 0xFFFF))
    return changed
