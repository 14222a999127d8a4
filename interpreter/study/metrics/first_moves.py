"""Openings: how much the first moves differ, whether one is best, and what a swap rule would do."""

from __future__ import annotations

import math
from statistics import pstdev

from interpreter.study import openings
from interpreter.study.figures import Metric, Opening
from interpreter.study.gathered import Gathered
from interpreter.study.intervals import Z, wilson
from interpreter.study.metrics.collected import Collected, Estimate, counted

NAMES = ("first_moves", "opening_spread", "opening_best", "opening_lead", "swapped")


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    if len(held.game.players) == 1:
        into.leave(NAMES[1:], "there is one player only")
        return
    if not held.first_moves:
        into.leave(NAMES, "the first thing isn't a choice among a few hundred moves at most")
        return
    start, seat = held.game.start(held.plan.seed), held.first_seat
    count = len(start.ways)
    into.add("first_moves", "First moves", (count, count, count), "moves", "the rules", exact=True)
    looked = {one.option: one for one in held.looked_at}
    for option, sums in sorted(held.first_moves.items()):
        total, games = openings.points(sums, seat)
        text = start.ways[option].text
        title, source = f"Points of {held.game.players[seat]} after {text}", counted(games, "random game")
        random = Metric(f"opening.{text}", title, *wilson(total, games), "share", source) if games else None
        found = looked.get(option)
        into.openings.append(Opening(
            text, random, found.expected[seat] if found else None, found.reply if found else ""))  # fmt: skip
    _random(held, into, seat)
    _searched(held, into, seat)


def _random(held: Gathered, into: Collected, seat: int) -> None:
    """How far apart first moves are in random games: the part of the variance that isn't chance."""
    found = [openings.points(sums, seat) for sums in held.first_moves.values()]
    means = [(total / n, n) for total, n in found if n > 1]
    if len(means) < 2:
        into.leave(["opening_spread.random"], "no random games were played from behind first moves")
        return
    source = counted(sum(n for _, n in means), "random game")
    into.add("opening_spread.random", "Spread of the first moves in random games (standard deviation of points)",
             spread(means), "points", source)  # fmt: skip


def spread(means: list[tuple[float, int]]) -> Estimate:
    """The standard deviation of true values of which means of so many games, each from 0 to 1, are known: that of the
    means, less what chance alone would give."""
    k = len(means)
    noise = sum(p * (1 - p) / max(n - 1, 1) for p, n in means) / k
    seen = pstdev([p for p, _ in means]) ** 2 * k / (k - 1)
    error = Z * math.sqrt(2 / (k - 1)) * seen
    low, value, high = (math.sqrt(max(0.0, v)) for v in (seen - error - noise, seen - noise, seen + error - noise))
    return value, low, high


def _searched(held: Gathered, into: Collected, seat: int) -> None:
    """What search says: the best opening, how far it is ahead of the next, and the fairest, which a swap would get."""
    if len(held.looked_at) < 2:
        into.leave(["opening_best", "opening_lead", "swapped"], held.plan.reason or "no search looked at first moves")
        return
    iterations = openings.LONGER * held.plan.strengths[-1]
    source = counted(len(held.looked_at), "first move") + f", {iterations:,} iterations each"
    ranked = sorted(held.looked_at, key=lambda one: (-one.expected[seat], one.option))
    start = held.game.start(held.plan.seed)
    best, second = ranked[0], ranked[1]

    def reach(value: float, sure: bool) -> float:
        return 0.0 if sure else Z * math.sqrt(max(value * (1 - value), 1 / iterations) / iterations)

    a, b = best.expected[seat], second.expected[seat]
    off, other = reach(a, best.is_sure), reach(b, second.is_sure)
    name = start.ways[best.option].text
    into.add("opening_best", "Points of the first player with the best first move", (a, a - off, min(1.0, a + off)),
             "share", source, name)  # fmt: skip
    gap = math.hypot(off, other)
    into.add("opening_lead", "The best first move is ahead of the next by", (a - b, a - b - gap, a - b + gap), "points",
             source, f"{name} before {start.ways[second.option].text}")  # fmt: skip
    if len(held.game.players) != 2:
        into.leave(["swapped"], "a swap rule is for two players")
        return
    fair = min(ranked, key=lambda one: (abs(one.expected[seat] - 0.5), one.option))
    value = min(fair.expected[seat], 1 - fair.expected[seat])
    off = reach(value, fair.is_sure)
    into.add("swapped", "Points of the first player under a swap rule", (value, max(0.0, value - off), value + off),
             "share", source, f"by {start.ways[fair.option].text}, the fairest first move")  # fmt: skip
