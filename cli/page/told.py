"""What stands beside the board, as lines of text: scores apart, which the face shows itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.drawing import told

if TYPE_CHECKING:
    from interpreter.game.views import View


def lines_of(view: View) -> list[str]:
    """What the variables say that belong to no site."""
    return [told.text(words) for words in told.told(view)[len([*told.score(view)]) :]]
