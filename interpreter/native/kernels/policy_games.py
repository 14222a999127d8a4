"""Games from which a policy is learnt: searches move by move, whose options are described by what the policy sees."""

from __future__ import annotations

from interpreter.graph.abi import FULL, HUGE
from interpreter.native.kernel_compiler.intrinsics import job, load8, load32, store64
from interpreter.native.kernel_compiler.parameters import run
from interpreter.native.kernels.areas import REPORT, ROOT, TRIAL, WORK, heap_end, room
from interpreter.native.kernels.mcts import mcts_start
from interpreter.native.kernels.nodes import CHANCE, FLAGS, OPTIONS, PLAYER, ROOT_NODE, SETTLED
from interpreter.native.kernels.playouts import set_up
from interpreter.native.kernels.policy import describe, look_at, recall_last
from interpreter.native.kernels.records import duplicate

ROW = 16


@job
def policy_begin(seed_key: int, number: int) -> int:
    """Begin a search at the start of game `number` of a seed; gives the number of options, or as of `run`."""
    options = set_up(WORK, seed_key, number)
    if options > 0:
        status = mcts_start(WORK, 0)
        if status < 0:
            return status
    return options


@job
def policy_root() -> int:
    """What the search stands at: how many options, 0 at the end; and in the report whether it is a roll, whether it is
    settled, and who moves."""
    store64(REPORT, 0, load8(ROOT_NODE, FLAGS) & CHANCE)
    store64(REPORT, 8, load8(ROOT_NODE, FLAGS) & SETTLED)
    store64(REPORT, 16, load8(ROOT_NODE, PLAYER))
    return load32(ROOT_NODE, OPTIONS)


@job
def policy_rows() -> int:
    """Describe the root's options by what a policy sees of them, in rows of four words of four bytes; see `describe`.
    The report says where; they lie there until something else is asked. Gives how many."""
    count, me = load32(ROOT_NODE, OPTIONS), load8(ROOT_NODE, PLAYER)
    if not room(count * ROW):
        return FULL
    look_at(ROOT, me)
    recall_last()
    for k in range(count):
        duplicate(TRIAL, ROOT)
        run(TRIAL, -1, k, 0, HUGE)
        describe(me, heap_end() + k * ROW)
    store64(REPORT, 0, heap_end())
    return count
