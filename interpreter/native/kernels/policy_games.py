"""Games from which a policy is learnt: random ones, in which it is seen what each option comes to."""

from __future__ import annotations

from interpreter.graph.abi import FOLLOWING, FULL, HUGE, ROLL, STOP
from interpreter.native.kernel_compiler.intrinsics import job, load32, load64, store32, store64
from interpreter.native.kernel_compiler.parameters import (
    AROUND,
    DECIDED,
    KEY,
    OUT,
    VIEW,
    run,
)
from interpreter.native.kernels.areas import REPORT, TRIAL, WORK, heap_end, room
from interpreter.native.kernels.greedy import is_idle, lead
from interpreter.native.kernels.playouts import set_up
from interpreter.native.kernels.policy import has_policy
from interpreter.native.kernels.policy_scores import content, look_at, site, surroundings
from interpreter.native.kernels.records import duplicate, utility

ROW = 24
GAINS, IDLE = 1, 2


@job
def policy_begin(seed_key: int, number: int) -> int:
    """Set up game `number` of a seed; gives the number of options, or as of `run`."""
    return set_up(WORK, seed_key, number)


@job
def policy_step(key: int) -> int:
    """Take an option at random, or one that is drawn by the policy; gives as `run` does."""
    return run(WORK, 1, -1, key, FOLLOWING if has_policy() else HUGE)


@job
def policy_rows(count: int) -> int:
    """Describe so many options, in rows of six words of four bytes: the decision, what stands on the site that the
    option goes to, the surroundings of that and of the site it comes from, and what it comes to: GAINS if it raises the
    player's lead, or wins; IDLE if it changes nothing on the board. The report says where the rows lie until something
    else is asked, and who moves. Gives how many there are, 0 at a roll, or a negative number as of `run`."""
    if load64(WORK, STOP) == ROLL:
        return 0
    if not room(count * ROW):
        return FULL
    me = load64(WORK, KEY + 8)
    look_at(WORK, me)
    before = lead(WORK, me)
    for k in range(count):
        row = heap_end() + k * ROW
        duplicate(TRIAL, WORK)
        run(TRIAL, -1, k, 0, HUGE)
        describe(me, row)
        duplicate(TRIAL, WORK)
        more = run(TRIAL, 1, k, 0, HUGE)
        if more < 0:
            return more
        gains = lead(TRIAL, me) > before or (more == 0 and utility(TRIAL, me) > 0.0)
        store32(row, 16, (GAINS if gains else 0) + (IDLE if is_idle(TRIAL) else 0))
    store64(REPORT, 0, heap_end())
    store64(REPORT, 8, me)
    return count


def describe(me: int, row: int) -> None:
    """What a policy sees of the option that is described at OUT."""
    of, around = DECIDED + 16 * load64(OUT), AROUND + me * VIEW
    to, origin = site(load32(of)), site(load32(of, 4))
    store32(row, 0, load64(OUT))
    store32(row, 4, content(to) if to >= 0 else 0)
    store32(row, 8, surroundings(around, to) if to >= 0 else 0)
    store32(row, 12, surroundings(around, origin) if origin >= 0 else 0)
