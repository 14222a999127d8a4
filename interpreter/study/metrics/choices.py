"""What there is to choose from: options of a decision, forced decisions, mobility of each seat."""

from __future__ import annotations

import math

from interpreter.study.figures import Distribution
from interpreter.study.gathered import Gathered
from interpreter.study.metrics.collected import Collected, counted
from interpreter.study.sums import BINS

FEW = 3


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    sums, source = held.sums, counted(held.sums.games, "random game")
    into.add("options", "Options of a decision", sums.branching.ratio, "options", source)
    into.add("forced", "Decisions with one option only", sums.forced.share(), "share", source)
    count = sum(sums.options.values())
    if count > 1:
        middle = sum(n * times for n, times in sums.options.items()) / count
        squares = sum((n - middle) ** 2 * times for n, times in sums.options.items())
        spread = math.sqrt(squares / (count - 1))
        ordered = sorted(sums.options)
        into.add("options_spread", "Spread of the options (standard deviation)", (spread, *_spread(held, spread)),
                 "options", source, f"from {ordered[0]} to {ordered[-1]}")  # fmt: skip
        _course(held, into)
    players = held.game.players
    if len(players) == 1:
        into.leave(["mobility", "mobility_gap"], "there is one player only")
        return
    for player, pairs in zip(players, sums.seats, strict=False):
        into.add(f"mobility.{player}", f"Options of a decision of {player}", pairs.ratio, "options", source)
    if sums.standing and sums.standing["winners"].x and sums.standing["losers"].x:
        won, lost = (sums.standing[name].ratio for name in ("winners", "losers"))
        gap, error = won[0] - lost[0], math.hypot(won[2] - won[0], lost[2] - lost[0])
        into.add("mobility_gap", "Options that winners have more than losers, of a decision",
                 (gap, gap - error, gap + error), "options", source)  # fmt: skip
    else:
        into.leave(["mobility_gap"], "nobody won and nobody lost")


def _spread(held: Gathered, spread: float) -> tuple[float, float]:
    """An interval for a standard deviation by that of the mean: decisions of a game hang together, so there are as many
    that count as would give the mean its error."""
    _, low, high = held.sums.branching.ratio
    error = (high - low) / 2 / 1.96
    if not math.isfinite(error):
        return -math.inf, math.inf
    alone = max((spread / error) ** 2, 2.0) if error else float(sum(held.sums.options.values()))
    reach = 1.96 * spread / math.sqrt(2 * (alone - 1))
    return max(0.0, spread - reach), spread + reach


def _course(held: Gathered, into: Collected) -> None:
    x, y, low, high = [], [], [], []
    for part, (count, total, squares) in enumerate(held.sums.course.tolist()):
        if count < FEW:
            continue
        middle = total / count
        reach = 1.96 * math.sqrt(max(0.0, squares / count - middle * middle) / min(count, max(held.sums.games, 1)))
        x.append((part + 0.5) / BINS)
        y.append(middle)
        low.append(middle - reach)
        high.append(middle + reach)
    into.distributions.append(Distribution(
        "options_course", "Options over the course of a random game", "part of the game", "options",
        tuple(x), tuple(y), tuple(low), tuple(high),
    ))  # fmt: skip
