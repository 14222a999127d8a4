"""How a game's screen is divided: what stands beside the board or below it, and what has no room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

WIDE, NARROW, LOW = 120, 60, 18
"""Columns and rows from which there is more, or less, beside the board."""
SIDE, WIDE_SIDE = 28, 44
"""Columns beside the board."""
STRIP, FACTS = 5, 1
"""Rows below the board for what else stands beside it, and for the least of that."""
SHARE = 0.4
"""How much of the rows beside the board is for what belongs to no site, as long as the turns are listed below it."""


@dataclass(frozen=True)
class Room:
    """How the rows and columns between the title and the question are shared out.

    `beside`: columns for the lists beside the board. `below`: rows for them below it. `is_introduced`: whether it is
    said what the game is about. `is_telling`: what belongs to no site has the room of the turns.
    """

    beside: int
    below: int = 0
    is_introduced: bool = False
    is_telling: bool = False

    @property
    def classes(self) -> dict[str, bool]:
        """What styles know it by."""
        return {
            "broad": self.beside == WIDE_SIDE,
            "telling": self.is_telling,
            "crowded": self.below > 0,
            "full": self.below == FACTS,
        }


def divided(
    width: int,
    height: int,
    *,
    has_side: bool,
    about: int,
    facts: Callable[[int], int],
    fitted: Callable[[int, int], int | None],
    is_whole: Callable[[int, int], bool] = lambda width, height: True,
) -> Room:
    """How `width` columns and `height` rows are shared out. `has_side`: whether lists are wanted. `about`: the rows
    of the game's summary. `facts` takes columns, and gives the rows of what belongs to no site. `fitted` takes columns
    and rows, and gives the size that shows the board there: 0 is the largest, None means that no size does. `is_whole`
    tells whether that is all of the board, and not only the part in use.

    Where the board has no room beside the rest, these go, in this order: what the game is about; the turns, with the
    others below the board. Where that isn't enough for the whole board, the same is tried for the part in use, and then
    the moves go. If nothing helps, all stay. Long facts have more columns if the board is as
    large then, or else the room of the turns.
    """
    side = 0 if not has_side or width < NARROW else WIDE_SIDE if width >= WIDE else SIDE
    ways = [(side, 0, about), (side, 0, 0)]
    ways += [(0, STRIP, about), (0, STRIP, 0), (0, FACTS, 0)] if side else []
    seen = [way for way in ways if fitted(width - way[0], height - way[1] - way[2]) is not None]
    whole = [way for way in seen if way[1] != FACTS and is_whole(width - way[0], height - way[1] - way[2])]
    ways = whole or seen or ways
    beside, below, told = ways[0]
    height -= told

    def is_long() -> bool:
        return beside > 0 and facts(beside) > SHARE * height

    if is_long() and fitted(width - WIDE_SIDE, height) == fitted(width - beside, height) is not None:
        beside = WIDE_SIDE
    return Room(beside, below, told > 0, is_long())
