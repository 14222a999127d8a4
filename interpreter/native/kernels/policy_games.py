"""Games from which a policy is learnt: it is seen what each option comes to, or what a search thinks of it."""

from __future__ import annotations

from interpreter.graph.abi import CANDIDATE, FOLLOWING, FULL, HUGE, ROLL, ROUGHLY, STOP
from interpreter.native.kernel_compiler.intrinsics import job, load32, load64, store32, store64
from interpreter.native.kernel_compiler.parameters import (
    AROUND,
    DECIDED,
    KEY,
    OUT,
    RANKS,
    VIEW,
    run,
)
from interpreter.native.kernels.areas import REPORT, ROOT, TRIAL, WORK, heap_end, room
from interpreter.native.kernels.chains import prospects
from interpreter.native.kernels.greedy import is_idle, lead
from interpreter.native.kernels.mcts import mcts, mcts_start
from interpreter.native.kernels.playouts import set_up
from interpreter.native.kernels.policy import is_followed
from interpreter.native.kernels.policy_scores import content, look_at, site, surroundings, view
from interpreter.native.kernels.records import duplicate, utility

ROW = 32
GAINS, IDLE = 1, 2
REPLY = ROOT
"""A scratch record: what a reply leads to."""
FAR = 1 << 30
"""Further than that no lead is told."""


@job
def policy_begin(seed_key: int, number: int) -> int:
    """Set up game `number` of a seed; gives the number of options, or as of `run`."""
    return set_up(WORK, seed_key, number)


@job
def policy_step(key: int) -> int:
    """Take an option at random, or one that is drawn by the policy; gives as `run` does."""
    look_at(WORK, load64(WORK, KEY + 8))
    return run(WORK, 1, -1, key, FOLLOWING if is_followed() else HUGE)


@job
def policy_rows(count: int, tries: int) -> int:
    """Describe `count` options, and if asked to, try them and all replies. Each has a row of eight words of four bytes,
    which hold: the decision; what stands on the site that the option goes to; what going there means for chains; the
    surroundings of that site, and of the one that the option comes from; if it is tried, what it comes to (GAINS if it
    raises the player's lead, or wins; IDLE if it changes nothing on the board), and how far the lead has changed after
    the best reply; nothing.

    The report says where the rows lie until something else is asked, and who moves. The function gives how many rows
    there are, 0 at a roll, or a negative number as `run` does."""
    if load64(WORK, STOP) == ROLL:
        return 0
    if not room(count * ROW):
        return FULL
    me = load64(WORK, KEY + 8)
    look_at(WORK, me)
    before = lead(WORK, me) if RANKS and tries else 0
    for k in range(count):
        row = heap_end() + k * ROW
        duplicate(TRIAL, WORK)
        run(TRIAL, -1, k, 0, HUGE)
        describe(me, row)
        more = attempt(me, k, row, before) if RANKS and tries else 0
        if more < 0:
            return more
    store64(REPORT, 0, heap_end())
    store64(REPORT, 8, me)
    return count


def attempt(me: int, k: int, row: int, before: int) -> int:
    """Note what option `k` comes to, where the player's lead was this before; gives as `run` does."""
    duplicate(TRIAL, WORK)
    more = run(TRIAL, 1, k, 0, ROUGHLY)
    if more >= 0:
        gains = lead(TRIAL, me) > before or (more == 0 and utility(TRIAL, me) > 0.0)
        store32(row, 20, (GAINS if gains else 0) + (IDLE if is_idle(TRIAL) else 0))
        store32(row, 24, min(max(answered(me, more) - before, -FAR), FAR))
    return more


def answered(me: int, count: int) -> int:
    """A player's lead after the best reply to the option in TRIAL: the reply that leaves least lead, or most if the
    player itself goes on. `count` says how many candidates there are to reply with."""
    found = lead(TRIAL, me)
    if count == 0:
        return FAR if utility(TRIAL, me) > 0.0 else -FAR if utility(TRIAL, me) < 0.0 else found
    if load64(TRIAL, STOP) == ROLL:
        return found
    sign = 1 if load64(TRIAL, KEY + 8) == me else -1
    best = -FAR * 2
    for k in range(count):
        duplicate(REPLY, TRIAL)
        if run(REPLY, 1, CANDIDATE + k, 0, ROUGHLY) >= 0:
            best = max(best, sign * lead(REPLY, me))
    return sign * best if best > -FAR * 2 else found


def describe(me: int, row: int) -> None:
    """What a policy sees of the option that is described at OUT."""
    of, around = DECIDED + 16 * load64(OUT), AROUND + view(me) * VIEW
    to, origin = site(load32(of)), site(load32(of, 4))
    store32(row, 0, load64(OUT))
    store32(row, 4, content(to) if to >= 0 else 0)
    store32(row, 8, prospects(to) if to >= 0 else 0)
    store32(row, 12, surroundings(around, to) if to >= 0 else 0)
    store32(row, 16, surroundings(around, origin) if origin >= 0 else 0)


@job
def policy_take(k: int) -> int:
    """Take option `k`; gives as `run` does."""
    look_at(WORK, load64(WORK, KEY + 8))
    return run(WORK, 1, k, 0, HUGE)


@job
def policy_search(seed_key: int, count: int) -> int:
    """Search so many iterations from where the game stands, which stays there. Gives how many were made, or a negative
    number as of `run`; `mcts_options` tells what was found."""
    found = mcts_start(WORK, 0)
    if found >= 0:
        found = mcts(seed_key, count)
    duplicate(WORK, ROOT)
    return found
