"""The tree of a search: nodes with visits and values, what is settled in it, and its memory.

A node is known by its address. Its children lie in one block behind each other, in the order of the options; the
block begins with their number and the node they belong to. Blocks are made in the heap one after another, so a
block always lies behind that of its parents – which lets `keep` slide a part of the tree down in one pass.

A node is *settled* if its players' values need no more looking at: at the game's end; where the player to move has
an option that is settled as a win; where all options are settled. It then holds its values and a distance, in plies,
to the end. It is *exact* if these values hold however the players break ties – with two players always, unless they are
paid.
"""

from __future__ import annotations

from interpreter.graph.abi import CANDIDATE, DECISION, HUGE, PASSED_OVER, ROLL, ROUGHLY, STOP
from interpreter.native.kernel_compiler.intrinsics import (
    copy,
    fill,
    load8,
    load16,
    load32,
    load64,
    loadf,
    shr_u,
    store8,
    store16,
    store32,
    store64,
    storef,
)
from interpreter.native.kernel_compiler.parameters import (
    COMMON,
    DOUBTS,
    FACTOR,
    FOLLOWS,
    KEY,
    OUT,
    PAYS,
    STACK_END,
    P,
    run,
)
from interpreter.native.kernels.areas import ROOT, TRIAL, allocate, cut_heap, heap_end
from interpreter.native.kernels.estimates import lift_estimate, note_estimate
from interpreter.native.kernels.evaluation import is_trained
from interpreter.native.kernels.known import note_known
from interpreter.native.kernels.nodes import (
    BLOCKS,
    CHANCE,
    CHILDREN,
    DISTANCE,
    EXACT,
    FLAGS,
    LATER,
    MADE_SIZE,
    MOVE,
    MOVES_SIZE,
    NODE,
    NUMBER,
    OPTIONS,
    PLAYER,
    ROOT_NODE,
    SETTLED,
    SUMS,
    WON,
    children,
    value,
)
from interpreter.native.kernels.policy import has_policy
from interpreter.native.kernels.policy_scores import likeness, look_at, score_described
from interpreter.native.kernels.records import KEPT, duplicate, utility

ALIKE = (P <= 2) | COMMON
"""Whether players break no ties that matter, unless they are paid."""

FORESEEN = 20
"""So many games stand for what a policy says of an option that wasn't tried."""
CAUTION = 2
"""Differences of scores count less, by this factor."""
UNIT = 1024
"""What a game that was won counts in LATER."""
NEVER = -1 << 30

nodes: int = 0


def node_count() -> int:
    """How many nodes there are."""
    return nodes


def plant() -> None:
    """A new tree, which is its root."""
    global nodes
    cut_heap(STACK_END)
    fill(allocate(MOVES_SIZE + MADE_SIZE), 0, MOVES_SIZE + MADE_SIZE)
    nodes = 1
    fill(ROOT_NODE, 0, NODE)
    duplicate(TRIAL, ROOT)
    describe_state(ROOT_NODE, TRIAL, run(TRIAL, 0, -1, 0, counting()))


def describe_state(node: int, record: int, options: int) -> None:
    """Note in a new node what its state is."""
    store32(node, OPTIONS, options)
    store8(node, PLAYER, load64(record, KEY + 8))
    if options == 0:
        for player in range(KEPT):
            storef(node + 8 * player, SUMS, utility(record, player))
        store8(node, FLAGS, SETTLED | EXACT)
    elif load64(record, STOP) == ROLL:
        store8(node, FLAGS, CHANCE)
    if options and is_trained():
        note_estimate(node, record, options)


