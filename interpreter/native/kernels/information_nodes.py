"""Information states of a search: nodes that are found by whose decision it is and the key of what that player knows.

A node holds for each option how often it was taken, what that came to for each player in sum, and at decisions of
`together` the regret of not having taken it, and how much it was meant to be taken in all.
"""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import fill, load8, load32, load64, store8, store32, store64
from interpreter.native.kernel_compiler.parameters import STACK_END, P
from interpreter.native.kernels.areas import allocate, cut_heap

FIRST_KEY, SECOND_KEY, VISITS, OPTIONS, PLAYER, JOINT, ROWS = 0, 8, 16, 20, 24, 25, 32
TAKEN, REGRET, MEANT, SUMS = 0, 8, 16, 24
ROW = SUMS + 8 * P
"""An option: words, and floats."""
FULLEST = 0.75
"""Part of the table that is used, at most."""

table: int = 0
slots: int = 0
nodes: int = 0


def make_nodes(bits: int, before: int) -> int:
    """An empty table of 2**bits slots in the heap, which is empty but for so many bytes before; their address, or 0 if
    there is no memory."""
    global table, slots, nodes
    cut_heap(STACK_END)
    area = allocate(before)
    slots, nodes = 1 << bits, 0
    table = allocate(4 * slots)
    if area == 0 or table == 0:
        return 0
    fill(table, 0, 4 * slots)
    return area


def node_count() -> int:
    """How many nodes there are."""
    return nodes


def slot_of(first: int, second: int, player: int, options: int) -> int:
    """The address of the slot where a node is, or would be."""
    at = (first ^ player * 0x9E3779B97F4A7C15) & slots - 1
    while True:
        node = load32(table + 4 * at) * 8
        if node == 0:
            break
        is_same = load64(node, FIRST_KEY) == first and load64(node, SECOND_KEY) == second
        if is_same and load8(node, PLAYER) == player and load32(node, OPTIONS) == options:
            break
        at = at + 1 & slots - 1
    return table + 4 * at


def node_at(slot: int) -> int:
    """The node in a slot, or 0."""
    return load32(slot) * 8


def add_node(slot: int, first: int, second: int, player: int, options: int, is_joint: int) -> int:
    """A new node in an empty slot; 0 if there is no room."""
    global nodes
    if nodes > FULLEST * slots:
        return 0
    size = ROWS + options * ROW
    node = allocate(size)
    if node == 0:
        return 0
    fill(node, 0, size)
    store64(node, FIRST_KEY, first)
    store64(node, SECOND_KEY, second)
    store32(node, OPTIONS, options)
    store8(node, PLAYER, player)
    store8(node, JOINT, is_joint)
    store32(slot, 0, node // 8)
    nodes += 1
    return node
