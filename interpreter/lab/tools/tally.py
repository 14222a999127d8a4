"""The sums of a number of random games, as the job `playouts` reports them: whole numbers, which merge exactly.

First come the numbers of games, of decisions and turns, with their squares; then how many games were paid, and for each
player the sum of what they got, and of its squares; from `REPORT_WORDS` on, for each player, how often a game ended for
them in which way, with how many above them and how many in the same place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.game import results
from interpreter.game.results import Result
from interpreter.graph.abi import REPORT_WORDS
from interpreter.lab.tools.summary import OUTCOMES, Mean, Summary

if TYPE_CHECKING:
    from gdl.model.model import Model

PAID = 5
_SORTS = ("win", "lose", "draw", "rank")


def empty(players: int) -> list[int]:
    """The sums of no games."""
    return [0] * (REPORT_WORDS + 4 * players**3)


def merged(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The sums of all games of both."""
    return [a + b for a, b in zip(one, other, strict=True)]


def count(sums: list[int], result: Result, model: Model, decisions: int, turns: int) -> None:
    """Add one game to some sums: how it ended, and how long it was."""
    for i, value in enumerate((1, decisions, decisions * decisions, turns, turns * turns)):
        sums[i] += value
    if result[0] == "pay":
        sums[PAID] += 1
        for p, amount in enumerate(result[1]):
            sums[PAID + 1 + 2 * p] += amount
            sums[PAID + 2 + 2 * p] += amount * amount
    n = len(model.players)
    sort = _SORTS.index(results.sort_of(result, n, model.unites))
    for p, (above, tied) in enumerate(results.places(result, n)):
        sums[REPORT_WORDS + ((4 * p + sort) * n + above) * n + tied - 1] += 1


def settled(report: list[int], model: Model) -> list[int]:
    """What the job `playouts` reports, with ends that name all players counted as draws where only some can win."""
    n = len(model.players)
    if n > 1 and not model.unites:
        for p in range(n):
            win, lose, draw = (REPORT_WORDS + (4 * p + _SORTS.index(sort)) * n * n + n - 1 for sort in _SORTS[:3])
            report[draw] += report[win] + report[lose]
            report[win] = report[lose] = 0
    return report


def take_in(summary: Summary, report: Sequence[int], partners: Sequence[int]) -> None:
    """Add the games of some sums to a summary; `partners` as the model has them."""
    games, decisions, decisions_squares, turns, turns_squares, paid = report[: PAID + 1]
    _merge(summary.decisions, games, decisions, decisions_squares)
    _merge(summary.turns, games, turns, turns_squares)
    n = len(summary.players)
    tally = report[REPORT_WORDS:]
    for p, player in enumerate(summary.players):
        means = summary.results[player]
        for i, times in enumerate(tally[4 * n * n * p : 4 * n * n * (p + 1)]):
            if times:
                sort, above, tied = _SORTS[i // (n * n)], i // n % n, i % n + 1
                outcome = results.outcome(sort, above, tied, n, partners[p])
                for one in OUTCOMES:
                    means[one].add(one == outcome, times)
                if not paid or (paid < games and sort != "rank"):
                    means["utility"].add(results.utility(sort, above, tied, n), times)
        if paid:
            _merge(means["utility"], paid, report[PAID + 1 + 2 * p], report[PAID + 2 + 2 * p])


def points(sums: Sequence[int], player: int, players: int) -> tuple[float, int]:
    """The points of a player in all games, by places, from 0 to 1 each, whatever was paid for them; and the games."""
    total, games, n = 0.0, 0, players
    for i, times in enumerate(sums[REPORT_WORDS:][4 * n * n * player : 4 * n * n * (player + 1)]):
        if times:
            worth = results.utility(_SORTS[i // (n * n)], i // n % n, i % n + 1, n)
            total, games = total + times * (worth + 1) / 2, games + times
    return total, games


def squares_of_points(sums: Sequence[int], player: int, players: int) -> float:
    """The sum of the squares of these points."""
    n = players
    places = enumerate(sums[REPORT_WORDS:][4 * n * n * player : 4 * n * n * (player + 1)])
    return sum(
        times * ((results.utility(_SORTS[i // (n * n)], i // n % n, i % n + 1, n) + 1) / 2) ** 2
        for i, times in places if times
    )  # fmt: skip


def _merge(mean: Mean, count: int, total: int, squares: int) -> None:
    mean.count += count
    mean.total += total
    mean.squares += squares