def expand(node: int, record: int) -> int:
    """Give a node its children. Gives 1; 0 if there is no memory left; or a negative number as of `run`."""
    global nodes
    decides, most = load64(record, STOP) == DECISION, load32(node, OPTIONS)
    if DOUBTS and decides:
        duplicate(TRIAL, record)
        most = run(TRIAL, 0, -1, 0, ROUGHLY)
    block = allocate(8 + most * NODE)
    if block == 0:
        return 0
    fill(block + 8, 0, most * NODE)
    child, count, best = block + 8, 0, NEVER
    guided = guides() and decides
    if guided:
        look_at(record, load8(node, PLAYER))
    for k in range(most):
        given = k + (CANDIDATE if DOUBTS and decides else 0)
        duplicate(TRIAL, record)
        options = run(TRIAL, 1, given, 0, counting())
        if options < 0:
            cut_heap(block)
            return options
        if options != PASSED_OVER:
            describe_state(child, TRIAL, options)
            if options:
                note_known(child, TRIAL)
            if DOUBTS:
                store64(child, NUMBER, given)
            if decides and not is_trained():
                duplicate(TRIAL, record)
                run(TRIAL, -1, given, 0, HUGE)
                if not load8(child, FLAGS) & SETTLED:
                    store16(child, MOVE, move_number(load8(node, PLAYER)))
                if guided:
                    liked = score_described(load8(node, PLAYER))
                    best = max(best, liked)
                    store64(child, LATER, liked)
            child += NODE
            count += 1
    cut_heap(child)
    store32(block, 0, count)
    store32(block, 4, node // 8)
    store32(node, OPTIONS, count)
    if guided:
        for k in range(count):
            child = block + 8 + k * NODE
            store64(child, LATER, foreseen((best - load64(child, LATER)) // CAUTION))
    nodes += count
    store32(node, CHILDREN, block // 8)
    settle(node)
    if is_trained():
        lift_estimate(node)
    return 1


def counting() -> int:
    """How `run` is to count options. Where conditions look ahead, it takes long to try all candidates for nothing but
    their number; learnt values ask for it."""
    return ROUGHLY if DOUBTS and not is_trained() else HUGE


def leading_to(child: int, k: int) -> int:
    """What `run` is given to go to a child, which is option `k`."""
    return load64(child, NUMBER) if DOUBTS else k


def guides() -> bool:
    """Whether a policy guides the search."""
    return FOLLOWS != 0 and has_policy() and not is_trained()


def foreseen(less: int) -> int:
    """What is noted at first of games in which an option was taken later, if it scores so much less than the best:
    FORESEEN of them, from all won to, where it is never taken in random games, all lost."""
    return (FORESEEN * (shr_u(likeness(less), 5) - UNIT) << 32) + FORESEEN


def move_number(player: int) -> int:
    """The number of the move that is described at OUT, made by this player."""
    number = load64(OUT)
    for i in range(load64(OUT, 8)):
        number = (number ^ load64(OUT + 8 * i, 16)) * FACTOR
    return shr_u((number ^ player) * FACTOR, 48)


# ---- what is settled


def settle(node: int) -> None:
    """See whether a node's children settle it."""
    if load8(node, FLAGS) & CHANCE:
        settle_chance(node)
        return
    me, first, count = load8(node, PLAYER), children(node), load32(node, OPTIONS)
    best, open_ones, shared = 0, 0, 0
    flags = EXACT
    for k in range(count):
        child = first + k * NODE
        if not load8(child, FLAGS) & SETTLED:
            open_ones += 1
            continue
        flags &= load8(child, FLAGS)
        better = 1.0 if best == 0 else value(child, me) - value(best, me)
        if better > 0.0:
            best, shared = child, 0
        elif better == 0.0:
            shared |= not same_values(child, best)
            later = load16(child, DISTANCE) > load16(best, DISTANCE)
            if later != (value(child, me) >= WON):
                best = child
    if best and (open_ones == 0 or value(best, me) >= WON):
        for player in range(KEPT):
            storef(node + 8 * player, SUMS, loadf(best + 8 * player, SUMS))
        close(node, load16(best, DISTANCE), EXACT if ALIKE and PAYS == 0 else 0 if open_ones or shared else flags)


def same_values(a: int, b: int) -> bool:
    """Whether two settled nodes are worth the same to everybody."""
    for player in range(KEPT):
        if loadf(a + 8 * player, SUMS) != loadf(b + 8 * player, SUMS):
            return False
    return True


def settle_chance(node: int) -> None:
    """The same where chance decides: the mean of all children, if they are settled."""
    first, count, distance = children(node), load32(node, OPTIONS), 0
    flags = EXACT
    for k in range(count):
        child = first + k * NODE
        if not load8(child, FLAGS) & SETTLED:
            return
        flags &= load8(child, FLAGS)
        distance = max(distance, load16(child, DISTANCE))
    for player in range(KEPT):
        total = 0.0
        for k in range(count):
            total += loadf(first + k * NODE + 8 * player, SUMS)
        storef(node + 8 * player, SUMS, total / count)
    close(node, distance, flags)


def close(node: int, distance: int, exact: int) -> None:
    """Mark a node as settled, one ply further from the end than the child that decides it."""
    store8(node, FLAGS, load8(node, FLAGS) | SETTLED | exact)
    store16(node, DISTANCE, min(distance + 1, 0xFFFF))


# ---- from move to move


def keep(k: int) -> None:
    """Make a child of the root the root; what isn't below it is dropped."""
    global nodes
    child = children(ROOT_NODE) + k * NODE
    copy(ROOT_NODE, child, NODE)
    end = heap_end()
    at, to = BLOCKS, BLOCKS
    nodes = 1
    claim(ROOT_NODE)
    while at < end:
        size = 8 + load32(at) * NODE
        owner = load32(at, 4)
        if owner & KEEPS:
            copy(to, at, size)
            store32(to, 4, owner ^ KEEPS)
            store32((owner ^ KEEPS) * 8, CHILDREN, to // 8)
            for i in range(load32(to)):
                claim(to + 8 + i * NODE)
            nodes += load32(to)
            to += size
        at += size
    cut_heap(to)


KEEPS = 0x80000000
"""Set in the owner of a block that is to be kept. An eighth of an address leaves the bit free."""


def claim(node: int) -> None:
    """See to it that a node's children are kept, and know where it is now."""
    block = load32(node, CHILDREN) * 8
    if block:
        store32(block, 4, node // 8 | KEEPS)
