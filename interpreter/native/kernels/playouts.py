"""Random games from the beginning or from a position, and what they come to in sums."""

from __future__ import annotations

from interpreter.graph.abi import DECISIONS, DRAW, HUGE, KIND, LOSE, PAY, PLIES, RANK, TURNS, UNFINISHED, WHO, WIN
from interpreter.native.kernel_compiler.intrinsics import fill, job, load64, popcount, shr_u, store64
from interpreter.native.kernel_compiler.parameters import START, UNITED, P, run
from interpreter.native.kernels.areas import REPORT, SCRATCH, TALLY, TALLY_SIZE, TRIAL, WORK
from interpreter.native.kernels.chance import game_key
from interpreter.native.kernels.records import duplicate, score

PLAY, SETUP = 0, 1
ALL = (1 << P) - 1

FEW = 8
"""Up to so many players, games are counted by their winners or losers first."""
ENDS = SCRATCH
ENDS_SIZE = 8 * (4 << P)

# What a call reports: games that came to their end, and sums over them.
GAMES, DECISIONS_SUM, DECISIONS_SQUARES, TURNS_SUM, TURNS_SQUARES, PAID, PAYMENTS = 0, 8, 16, 24, 32, 40, 48


@job
def begin(record: int, seed_key: int, number: int) -> int:
    """Set up game `number` of a seed; gives how many options there are at its first decision or roll."""
    options = set_up(record, seed_key, number)
    rest(record)
    return options


def set_up(record: int, seed_key: int, number: int) -> int:
    """The same, but plies are those of the set-up."""
    duplicate(record, START)
    return run(record, HUGE, -1, game_key(seed_key, number, SETUP), 1)


@job
def rest(record: int) -> None:
    """Count from here: turns, plies and decisions."""
    store64(record, TURNS, 0)
    store64(record, PLIES, 0)
    store64(record, DECISIONS, 0)


@job
def playouts(record: int, seed_key: int, first: int, count: int, plies_limit: int) -> int:
    """Play games `first` … `first + count - 1` of a seed from a record, or if that is 0, each with its own set-up.

    Gives 0, or why a game couldn't be played to its end: a negative number as of `run`, or UNFINISHED if it took
    `plies_limit` plies; the games before it have been counted. How games ended is tallied for each player by the
    kind of result (who is paid is ranked), how many players were above, and how many had the same place: at word number
    `((player * 4 + kind - 1) * P + above) * P + tied - 1` of the tally.
    """
    fill(REPORT, 0, TALLY + TALLY_SIZE - REPORT)
    fill(ENDS, 0, ENDS_SIZE if P <= FEW else 0)
    decisions, turns, more, done = 0, 0, 0, 0
    decisions_squares, turns_squares = 0, 0
    start = record
    while done < count and more == 0:
        number = first + done
        if start:
            duplicate(WORK, start)
            more = 1
        else:
            more = set_up(WORK, seed_key, number)
            if more > 0 and load64(WORK, PLIES) == 0:  # nothing was rolled: all games begin like this one
                rest(WORK)
                duplicate(TRIAL, WORK)
                start = TRIAL
        rest(WORK)
        if more > 0:
            more = run(WORK, plies_limit - 1, -1, game_key(seed_key, number, PLAY), HUGE)
        if more == 0:
            done += 1
            n = load64(WORK, DECISIONS)
            decisions += n
            decisions_squares += n * n
            n = load64(WORK, TURNS)
            turns += n
            turns_squares += n * n
            if load64(WORK, KIND) >= RANK:
                tally_ranks(WORK)
                if load64(WORK, KIND) == PAY:
                    add_payments(WORK)
            elif P <= FEW:
                at = ENDS + 8 * (load64(WORK, KIND) << P | load64(WORK, WHO))
                store64(at, 0, load64(at) + 1)
            else:
                tally(load64(WORK, KIND), load64(WORK, WHO), 1)
    if P <= FEW:
        for kind in range(WIN, RANK):
            for mask in range(1 << P):
                times = load64(ENDS + 8 * (kind << P | mask))
                if times:
                    tally(kind, mask, times)
    store64(REPORT, GAMES, done)
    store64(REPORT, DECISIONS_SUM, decisions)
    store64(REPORT, DECISIONS_SQUARES, decisions_squares)
    store64(REPORT, TURNS_SUM, turns)
    store64(REPORT, TURNS_SQUARES, turns_squares)
    return UNFINISHED if more > 0 else more


def tally(kind: int, mask: int, times: int) -> None:
    """Count for each player that some games ended like this."""
    best = ALL if kind == DRAW else mask ^ (-(kind == LOSE) & ALL)
    winners = popcount(best)
    for player in range(P):
        above, tied = 0, winners
        if not shr_u(best, player) & 1:
            above, tied = winners, P - winners
        count_one(player, kind, above, tied, times)


def tally_ranks(record: int) -> None:
    """Count for each player that a game ended with these scores; who plays alone wins what is above 0, and so do
    all who are paid alike where all may win together."""
    if P == 1 and load64(record, KIND) == PAY:
        amount = score(record, 0)
        count_one(0, WIN if amount > 0 else LOSE if amount < 0 else DRAW, 0, 1, 1)
        return
    if UNITED and load64(record, KIND) == PAY and all_alike(record):
        amount = score(record, 0)
        for player in range(P):
            count_one(player, WIN if amount > 0 else LOSE if amount < 0 else DRAW, 0, P, 1)
        return
    for player in range(P):
        own, above, tied = score(record, player), 0, 0
        for other in range(P):
            theirs = score(record, other)
            above += theirs > own
            tied += theirs == own
        count_one(player, RANK, above, tied, 1)


def all_alike(record: int) -> bool:
    """Whether all have the same score."""
    for player in range(1, P):
        if score(record, player) != score(record, 0):
            return False
    return True


def add_payments(record: int) -> None:
    """Add what each player is paid."""
    store64(REPORT, PAID, load64(REPORT, PAID) + 1)
    for player in range(P):
        amount, at = score(record, player), REPORT + PAYMENTS + 16 * player
        store64(at, 0, load64(at) + amount)
        store64(at, 8, load64(at, 8) + amount * amount)


def count_one(player: int, kind: int, above: int, tied: int, times: int) -> None:
    """So many more of these."""
    at = TALLY + 8 * (((player * 4 + kind - 1) * P + above) * P + tied - 1)
    store64(at, 0, load64(at) + times)
