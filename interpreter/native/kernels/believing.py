"""Particles in the compiled rules: states that fit what a player knows, carried on from one information state to the
next. The method is that of `interpreter.players.beliefs.particles`, with a record for each particle.

Options that are tried are spread evenly over all there are, from one on that is drawn, so that each is as likely to be
among them. One of those that fit is taken, each as likely; the particle weighs as much as the part that did fit.
"""

from __future__ import annotations

from interpreter.graph.abi import HUGE
from interpreter.native.kernel_compiler.intrinsics import copy, job, load64, loadf, shr_u, store64, storef
from interpreter.native.kernel_compiler.parameters import START, run
from interpreter.native.kernels.areas import ROOT, SCRATCH, WORK
from interpreter.native.kernels.chance import GAMMA, mix, pick
from interpreter.native.kernels.halting import is_halted
from interpreter.native.kernels.histories import (
    KNOWING,
    PARTICLE,
    SEEN,
    WEIGHT,
    begin_history,
    copy_particle,
    is_gathered,
    is_key,
    is_own,
    note_openly,
    note_ply,
    set_keys,
    tells,
    thought,
    told_at,
)
from interpreter.native.kernels.knowledge import KNOWN, begin_knowing, learn
from interpreter.native.kernels.others import drawn_by, share_of
from interpreter.native.kernels.records import duplicate

LEAST, WANTED = 2, 3
"""So many options are tried where most fit, else so many that about these fit."""
SILENT = 4096
"""Plies in a row that the player learns nothing of, at most."""

TRIED_KNOWN = SCRATCH
TAKEN_KNOWN = TRIED_KNOWN + KNOWN
WAYS, WAYS_SIZE = TAKEN_KNOWN + KNOWN, 48
"""How often each way to change a history was tried, and succeeded (`changing.py`)."""

bank: int = 0
spare: int = 0
kept: int = 0
"""Where particles lie, where others are drawn to, and those of before."""
draws: int = 0
tried: int = 0
fitted: int = 0
"""Options tried and found to fit on the way to this information state."""
left: int = 0
plies: int = 0
"""Plies that were played in all."""


def set_banks(first: int, size: int) -> None:
    """Say where there is room for three times the particles, and for keys."""
    global bank, spare, kept
    bank, spare, kept = first, first + size, first + 2 * size
    set_keys(first + 3 * size)


def add_plies(count: int) -> None:
    """So many were played elsewhere."""
    global plies
    plies += count


def spare_at() -> int:
    """Where there is room for particles."""
    return spare


@job
def believe_keep(number: int) -> None:
    """Keep so many particles as they are."""
    for i in range(number):
        copy_particle(kept + i * PARTICLE, bank + i * PARTICLE)


@job
def believe_again(number: int) -> None:
    """Have so many as they were kept."""
    for i in range(number):
        copy_particle(bank + i * PARTICLE, kept + i * PARTICLE)


def bank_at() -> int:
    """Where the particles lie."""
    return bank


@job
def believe_at() -> int:
    """The same, for the host."""
    return bank


@job
def believe_plies() -> int:
    """How many plies were played in all."""
    return plies


@job
def believe_first(number: int, player: int) -> int:
    """So many particles at the game's beginning. Gives how many do fit: all, or none."""
    duplicate(WORK, START)
    if run(WORK, 0, -1, 0, HUGE) < 0:
        return 0
    begin_knowing(WORK, TRIED_KNOWN)
    if not is_key(TRIED_KNOWN, player, 0):
        return 0
    for i in range(number):
        row = bank + i * PARTICLE
        duplicate(row, WORK)
        copy(row + KNOWING, TRIED_KNOWN, KNOWN)
        begin_history(row)
    return number


@job
def believe_on(number: int, player: int, seen: int, asked: int, seed_key: int, most: int) -> int:
    """Carry so many particles on until the player has come to so many information states – with `asked`, until the
    player decides then –, playing at most so many plies. Gives how many particles there are, drawn anew by weight;
    `believe_left` says of how many of them those are."""
    global draws, tried, fitted, left
    draws, tried, fitted, left = seed_key, 0, 0, 0
    total, end = 0.0, plies + most
    for i in range(number):
        row = bank + i * PARTICLE
        storef(row + WEIGHT, 0, 1.0)
        steps = 0
        while not arrived(row, player, seen, asked) and loadf(row + WEIGHT) > 0.0:
            advance(row, player, seen)
            steps += 1
            if steps == SILENT or plies > end or is_halted():
                storef(row + WEIGHT, 0, 0.0)
        total += loadf(row + WEIGHT)
        left += loadf(row + WEIGHT) > 0.0
    if total > 0.0:
        resample(number, total)
        return number
    return 0


