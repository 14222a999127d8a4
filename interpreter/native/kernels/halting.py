"""A word by which another thread has a search stopped in the midst of a random game: one may take long.

The rules look at it in games whose moves are noted (`lower/decisions.py`): such a game ends at its next decision. What
it was played for then counts for nothing.
"""

from __future__ import annotations

from interpreter.graph.abi import TRACE_PLIES
from interpreter.native.kernel_compiler.intrinsics import job, load64, store64
from interpreter.native.kernel_compiler.parameters import TRACE

HALT = TRACE + 4 * TRACE_PLIES


@job
def halting() -> int:
    """Where the word lies; it is cleared."""
    store64(HALT, 0, 0)
    return HALT


def is_halted() -> bool:
    """Whether the search is to stop."""
    return load64(HALT) != 0
