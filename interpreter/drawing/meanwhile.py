"""What somebody saw between two of their decisions, and doesn't see any more: what players know they can be shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.drawing.beside_board import text, told
from interpreter.drawing.unknown import SIGN
from interpreter.game.eyes import Eyes, is_masked, seen

if TYPE_CHECKING:
    from interpreter.game.plies import Step
    from interpreter.game.views import View

HIDDEN = f" x {SIGN}"
"""Of what isn't seen somebody only learns how many there are."""


def meanwhile(steps: Sequence[Step], player: Eyes) -> list[str]:
    """The lines that stood beside the board, and the pieces that stood on it, in some view of a player since they last
    decided, and neither then nor now: what an umpire said to their move, before the other's answer took its place.

    `steps`: those of the game, up to now. Nothing where all is seen: there people look back at the game itself.
    """
    last = next((i for i in range(len(steps) - 1, -1, -1) if steps[i].before.to_move == player), None)
    if last is None or not is_masked(steps[0].before.game, player):
        return []
    since = steps[last:]
    known = {*_shown(seen(since[0].before, player)), *_shown(seen(since[-1].after, player))}
    views = (seen(step.after, player) for step in since[:-1] if not step.after.together)
    return [line for line in dict.fromkeys(line for view in views for line in _shown(view)) if line not in known]


def _shown(view: View) -> list[str]:
    lines = [line for words in told(view) if not (line := text(words)).endswith(HIDDEN)]
    board = view.game.model.board
    for site in board.labels if board is not None else ():
        lines += [f"{piece.label} on {site}" for piece in view.pieces(site)]
    return lines
