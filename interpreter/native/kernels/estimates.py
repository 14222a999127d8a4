"""Learnt values in the tree: each child is valued as soon as it is there, and values go up as in a search by depth.

Of more than two players each has an estimate, and goes by their own (max^n, Luckhardt and Irani 1986).

With values there are no random games. A node that is reached gets all its children at once, each with its estimate;
what the iteration came to is the best of them. Besides the mean of what iterations came to, each node keeps the
estimate that its best child has (of chance, the mean of all): the search goes by a mixture of both (implicit minimax
backups, Lanctot, Winands and others 2014).
"""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import load8, load32, load64, loadf, store8, storef
from interpreter.native.kernel_compiler.parameters import KEY, P
from interpreter.native.kernels.chance import GAMMA, mix, pick
from interpreter.native.kernels.long_turns import COST, is_amid_long
from interpreter.native.kernels.nodes import (
    CHANCE,
    FLAGS,
    NODE,
    OPTIONS,
    PLAYER,
    SETTLED,
    SLOWED,
    children,
    estimated_value,
    note_estimated,
    value,
)
from interpreter.native.kernels.turns import judged, judged_for

UNIT = 1_000_000.0
SLOWER = COST / UNIT
"""How much less a node is worth to who is to move where a turn goes on that may go on for long."""
NEARLY = 0.99
"""No estimate is as good as a win."""
BLURRED = 50_000
"""How far values may be off, in millionths, where several searches are to look at different things."""

ESTIMATED = 1 + (P > 2) * (P - 1)
"""How many estimates a node has."""

blurred: int = 0
"""Which of these searches this is; the first sees clearly …"""
drawn: int = 0
"""… and how many values have been blurred."""


def blur(number: int) -> None:
    """Say which of several searches this is."""
    global blurred, drawn
    blurred, drawn = number, 0


def note_estimate(node: int, record: int, options: int) -> None:
    """Value a new node by its state."""
    me, slower = load64(record, KEY + 8), 0.0
    if is_amid_long(record):
        store8(node, FLAGS, load8(node, FLAGS) | SLOWED)
        slower = SLOWER
    if P > 2:
        for player in range(P):
            worth = float(judged_for(record, options, player)) / UNIT
            note_estimated(node, player, blurry(worth - slower if player == me else worth))
    else:
        note_estimated(node, me, blurry(float(judged(record, options)) / UNIT - slower))


def blurry(worth: float) -> float:
    """A value as this search sees it."""
    global drawn
    if blurred == 0:
        return worth
    drawn += 1
    worth += float(pick(mix(blurred + drawn * GAMMA), 2 * BLURRED) - BLURRED) / UNIT
    return max(min(worth, NEARLY), -NEARLY)


def estimate(node: int, player: int) -> float:
    """What a node is thought to be worth to a player."""
    return value(node, player) if load8(node, FLAGS) & SETTLED else estimated_value(node, player)


def lift_estimate(node: int) -> None:
    """Give a node the estimates of its best child, or of chance the mean of all."""
    first, count = children(node), load32(node, OPTIONS)
    if load8(node, FLAGS) & CHANCE:
        for player in range(ESTIMATED):
            total = 0.0
            for k in range(count):
                total += estimate(first + k * NODE, player)
            note_estimated(node, player, total / count)
        return
    me = load8(node, PLAYER)
    best, chosen = -2.0, first
    for k in range(count):
        worth = estimate(first + k * NODE, me)
        if worth > best:
            best, chosen = worth, first + k * NODE
    if P > 2:
        for player in range(P):
            note_estimated(node, player, estimate(chosen, player))
    if load8(node, FLAGS) & SLOWED:
        best -= SLOWER
    note_estimated(node, me, best)


def slow_down(node: int, results: int) -> None:
    """Take what it costs that a turn goes on in a node off what an iteration through it came to."""
    if load8(node, FLAGS) & SLOWED:
        me = load8(node, PLAYER)
        for player in range(P):
            storef(results + 8 * player, 0, loadf(results + 8 * player) + (SLOWER if player != me else -SLOWER))
