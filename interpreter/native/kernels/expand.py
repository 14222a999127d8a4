"""A game of two players expanded into information sets, depth first, as `equilibrium/expansion.py` does by states.

Each line of play is looked at once. Where it stands is a row of frames, one for each decision or roll on the way: the
record, what is known there, and which option comes next; so the work can be left and taken up anywhere. Each set
holds a mark of its options, worked out anew each time it is come to: if that differs, the rules give away what is
hidden, or only say the same in other words; the host looks.
"""

from __future__ import annotations

from interpreter.graph.abi import FULL, HUGE, LEAK, MIXER, NO_ZERO_SUM, ROLL, STOP, TOO_LONG, UNFINISHED
from interpreter.native.kernel_compiler.intrinsics import (
    job,
    load32,
    load64,
    loadf,
    rotl,
    store16,
    store32,
    store64,
    storef,
)
from interpreter.native.kernel_compiler.parameters import CAPACITY, KEY, STACK_END, START, run
from interpreter.native.kernels.areas import REPORT, SCRATCH, allocate, cut_heap, heap_end
from interpreter.native.kernels.information_sets import (
    BODY,
    FIRST,
    LENGTH,
    MARK_AT,
    PARENT,
    add_set,
    first_found,
    forget_sets,
    set_of,
    sets_found,
)
from interpreter.native.kernels.knowledge import KNOWN, begin_knowing, learn, look_at_text, text_hash
from interpreter.native.kernels.records import amount, duplicate

MOST_PLIES = 1000
"""Decisions and rolls of a line of play at most."""
KNOWN_AT = CAPACITY
OPTIONS_AT = KNOWN_AT + KNOWN
TAKEN_AT = OPTIONS_AT + 8
"""How many of a frame's options have been gone into."""
LIKELY_AT = TAKEN_AT + 8
"""What chance makes of the way that leads there."""
OWN_AT = LIKELY_AT + 8
"""Both players' sequences, a word each."""
FIRST_AT = OWN_AT + 16
"""The first sequence of who decides there; 0 for chance."""
FRAME = FIRST_AT + 8
BLOCK_ENTRIES = 4096
ENTRY = 16
"""As `regret.py` takes them."""
NEAR = 1e-9

frames: int = 0
depth: int = 0
histories: int = 0
edges: int = 0
ends: int = 0
longest: int = 0
ceiling: int = 0
block: int = 0
"""The block of entries that is being filled: a word for the one before it, one for how many it holds, the entries."""
sequences: int = 0
other_sequences: int = 0
met: int = 0
"""The set that was come to when something was wrong."""


@job
def expand_start(memory: int) -> int:
    """Begin, with so many bytes to be used; gives 0, or why that can't be."""
    global frames, depth, histories, edges, ends, longest, ceiling, block, sequences, other_sequences, met
    cut_heap(STACK_END)
    depth, histories, edges, ends, longest, block, met = 0, 0, 0, 0, 0, 0, 0
    sequences, other_sequences = 1, 1
    frames = allocate(FRAME * (MOST_PLIES + 2))
    ceiling = STACK_END + memory
    if frames == 0 or not forget_sets():
        return FULL
    duplicate(frames, START)
    options = run(frames, 0, -1, 0, HUGE)
    if options < 0:
        return options
    begin_knowing(frames, frames + KNOWN_AT)
    storef(frames, LIKELY_AT, 1.0)
    store64(frames, OWN_AT, 0)
    store64(frames, OWN_AT + 8, 0)
    return arrive(frames, options)


def arrive(frame: int, options: int) -> int:
    """A line of play has come to a state; gives 0, or what is wrong."""
    global histories, edges, longest
    histories += 1
    longest = max(longest, depth)
    edges += options
    store64(frame, OPTIONS_AT, options)
    store64(frame, TAKEN_AT, 0)
    store64(frame, FIRST_AT, 0)
    if options == 0:
        return end_there(frame)
    if load64(frame, STOP) == ROLL:
        return 0
    return decide_there(frame, options)


def end_there(frame: int) -> int:
    """Note what an end is worth."""
    global block, ends
    worth = amount(frame, 0)
    gap = worth + amount(frame, 1)
    if gap > NEAR or gap < -NEAR:
        return NO_ZERO_SUM
    if block == 0 or load64(block, 8) == BLOCK_ENTRIES:
        fresh = allocate(16 + ENTRY * BLOCK_ENTRIES)
        if fresh == 0 or heap_end() > ceiling:
            return FULL
        store64(fresh, 0, block)
        store64(fresh, 8, 0)
        block = fresh
    at = block + 16 + ENTRY * load64(block, 8)
    store32(at, 0, load64(frame, OWN_AT))
    store32(at, 4, load64(frame, OWN_AT + 8))
    storef(at, 8, worth * loadf(frame, LIKELY_AT))
    store64(block, 8, load64(block, 8) + 1)
    ends += 1
    return 0


