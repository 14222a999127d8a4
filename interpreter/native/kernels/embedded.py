"""What a ruleset in C has beside what pages have: a random ply, a single move, and games to go back to.

The state is the page's; see `kernels/page.py` and `module/c_interface.c`.
"""

from __future__ import annotations

from interpreter.graph.abi import FULL, HUGE, PAUSING, PLIES
from interpreter.native.kernel_compiler.intrinsics import copy, job, load64, store64
from interpreter.native.kernel_compiler.parameters import PARTS, run, written
from interpreter.native.kernels.areas import REPORT, WORK, heap_end, room
from interpreter.native.kernels.chance import GAMMA, game_key
from interpreter.native.kernels.page import SHOWN, STATE, settle
from interpreter.native.kernels.playouts import PLAY
from interpreter.native.kernels.records import duplicate


@job
def embedded_draw(seed_key: int, number: int) -> int:
    """Take the option that game `number` of a seed takes at random on this ply; gives the same as `page_play`."""
    key = game_key(seed_key, number, PLAY) + load64(STATE, PLIES) * GAMMA
    return settle(run(STATE, 1, -1, key, PAUSING))


@job
def embedded_count() -> int:
    """How many options the state has, or a negative number: what `page_play` gave when it came about."""
    duplicate(WORK, STATE)
    return run(WORK, 0, -1, 0, HUGE)


@job
def embedded_return() -> None:
    """Show the state as it is, after other bytes were laid there."""
    duplicate(SHOWN, STATE)


@job
def embedded_move(option: int) -> int:
    """Write the text of an option; gives how many parts, which lie beyond the heap's end; the report says where."""
    duplicate(WORK, STATE)
    status = run(WORK, -1, option, 0, HUGE)
    if status < 0:
        return status
    parts = written(WORK)
    if parts < 0:
        return parts
    if not room(8 * parts):
        return FULL
    copy(heap_end(), PARTS, 8 * parts)
    store64(REPORT, 0, heap_end())
    return parts
