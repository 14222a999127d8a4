"""Counting sequences depth first, by a module of its own; see `kernels/sequences.py`."""

from __future__ import annotations

from interpreter.graph.abi import FULL, TOO_GREAT
from interpreter.graph.backend import Depth, GivenUp, Halted, NoRoomError, Stop, TooGreatError, Unit
from interpreter.native.compiled import Compiled
from interpreter.native.engine import room
from interpreter.native.host.code_cache import Ready
from interpreter.native.host.instance import Instance
from interpreter.native.module.emitter import Unsupported

MOST = (1 << 32) - (1 << 16)
"""Bytes that an instance can have: addresses have 32 bits."""
LEAST_BITS, MOST_BITS = 10, 22
ROW, POSITION = 32, 16
"""Bytes of the table for each state behind which was counted, and for each position."""


def position_bits(memory: int) -> int:
    """How many positions there is room for, as a power of two, in half of it at most."""
    return max((min(memory, MOST, room()) // 2 // POSITION).bit_length() - 1, 0)


def places(memory: int) -> int:
    """How many positions find room: seven eighths of the places may be taken."""
    return (1 << position_bits(memory)) * 7 // 8


def count(
    ready: Compiled | Ready, start: Stop, option: int, depth: int, unit: Unit, positions: bool, memory: int
) -> Depth:
    """The numbers for one depth, those behind an option if it isn't negative.

    Raises GivenUp; NoRoomError, if positions don't fit in so many bytes; TooGreatError.
    """
    memory = min(memory, room())
    instance = Instance(ready)  # a new one, as the tables want memory that is all zeros
    instance.prefer_huge_pages()
    instance.call("limit_memory", min(memory, MOST))
    bits = min(MOST_BITS, max(LEAST_BITS, (memory // 8 // ROW).bit_length() - 1))
    while instance.call("sequences_start", bits, position_bits(memory) if positions else 0):  # fewer rows may have room
        if bits == LEAST_BITS:
            raise NoRoomError(f"counting takes more than {memory >> 20:,} MB")
        bits -= 1
    try:
        instance.write(ready.work, ready.record.encode(start.place, list(start.values)))
        status = instance.call("sequences", ready.work, option, depth, int(unit == "turns"))
    except (Halted, Unsupported, OverflowError) as problem:
        raise GivenUp(str(problem)) from None
    if status == FULL:
        raise NoRoomError(f"the positions at depth {depth} take more than {memory >> 20:,} MB")
    if status == TOO_GREAT:
        raise TooGreatError(f"there are more than {(1 << 63) - 1:,} sequences")
    if status:
        raise GivenUp(f"status {status}")
    found = [None if number < 0 else number for number in instance.report(3)]
    return Depth(depth, found[0] or 0, found[1], found[2])
