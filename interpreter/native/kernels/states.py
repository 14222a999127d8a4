"""All states that can be reached from a record, each once, in few bytes: packed, with how many options it has, and what
has been found out about it. A table finds them. Where each option leads to is kept as long as there is room; it can be
found again at any time.

From STACK_END up lie the states in the order in which they are found, which is that in which they are explored; from
`roof` down where their options lead, in the same order; from `roof` up the table.
"""

from __future__ import annotations

from interpreter.graph.abi import FULL, HUGE, ROLL, STOP, TOO_MANY_OPTIONS
from interpreter.native.kernel_compiler.intrinsics import (
    copy,
    fill,
    job,
    load8,
    load16,
    load32,
    load64,
    store8,
    store16,
    store32,
    storef,
)
from interpreter.native.kernel_compiler.parameters import (
    CERTAIN,
    COMMON,
    FORGETS,
    KEY,
    PACKED,
    PAYS,
    PRESENT,
    SIZE,
    P,
    pack,
    run,
    size_of,
    unpack,
)
from interpreter.native.kernels.areas import ADDRESSES, ROOT, TRIAL, WORK, allocate, heap_end
from interpreter.native.kernels.folding import WORDS, fold_begins, folded, orbit
from interpreter.native.kernels.packed_hash import hash_of
from interpreter.native.kernels.records import KEPT, amount

OPTIONS, DISTANCE, MARKS, PLAYER, WORTHS = 0, 2, 4, 5, 6
"""A state: how many options it has, the plies to the end (16 bits each), marks, who moves. Behind that what it is worth
to each player – unless games end in nothing but wins, losses and draws, without chance: then the marks say it – and the
packed record; with its past, if that matters, and then with its length, so that one can go backwards."""
HEAD = WORTHS + 8 * KEPT * (1 - CERTAIN) + PACKED % 2
"""Addresses of states are even: their last bit says whether the two players are exchanged in what is kept."""
CHANCE, VALUED, EXACT, WITHOUT_END, WON_BY_FIRST, LOST_BY_FIRST = 1, 2, 4, 8, 16, 32
MOST_OPTIONS = 0xFFFF
LEAST_SLOTS = 1 << 12
SPARE = 1 << 22
"""Bytes that are left to others."""

root: int = 0
beginning: int = 0
"""The packed record that all began with, as it was; and where it is kept."""
first: int = 0
end: int = 0
"""Where the next state goes."""
waiting: int = 0
"""The first that wasn't explored yet."""
roof: int = 0
ceiling: int = 0
"""Where the memory ends."""
slots: int = 0
found: int = 0
unfolded: int = 0
"""How many states those are together with their images."""
edges: int = 0
rolls: int = 0
uneven: int = 0
"""In how many ends one isn't paid what the other has to pay."""
kept_edges: int = 0
"""Whether it is kept where options lead to."""


@job
def solve_start(record: int, memory: int) -> int:
    """Begin with a record, in so many bytes beyond the tables of symmetries, if there are some (`solve_fold`). Gives 0,
    FULL, or a negative number as of `run`."""
    global root, beginning, first, end, waiting, roof, ceiling, slots, found, unfolded, edges, rolls, uneven, kept_edges
    fold_begins()
    base = heap_end()
    memory = min(memory, ADDRESSES - base - SPARE) & -8
    if allocate(memory) == 0:
        return FULL
    beginning = base
    root = base + 8 * WORDS + 8
    end, waiting = root, root
    ceiling = base + memory
    slots = LEAST_SLOTS
    most = slots
    while 4 * most * 2 <= memory // 3:
        most *= 2
    roof = ceiling - 4 * most
    found, unfolded, edges, rolls, uneven, kept_edges = 0, 0, 0, 0, 0, 1
    if roof <= base + 4 * LEAST_SLOTS:
        return FULL
    fill(roof, 0, 4 * slots)
    copy(WORK, record, size_of(record))
    options = run(WORK, 0, -1, 0, HUGE)
    if options < 0:
        return options
    pack(WORK, beginning)
    first = reached(options)
    return first if first < 0 else 0


@job
def solve_also(record: int) -> int:
    """Begin with another record, too, before anything is explored. Gives 0, FULL, or a negative number as of `run`."""
    copy(WORK, record, size_of(record))
    options = run(WORK, 0, -1, 0, HUGE)
    status = options if options < 0 else reached(options)
    return min(status, 0)


@job
def solve_explore(count: int) -> int:
    """Explore so many states more. Gives how many states are known, 0 when all are explored, FULL, or a negative number
    as of `run`."""
    global waiting
    while count > 0 and waiting < end:
        status = explore(waiting)
        if status < 0:
            return status
        waiting += size_at(waiting)
        count -= 1
    return found if waiting < end else 0


