"""What stands beside the board: players' variables and those of the game, as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.drawing import content

if TYPE_CHECKING:
    from interpreter.game.views import View


def lines_of(view: View) -> list[str]:
    """What the variables say that belong to no site."""
    model = view.game.model
    found = []
    for variable in content.off_board(model):
        if variable.local or variable in (model.me, model.next):
            continue
        if variable.subject is None:
            value = view.value(variable.name)
            text = "" if value in (None, False, []) else content.plain(value)
        else:
            text = content.table_of(view, variable)
        if text:
            found.append(f"{variable.name}: {text}")
    return found
