"""All states that can be reached from a record, each once, with what leads where.

States lie in the heap as they are found, which is the order in which they are explored. A hash table finds them. Every
option of a state is an edge, and every state knows the edges that lead to it.
"""

from __future__ import annotations

from interpreter.graph.abi import FULL, HUGE, ROLL, STOP
from interpreter.native.kernel_compiler.intrinsics import (
    fill,
    job,
    load8,
    load32,
    load64,
    store8,
    store32,
    store64,
    storef,
)
from interpreter.native.kernel_compiler.parameters import KEY, STACK_END, P, run
from interpreter.native.kernels.areas import WORK, allocate, cut_heap
from interpreter.native.kernels.records import duplicate, equal, hashed, used, utility

# A state: eighths of addresses of the state that was found next and of the edges; how many options there are, and how
# many of them lead to states without a value; a quarter of the address of the last edge that leads here; the distance
# to the end; the hash; what comes next in the
# queue of `solve.py`, the player to move and marks; what it is worth; and the record.
FOLLOWING, EDGES, OPTIONS, OPEN, LEADING, DISTANCE, HASH, QUEUED, PLAYER, MARKS = 0, 4, 8, 12, 16, 20, 24, 32, 36, 37
WORTHS = 40
KEPT = P - (P == 2)
"""Of two players one value is enough: what one wins, the other loses."""
BODY = WORTHS + 8 * KEPT
CHANCE, VALUED, EXACT, WITHOUT_END = 1, 2, 4, 8

# An edge: eighths of the addresses of where it leads and whence, a quarter of that of the next edge to the same state.
TO, SOURCE, NEXT = 0, 4, 8
EDGE = 12
LEAST_SLOTS = 4096

root: int = 0
last: int = 0
"""The state that was found last."""
waiting: int = 0
"""The first that wasn't explored yet."""
table: int = 0
slots: int = 0
found: int = 0
edges: int = 0
rolls: int = 0


@job
def solve_start(record: int) -> int:
    """Begin with a record. Gives 0, FULL, or a negative number as of `run`."""
    global root, last, waiting, found, edges, rolls
    cut_heap(STACK_END)
    root, last, waiting, found, edges, rolls = 0, 0, 0, 0, 0, 0
    duplicate(WORK, record)
    options = run(WORK, 0, -1, 0, HUGE)
    if options < 0:
        return options
    if not new_table(LEAST_SLOTS):
        return FULL
    root = reached(options)
    waiting = root
    return 0 if root else FULL


@job
def solve_explore(count: int) -> int:
    """Explore so many states more. Gives how many states are known, 0 when all are explored, FULL, or a negative number
    as of `run`."""
    global waiting
    while count > 0 and waiting:
        status = explore(waiting)
        if status < 0:
            return status
        waiting = load32(waiting, FOLLOWING) * 8
        count -= 1
    return found if waiting else 0


def first_state() -> int:
    """The state that all began with."""
    return root


@job
def state_count() -> int:
    """How many states are known."""
    return found


def edge_count() -> int:
    """How many options they have in all."""
    return edges


def roll_count() -> int:
    """In how many states chance decides."""
    return rolls


def explore(state: int) -> int:
    """Find the states that a state's options lead to."""
    global edges
    options = load32(state, OPTIONS)
    if options == 0:
        return 0
    at = allocate((EDGE * options + 7) // 8 * 8)
    if at == 0:
        return FULL
    store32(state, EDGES, at // 8)
    for k in range(options):
        duplicate(WORK, state + BODY)
        more = run(WORK, 1, k, 0, HUGE)
        if more < 0:
            return more
        child = reached(more)
        if child == 0:
            return FULL
        store32(at, TO, child // 8)
        store32(at, SOURCE, state // 8)
        store32(at, NEXT, load32(child, LEADING))
        store32(child, LEADING, at // 4)
        at += EDGE
    edges += options
    return 0


def reached(options: int) -> int:
    """The address of the state in WORK, which may be new; 0 if there is no memory."""
    global found, last, rolls
    size = used(WORK)
    h = hashed(WORK, size, 0)
    slot = table + 4 * (h & slots - 1)
    while load32(slot):
        state = load32(slot) * 8
        if load64(state, HASH) == h and equal(WORK, state + BODY, size):
            return state
        slot += 4
        if slot == table + 4 * slots:
            slot = table
    state = allocate(BODY + size)
    if state == 0:
        return 0
    fill(state, 0, BODY)
    store32(state, OPTIONS, options)
    store32(state, OPEN, options)
    store64(state, HASH, h)
    store8(state, PLAYER, load64(WORK, KEY + 8))
    if options == 0:
        for player in range(KEPT):
            storef(state + 8 * player, WORTHS, utility(WORK, player))
    elif load64(WORK, STOP) == ROLL:
        store8(state, MARKS, CHANCE)
        rolls += 1
    duplicate(state + BODY, WORK)
    store32(slot, 0, state // 8)
    if last:
        store32(last, FOLLOWING, state // 8)
    last = state
    found += 1
    return state if found * 2 < slots or new_table(slots * 4) else 0


def new_table(size: int) -> bool:
    """A greater table."""
    global table, slots
    table = allocate(4 * size)
    slots = size
    if table == 0:
        return False
    fill(table, 0, 4 * size)
    state = root
    while state:
        slot = table + 4 * (load64(state, HASH) & size - 1)
        while load32(slot):
            slot += 4
            if slot == table + 4 * size:
                slot = table
        store32(slot, 0, state // 8)
        state = load32(state, FOLLOWING) * 8
    return True


def is_chance(state: int) -> bool:
    """Whether chance decides in a state."""
    return load8(state, MARKS) & CHANCE != 0
