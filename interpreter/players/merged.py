"""What several searches of one state have found, put together: each grew a tree of its own, and all count alike.

Visits are added up, and with them what options came to. What one of them has proved holds for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WON = 1.0


@dataclass(frozen=True)
class Row:
    """What is known of an option: how often it was tried, whether its value is certain, after how many plies the game
    is over then, and what it is worth to each player."""

    visits: int
    is_settled: bool
    is_exact: bool
    distance: int
    worth: tuple[float, ...]


def merged(found: Sequence[Sequence[Row]]) -> list[Row]:
    """The rows of several trees as one; a tree that knows of no options yet is left out."""
    known = [rows for rows in found if rows]
    return [_together(rows) for rows in zip(*known, strict=True)]


def _together(rows: Sequence[Row]) -> Row:
    visits = sum(row.visits for row in rows)
    settled = [row for row in rows if row.is_settled]
    if settled:
        first = min(settled, key=lambda row: (not row.is_exact, row.distance))
        return Row(visits, True, first.is_exact, first.distance, first.worth)
    share = max(visits, 1)
    worth = tuple(sum(w * row.visits for w, row in zip(each, rows, strict=True)) / share
                  for each in zip(*(row.worth for row in rows), strict=True))  # fmt: skip
    return Row(visits, False, False, 0, worth)


def best(rows: Sequence[Row], me: int) -> int:
    """The option that a player takes, as `kernels/hints.py` has it: a win that is certain, the sooner the better; else
    what was tried most often, unless something certain is better; if all is lost, what takes longest."""
    certain = [k for k, row in enumerate(rows) if row.is_settled]
    tried = [k for k, row in enumerate(rows) if not row.is_settled]
    sure = max(certain, key=lambda k: (rows[k].worth[me], _pace(rows[k], me), -k), default=None)
    often = max(tried, key=lambda k: (rows[k].visits, -k), default=None)
    if often is None or (sure is not None and rows[sure].worth[me] >= WON):
        return -1 if sure is None else sure
    if sure is None or rows[often].visits == 0:
        return often
    return sure if rows[sure].worth[me] >= rows[often].worth[me] else often


def _pace(row: Row, me: int) -> int:
    return -row.distance if row.worth[me] >= WON else row.distance
