"""What each player may expect, as a bar beside the board."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text
from textual.widget import Widget

from interpreter.players import Prospect

FRESH = 1
"""A search tells of positions up to this many plies away, too: it looked at the next move before that was made."""
LOWEST = 9
"""A bar of fewer rows has no room for a scale."""


class EvalBar(Widget):
    """The players' parts of a column, the first player's at the foot."""

    def __init__(self, players: tuple[str, ...], name: str) -> None:
        super().__init__(id=name)
        self.players = players
        self.prospect: Prospect | None = None
        self.ply = self.looked_at = 0
        """The plies before the position that was searched, and before the one on the board."""

    def tell(self, prospect: Prospect | None, ply: int) -> None:
        """Show what a search found after this many plies; None shows nothing."""
        self.prospect, self.ply, self.looked_at = prospect, ply, ply
        self.refresh()

    def look_at(self, ply: int, results: Mapping[str, float] | None = None) -> None:
        """Another position is looked at; `results`: of a game that is over there."""
        if results is not None:
            self.tell(Prospect(results, True, paid=max(1, *(round(abs(one)) for one in results.values()))), ply)
        self.looked_at = ply
        self.refresh()

    @property
    def is_old(self) -> bool:
        """Whether the bar shows what a search found in a position that is far from the one on the board."""
        return abs(self.looked_at - self.ply) > FRESH

    def render(self) -> Text:
        """Rows from above; each player's colour is a shade."""
        height = self.size.height
        if self.prospect is None or height < 1:
            return Text("")
        rows = shares(self.prospect, self.players, height)
        shades = ("█", "░", "▓", "▒")
        width, text = max(self.size.width, 1), Text()
        ticks = {0: "?"} if self.is_old else scale(height)
        of_row = [number for number, count in reversed([*enumerate(rows)]) for _ in range(count)]
        for row, number in enumerate(of_row):
            tick = ticks.get(row, "")[:width]
            text.append(tick, "bold reverse")
            text.append(shades[number % len(shades)] * (width - len(tick)) + "\n", "dim" if self.is_old else "bold")
        return text


def scale(height: int) -> dict[int, str]:
    """What is written beside rows from above: how much of the bar, in hundredths, is below them. The middle is where
    two players stand level."""
    if height < LOWEST:
        return {}
    return {0: "100", height // 4: "75", height // 2: "50", (3 * height) // 4: "25", height - 1: "0"}


def shares(prospect: Prospect, players: tuple[str, ...], height: int) -> list[int]:
    """Rows of each player; all of them, whatever is rounded."""
    worths = [max(prospect.share(player) + 1, 0.0) for player in players]
    total = sum(worths) or 1.0
    ends = [round(sum(worths[: n + 1]) / total * height) for n in range(len(players))]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]
