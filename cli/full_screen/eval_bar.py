"""What each player may expect, as a bar beside the board."""

from __future__ import annotations

from rich.text import Text
from textual.widget import Widget

from interpreter.players import Prospect


class EvalBar(Widget):
    """The players' parts of a column, the first player's at the foot."""

    def __init__(self, players: tuple[str, ...], name: str) -> None:
        super().__init__(id=name)
        self.players = players
        self.prospect: Prospect | None = None

    def tell(self, prospect: Prospect | None) -> None:
        """Show this, or nothing."""
        self.prospect = prospect
        self.refresh()

    def render(self) -> Text:
        """Rows from above; each player's colour is a shade."""
        height = self.size.height
        if self.prospect is None or height < 1:
            return Text("")
        rows = shares(self.prospect, self.players, height)
        shades = ("█", "░", "▓", "▒")
        text = Text()
        for number, count in reversed([*enumerate(rows)]):
            for _ in range(count):
                text.append(shades[number % len(shades)] * max(self.size.width, 1) + "\n", "bold")
        return text


def shares(prospect: Prospect, players: tuple[str, ...], height: int) -> list[int]:
    """Rows of each player; all of them, whatever is rounded."""
    worths = [max(prospect.share(player) + 1, 0.0) for player in players]
    total = sum(worths) or 1.0
    ends = [round(sum(worths[: n + 1]) / total * height) for n in range(len(players))]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]
