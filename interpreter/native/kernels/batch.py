"""Many games of one ruleset, each in a lane of its own: one call takes an action in each of them.

Chance is drawn as in random games: ply `n` of game `number` of a seed is what `Chance(seed, number)` says for `n`. So a
lane's games are the same whatever stands beside it, and however lanes are split among threads.
"""

from __future__ import annotations

from interpreter.graph.abi import FULL, HUGE, PLIES, ROLL, ROUGHLY, STOP, TOO_MANY_OPTIONS, UNFITTING
from interpreter.native.kernel_compiler.intrinsics import (
    fill,
    job,
    load32,
    load64,
    store8,
    store32,
    store64,
    store_single,
)
from interpreter.native.kernel_compiler.parameters import CAPACITY, KEY, P, run
from interpreter.native.kernels.areas import WORK, allocate
from interpreter.native.kernels.batch_actions import draw, option_of, set_mask
from interpreter.native.kernels.batch_memory import (
    ACTIONS,
    AGAIN,
    COUNTS,
    DONE,
    EVERY,
    KEYS,
    LIMIT,
    MASKS,
    NUMBERS,
    PITCH,
    PLAYERS,
    REWARDS,
    SEED,
    STATUSES,
    TRUNCATED,
    WIDE,
    fetch,
    keep,
    word,
)
from interpreter.native.kernels.batch_tensors import write_tensors
from interpreter.native.kernels.chance import GAMMA, game_key
from interpreter.native.kernels.playouts import PLAY, rest, set_up
from interpreter.native.kernels.records import amount, duplicate

NOBODY = 0xFFFFFFFF

beginning: int = 0
"""Where the state lies in which all games begin, if nothing is rolled before it …"""
beginning_options: int = 0
"""… and how many options it has."""


@job
def batch_begin(first: int, count: int) -> int:
    """Begin in these lanes the games whose numbers are there. Gives how many couldn't be."""
    failed = 0
    for lane in range(first, first + count):
        fill(word(MASKS) + lane * word(PITCH), 0, word(PITCH))
        end_of(lane, 0, 0)
        failed += shown(lane, begun(lane)) < 0
    return failed


@job
def batch_show(first: int, count: int) -> int:
    """Look anew at the states of these lanes, whose records the host has written. Gives how many couldn't be."""
    failed = 0
    for lane in range(first, first + count):
        fill(word(MASKS) + lane * word(PITCH), 0, word(PITCH))
        failed += shown(lane, looked_at(lane)) < 0
    return failed


@job
def batch_step(first: int, count: int) -> int:
    """Take in each of these lanes the action that is noted there; nothing happens where the game is over. Gives how
    many games can't go on: their states are as before, and STATUSES says why."""
    failed = 0
    for lane in range(first, first + count):
        if load32(word(PLAYERS) + 4 * lane) != NOBODY:
            failed += step(lane) < 0
        else:
            fill(word(REWARDS) + 4 * P * lane, 0, 4 * P)
    return failed


@job
def batch_draw(first: int, count: int) -> None:
    """Note in these lanes the actions that random games take."""
    for lane in range(first, first + count):
        if load32(word(PLAYERS) + 4 * lane) != NOBODY:
            fetch(lane)
            store32(word(ACTIONS) + 4 * lane, 0, draw(lane))
        else:
            store32(word(ACTIONS) + 4 * lane, 0, 0)


def looked_at(lane: int) -> int:
    """Look anew at the state in a lane's record, in WORK; gives how many options there are."""
    fetch(lane)
    end_of(lane, 0, 0)
    store64(word(KEYS) + 8 * lane, 0, game_key(word(SEED), load64(word(NUMBERS) + 8 * lane), PLAY))
    return run(WORK, 0, -1, 0, waits())


def begun(lane: int) -> int:
    """Begin a lane's game, in WORK; gives how many options there are."""
    global beginning, beginning_options
    number = load64(word(NUMBERS) + 8 * lane)
    store64(word(KEYS) + 8 * lane, 0, game_key(word(SEED), number, PLAY))
    if beginning:
        duplicate(WORK, beginning)
        return beginning_options
    options = set_up(WORK, word(SEED), number)
    rolled = load64(WORK, PLIES)
    rest(WORK)
    if rolled == 0 and options >= 0:
        beginning = allocate(CAPACITY)
        beginning_options = options
        if beginning:
            duplicate(beginning, WORK)
    return options


def step(lane: int) -> int:
    """Take a lane's action; negative if that can't be."""
    fetch(lane)
    option = option_of(lane, load32(word(ACTIONS) + 4 * lane))
    options = UNFITTING
    if option >= 0:
        options = rolled_on(lane, run(WORK, 1, option, 0, waits()))
    if options < 0:
        why = options
        fetch(lane)
        shown(lane, run(WORK, 0, -1, 0, waits()))
        store32(word(STATUSES) + 4 * lane, 0, why)
        return why
    return shown(lane, cut_or_over(lane, options))


def cut_or_over(lane: int, options: int) -> int:
    """Note whether the game in WORK, with so many options, is over, or cut off. Gives how many there are then: another
    game may have begun."""
    cut = word(LIMIT) > 0 and load64(WORK, PLIES) >= word(LIMIT) and options > 0
    if options > 0 and not cut:
        end_of(lane, 0, 0)
        return options
    end_of(lane, 1, cut)
    if word(AGAIN) == 0:
        return 0
    at = word(NUMBERS) + 8 * lane
    store64(at, 0, load64(at) + word(EVERY))
    return begun(lane)


def waits() -> int:
    """What `run` is told in place of a limit of turns: options needn't be counted where they are listed next."""
    return HUGE if word(WIDE) else ROUGHLY


def rolled_on(lane: int, options: int) -> int:
    """Go on until somebody decides."""
    key = load64(word(KEYS) + 8 * lane)
    while options > 0 and load64(WORK, STOP) == ROLL:
        options = run(WORK, 1, -1, key + load64(WORK, PLIES) * GAMMA, waits())
    return options


def end_of(lane: int, done: int, cut: int) -> None:
    """Note whether a game is over, and what it was worth to whom."""
    store8(word(DONE) + lane, 0, done)
    store8(word(TRUNCATED) + lane, 0, cut)
    for player in range(P):
        worth = amount(WORK, player) if done and not cut else 0.0
        store_single(word(REWARDS) + 4 * (P * lane + player), worth)


def shown(lane: int, options: int) -> int:
    """Note all that is to be seen of the state in WORK, with so many options; negative if it can't be gone on with."""
    options = rolled_on(lane, options)
    if options >= 0 and not keep(lane):
        options = FULL
    player = load64(WORK, KEY + 8) if options > 0 else -1
    write_tensors(lane, player)
    if options > 0:
        options = set_mask(lane, options)
        if options < 0:
            options = TOO_MANY_OPTIONS
            player = -1
    store32(word(COUNTS) + 4 * lane, 0, max(options, 0))
    store32(word(STATUSES) + 4 * lane, 0, min(options, 0))
    store32(word(PLAYERS) + 4 * lane, 0, player)
    return options
