"""Says early that random games have no end: what follows then takes long, and finds little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.options.arguments import counted
from cli.options.echo import say

if TYPE_CHECKING:  # whoever holds a match needs no study
    from interpreter.lab.study.gathered import Gathered

WAY_OUT = "is there a rule that ends a game that goes on and on, such as `draw if repeats(piece, next) = 2` in `end`?"


class Warner:
    """Looks at what a study has gathered, and warns once."""

    def __init__(self, title: str) -> None:
        self._title, self._is_done = title, False

    def look(self, held: Gathered) -> None:
        """Warn, if all random games so far were broken off."""
        found = held.random
        if self._is_done or not (found.games or found.endless):
            return
        self._is_done = True
        if found.endless and not found.games:
            none = f"none of {counted(found.endless, 'random game')} ended within {held.plan.plies_limit:,} plies"
            say(f"gdl: {self._title}: {none}, so most figures will be missing; {WAY_OUT}", err=True)
