"""What programs call the squares of a board of rows and columns, whatever the rules call them: a letter for the column,
from the left, and a number for the row, from the first player's side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gdl.model.shape import Shape
from interpreter.game.game import Game

TEN = 10
"""XBoard counts the rows of a board that has just so many from 0, so that one digit is enough."""
MOST_COLUMNS = 26


@dataclass(frozen=True)
class Squares:
    """The sites of a board by what programs call them. `names`: for each site's label its name; `rows`: labels row by
    row, the highest first, as FEN has them; "" where the board has a gap."""

    names: Mapping[str, str]
    rows: tuple[tuple[str, ...], ...]

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def sites(self) -> dict[str, str]:
        """For each name the site's label."""
        return {name: label for label, name in self.names.items()}


def squares(game: Game, first: int | None = None) -> Squares | None:
    """The squares of a game's board; None if it has no rows and columns, or more columns than there are letters.

    `first`: the number of the lowest row; by default as XBoard has it.
    """
    board = game.model.board
    if not isinstance(board, Shape) or not {"c", "r"} <= board.coordinates.keys():
        return None
    columns, heights = ([int(value) for value in board.coordinates[name][1]] for name in ("c", "r"))
    left, low = min(columns), min(heights)
    width, height = max(columns) - left + 1, max(heights) - low + 1
    if width > MOST_COLUMNS or len(set(zip(columns, heights, strict=True))) < len(board.labels):
        return None
    start = (0 if height == TEN else 1) if first is None else first
    at = {(r - low, c - left): label for label, c, r in zip(board.labels, columns, heights, strict=True)}
    names = {label: f"{chr(ord('a') + c)}{r + start}" for (r, c), label in at.items()}
    rows = tuple(tuple(at.get((r, c), "") for c in range(width)) for r in reversed(range(height)))
    return Squares(names, rows)
