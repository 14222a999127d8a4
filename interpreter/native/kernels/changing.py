"""Other histories made of one, as steps of a Markov chain that leaves the distribution of particles as it is
(Metropolis and others 1953), with all the rest replayed as it was: a hidden choice is drawn anew; two that were made at
one place of the rules are exchanged; or two things of one sort change their names, wherever others or chance took them
unseen – of two cards, who was dealt the one and passed it on was dealt the other, and passed that on. What doesn't fit
then, or has another number of plies, isn't taken.

Where no history is known that fits, steps lead farther from one that doesn't: to one in which as much or more of what
was told has happened, and in which the player then sees as much or more of what it does see. What was seen before
isn't asked for. If in the end all that is seen now is right, that is a state to think about, even if the way there may
not have been possible.
"""

from __future__ import annotations

from interpreter.graph.abi import HUGE
from interpreter.native.kernel_compiler.intrinsics import (
    copy,
    fill,
    job,
    load8,
    load32,
    load64,
    loadf,
    shr_u,
    store64,
    storef,
)
from interpreter.native.kernel_compiler.parameters import BASES_OF, FACTOR, OUT, START, differing, run
from interpreter.native.kernels.areas import TRIAL, WORK
from interpreter.native.kernels.believing import (
    TAKEN_KNOWN,
    TRIED_KNOWN,
    WAYS,
    WAYS_SIZE,
    add_plies,
    arrived,
    bank_at,
    spare_at,
)
from interpreter.native.kernels.chance import GAMMA, mix, pick
from interpreter.native.kernels.halting import is_halted
from interpreter.native.kernels.histories import (
    AT,
    KNOWING,
    LENGTH,
    LIKELY,
    MOST_PLIES,
    PARTICLE,
    SEEN,
    TAKEN,
    VALUE,
    WEIGHT,
    begin_history,
    copy_particle,
    is_by,
    is_key,
    is_own,
    key_at,
    note_openly,
    note_ply,
    option_of,
    option_told,
    ply_of,
    sort_of,
    told_at,
    view_at,
)
from interpreter.native.kernels.knowledge import KNOWN, begin_knowing, learn, same_key
from interpreter.native.kernels.logarithm import log
from interpreter.native.kernels.records import duplicate

ANEW, EXCHANGED, RENAMED = 0, 1, 2
"""How a history is changed."""
USUALLY = 64
"""A way to change histories counts as if it had been tried so often before, and had always succeeded."""
BEFORE_KNOWN = TAKEN_KNOWN
"""What all knew before a ply."""
VALUES = 8
"""Values of an option whose sort is known (`native/record/knowing.py`)."""
FAR = 65536.0
"""What an information state counts more that a history has come to, in bits of what is seen."""

how: int = 0
first_ply: int = 0
second_ply: int = 0
"""The plies that are changed."""
base: int = 0
first_value: int = 0
second_value: int = 0
"""What changes its name: its sort, and the two."""
drawn: int = 0
is_exact: bool = False
"""Whether what was seen on the way was right, too, where a history has come as far as was asked."""


@job
def believe_change(
    number: int, player: int, seen: int, asked: int, loosely: int, seed_key: int, first: int, steps: int
) -> int:
    """Make `steps` steps of the chain, from step `first` on. The `number` particles have one in turn. `loosely`: what
    was seen on the way isn't asked for. Gives how many steps were taken."""
    global drawn
    drawn = seed_key
    taken, i = 0, first
    while i < first + steps and not is_halted():
        taken += change(bank_at() + i % number * PARTICLE, player, seen, asked, loosely)
        i += 1
    return taken


def change(row: int, player: int, seen: int, asked: int, loosely: int) -> bool:
    """A step of the chain; whether it was taken."""
    global drawn
    if not propose(row):
        return False
    other = spare_at()
    if loosely:
        if come_to(row, other, player, seen, asked, False) < FAR * (seen + 1):
            return False
        key_at(other, player, seen - 1)
    elif not replay(row, other, player, seen, asked):
        return False
    if load64(other + LENGTH) != load64(row + LENGTH) or loose(other) != loose(row):
        return False
    drawn = mix(drawn + GAMMA)
    chance = (shr_u(drawn, 11) + 1) / 9007199254740992.0
    if loadf(row + LIKELY) - loadf(other + LIKELY) > log(1.0 / chance):
        return False
    copy_particle(row, other)
    succeeded()
    return True


