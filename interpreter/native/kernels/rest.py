"""The states that have no value yet, as the nodes of a game without rules; see `recursive/`.

They are numbered in the order in which they were found, and written to the host block by block. A node is a word –
its options, times four; two more if the second player moves, one more if chance does – and two words for each option:
twice the number of the node that it leads to, one more if the players are exchanged there; or -1 and what the state
is worth to the first player, as a float.
"""

from __future__ import annotations

from interpreter.graph.abi import ABOUT
from interpreter.native.kernel_compiler.intrinsics import (
    job,
    load8,
    load16,
    load64,
    loadf,
    store8,
    store16,
    store64,
    storef,
)
from interpreter.native.kernel_compiler.parameters import CERTAIN, COMMON, P
from interpreter.native.kernels.areas import allocate
from interpreter.native.kernels.records import KEPT
from interpreter.native.kernels.solve import worth
from interpreter.native.kernels.states import (
    CHANCE,
    DISTANCE,
    EXACT,
    MARKS,
    OPTIONS,
    PLAYER,
    VALUED,
    WORTHS,
    child_of,
    first_exchanged,
    first_state,
    is_even,
    lay_out,
    led_to,
    roll_count,
    size_at,
    states_end,
)

BLOCK = 1 << 21
"""Bytes of a block, in which the node with the most options has room."""

rest: int = 0
"""How many states have no value."""
rest_options: int = 0
rest_at: int = 0
rest_edge: int = 0
block: int = 0


@job
def rest_begin() -> int:
    """Number the states; gives how many they are, or -1 if bounds can't be had: if one player's gain isn't the other's
    loss, or there is no room; or if chance has no part, and values are found in another way."""
    global rest, rest_options, block
    if CERTAIN or roll_count() == 0 or not is_even():
        return -1
    block = allocate(BLOCK)
    if block == 0:
        return -1
    rest, rest_options = 0, 0
    state = first_state()
    while state < states_end():
        if load8(state, MARKS) & VALUED == 0:
            store64(state, WORTHS, rest)
            rest += 1
            rest_options += load16(state, OPTIONS)
        state += size_at(state)
    rest_again()
    return rest


@job
def rest_exchanged() -> int:
    """Whether the players are exchanged in the first state."""
    return first_exchanged() if COMMON == 0 else 0


@job
def rest_count() -> int:
    """How many they are."""
    return rest


@job
def rest_options_count() -> int:
    """How many options they have together."""
    return rest_options


@job
def rest_block() -> int:
    """Where blocks lie."""
    return block


@job
def rest_again() -> None:
    """Begin with the first one once more."""
    global rest_at, rest_edge
    rest_at, rest_edge = first_state(), 0


@job
def rest_next() -> int:
    """Write the next nodes; gives how many bytes, 0 if there are no more, or -1 if a rule is broken."""
    global rest_at, rest_edge
    to = block
    while rest_at < states_end():
        options, marks = load16(rest_at, OPTIONS), load8(rest_at, MARKS)
        if marks & VALUED == 0:
            if to + 8 + 16 * options > block + BLOCK:
                break
            if led_to(rest_edge, 0) == 0:
                lay_out(rest_at)
            second = load8(rest_at, PLAYER) if COMMON == 0 and P == 2 else 0
            store64(to, 0, 4 * options + 2 * second + (1 if marks & CHANCE else 0))
            to += 8
            for k in range(options):
                child = led_to(rest_edge, k)
                if child == 0:
                    child = child_of(k)
                    if child < 0:
                        return -1
                if load8(child & -2, MARKS) & VALUED:
                    store64(to, 0, -1)
                    storef(to, 8, worth(child, 0))
                else:
                    store64(to, 0, 2 * load64(child & -2, WORTHS) + (child & 1 if COMMON == 0 else 0))
                to += 16
        rest_edge += options
        rest_at += size_at(rest_at)
    return to - block


@job
def rest_put(size: int) -> None:
    """Take the values of the next nodes from the block, 16 bytes for each: the first player's, as a float; the plies to
    an end, and ABOUT more if the value isn't exact."""
    global rest_at
    at = block
    while at < block + size:
        if load8(rest_at, MARKS) & VALUED == 0:
            first = loadf(at)
            storef(rest_at, WORTHS, first)
            for player in range(1, KEPT):
                storef(rest_at + 8 * player, WORTHS, -first)
            store16(rest_at, DISTANCE, load64(at, 8))
            if load64(at, 8) & ABOUT == 0:
                store8(rest_at, MARKS, load8(rest_at, MARKS) | EXACT)
            at += 16
        rest_at += size_at(rest_at)


@job
def rest_forget() -> None:
    """No state is worth anything yet."""
    state = first_state()
    while state < states_end():
        if load8(state, MARKS) & VALUED == 0:
            for player in range(KEPT):
                storef(state + 8 * player, WORTHS, 0.0)
        state += size_at(state)
