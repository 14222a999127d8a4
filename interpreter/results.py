"""How a game ended, for each player: win, draw or loss, and a utility."""

from __future__ import annotations

from typing import Any

Result = tuple[str, Any]
"""("win" | "lose" | "draw", set of players), or ("rank", each player's score)."""


def ranking(result: Result, players: int) -> list[int]:
    """A number for each player, the greater the better."""
    sort, value = result
    if sort == "rank":
        return list(value)
    if sort == "draw":
        return [0] * players
    return [int(bool(value >> p & 1) == (sort == "win")) for p in range(players)]


def outcomes(result: Result, players: int) -> list[str]:
    """ "win", "draw" or "loss" for each player. Players who share the best score draw; those who win together win."""
    scores = ranking(result, players)
    best = max(scores)
    if players == 1:
        return [{"win": "win", "lose": "loss"}.get(result[0], "draw")]
    if min(scores) == best:
        return ["draw"] * players
    first = "draw" if result[0] == "rank" and scores.count(best) > 1 else "win"
    return [first if score == best else "loss" for score in scores]


def utilities(result: Result, players: int) -> list[float]:
    """Each player's share: places are worth evenly spaced numbers from 1 (the first) to -1 (the last), and players who
    share places share their worth. The sum is zero – but in games of one player, who won (1), lost (-1) or neither."""
    if players == 1:
        return [{"win": 1.0, "lose": -1.0}.get(result[0], 0.0)]
    scores = ranking(result, players)
    found = []
    for score in scores:
        above = sum(s > score for s in scores)
        tied = scores.count(score)
        found.append(1 - (2 * above + tied - 1) / (players - 1))
    return found