@job
def believe_best(number: int, player: int, seen: int, asked: int, seed_key: int, most: int) -> int:
    """Replay particles as they are, so that it is known how far each comes. Gives how many there are then, of those
    that come farthest: `most`, if there are so many."""
    global drawn
    drawn = seed_key
    found = 0
    for i in range(number):
        come = come_to(bank_at() + i * PARTICLE, spare_at(), player, seen, asked, True)
        at = found
        while at > 0 and loadf(bank_at() + (at - 1) * PARTICLE + WEIGHT) < come:
            if at < most:
                copy_particle(bank_at() + at * PARTICLE, bank_at() + (at - 1) * PARTICLE)
            at -= 1
        if at < most:
            copy_particle(bank_at() + at * PARTICLE, spare_at())
            storef(bank_at() + at * PARTICLE + WEIGHT, 0, come)
            found = min(found + 1, most)
    return found


@job
def believe_farther(number: int, player: int, seen: int, asked: int, seed_key: int, first: int, steps: int) -> int:
    """Make `steps` steps, from step `first` on, to histories that come at least as far. The `number` particles have one
    in turn. Gives the number of the first particle, from 1 on, in which the player has been told as much as it
    was, and sees what it does; else 0."""
    global drawn
    drawn = seed_key
    i = first
    while i < first + steps and not is_halted():
        row = bank_at() + i % number * PARTICLE
        come = loadf(row + WEIGHT)
        if come < FAR * (seen + 1) and propose(row):
            come = come_to(row, spare_at(), player, seen, asked, False)
            if come >= loadf(row + WEIGHT):
                if come > loadf(row + WEIGHT):
                    succeeded()
                copy_particle(row, spare_at())
                storef(row + WEIGHT, 0, come)
        if come >= FAR * (seen + 1):
            key_at(row, player, seen - 1)
            return i % number + 1
        i += 1
    return 0


@job
def believe_exactly() -> int:
    """Whether what was seen on the way was right, too, in the history that was found last."""
    return int(is_exact)


@job
def believe_like(number: int, which_one: int) -> None:
    """Have so many particles like one of them."""
    for i in range(number):
        if i != which_one:
            copy_particle(bank_at() + i * PARTICLE, bank_at() + which_one * PARTICLE)


def loose(row: int) -> int:
    """How many plies can be changed."""
    found = 0
    for i in range(min(load64(row + LENGTH), MOST_PLIES)):
        found += sort_of(row, i) > 0
    return found


def propose(row: int) -> bool:
    """Draw what is to be changed; false if there is nothing."""
    global drawn, how, first_ply, second_ply, base, first_value, second_value
    count = loose(row)
    if count == 0 or load64(row + LENGTH) > MOST_PLIES:
        return False
    drawn = mix(drawn + GAMMA)
    first_ply, second_ply = which(row, pick(drawn, count)), -1
    drawn = mix(drawn + GAMMA)
    how = chosen_way(drawn)
    if how == ANEW:
        return True
    second_ply = which(row, pick(mix(drawn), count))
    first_value, second_value = load64(ply_of(row, first_ply), VALUE), load64(ply_of(row, second_ply), VALUE)
    base = base_of(sort_of(row, first_ply) - 1, 0)
    if how == RENAMED:
        return base > 0 and base == base_of(sort_of(row, second_ply) - 1, 0) and first_value != second_value
    same = load64(ply_of(row, first_ply), TAKEN) == load64(ply_of(row, second_ply), TAKEN)
    return sort_of(row, first_ply) == sort_of(row, second_ply) and not same


@job
def believe_afresh() -> None:
    """Forget which ways to change histories have succeeded."""
    fill(WAYS, 0, WAYS_SIZE)


def chosen_way(key: int) -> int:
    """A way to change a history, drawn as often as it has succeeded when it was tried."""
    total = 0.0
    for way in range(3):
        total += success(way)
    left, found = shr_u(key, 11) / 9007199254740992.0 * total, 0
    while found < RENAMED and left >= success(found):
        left -= success(found)
        found += 1
    store64(WAYS + 16 * found, 0, load64(WAYS + 16 * found) + 1)
    return found


def success(way: int) -> float:
    """How often a way has succeeded, in the mean."""
    return float(load64(WAYS + 16 * way, 8) + USUALLY) / (load64(WAYS + 16 * way) + USUALLY)


def succeeded() -> None:
    """Note that the way that was tried last did."""
    store64(WAYS + 16 * how, 8, load64(WAYS + 16 * how, 8) + 1)


def base_of(place: int, i: int) -> int:
    """Of what sort the value with this number is that is chosen at a place; 0: none that has names."""
    return load8(BASES_OF + VALUES * place + i) if i < VALUES else 0


def which(row: int, number: int) -> int:
    """The ply that is the one of this number among those that can be changed."""
    i = 0
    while True:
        if sort_of(row, i) > 0:
            if number == 0:
                return i
            number -= 1
        i += 1


def begin_again(to: int) -> None:
    """A history without plies."""
    duplicate(to, START)
    run(to, 0, -1, 0, HUGE)
    begin_knowing(to, to + KNOWING)
    begin_history(to)


