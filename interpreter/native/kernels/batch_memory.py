"""Where a batch of games lies in memory: the host lays it out on the heap, and writes addresses into a head of words.

Everything is an array with a row for each lane, in which one game after another is played.
"""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import copy, job, load64, store64
from interpreter.native.kernel_compiler.parameters import CAPACITY, SIZE
from interpreter.native.kernels.areas import WORK, allocate
from interpreter.native.kernels.records import duplicate, used

head: int = 0

RECORDS = 0
"""States: records of SIZE bytes. What is past lies elsewhere:"""
PASTS = 8
"""… for each lane an address, and how many bytes there are."""
KEYS, NUMBERS = 16, 24
"""Words: where a game's draws begin, and the game's number."""
MASKS, PITCH = 32, 40
"""Bytes: 1 for each legal action; and how many there are in a row."""
PLAYERS, COUNTS, STATUSES, ACTIONS = 48, 56, 64, 72
"""Four bytes each: who decides (-1: nobody, the game is over), how many actions are legal, why a game can't go on (0:
it can), and the action to be taken."""
REWARDS = 80
"""A single float for each player."""
DONE, TRUNCATED = 88, 96
"""A byte each."""
TENSORS, TENSOR_SIZE, SEEN = 104, 112, 120
"""Tensors, how many bytes one has, and how many there are in a row: none, one (of who decides), or each player's."""
FIXED, PLACES, WIDE = 128, 136, 144
"""Whether actions have numbers of their own; where they lie by the decision; whether a decision has too many names for
a row (abi.LISTED)."""
ROWS, MOST_ROWS = 152, 160
"""Where options are described, and how many there is room for."""
CELLS, CELL_COUNT = 168, 176
VIEWER_AT, MOVER_AT, STOPS, STOP_AT = 184, 192, 200, 208
"""Of a tensor: where it says who looks and who decides; and by a table for which place of the rules which number."""
PILES = 216
"""A table for stacks; 0 if there are none."""
SEED, EVERY = 224, 232
"""What the seed comes to, and what a lane's number goes up by from game to game."""
LIMIT, AGAIN = 240, 248
"""After how many plies a game is cut off; whether a new one begins where one is over."""
EVERYBODY = 256
"""Whether tensors are those of each player, not of who decides."""
GATHERS, UNKNOWN = 264, 272
"""A table of which `together` each place of the rules belongs to (a bit); one of what isn't known of pieces, or 0."""
BLOCKS, LINES = 280, 288
"""Where all who decide at once do so in one step: a table of which `together` each place belongs to, and the decisions
that were taken in one that isn't over; see `batch_together.py`."""


@job
def batch_room(size: int) -> int:
    """So many bytes of the heap, a multiple of sixteen: their address, or 0 if they can't be had."""
    return allocate(size)


@job
def batch_use(at: int) -> None:
    """Say where the head is."""
    global head
    head = at


def word(field: int) -> int:
    """A word of the head."""
    return load64(head + field)


def fetch(lane: int) -> None:
    """Copy a lane's state to WORK."""
    at = load64(head, RECORDS) + lane * SIZE
    if CAPACITY == SIZE:
        duplicate(WORK, at)
    else:
        copy(WORK, at, SIZE)
        copy(WORK + SIZE, load64(load64(head, PASTS) + 16 * lane), used(WORK) - SIZE)


def keep(lane: int) -> bool:
    """Copy WORK to a lane's state; false if there is no room for what is past."""
    at = load64(head, RECORDS) + lane * SIZE
    if CAPACITY == SIZE:
        duplicate(at, WORK)
        return True
    past, size = load64(head, PASTS) + 16 * lane, used(WORK) - SIZE
    if size > load64(past, 8):
        room = min(2 * size + 1024, CAPACITY - SIZE) & -8
        store64(past, 0, allocate(room))
        if load64(past) == 0:
            store64(past, 8, 0)
            return False
        store64(past, 8, room)
    copy(at, WORK, SIZE)
    copy(load64(past), WORK + SIZE, size)
    return True
