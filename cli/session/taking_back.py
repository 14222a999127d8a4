"""Whether a choice may be taken back where players don't see everything.

What somebody has seen can't be unseen, and hidden things stay as they were dealt. So a choice is taken back only as
long as nobody has learnt from it: the same player goes on deciding, nothing was rolled, nothing came to light that this
player didn't know, and nothing changed that another player sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.game.view_parts import UNSEEN, content

if TYPE_CHECKING:
    from interpreter.game.plies import Step

SEEN = "Nothing is taken back here once somebody may have learnt from it: what was seen can't be unseen"


def is_private(steps: Sequence[Step]) -> bool:
    """Whether nobody has learnt from these plies, the first of which somebody wants to take back."""
    first, last = steps[0].before, steps[-1].after
    me = first.to_move
    if last.to_move != me or any(step.before.to_move != me for step in steps):
        return False
    for player in first.game.players:
        before, after = content(first.view(player)), content(last.view(player))
        if player != me and before != after:
            return False
        if any(before[key] == UNSEEN and after[key] != UNSEEN for key in before):
            return False
    return True
