"""A tree of games walked from outside: an option is taken in a record, and the options of what follows have numbers.

The host lays out memory and tables as for a batch of one lane (`batch_memory.py`). Rolls are nodes like decisions.
"""

from __future__ import annotations

from interpreter.graph.abi import HUGE, ROLL, STOP, TOO_MANY_OPTIONS, UNFITTING
from interpreter.native.kernel_compiler.intrinsics import job, load32, load64, store32, storef
from interpreter.native.kernel_compiler.parameters import KEY, OUT, P, run
from interpreter.native.kernels.areas import TRIAL, WORK
from interpreter.native.kernels.batch_actions import NONE, action_of, listed, row_size
from interpreter.native.kernels.batch_memory import MOST_ROWS, PLACES, ROWS, TENSORS, word
from interpreter.native.kernels.batch_tensors import note_unseen, write_seen
from interpreter.native.kernels.playouts import rest, set_up
from interpreter.native.kernels.records import amount, duplicate

SHIFT = 32


@job
def walk(record: int, option: int) -> int:
    """Take an option in a record, which is then that of what follows; -1: none is taken.

    Gives how many options follow, and from bit SHIFT up who decides: 0 is chance, players count from 1. At ROWS stand
    the numbers of the options in the order of the rules, four bytes each. At the end of a game it gives 0, and at ROWS
    stands what each player gets, as floats. Negative (as of `run`): the rules can't go on; the record is lost.
    """
    duplicate(WORK, record)
    options = run(WORK, 0 if option < 0 else 1, option, 0, HUGE)
    duplicate(record, WORK)
    return told(options)


@job
def walk_begin(record: int, seed_key: int, number: int) -> int:
    """Begin game `number` of a seed behind its set-up; gives the same as `walk`."""
    options = set_up(record, seed_key, number)
    rest(record)
    if options > 0:
        return walk(record, -1)
    duplicate(WORK, record)
    return told(options)


def told(options: int) -> int:
    """What is told of the state in WORK, which has so many options."""
    if options < 0:
        return options
    if options == 0:
        for player in range(P):
            storef(word(ROWS) + 8 * player, 0, amount(WORK, player))
        return 0
    if load64(WORK, STOP) == ROLL:
        return rolls_numbered(options)
    who = load64(WORK, KEY + 8) + 1
    if listed(options, 0) != options:
        return TOO_MANY_OPTIONS
    row, size, to = word(ROWS), row_size(), word(ROWS)
    for k in range(options):
        number = number_of(row, k)
        if number == NONE:
            return UNFITTING
        store32(to, 0, number)  # a number takes less room than a row, so that none is lost that is still to be read
        row += size
        to += 4
    return options + (who << SHIFT)


def rolls_numbered(options: int) -> int:
    """Write the numbers of the outcomes of the roll in WORK, each of which is described by itself."""
    if options > word(MOST_ROWS):
        return TOO_MANY_OPTIONS
    for k in range(options):
        duplicate(TRIAL, WORK)
        run(TRIAL, -1, k, 0, HUGE)
        number = number_of(OUT, k)
        if number == NONE:
            return UNFITTING
        store32(word(ROWS) + 4 * k, 0, number)
    return options


@job
def look(record: int, player: int, viewer: int) -> None:
    """Write at TENSORS what a viewer sees of a record in which a player decides (-1: chance, or nobody)."""
    duplicate(WORK, record)
    note_unseen()
    write_seen(word(TENSORS), player, viewer)


def number_of(row: int, k: int) -> int:
    """The number of option `k`, which a row describes: its own if it has one that is fixed, else `k`; or NONE."""
    places = word(PLACES)
    if places == 0 or load32(places + 4 * load64(row)) == 0:
        return k
    return action_of(row, places)
