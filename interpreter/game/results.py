"""How a game ended, for each player: win, draw or loss, and a utility."""

from __future__ import annotations

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


def outcomes(result: Result, players: int) -> list[str]:
    """ "win", "draw" or "loss" for each player. Players who share the best score draw; those who win together win; who
    plays alone wins what is above 0."""
    if players == 1 and result[0] == "pay":
        (amount,) = result[1]
        return ["win" if amount > 0 else "loss" if amount < 0 else "draw"]
    return [outcome(result[0], above, tied, players) for above, tied in places(result, players)]


def utilities(result: Result, players: int) -> list[float]:
    """What each player is paid, if the game ends so; else each player's share: places are worth evenly spaced numbers
    from 1 (the first) to -1 (the last), and players who share places share their worth. The sum of shares is zero – but
    in games of one player, who won (1), lost (-1) or neither."""
    if result[0] == "pay":
        return [float(amount) for amount in result[1]]
    return [utility(result[0], above, tied, players) for above, tied in places(result, players)]


def outcome(sort: str, above: int, tied: int, players: int) -> str:
    """How a game ended for a player with so many above, and so many in the same place (including this one)."""
    if players == 1:
        return {"win": "win", "lose": "loss"}.get(sort, "draw")
    if tied == players:
        return "draw"
    if above:
        return "loss"
    return "draw" if sort in NUMBERED and tied > 1 else "win"


def utility(sort: str, above: int, tied: int, players: int) -> float:
    """The same as a share."""
    if players == 1:
        return {"win": 1.0, "lose": -1.0}.get(sort, 0.0)
    return 1 - (2 * above + tied - 1) / (players - 1)


def places(result: Result, players: int) -> list[tuple[int, int]]:
    """For each player, how many are above, and how many in the same place."""
    scores = ranking(result, players)
    return [(sum(s > score for s in scores), scores.count(score)) for score in scores]