def replay(row: int, to: int, player: int, seen: int, asked: int) -> bool:
    """The history of a particle with the change; false if it doesn't fit."""
    begin_again(to)
    while not arrived(to, player, seen, asked):
        i = load64(to + LENGTH)
        if i >= load64(row + LENGTH) or not play_again(row, to, i, player, seen):
            return False
    return True


def play_again(row: int, to: int, i: int, player: int, most: int) -> bool:
    """A ply more, as it was or as it is changed."""
    options = run(to, 0, -1, 0, HUGE)
    if options <= 0:
        return False
    at = load64(to + SEEN)
    told = told_at(to, player, at) if at < most else 0
    k = taken_again(row, to, i, options, told)
    if k < 0 or play(to, k, options, player, told) < 0:
        return False
    if is_key(to + KNOWING, player, at - 1):
        return True
    store64(to + SEEN, 0, at + 1)
    return at < most and is_key(to + KNOWING, player, at)


def taken_again(row: int, to: int, i: int, options: int, told: int) -> int:
    """Which option is taken, as it was or as it is changed; -1 if there is none."""
    global drawn
    ply = ply_of(row, i)
    if sort_of(row, i) > 0:
        if how == ANEW and i == first_ply:
            drawn = mix(drawn + GAMMA)
            return pick(drawn, options)
        if how == EXCHANGED and (i - first_ply) * (i - second_ply) == 0:
            ply = ply_of(row, first_ply + second_ply - i)
        elif how == RENAMED:
            return option_renamed(to, options, load64(ply, TAKEN), load32(ply, AT))
    k = option_of(to, options, load64(ply, TAKEN), load32(ply, AT))
    return option_told(to, options, told, load32(ply, AT)) if k < 0 and told else k


def option_renamed(record: int, options: int, number: int, guess: int) -> int:
    """An option with a number, once the two things have changed their names; -1 if there is none."""
    if guess < options and renamed(record, guess) == number:
        return guess
    for k in range(options):
        if renamed(record, k) == number:
            return k
    return -1


def renamed(record: int, k: int) -> int:
    """The number of an option whose things have changed their names."""
    duplicate(TRIAL, record)
    run(TRIAL, -1, k, 0, HUGE)
    place = load64(OUT)
    number = place
    for i in range(load64(OUT, 8)):
        value = load64(OUT + 8 * i, 16)
        if base_of(place, i) == base and (value - first_value) * (value - second_value) == 0:
            value = first_value + second_value - value
        number = (number ^ value) * FACTOR
    return number


def play(to: int, k: int, options: int, player: int, told: int) -> int:
    """Take an option in a history. Gives how many options there are then, or -1 if a rule is broken."""
    duplicate(WORK, to)
    copy(TRIED_KNOWN, to + KNOWING, KNOWN)
    add_plies(1)
    following = run(WORK, 1, k, 0, HUGE)
    if following < 0 or learn(to, k, WORK, TRIED_KNOWN) < 0:
        return -1
    note_ply(to, k, options, is_own(to, player), told != 0)
    duplicate(to, WORK)
    copy(BEFORE_KNOWN, to + KNOWING, KNOWN)
    copy(to + KNOWING, TRIED_KNOWN, KNOWN)
    note_openly(to, BEFORE_KNOWN)
    return following


def come_to(row: int, to: int, player: int, seen: int, asked: int, as_it_was: bool) -> float:
    """Replay a history with the change, or as it was, by what was told and what was taken; behind its end, and where
    what was taken can't be taken any more, hidden choices are drawn. Gives how far that comes: FAR for each information
    state, and less by what is seen otherwise at last; a little more for each information state that is right."""
    global drawn, how, first_ply, is_exact
    if as_it_was:
        how, first_ply = ANEW, -1
    begin_again(to)
    going, right, options = True, 1, 1
    while going and not arrived(to, player, seen, asked):
        i, at = load64(to + LENGTH), load64(to + SEEN)
        going = options > 0 and i < MOST_PLIES and (at >= seen or is_by(to, at))
        if going:
            options = run(to, 0, -1, 0, HUGE)
            told, k = told_at(to, player, at) if at < seen else 0, -1
            is_new = i >= load64(row + LENGTH) or (how == ANEW and i == first_ply)
            if told:
                k = option_told(to, options, told, 0 if is_new else load32(ply_of(row, i), AT))
            elif not is_new:
                k = taken_again(row, to, i, options, 0)
            if k < 0 and told == 0:
                drawn = mix(drawn + GAMMA)
                k = pick(drawn, options)
            options = play(to, k, options, player, told) if k >= 0 else -1
            going = options >= 0
            if going and not same_key(to + KNOWING, BEFORE_KNOWN, player):
                store64(to + SEEN, 0, at + 1)
                going = at < seen
                right += right == at and going and is_key(to + KNOWING, player, at)
    is_exact = right == seen
    return FAR * (min(load64(to + SEEN), seen) + going) - differing(to, view_at()) + right / FAR