def decide_there(frame: int, options: int) -> int:
    """Find the set of who decides, or make it."""
    global sequences, other_sequences, met
    me = load64(frame, KEY + 8)
    key, other_key = load64(frame + 16 * me, KNOWN_AT), load64(frame + 16 * me, KNOWN_AT + 8)
    parent, mark = load64(frame + 8 * me, OWN_AT), mark_of(frame, options)
    if mark == 0:
        return FULL
    found = set_of(me, key, other_key)
    if found:
        if load64(found, MARK_AT) != mark or load32(found, PARENT) != parent:
            met = found
            return LEAK
    else:
        found = add_set(me, key, other_key, options, 2 * depth)
        if found == 0 or heap_end() > ceiling:
            return FULL
        store64(found, MARK_AT, mark)
        store32(found, PARENT, parent)
        store32(found, FIRST, other_sequences if me else sequences)
        if me:
            other_sequences += options
        else:
            sequences += options
        write_way(found + BODY)
        store64(found, LENGTH, depth)
    store64(frame, FIRST_AT, load32(found, FIRST))
    return 0


def mark_of(frame: int, options: int) -> int:
    """A number for the options of a frame: their texts, and how many; 0 if they can't be written."""
    mark = options
    for k in range(options):
        if look_at_text(frame, k) < 0:
            return 0
        mark = (rotl(mark, 23) ^ text_hash()) * MIXER
    return mark | 1


def write_way(to: int) -> None:
    """Write which options lead to the last frame, two bytes each."""
    for at in range(depth):
        store16(to + 2 * at, 0, load64(frames + FRAME * at, TAKEN_AT) - 1)


@job
def expand_go(steps: int) -> int:
    """Go into so many options more. Gives UNFINISHED, at last 0, or what is wrong."""
    global depth
    while steps > 0:
        steps -= 1
        frame = frames + FRAME * depth
        taken, options = load64(frame, TAKEN_AT), load64(frame, OPTIONS_AT)
        while taken == options:
            if depth == 0:
                return 0
            depth -= 1
            frame -= FRAME
            taken, options = load64(frame, TAKEN_AT), load64(frame, OPTIONS_AT)
        status = go_into(frame, taken, options)
        if status:
            return status
    return UNFINISHED


def go_into(frame: int, k: int, options: int) -> int:
    """The next frame: what an option leads to."""
    global depth
    if depth == MOST_PLIES:
        return TOO_LONG
    following = frame + FRAME
    store64(frame, TAKEN_AT, k + 1)
    duplicate(following, frame)
    found = run(following, 1, k, 0, HUGE)
    if found < 0:
        return found
    for at in range(0, KNOWN, 8):
        store64(following + at, KNOWN_AT, load64(frame + at, KNOWN_AT))
    status = learn(frame, k, following, following + KNOWN_AT)
    if status < 0:
        return status
    first, likely = load64(frame, FIRST_AT), loadf(frame, LIKELY_AT)
    storef(following, LIKELY_AT, likely if first else likely / options)
    store64(following, OWN_AT, load64(frame, OWN_AT))
    store64(following, OWN_AT + 8, load64(frame, OWN_AT + 8))
    if first:
        store64(following + 8 * load64(frame, KEY + 8), OWN_AT, first + k)
    depth += 1
    return arrive(following, found)


@job
def expand_report() -> None:
    """Report how far it is: lines of play, options, ends, the longest way, sets, both players' sequences, first set,
    the last block of entries; where something is wrong the set, and where the way lies that leads there, two bytes for
    each of so many options."""
    store64(REPORT, 0, histories)
    store64(REPORT, 8, edges)
    store64(REPORT, 16, ends)
    store64(REPORT, 24, longest)
    store64(REPORT, 32, sets_found())
    store64(REPORT, 40, sequences)
    store64(REPORT, 48, other_sequences)
    store64(REPORT, 56, first_found())
    store64(REPORT, 64, block)
    store64(REPORT, 72, met)
    write_way(SCRATCH)
    store64(REPORT, 80, SCRATCH)
    store64(REPORT, 88, depth)
