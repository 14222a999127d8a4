"""Games from which a policy is learnt: random ones, in which it is seen what each option comes to."""

from __future__ import annotations

from interpreter.graph.abi import FOLLOWING, FULL, HUGE, ROLL, STOP
from interpreter.native.kernel_compiler.intrinsics import copy, job, load8, load32, load64, store32, store64
from interpreter.native.kernel_compiler.parameters import (
    AROUND,
    CHAINS,
    CHAINS_SIZE,
    DECIDED,
    KEY,
    OUT,
    VIEW,
    run,
)
from interpreter.native.kernels.areas import REPORT, ROOT, TRIAL, WORK, heap_end, room
from interpreter.native.kernels.chains import prospects
from interpreter.native.kernels.greedy import is_idle, lead
from interpreter.native.kernels.mcts import mcts, mcts_start
from interpreter.native.kernels.nodes import FLAGS, NODE, OPTIONS, ROOT_NODE, SETTLED, VISITS, children
from interpreter.native.kernels.playouts import set_up
from interpreter.native.kernels.policy import has_policy
from interpreter.native.kernels.policy_scores import content, look_at, site, surroundings
from interpreter.native.kernels.records import duplicate, utility

ROW = 32
GAINS, IDLE = 1, 2


@job
def policy_begin(seed_key: int, number: int) -> int:
    """Set up game `number` of a seed; gives the number of options, or as of `run`."""
    return set_up(WORK, seed_key, number)


@job
def policy_step(key: int) -> int:
    """Take an option at random, or one that is drawn by the policy; gives as `run` does."""
    look_at(WORK, load64(WORK, KEY + 8))
    return run(WORK, 1, -1, key, FOLLOWING if has_policy() else HUGE)


@job
def policy_rows(count: int) -> int:
    """Describe so many options, in rows of eight words of four bytes: the decision, what stands on the site that the
    option goes to, what going there means for chains, the surroundings of that and of the site it comes from, and what
    it comes to: GAINS if it raises the player's lead, or wins; IDLE if it changes nothing on the board. The report says where the rows lie until something
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
        store32(row, 20, (GAINS if gains else 0) + (IDLE if is_idle(TRIAL) else 0))
    store64(REPORT, 0, heap_end())
    store64(REPORT, 8, me)
    return count


def describe(me: int, row: int) -> None:
    """What a policy sees of the option that is described at OUT."""
    of, around = DECIDED + 16 * load64(OUT), AROUND + me * VIEW
    to, origin = site(load32(of)), site(load32(of, 4))
    store32(row, 0, load64(OUT))
    store32(row, 4, content(to) if to >= 0 else 0)
    store32(row, 8, prospects(to) if to >= 0 else 0)
    store32(row, 12, surroundings(around, to) if to >= 0 else 0)
    store32(row, 16, surroundings(around, origin) if origin >= 0 else 0)


@job
def policy_judge(seed_key: int, count: int) -> int:
    """Search from the position with so many iterations, and describe its options, in rows as of `policy_rows`: but the
    sixth word is how often the option was visited. Gives how many there are; 0 if the search has settled the position;
    or a negative number as of `run`."""
    me = load64(WORK, KEY + 8)
    look_at(WORK, me)
    copy(CHAINS + CHAINS_SIZE, CHAINS, CHAINS_SIZE)
    status = mcts_start(WORK, 0)
    if status >= 0:
        status = mcts(seed_key, count)
    if status < 0:
        return status
    duplicate(WORK, ROOT)
    copy(CHAINS, CHAINS + CHAINS_SIZE, CHAINS_SIZE)
    look_at(WORK, me)
    options = load32(ROOT_NODE, OPTIONS)
    if load8(ROOT_NODE, FLAGS) & SETTLED or not children(ROOT_NODE):
        return 0
    if not room(options * ROW):
        return FULL
    for k in range(options):
        row = heap_end() + k * ROW
        duplicate(TRIAL, WORK)
        run(TRIAL, -1, k, 0, HUGE)
        describe(me, row)
        child = children(ROOT_NODE) + k * NODE
        store32(row, 20, load32(child, VISITS))
    store64(REPORT, 0, heap_end())
    store64(REPORT, 8, me)
    return options


@job
def policy_take(k: int) -> int:
    """Take option `k`; gives as `run` does."""
    look_at(WORK, load64(WORK, KEY + 8))
    return run(WORK, 1, k, 0, HUGE)