@job
def state_count() -> int:
    """How many states are known."""
    return found


@job
def states_at() -> int:
    """Where they lie."""
    return root


@job
def state_bytes() -> int:
    """How many bytes a state takes; 0 if that differs."""
    return HEAD + PACKED if FORGETS else 0


def room_for(count: int) -> int:
    """Make room for so many states of before, and one more: where they are to be written, or 0."""
    global root, end, waiting, roof, ceiling, slots, found, unfolded, edges, rolls, kept_edges
    fold_begins()
    base, size = heap_end(), count * (HEAD + PACKED)
    slots = LEAST_SLOTS
    while slots * 3 < 4 * count + 8:
        slots *= 2
    beyond = (size + HEAD + 16 * WORDS + 64 + 7) & -8
    if count < 1 or FORGETS == 0 or base + beyond + 4 * slots > ADDRESSES or allocate(beyond + 4 * slots) == 0:
        return 0
    root, end, roof = base, base + size, base + beyond
    waiting, ceiling = end, roof + 4 * slots
    found, unfolded, edges, rolls, kept_edges = count, 0, 0, 0, 0
    return root


def index() -> int:
    """Make the table that finds the states that were written there; gives 0, or -1 if one is there twice."""
    fill(roof, 0, 4 * slots)
    state = root
    while state < end:
        slot = slot_of(state, PACKED)
        if load32(slot):
            return -1
        store32(slot, 0, state)
        state += HEAD + PACKED
    return 0


def sought(record: int) -> int:
    """The state of a record, and one more if the players are exchanged in it; 0 if it isn't known."""
    pack(record, end + HEAD)
    exchanged = folded(end + HEAD, load64(record, KEY))
    state = load32(slot_of(end, PACKED))
    return state | exchanged if state else 0


@job
def keeps_edges() -> int:
    """Whether it is kept where options lead to."""
    return kept_edges


@job
def unfolded_count() -> int:
    """How many states there are together with their images by symmetries."""
    return unfolded


def first_state() -> int:
    """The state that all began with."""
    return root


def first_exchanged() -> int:
    """Whether the players are exchanged in it."""
    return first & 1


def lay_out_beginning() -> None:
    """Make the record that all began with, in ROOT."""
    lay_out(root)
    if FORGETS:
        fill(ROOT, 0, SIZE)
        unpack(beginning, ROOT)


def go_on(k: int) -> int:
    """Take option `k` of the record in ROOT, which is then the record of what follows: which state that is."""
    child = child_of(k)
    if FORGETS:
        pack(WORK, end + HEAD)
        fill(ROOT, 0, SIZE)
        unpack(end + HEAD, ROOT)
    else:
        lay_out(child)
    return child


def states_end() -> int:
    """Where the last state ends."""
    return end


def edge_count() -> int:
    """How many options they have in all."""
    return edges


def roll_count() -> int:
    """In how many states chance decides."""
    return rolls


def is_even() -> bool:
    """Whether one player's gain is the other's loss in all ends; or one plays alone, or all together."""
    return (P <= 2 or COMMON != 0) and uneven == 0


def is_fair() -> bool:
    """The same without chance."""
    return is_even() and rolls == 0


def led_to(options_before: int, k: int) -> int:
    """Where option `k` of a state leads, if that is kept, else 0; the states before it have so many options."""
    return load32(roof - 4 * (options_before + k + 1)) if kept_edges else 0


def explore(state: int) -> int:
    """Find the states that a state's options lead to."""
    global edges, kept_edges
    options = load16(state, OPTIONS)
    if options:
        lay_out(state)
    for k in range(options):
        child = child_of(k)
        if child < 0:
            return child
        edges += 1
        if kept_edges:
            if roof - 4 * edges >= end:
                store32(roof - 4 * edges, 0, child)
            else:
                kept_edges = 0
    return 0


def lay_out(state: int) -> None:
    """Make the record of a state, in ROOT."""
    fill(ROOT, 0, SIZE)
    unpack(state + HEAD, ROOT)
    if FORGETS == 0:
        copy(ROOT + PRESENT, state + HEAD + PACKED, size_at(state) - HEAD - PACKED - 4)


def options_of(state: int) -> int:
    """How many options a state has, by the rules; its record is then in ROOT."""
    lay_out(state)
    copy(WORK, ROOT, PRESENT if FORGETS else size_of(ROOT))
    if FORGETS:
        fill(WORK + PRESENT, 0, SIZE - PRESENT)
    return run(WORK, 0, -1, 0, HUGE)


