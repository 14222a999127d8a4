"""Information-set Monte-Carlo tree search with several observers (MO-ISMCTS, Cowling, Powley and Whitehouse 2012).

Each iteration begins in one of the states that fit what the player knows (`believing.py`); goes down through
the nodes of the information states of whoever decides, adds one, and goes on with a random game. At ordinary decisions
it takes the option with the greatest upper confidence bound (UCB1), at decisions of `together`, which may have to be
mixed, one drawn by regret matching (Hart and Mas-Colell 2000; in such searches Lanctot, Lisý and Winands 2013).
Nodes are found by keys, so that what was learnt is there when the game has gone on.
"""

from __future__ import annotations

from interpreter.graph.abi import HUGE, ROLL, STOP
from interpreter.native.kernel_compiler.intrinsics import (
    copy,
    fill,
    job,
    load8,
    load32,
    load64,
    loadf,
    shr_u,
    sqrt,
    store32,
    store64,
    storef,
)
from interpreter.native.kernel_compiler.parameters import DECISIONS_OF, KEY, P, run
from interpreter.native.kernels.areas import REPORT, ROOT, WORK
from interpreter.native.kernels.believing import WAYS, WAYS_SIZE, bank_at, set_banks
from interpreter.native.kernels.chance import GAMMA, mix, pick
from interpreter.native.kernels.halting import is_halted
from interpreter.native.kernels.histories import HEARD, KNOWING, PARTICLE, keys_at
from interpreter.native.kernels.information_nodes import (
    JOINT,
    MEANT,
    OPTIONS,
    PLAYER,
    REGRET,
    ROW,
    ROWS,
    SUMS,
    TAKEN,
    VISITS,
    add_node,
    make_nodes,
    node_at,
    node_count,
    slot_of,
)
from interpreter.native.kernels.knowledge import KNOWN, learn
from interpreter.native.kernels.logarithm import log
from interpreter.native.kernels.records import duplicate, utility

EXPLORE = 0.7
"""How much options are favoured that were seldom taken, in games whose results lie between 0 and 1."""
MIXED = 0.1
"""How often any option is taken at decisions of `together`."""
LONGEST = 4096
"""Plies in a random game …"""
DEEPEST = 1024
"""… and nodes in a path."""
WORK_KNOWN = WAYS + WAYS_SIZE
"""What all players know in WORK."""
RESULTS = WORK_KNOWN + KNOWN
TOTALS = RESULTS + 8 * P
"""Iterations since the particles were written, information states that are known, the least and the greatest result,
and what games came to for each player."""
PATH = TOTALS + 32 + 8 * P
"""The nodes of an iteration: address and option, and how likely that was."""
STEP = 16

iteration: int = 0
is_full: bool = False
"""Whether there was no room for a node."""
low: float = 0.0
high: float = 0.0
"""The least and greatest result so far."""


@job
def knowing_start(bits: int, most: int) -> int:
    """An empty search with 2**bits slots, and room for so many particles. Gives where the keys of information states
    are to be written, see `histories.py`; 0 if there is no memory."""
    global iteration, is_full, low, high
    iteration, is_full, low, high = 0, False, 0.0, 0.0
    size = most * PARTICLE
    area = make_nodes(bits, 3 * size + HEARD)
    set_banks(area, size)
    return keys_at() if area else 0


@job
def knowing_row() -> int:
    """How many bytes a particle takes; it begins with its record, and what all players know."""
    return PARTICLE


@job
def knowing_is_full() -> int:
    """Whether there was no room for all."""
    return int(is_full)


@job
def knowing_begin() -> None:
    """Other particles were written."""
    fill(TOTALS, 0, 32 + 8 * P)


@job
def knowing(number: int, seed_key: int, iterations: int) -> int:
    """So many iterations from the first particles, so many of them. Gives in how many a rule was broken."""
    global iteration
    broken, end = 0, iteration + iterations
    while iteration < end and not is_halted():
        iteration += 1
        key = mix(seed_key + iteration * GAMMA)
        particle = bank_at() + pick(key, number) * PARTICLE
        duplicate(WORK, particle)
        copy(WORK_KNOWN, particle + KNOWING, KNOWN)
        broken += iterate(mix(key)) < 0
    return broken


