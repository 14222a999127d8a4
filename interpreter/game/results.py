"""How a game ended, for each player: win, draw or loss, and a utility."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Result = tuple[str, Any]
"""("win" | "lose" | "draw", set of players), or ("rank" | "pay", each player's score or amount)."""
NUMBERED = ("rank", "pay")
"""Ends that give each player a number."""


def ranking(result: Result, players: int) -> list[int]:
    """A number for each player, the greater the better."""
    sort, value = result
    if sort in NUMBERED:
        return list(value)
    if sort == "draw":
        return [0] * players
    return [int(bool(value >> p & 1) == (sort == "win")) for p in range(players)]


def outcomes(result: Result, partners: Sequence[int], unites: bool) -> list[str]:
    """ "win", "draw" or "loss" for each player. Players who share the best score draw; those who win together win.
    `partners`: how many may share the first place with each player and win (`Model.partners`). `unites`: whether the
    rules let all win or lose together (`Model.unites`)."""
    players = len(partners)
    sort = sort_of(result, players, unites)
    ranked = zip(places(result, players), partners, strict=True)
    return [outcome(sort, above, tied, players, own) for (above, tied), own in ranked]


def utilities(result: Result, players: int, unites: bool) -> list[float]:
    """What each player is paid, if the game ends so; else each player's share: places are worth evenly spaced numbers
    from 1 (the first) to -1 (the last), and players who share places share their worth. The sum of shares is zero – but
    where all win or lose together, or one plays alone: then each has won (1), lost (-1) or neither."""
    if result[0] == "pay":
        return [float(amount) for amount in result[1]]
    sort = sort_of(result, players, unites)
    return [utility(sort, above, tied, players) for above, tied in places(result, players)]


def sort_of(result: Result, players: int, unites: bool) -> str:
    """ "win", "lose", "draw" or "rank": as what an end counts.

    Who is paid is ranked by it; but what is paid to all alike, where all may win together, is won above 0. Nobody wins
    against nobody: where only some can win, an end that names all is a draw.
    """
    sort, value = result
    united = unites or players == 1
    if sort == "pay":
        alike = united and len(set(value)) == 1
        return "rank" if not alike else "win" if value[0] > 0 else "lose" if value[0] < 0 else "draw"
    return "draw" if sort != "rank" and not united and value == (1 << players) - 1 else sort


def outcome(sort: str, above: int, tied: int, players: int, partners: int) -> str:
    """How a game ended for one player. `above`: the players in better places. `tied`: those in the same place.
    `partners`: how many of these may win together. The player counts in the last two."""
    if tied == players:
        return {"win": "win", "lose": "loss"}.get(sort, "draw")
    if above:
        return "loss"
    return "draw" if sort in NUMBERED and tied > partners else "win"


def utility(sort: str, above: int, tied: int, players: int) -> float:
    """The same as a share."""
    if tied == players:
        return {"win": 1.0, "lose": -1.0}.get(sort, 0.0)
    return 1 - (2 * above + tied - 1) / (players - 1)


def places(result: Result, players: int) -> list[tuple[int, int]]:
    """For each player, how many are above, and how many in the same place."""
    scores = ranking(result, players)
    return [(sum(s > score for s in scores), scores.count(score)) for score in scores]
