"""A batch in which all who decide at once do so in one step.

The rules ask one after the other, and what one decides makes no difference to what the others may do. So a lane stays
at the state before such a block until all have decided; what each has decided so far stands in its LINE. To see who is
asked for what, the block is walked through with these decisions, and where there is none yet, with any.

Masks, counts and actions have a row for each player of a lane. Of all other decisions one player's row is in use.
"""

from __future__ import annotations

from interpreter.graph.abi import CANDIDATE, FULL, PLIES, TOO_MANY_OPTIONS, TURNS, UNFITTING
from interpreter.native.kernel_compiler.intrinsics import fill, job, load32, load64, store8, store32
from interpreter.native.kernel_compiler.parameters import KEY, P, run
from interpreter.native.kernels.areas import ROOT, WORK
from interpreter.native.kernels.batch import NOBODY, begun, cut_or_over, end_of, looked_at, rolled_on, waits
from interpreter.native.kernels.batch_actions import NONE, action_at, listed, nth
from interpreter.native.kernels.batch_memory import (
    ACTIONS,
    BLOCKS,
    COUNTS,
    FIXED,
    KEYS,
    LINES,
    MASKS,
    PITCH,
    PLAYERS,
    REWARDS,
    SEEN,
    STATUSES,
    TENSOR_SIZE,
    TENSORS,
    WIDE,
    fetch,
    keep,
    word,
)
from interpreter.native.kernels.batch_tensors import note_unseen, write_seen, write_tensors
from interpreter.native.kernels.chance import GAMMA, mix, pick
from interpreter.native.kernels.records import duplicate

LINE = 64
"""Bytes of a player's decisions in a block: how many, how many of them were walked through, and their numbers …"""
MOST = LINE // 4 - 2
"""… of which there are so many at most."""
SEVERAL = 0xFFFFFFFE
"""Who decides, where several do."""

asked: int = 0
"""Who was asked on the way through a block, a bit each."""


@job
def together_begin(first: int, count: int) -> int:
    """As `batch_begin`."""
    failed = 0
    for lane in range(first, first + count):
        end_of(lane, 0, 0)
        failed += begun_at(lane, begun(lane)) < 0
    return failed


@job
def together_show(first: int, count: int) -> int:
    """As `batch_show`."""
    failed = 0
    for lane in range(first, first + count):
        failed += begun_at(lane, looked_at(lane)) < 0
    return failed


@job
def together_step(first: int, count: int) -> int:
    """As `batch_step`: take in each lane the actions of all who are asked."""
    failed = 0
    for lane in range(first, first + count):
        if load32(word(PLAYERS) + 4 * lane) != NOBODY:
            failed += step_together(lane) < 0
        else:
            fill(word(REWARDS) + 4 * P * lane, 0, 4 * P)
    return failed


@job
def together_draw(first: int, count: int) -> None:
    """Note for all who are asked the actions that random games take: each decision counts as a ply, in their order."""
    for lane in range(first, first + count):
        fetch(lane)
        ply = load64(WORK, PLIES)
        for player in range(P):
            ply += load32(line_of(lane, player))
        for player in range(P):
            row = P * lane + player
            options, drawn = load32(word(COUNTS) + 4 * row), 0
            if options:
                ply += 1
                drawn = pick(mix(load64(word(KEYS) + 8 * lane) + ply * GAMMA), options)
                if word(FIXED):
                    drawn = nth(word(MASKS) + row * word(PITCH), drawn)
            store32(word(ACTIONS) + 4 * row, 0, drawn)


def line_of(lane: int, player: int) -> int:
    """Where the decisions of a player are noted."""
    return word(LINES) + LINE * (P * lane + player)


def step_together(lane: int) -> int:
    """Take a lane's actions; negative if that can't be: then it stays as it was."""
    who = 0
    for player in range(P):
        row, line = P * lane + player, line_of(lane, player)
        if load32(word(COUNTS) + 4 * row):
            if load32(line) == MOST:
                store32(word(STATUSES) + 4 * lane, 0, FULL)
                return FULL
            who |= 1 << player
    for player in range(P):
        line = line_of(lane, player)
        if who >> player & 1:
            taken = load32(line)
            store32(line + 8 + 4 * taken, 0, load32(word(ACTIONS) + 4 * (P * lane + player)))
            store32(line, 0, taken + 1)
    no_masks(lane)
    fetch(lane)
    options = through(lane, run(WORK, 0, -1, 0, waits()))
    if options >= 0 and asked == 0:
        duplicate(WORK, ROOT)
        options = rolled_on(lane, options)
    if options < 0:
        take_back(lane, who, options)
        return options
    if asked == 0:
        return begun_at(lane, cut_or_over(lane, options))
    end_of(lane, 0, 0)
    tell(lane, asked, 0)
    return options