def child_of(k: int) -> int:
    """The state that option `k` of the record in ROOT leads to, which may be new, and one more if the players are
    exchanged in it; or why it can't be had."""
    copy(WORK, ROOT, PRESENT if FORGETS else size_of(ROOT))
    if FORGETS:
        fill(WORK + PRESENT, 0, SIZE - PRESENT)
    options = run(WORK, 1, k, 0, HUGE)
    return options if options < 0 else reached(options)


def size_at(state: int) -> int:
    """How many bytes a state takes."""
    if FORGETS:
        return HEAD + PACKED
    copy(TRIAL + PRESENT, state + HEAD + PACKED, SIZE - PRESENT)
    return HEAD + PACKED + size_of(TRIAL) - PRESENT + 4


def before(state: int) -> int:
    """The state that was found before this one."""
    return state - (HEAD + PACKED if FORGETS else load32(state - 4))


def packed_size(record: int) -> int:
    """How many bytes a record takes when it is packed, with its past if that matters."""
    return PACKED if FORGETS else PACKED + size_of(record) - PRESENT


def reached(options: int) -> int:
    """The state in WORK, which may be new, and one more if the players are exchanged in what is kept of it; FULL if
    there is no memory."""
    global found, unfolded, end, rolls, uneven
    if options > MOST_OPTIONS:
        return TOO_MANY_OPTIONS
    size = packed_size(WORK)
    if end + HEAD + size + 16 > (roof - 4 * edges - 4 if kept_edges else roof) and not make_room(HEAD + size + 16):
        return FULL
    state = end
    pack(WORK, state + HEAD)
    exchanged = 0
    if FORGETS:
        exchanged = folded(state + HEAD, load64(WORK, KEY))
    else:
        copy(state + HEAD + PACKED, WORK + PRESENT, size - PACKED)
    slot = slot_of(state, size)
    if load32(slot):
        return load32(slot) | exchanged
    store16(state, OPTIONS, options)
    store16(state, DISTANCE, 0)
    store8(state, MARKS, 0)
    store8(state, PLAYER, load64(WORK, KEY + 8) ^ exchanged)
    if CERTAIN == 0:
        for player in range(KEPT):
            storef(state + 8 * player, WORTHS, amount(WORK, player ^ exchanged) if options == 0 else 0.0)
        if PAYS and P == 2 and COMMON == 0 and options == 0 and amount(WORK, 0) + amount(WORK, 1) != 0.0:
            uneven += 1
    elif options == 0:
        worth = amount(WORK, exchanged)
        store8(state, MARKS, WON_BY_FIRST if worth > 0.0 else LOST_BY_FIRST if worth < 0.0 else 0)
    if options and load64(WORK, STOP) == ROLL:
        store8(state, MARKS, CHANCE)
        rolls += 1
    store32(slot, 0, state)
    end = state + HEAD + size
    if FORGETS == 0:
        store32(end, 0, HEAD + size + 4)
        end += 4
    found += 1
    unfolded += orbit()
    if found * 4 > slots * 3 and not widen():
        return FULL
    return state | exchanged


def make_room(size: int) -> bool:
    """Whether there is room for so many bytes, if need be where options led to."""
    global kept_edges
    kept_edges = 0
    return end + size <= roof


def slot_of(state: int, size: int) -> int:
    """The table's slot of the state that is written there; or an empty one, if it isn't known."""
    slot = roof + 4 * (hash_of(state + HEAD, size) & slots - 1)
    while load32(slot) and not same(load32(slot) + HEAD, state + HEAD, size):
        slot += 4
        if slot == roof + 4 * slots:
            slot = roof
    return slot


def same(a: int, b: int, size: int) -> bool:
    """Whether two packed records are one. Their bytes are compared, so that longer pasts differ from shorter ones: what
    follows a record tells its length."""
    for at in range(0, size - 7, 8):
        if load64(a + at) != load64(b + at):
            return False
    for at in range(size & -8, size):
        if load8(a + at) != load8(b + at):
            return False
    return FORGETS != 0 or size_at(a - HEAD) - HEAD - 4 == size


def widen() -> bool:
    """A table of twice the size, in the same place."""
    global slots
    if roof + 8 * slots > ceiling:
        return found * 8 < slots * 7  # a fuller one would be searched for ever
    slots *= 2
    fill(roof, 0, 4 * slots)
    state = root
    while state < end:
        size = size_at(state)
        slot = slot_of(state, size - HEAD - (0 if FORGETS else 4))
        store32(slot, 0, state)
        state += size
    return True