@job
def believe_left() -> int:
    """How many particles were left when they were last carried on."""
    return left


def arrived(row: int, player: int, seen: int, asked: int) -> bool:
    """Whether a particle has come so far. Where all decide at once, what others decide then is left to the search."""
    if load64(row + SEEN) < seen:
        return False
    return not asked or is_own(row, player) or is_gathered(row)


def advance(row: int, player: int, most: int) -> None:
    """Let a particle take a ply that fits; if none does, it weighs nothing any more."""
    global draws, tried, fitted, plies
    options = run(row, 0, -1, 0, HUGE)
    weight = loadf(row + WEIGHT)
    storef(row + WEIGHT, 0, 0.0)
    if options <= 0:
        return
    own, seen = is_own(row, player), load64(row + SEEN)
    told = told_at(row, player, seen) if seen < most else 0
    node = 0 if own else thought(row, options)
    number = options
    if fitted > 0 and told == 0:
        wanted = LEAST if 2 * fitted >= tried else WANTED * tried // fitted + 1
        number = min(options, wanted)
    is_drawn = node != 0 and number < options
    draws = mix(draws + GAMMA)
    k, step = pick(draws, options), stride(options, draws)
    fits, share, taken = 0, 0.0, 0
    for _ in range(number):
        if is_drawn:
            draws = mix(draws + GAMMA)
            k = drawn_by(node, draws)
        if told == 0 or tells(row, k, told):
            duplicate(WORK, row)
            copy(TRIED_KNOWN, row + KNOWING, KNOWN)
            plies += 1
            if run(WORK, 1, k, 0, HUGE) >= 0 and learn(row, k, WORK, TRIED_KNOWN) >= 0:
                same = is_key(TRIED_KNOWN, player, seen - 1)
                if same or (seen < most and is_key(TRIED_KNOWN, player, seen)):
                    likely = 1.0 / number if is_drawn else share_of(node, k, options) * options / number
                    fits += 1
                    share += likely
                    draws = mix(draws + GAMMA)
                    if shr_u(draws, 11) / 9007199254740992.0 * share < likely:
                        duplicate(ROOT, WORK)
                        copy(TAKEN_KNOWN, TRIED_KNOWN, KNOWN)
                        taken = k
                        store64(row + SEEN, 0, seen if same else seen + 1)
        k = (k + step) % options
    if told == 0:
        tried += number
        fitted += fits
    if fits:
        note_ply(row, taken, options, own, told != 0)
        duplicate(row, ROOT)
        copy(TRIED_KNOWN, row + KNOWING, KNOWN)
        copy(row + KNOWING, TAKEN_KNOWN, KNOWN)
        note_openly(row, TRIED_KNOWN)
        storef(row + WEIGHT, 0, weight if own else weight * share)


def stride(options: int, drawn: int) -> int:
    """A step that leads to all options, one after another."""
    if options < 3:
        return 1
    step = 1 + pick(mix(drawn), options - 1)
    while divisor(options, step) > 1:
        step = step % (options - 1) + 1
    return step


def divisor(a: int, b: int) -> int:
    """The greatest number that divides both."""
    while b:
        rest = a % b
        a = b
        b = rest
    return a


def resample(number: int, total: float) -> None:
    """Draw as many particles by weight (systematic resampling), in their order."""
    global bank, spare, draws
    draws = mix(draws + GAMMA)
    step = total / number
    reached, so_far, found, last = shr_u(draws, 11) / 9007199254740992.0 * step, 0.0, 0, bank
    for i in range(number):
        row = bank + i * PARTICLE
        weight = loadf(row + WEIGHT)
        so_far += weight
        if weight > 0.0:
            last = row
        while found < number and reached < so_far:
            copy_particle(spare + found * PARTICLE, row)
            found += 1
            reached += step
    while found < number:
        copy_particle(spare + found * PARTICLE, last)
        found += 1
    was = bank
    bank = spare
    spare = was