def take_back(lane: int, who: int, why: int) -> None:
    """Forget the last decisions of these players (a bit each), who are asked again."""
    for player in range(P):
        if who >> player & 1:
            store32(line_of(lane, player), 0, load32(line_of(lane, player)) - 1)
    no_masks(lane)
    fetch(lane)
    through(lane, run(WORK, 0, -1, 0, waits()))
    tell(lane, asked, why)


def begun_at(lane: int, options: int) -> int:
    """Note all that is to be seen of the state in WORK, with so many options; negative if it can't be gone on with."""
    options = rolled_on(lane, options)
    no_masks(lane)
    for player in range(P):
        store32(line_of(lane, player), 0, 0)
    if options >= 0 and not keep(lane):
        options = FULL
    write_tensors(lane, load64(WORK, KEY + 8) if options > 0 else -1)
    if options > 0:
        options = min(options, through(lane, options))
    tell(lane, asked if options >= 0 else 0, min(options, 0))
    return options


def no_masks(lane: int) -> None:
    """Nobody is asked."""
    fill(word(MASKS) + P * lane * word(PITCH), 0, P * word(PITCH))
    fill(word(COUNTS) + 4 * P * lane, 0, 4 * P)


def tell(lane: int, who: int, status: int) -> None:
    """Note who decides (a bit each), and why a game can't go on, if so."""
    player = NOBODY if who == 0 else SEVERAL
    for other in range(P):
        if who == 1 << other:
            player = other
    store32(word(PLAYERS) + 4 * lane, 0, player)
    store32(word(STATUSES) + 4 * lane, 0, status)


# ---- through a block


def through(lane: int, options: int) -> int:
    """Walk from the state in WORK, with so many options, through a block with the decisions that are noted; who has
    none left is asked, and for now takes the first option. One decision alone is a block, too.

    Gives how many options follow, which are those of the state in ROOT if nobody was asked; or a negative number.
    """
    global asked
    asked = 0
    duplicate(ROOT, WORK)
    for player in range(P):
        store32(line_of(lane, player), 4, 0)
    block = block_of(ROOT)
    goes_on = options > 0
    while goes_on:
        player, option = load64(ROOT, KEY + 8), 0
        line = line_of(lane, player)
        at = load32(line, 4)
        if at < load32(line):
            store32(line, 4, at + 1)
            option = option_named(load32(line + 8 + 4 * at), options)
        elif asked >> player & 1 == 0:
            asked |= 1 << player
            option = min(ask(lane, player, options), 0)
        if option < 0:
            return UNFITTING
        if block == 0 and asked:
            return options
        duplicate(WORK, ROOT)
        options = run(ROOT, 1, option, 0, waits())
        goes_on = options > 0 and is_within(block)
    return options


def block_of(record: int) -> int:
    """The row of the block that a record waits in: its number, where it says whose parts come later, and in how many
    bytes; 0 if it is in none."""
    return load32(word(BLOCKS) + 4 * load64(record, KEY))


def is_within(block: int) -> bool:
    """Whether the decision that led from WORK to ROOT belongs to a block that goes on: somebody's part is still to
    come, or the same one goes on (as `Observer._goes_on`)."""
    if block == 0 or block_of(ROOT) == 0 or load64(ROOT, TURNS) != load64(WORK, TURNS):
        return False
    if load32(block_of(ROOT)) != load32(block):
        return False
    queue, same = load32(block, 4), load64(ROOT, KEY + 8) == load64(WORK, KEY + 8)
    fewer = False
    for at in range(queue, queue + load32(block, 8), 8):
        before, after = load64(WORK + at), load64(ROOT + at)
        if after & ~before:
            return False
        fewer = fewer or after != before
    return fewer or same


def ask(lane: int, player: int, options: int) -> int:
    """Mark what a player may do in ROOT; negative if that are too many things."""
    row = P * lane + player
    if load32(line_of(lane, player)) and word(SEEN):
        duplicate(WORK, ROOT)
        note_unseen()
        write_seen(word(TENSORS) + row * word(TENSOR_SIZE), player, player)
    duplicate(WORK, ROOT)
    count, mask = listed(options, 0), word(MASKS) + row * word(PITCH)
    if count < 0 or (word(FIXED) == 0 and count > word(PITCH)):
        return TOO_MANY_OPTIONS
    for k in range(count):
        action = action_at(k) if word(FIXED) else k
        if action == NONE:
            return TOO_MANY_OPTIONS
        store8(mask + action, 0, 1)
    store32(word(COUNTS) + 4 * row, 0, count)
    return count


def option_named(action: int, options: int) -> int:
    """The option of the state in ROOT that an action is, as `run` takes it; -1 if it is none."""
    if word(FIXED) == 0:
        return action
    duplicate(WORK, ROOT)
    count, found = listed(options, 1), -1
    for k in range(count):
        if action_at(k) == action:
            found = k
    return found if word(WIDE) or found < 0 else CANDIDATE + found