def iterate(key: int) -> int:
    """One iteration: down, a random game, back up. Gives 0, or a negative number as of `run`."""
    global is_full
    depth, is_new = 0, False
    options = run(WORK, 0, -1, 0, HUGE)
    while options > 0 and not is_new and depth < DEEPEST:
        key = mix(key)
        if load64(WORK, STOP) == ROLL:
            k = pick(key, options)
        else:
            player = load64(WORK, KEY + 8)
            first, second = load64(WORK_KNOWN + 16 * player), load64(WORK_KNOWN + 16 * player, 8)
            slot = slot_of(first, second, player, options)
            node = node_at(slot)
            if node == 0:
                is_joint = load8(DECISIONS_OF + 2 * load64(WORK, KEY), 1) > 0
                node = add_node(slot, first, second, player, options, is_joint)
                is_new = True
                if node == 0:
                    is_full = True
                    break
            step = PATH + STEP * depth
            k = mixed(node, step, key) if load8(node, JOINT) else bound(node, pick(key, options))
            store32(step, 0, node // 8)
            store32(step, 4, k)
            depth += 1
        duplicate(ROOT, WORK)
        options = run(WORK, 1, k, 0, HUGE)
        if options > 0 and not is_new:
            status = learn(ROOT, k, WORK, WORK_KNOWN)
            if status < 0:
                return status
    if options > 0:
        options = run(WORK, LONGEST, -1, mix(key), HUGE)
    if options < 0:
        return options
    note_results(options)
    while depth > 0:
        depth -= 1
        take_in(PATH + STEP * depth)
    return 0


def note_results(unfinished: int) -> None:
    """Write down what the game came to, for each player."""
    global low, high
    store64(TOTALS, 0, load64(TOTALS) + 1)
    for player in range(P):
        result = 0.0 if unfinished else utility(WORK, player)
        storef(RESULTS + 8 * player, 0, result)
        storef(TOTALS + 8 * player, 32, loadf(TOTALS + 8 * player, 32) + result)
        low, high = min(low, result), max(high, result)


def scaled(result: float) -> float:
    """A result as a number from 0 to 1."""
    return (result - low) / (high - low) if high > low else 0.5


def bound(node: int, start: int) -> int:
    """The option with the greatest upper confidence bound. Among equals, the first from `start` on."""
    player, options = load8(node, PLAYER), load32(node, OPTIONS)
    wide = EXPLORE * sqrt(log(load32(node, VISITS) + 1.0))
    best, found, k = -1.0, start, start
    for _ in range(options):
        row = node + ROWS + k * ROW
        taken = load64(row, TAKEN)
        if taken == 0:
            return k
        tried = float(taken)
        score = scaled(loadf(row + 8 * player, SUMS) / tried) + wide / sqrt(tried)
        if score > best:
            best, found = score, k
        k += 1
        if k == options:
            k = 0
    return found


def mixed(node: int, step: int, key: int) -> int:
    """An option drawn by regret; how likely it was is noted beside the step."""
    options = load32(node, OPTIONS)
    total = 0.0
    for k in range(options):
        total += max(loadf(node + ROWS + k * ROW, REGRET), 0.0)
    left, found, chance = shr_u(key, 11) / 9007199254740992.0, -1, 0.0
    for k in range(options):
        row = node + ROWS + k * ROW
        meant = max(loadf(row, REGRET), 0.0) / total if total > 0.0 else 1.0 / options
        storef(row, MEANT, loadf(row, MEANT) + meant)
        share = (1.0 - MIXED) * meant + MIXED / options
        left -= share
        if found < 0 and (left < 0.0 or k == options - 1):
            found, chance = k, share
    storef(step, 8, chance)
    return found


def take_in(step: int) -> None:
    """Take in what the game came to, at a node of the path."""
    node, k = load32(step) * 8, load32(step, 4)
    row, player = node + ROWS + k * ROW, load8(node, PLAYER)
    if load8(node, JOINT):
        regret(node, row, player, loadf(step, 8))
    store32(node, VISITS, load32(node, VISITS) + 1)
    store64(row, TAKEN, load64(row, TAKEN) + 1)
    for other in range(P):
        storef(row + 8 * other, SUMS, loadf(row + 8 * other, SUMS) + loadf(RESULTS + 8 * other))


def regret(node: int, row: int, player: int, chance: float) -> None:
    """Add how much better each option was than what was taken, as far as one game tells: the one that was taken counts
    as if it were taken always, against the mean of the node."""
    options, sums = load32(node, OPTIONS), 0.0
    for k in range(options):
        sums += loadf(node + ROWS + k * ROW + 8 * player, SUMS)
    visits = load32(node, VISITS)
    usual = scaled(sums / visits) if visits else 0.5
    gain = scaled(loadf(RESULTS + 8 * player)) - usual
    for k in range(options):
        at = node + ROWS + k * ROW
        storef(at, REGRET, loadf(at, REGRET) - gain)
    storef(row, REGRET, loadf(row, REGRET) + gain / chance)


@job
def knowing_options(first: int, second: int, player: int, options: int) -> int:
    """Where the options of an information state are described; 0 if it isn't known. The report says the address of the
    first, whether all decide at once, and how many bytes each takes."""
    node = node_at(slot_of(first, second, player, options))
    if node == 0:
        return 0
    store64(REPORT, 0, node + ROWS)
    store64(REPORT, 8, load8(node, JOINT))
    store64(REPORT, 16, ROW)
    return options


@job
def knowing_totals() -> int:
    """Where it stands what all iterations came to: see TOTALS."""
    store64(TOTALS, 8, node_count())
    storef(TOTALS, 16, low)
    storef(TOTALS, 24, high)
    return TOTALS
