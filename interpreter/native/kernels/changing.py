"""Other histories made of one, as steps of a Markov chain that leaves the distribution of particles as it is
(Metropolis and others 1953): a hidden choice is drawn anew, or two that were made at one place of the rules are
exchanged, and all the rest is replayed as it was. What doesn't fit then, or has another number of plies, isn't taken.
"""

from __future__ import annotations

from interpreter.graph.abi import HUGE
from interpreter.native.kernel_compiler.intrinsics import copy, job, load32, load64, loadf, shr_u, store64
from interpreter.native.kernel_compiler.parameters import START, run
from interpreter.native.kernels.areas import WORK
from interpreter.native.kernels.believing import TRIED_KNOWN, add_plies, arrived, bank_at, spare_at
from interpreter.native.kernels.chance import GAMMA, mix, pick
from interpreter.native.kernels.histories import (
    AT,
    KNOWING,
    LENGTH,
    LIKELY,
    MOST_PLIES,
    PARTICLE,
    SEEN,
    TAKEN,
    begin_history,
    copy_particle,
    is_key,
    is_own,
    is_told,
    note_ply,
    option_of,
    option_told,
    ply_of,
    sort_of,
)
from interpreter.native.kernels.knowledge import KNOWN, begin_knowing, learn
from interpreter.native.kernels.logarithm import log
from interpreter.native.kernels.records import duplicate

first_ply: int = 0
second_ply: int = 0
"""The plies that are changed; the second is -1 if the first is drawn anew."""
drawn: int = 0


@job
def believe_change(number: int, player: int, seen: int, asked: int, seed_key: int, steps: int) -> int:
    """So many steps, each of one of so many particles in its turn. Gives how many were taken."""
    global drawn
    drawn = seed_key
    taken = 0
    for i in range(steps):
        taken += change(bank_at() + i % number * PARTICLE, player, seen, asked)
    return taken


def change(row: int, player: int, seen: int, asked: int) -> bool:
    """A step of the chain; whether it was taken."""
    global drawn
    if not propose(row) or not replay(row, spare_at(), player, seen, asked):
        return False
    other = spare_at()
    if load64(other + LENGTH) != load64(row + LENGTH) or loose(other) != loose(row):
        return False
    drawn = mix(drawn + GAMMA)
    chance = (shr_u(drawn, 11) + 1) / 9007199254740992.0
    if loadf(row + LIKELY) - loadf(other + LIKELY) > log(1.0 / chance):
        return False
    copy_particle(row, other)
    return True


def loose(row: int) -> int:
    """How many plies can be changed."""
    found = 0
    for i in range(min(load64(row + LENGTH), MOST_PLIES)):
        found += sort_of(row, i) > 0
    return found


def propose(row: int) -> bool:
    """Draw what is to be changed; false if there is nothing."""
    global drawn, first_ply, second_ply
    count = loose(row)
    if count == 0 or load64(row + LENGTH) > MOST_PLIES:
        return False
    drawn = mix(drawn + GAMMA)
    first_ply, second_ply = which(row, pick(drawn, count)), -1
    drawn = mix(drawn + GAMMA)
    if drawn & 1:
        second_ply = which(row, pick(drawn, count))
        same = load64(ply_of(row, first_ply), TAKEN) == load64(ply_of(row, second_ply), TAKEN)
        return sort_of(row, first_ply) == sort_of(row, second_ply) and not same
    return True


def which(row: int, number: int) -> int:
    """The ply that is the one of this number among those that can be changed."""
    i = 0
    while True:
        if sort_of(row, i) > 0:
            if number == 0:
                return i
            number -= 1
        i += 1


def replay(row: int, to: int, player: int, seen: int, asked: int) -> bool:
    """The history of a particle with the change; false if it doesn't fit."""
    duplicate(to, START)
    run(to, 0, -1, 0, HUGE)
    begin_knowing(to, to + KNOWING)
    begin_history(to)
    while not arrived(to, player, seen, asked):
        i = load64(to + LENGTH)
        if i >= load64(row + LENGTH) or not play_again(row, to, i, player, seen):
            return False
    return True


def play_again(row: int, to: int, i: int, player: int, most: int) -> bool:
    """A ply more, as it was or as it is changed."""
    global drawn
    options = run(to, 0, -1, 0, HUGE)
    if options <= 0:
        return False
    at = load64(to + SEEN)
    told = at < most and is_told(to, at)
    ply = ply_of(row, second_ply if i == first_ply and second_ply >= 0 else first_ply if i == second_ply else i)
    if i == first_ply and second_ply < 0:
        drawn = mix(drawn + GAMMA)
        k = pick(drawn, options)
    else:
        k = option_of(to, options, load64(ply, TAKEN), load32(ply, AT))
        if k < 0 and told:
            k = option_told(to, options, at, load32(ply, AT))
        if k < 0:
            return False
    duplicate(WORK, to)
    copy(TRIED_KNOWN, to + KNOWING, KNOWN)
    add_plies(1)
    if run(WORK, 1, k, 0, HUGE) < 0 or learn(to, k, WORK, TRIED_KNOWN) < 0:
        return False
    same = is_key(TRIED_KNOWN, player, at - 1)
    if not same and (at >= most or not is_key(TRIED_KNOWN, player, at)):
        return False
    note_ply(to, k, options, is_own(to, player), told)
    duplicate(to, WORK)
    copy(to + KNOWING, TRIED_KNOWN, KNOWN)
    store64(to + SEEN, 0, at if same else at + 1)
    return True
