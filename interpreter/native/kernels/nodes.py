"""Nodes of a search's tree: where what lies in them, what they are worth, their children."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import load8, load32, load_single, loadf, store_single, storef
from interpreter.native.kernel_compiler.parameters import COMMON, DOUBTS, STACK_END, P
from interpreter.native.kernels.areas import SCRATCH
from interpreter.native.kernels.records import KEPT

VISITS, CHILDREN, OPTIONS, PLAYER, FLAGS, MOVE, LATER, SUMS = 0, 4, 8, 12, 13, 14, 16, 24
DISTANCE, ESTIMATE = MOVE, LATER
"""Bytes: four, four (an eighth of the block's address), four, one, one, two, eight; and a float for each KEPT player.

MOVE: which move led here, as a number among 2**16 that may be shared; of a settled node, the distance.
LATER: games through the parent in which its player made this move at any time (in the lower half) and what they came to
for that player, in 1024ths (in the upper half). Where values were learnt, ESTIMATE: what it is thought to be worth to
the first of two players, a float; see `estimates.py`.
"""
SETTLED, EXACT, CHANCE, SLOWED = 1, 2, 4, 8
"""Flags; SLOWED: a turn goes on that may go on for long (`long_turns.py`)."""
NUMBER = SUMS + 8 * KEPT
"""Where conditions look ahead: what `run` is given to come here, the number of a candidate (abi.CANDIDATE) or of an
outcome; a word."""
ESTIMATES = NUMBER + 8 * DOUBTS
"""What it is thought to be worth to each of more than two players: floats of four bytes."""
NODE = ESTIMATES + 8 * ((P + 1) // 2) * (P > 2)
ROOT_NODE = SCRATCH
"""The root is the only node outside the heap."""
MOVES_TABLE = STACK_END
"""For each MOVE, how often it was made, and what it came to for who made it: two floats."""
MOVES_SIZE = 0x10000 * 16
MADE_TABLE = MOVES_TABLE + MOVES_SIZE
"""For each MOVE, a byte: in which iteration, of the last 255, it was made last."""
MADE_SIZE = 0x10000
BLOCKS = MADE_TABLE + MADE_SIZE
WON = 1.0


def value(node: int, player: int) -> float:
    """What a settled node is worth; of any other the sum of what was found."""
    if KEPT < P:
        one = loadf(node, SUMS)
        return -one if player and COMMON == 0 else one
    return loadf(node + 8 * player, SUMS)


def mean(node: int, player: int) -> float:
    """What a node that was visited is worth on average."""
    if load8(node, FLAGS) & SETTLED:
        return value(node, player)
    return value(node, player) / load32(node, VISITS)


def estimated_value(node: int, player: int) -> float:
    """What a node that isn't settled is thought to be worth."""
    if P > 2:
        return load_single(node + 4 * player + ESTIMATES)
    worth = loadf(node, ESTIMATE)
    return -worth if P == 2 and player else worth


def note_estimated(node: int, player: int, worth: float) -> None:
    """Note that; of two players, what one gains the other loses."""
    if P > 2:
        store_single(node + 4 * player + ESTIMATES, worth)
    else:
        storef(node, ESTIMATE, -worth if P == 2 and player else worth)


def children(node: int) -> int:
    """The address of the first child, or 0 before the node is expanded."""
    block = load32(node, CHILDREN) * 8
    return block + 8 if block else 0
