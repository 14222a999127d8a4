"""Openings: how much the first moves differ, whether one is best, and what a swap rule would do."""

from __future__ import annotations

import math
from dataclasses import dataclass

from interpreter.lab.study import openings
from interpreter.lab.study.figures import Metric, Opening
from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.metrics.collected import Collected, Estimate, counted
from interpreter.lab.tools.confidence import Z, share
from interpreter.players.solving import Solution

NAMES = ("first_moves", "opening_spread", "opening_best", "opening_lead", "swapped")
NAMED = 6
NEAR = 1e-9


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    if len(held.game.players) == 1:
        into.leave(NAMES[1:], "there is one player only")
        return
    if not held.first_moves:
        into.leave(NAMES, _why_none(held))
        return
    start, seat = held.game.start(held.plan.seed), held.first_seat
    into.add_exact("first_moves", "First moves", len(start.ways), "moves", "the rules")
    looked = {one.option: one for one in held.looked_at}
    for option, sums in sorted(held.first_moves.items()):
        total, games = sums.points(seat, len(held.game.players))
        text = start.ways[option].text
        title, source = f"Points of {held.game.players[seat]} after {text}", counted(games, "random game")
        random = Metric(f"opening.{text}", title, *share(total, games), "share", source) if games else None
        exact, found = held.exact_moves.get(option), looked.get(option)
        judged = found.expected[seat] if found else None
        reply = (exact.line or ("",))[0] if exact else found.reply if found else ""
        into.openings.append(Opening(text, random, judged, reply, _points(held, exact, seat) if exact else None))
    _random(held, into, seat)
    _judged(held, into)


def _why_none(held: Gathered) -> str:
    if held.game.model.hides:
        return "players don't see everything, so what a first move is depends on what it is made with"
    if held.begins_by_chance:
        return "the set-up is drawn, so games begin with different moves"
    return "the first thing isn't a choice among a few hundred moves at most"


def _points(held: Gathered, solution: Solution, seat: int) -> float | None:
    """What perfect play is worth to a seat, in points; None where it is paid, which isn't points."""
    return None if held.game.model.pays else (solution.values[held.game.players[seat]] + 1) / 2


def _random(held: Gathered, into: Collected, seat: int) -> None:
    """How far apart first moves are in random games: the part of the variance that isn't chance."""
    count = len(held.game.players)
    found = [(*sums.points(seat, count), sums.squares(seat, count)) for sums in held.first_moves.values()]
    known = [Sample(n, total, squares) for total, n, squares in found if n > 1]
    if len(known) < 2:
        into.leave(["opening_spread.random"], "no random games were played from behind first moves")
        return
    source = counted(sum(one.games for one in known), "random game")
    into.add("opening_spread.random", "Spread of the first moves in random games (standard deviation of points)",
             spread(known), "points", source)  # fmt: skip


@dataclass(frozen=True)
class Sample:
    """Some games: how many, the sum of their points from 0 to 1, and that of the squares of these."""

    games: int
    total: float
    squares: float

    @property
    def mean(self) -> float:
        """The points of a game."""
        return self.total / self.games

    @property
    def variance(self) -> float:
        """That of the points of a game."""
        return self.squares / self.games - self.mean**2


def spread(samples: list[Sample]) -> Estimate:
    """The standard deviation of the true means of samples: that of the means that were found, less what chance alone
    would give. Its interval: the variance of the variance that is found, if the means are off by chance (with a game
    won and one lost more, so that none is certain)."""
    k = len(samples)
    middle = sum(one.mean for one in samples) / k
    noise = sum(one.variance / max(one.games - 1, 1) for one in samples) / k
    found = sum((one.mean - middle) ** 2 for one in samples) / (k - 1) - noise
    errors = [Sample(one.games + 2, one.total + 1, one.squares + 1).variance / one.games for one in samples]
    apart = sum((one.mean - middle) ** 2 * error for one, error in zip(samples, errors, strict=True))
    reach = Z * math.sqrt(4 * apart + 2 * sum(error * error for error in errors)) / (k - 1)
    low, value, high = (math.sqrt(max(0.0, v)) for v in (found - reach, found, found + reach))
    return value, low, high


@dataclass(frozen=True)
class _Judged:
    """A first move, and its points for who makes it."""

    text: str
    points: float


def _judged(held: Gathered, into: Collected) -> None:
    """The best opening, how far it is ahead of the next, and the fairest, which a swap would get: exactly where the
    game is solved, else as search thinks."""
    exact = [_Judged(one.move, one.exact) for one in into.openings if one.exact is not None]
    thought = [_Judged(one.move, one.search) for one in into.openings if one.search is not None]
    found = sorted(exact or thought, key=lambda one: -one.points)
    if len(found) < 2:
        reason = "the game pays, and that isn't points" if held.exact_moves else ""
        reason = reason or held.plan.reason or "no search looked at first moves"
        into.leave(["opening_best", "opening_lead", "swapped"], reason)
        return
    if exact:
        add, source = into.add_exact, "all states"
    else:
        iterations = openings.LONGER * held.plan.strengths[-1]
        add, source = into.add_opinion, counted(len(found), "first move") + f", {iterations:,} iterations each"
    best = [one for one in found if found[0].points - one.points < NEAR]
    add("opening_best", "Points of the first player with the best first move", best[0].points, "share", source,
        _named(best, len(found)))  # fmt: skip
    lead = found[0].points - found[1].points
    note = f"{found[0].text} before {found[1].text}" if len(best) == 1 else f"{len(best)} are equally good"
    add("opening_lead", "The best first move is ahead of the next by", lead, "points", source, note)
    if len(held.game.players) != 2 or held.nobody_against:
        into.leave(["swapped"], "a swap rule is for two players" + " against each other" * bool(held.nobody_against))
        return
    fair = min(found, key=lambda one: abs(one.points - 0.5))
    add("swapped", "Points of the first player under a swap rule", min(fair.points, 1 - fair.points), "share", source,
        f"by {fair.text}, the fairest first move")  # fmt: skip


def _named(best: list[_Judged], count: int) -> str:
    if 1 < len(best) == count:
        return "all are equally good"
    names = ", ".join(one.text for one in best[:NAMED])
    return names + (f" … ({len(best)} of {count})" if len(best) > NAMED else "")
