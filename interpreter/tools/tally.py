"""What the job `playouts` reports, taken into a summary of random games."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.game import results
from interpreter.graph.abi import REPORT_WORDS
from interpreter.tools.summary import OUTCOMES, Mean, Summary

_SORTS = ("win", "lose", "draw", "rank")


def take_in(summary: Summary, report: Sequence[int]) -> None:
    """Add the games of one call to a summary."""
    games, decisions, decisions_squares, turns, turns_squares = report[:5]
    _merge(summary.decisions, games, decisions, decisions_squares)
    _merge(summary.turns, games, turns, turns_squares)
    n = len(summary.players)
    tally = report[REPORT_WORDS:]
    for p, player in enumerate(summary.players):
        means = summary.results[player]
        for i, times in enumerate(tally[4 * n * n * p : 4 * n * n * (p + 1)]):
            if times:
                sort, above, tied = _SORTS[i // (n * n)], i // n % n, i % n + 1
                outcome = results.outcome(sort, above, tied, n)
                for one in OUTCOMES:
                    means[one].add(one == outcome, times)
                means["utility"].add(results.utility(sort, above, tied, n), times)


def _merge(mean: Mean, count: int, total: int, squares: int) -> None:
    mean.count += count
    mean.total += total
    mean.squares += squares
