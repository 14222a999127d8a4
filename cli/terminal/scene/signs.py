"""What tells players on the board, as it stands beside their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.terminal.scene.cell_lines import piece
from interpreter.drawing import colours
from interpreter.drawing.legend import player_signs

if TYPE_CHECKING:
    from cli.terminal.scene.palette import Palette
    from gdl.model.model import Model


def signs(model: Model, palette: Palette, symbols: bool) -> dict[str, tuple[str, str]]:
    """For each player whose pieces all look alike, their text and style. `symbols`: more than letters can be shown."""
    found: dict[str, tuple[str, str]] = {}
    for player, sign in player_signs(model).items():
        style = piece(sign.colour, palette.ink if palette.has_colour else "", palette)
        if palette.has_colour and not palette.chips:
            style = f"{style} on {palette.ground}"
        found[player] = sign.symbol if symbols else sign.letter, colours.in_sixteen(style) if palette.few else style
    return found
