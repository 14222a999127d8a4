"""Memory that jobs use: a report for the host, scratch records, and the heap.

The heap lies beyond STACK_END and belongs to one big job at a time: who builds something new there throws away what
was there before. The memory grows as it is needed. What is to stay while searches come and go, a table of solved
positions, lies on a *shelf* beyond all that the heap may have.
"""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import grow, job, memory_pages, shr_u, ult
from interpreter.native.kernel_compiler.parameters import CAPACITY, STACK, STACK_END, P

REPORT = STACK
"""Words that a job leaves for the host."""
TALLY = REPORT + 512
"""Counts of outcomes; see `playouts.py`."""
TALLY_SIZE = 32 * P * P * P
ANSWER = TALLY
"""In searches, which count nothing: what a table says of the position that was looked up last (`endgame.py`)."""
WORK = TALLY + TALLY_SIZE
"""A scratch record …"""
TRIAL = WORK + CAPACITY
"""… and another, for looking one step ahead."""
ROOT = TRIAL + CAPACITY
"""The record that a search starts from."""
SCRATCH = ROOT + CAPACITY
"""From here to STACK_END: a job's own."""

PAGE = 0x10000
STEP = 64
"""Pages that memory grows by, where there are so many to be had."""

top: int = STACK_END
"""The heap's end."""
bound: int = 0x7FFFFFFF
"""An address that the heap never goes beyond; the host sets it."""
ADDRESSES = 0xFFFF0000
"""Addresses have 32 bits."""
foot: int = STACK_END
"""Where the heap begins: while a shelf is filled, there."""
shelf: int = ADDRESSES
"""Where a shelf begins."""


@job
def report() -> int:
    """Where the report lies."""
    return REPORT


@job
def limit_memory(bytes_in_all: int) -> None:
    """Say how great the memory may grow."""
    global bound
    bound = min(bytes_in_all, shelf)


@job
def fill_shelf(address: int) -> None:
    """From now on the heap begins there: what is put into it stays on the shelf, which begins there, too."""
    global foot, bound
    foot, bound = address, ADDRESSES
    cut_heap(address)


@job
def close_shelf() -> None:
    """The shelf is full, and the heap where it was."""
    global shelf, foot
    shelf, foot = foot, STACK_END
    limit_memory(shelf)
    cut_heap(STACK_END)


def heap_foot() -> int:
    """Where the heap begins."""
    return foot


def heap_end() -> int:
    """Where the heap ends."""
    return top


def cut_heap(end: int) -> None:
    """Throw away what is in the heap from here on; STACK_END for everything."""
    global top
    top = end


def room(size: int) -> bool:
    """Make sure that so many bytes are there beyond the heap's end; false if they can't be had."""
    end = top + size
    if size < 0 or end > bound:
        return False
    have = memory_pages() * PAGE
    if end <= have:
        return True
    need = shr_u(end - have + PAGE - 1, 16)
    if ult(need, STEP) and have + STEP * PAGE <= bound and grow(STEP) >= 0:
        return True
    return grow(need) >= 0


def allocate(size: int) -> int:
    """So many bytes (a multiple of eight) of the heap: their address, or 0 if they can't be had."""
    global top
    if not room(size):
        return 0
    at = top
    top += size
    return at
