"""Who decides next, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.drawing.beside_board import names_of

if TYPE_CHECKING:
    from interpreter.game.views import View

FEW = 3
"""Up to this number of players are named if they decide together."""


def whose_turn(view: View) -> str:
    """`White to move`, `Ann and Bob decide together`, `Chance`; "" if the game is over."""
    if view.is_over:
        return ""
    deciding = view.deciding
    if not deciding:
        return "Chance"
    if len(deciding) == 1:
        return f"{deciding[0]} to move"
    if len(deciding) > FEW and len(deciding) == len(view.game.players):
        return "All players decide together"
    return f"{names_of(deciding)} decide together"


def whose_moves(view: View) -> str:
    """The same above a list of moves, which are those of one player: `Ann and Bob decide together. Ann`."""
    said = whose_turn(view)
    return f"{said}. {view.to_move}" if len(view.deciding) > 1 else said
