"""How a game ended, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.game.views import View


TWO = 2  # players, between whom numbers need no names


def result(view: View) -> str:
    """How a finished game ended, in words, and with which scores: `White wins, 40 to 24`."""
    found, outcomes = view.scores, view.outcomes or {}
    if found and len(found) == TWO:
        first, second = sorted(found, key=lambda player: outcomes.get(player) != "win")
        decided = [outcomes[player] for player in (first, second)] == ["win", "loss"]
        if (decided and found[first] > found[second]) or (not decided and found[first] == found[second]):
            return f"{_ending(view)}, {found[first]} to {found[second]}"
    return f"{_ending(view)}{scores(view)}"


def scores(view: View) -> str:
    """The scores, in brackets, if players have any: ` (White 40, Black 24)`."""
    found = view.scores
    return f" ({', '.join(f'{player} {number}' for player, number in found.items())})" if found else ""


def _ending(view: View) -> str:
    outcomes = view.outcomes or {}
    winners = [player for player, outcome in outcomes.items() if outcome == "win"]
    if winners:
        return f"{' and '.join(winners)} win{'s' * (len(winners) == 1)}"
    drawn = [player for player, outcome in outcomes.items() if outcome == "draw"]
    if len(drawn) == len(outcomes):
        return "a draw"
    lost = [player for player, outcome in outcomes.items() if outcome == "loss"]
    return ", ".join([f"{player} draws" for player in drawn] + [f"{player} loses" for player in lost])
