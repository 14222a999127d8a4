"""How a board is drawn if its author doesn't say so: by where its sites lie, how they are linked, what lies on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gdl.model.types import Range
from gdl.pictures import STYLES
from interpreter.drawing import colours
from interpreter.drawing.signs import implied
from interpreter.drawing.site_texts import is_board_of, lives_on

if TYPE_CHECKING:
    from gdl.model.model import Model
    from gdl.model.shape import Shape

SQUARES, CHECKERED, LINES, CELLS = "squares", "checkered", "lines", "cells"
PITS, HOLES, POINTS, PLAIN = "pits", "holes", "points", "plain"

GROUNDS = {
    SQUARES: ("#ecd9b4", "#b08d5b", "#ddc495"),
    CHECKERED: ("#f0dcb8", "#b98a5e", "#d5b48a"),
    LINES: ("#dfb663", "#5c4420", "#dfb663"),
    CELLS: ("#ecd9b4", "#a98655", "#ddc495"),
    PITS: ("#b98650", "#7d5429", "#b98650"),
    HOLES: ("#cfa56b", "#94693a", "#cfa56b"),
    POINTS: ("#e6d3a8", "#a5532f", "#d9b47c"),
    PLAIN: ("#ecd9b4", "#a98655", "#ddc495"),
}
"""For each style its ground, its second colour (dark squares, lines, holes), and a third for three-coloured cells. A
style without a row has the colours of `plain`."""
CHECKERED_PICTURES = frozenset({"pawn", "knight", "bishop", "rook", "queen", "king", "man", "crowned"})
"""Pieces that people know from a chequered board."""


@dataclass(frozen=True)
class Style:
    """A style by name, and its colours as numbers."""

    name: str
    ground: str
    second: str
    third: str


def style(model: Model, shape: Shape, corners: int | None) -> Style:
    """The style of a shape. `corners`: of the cell that all its sites have, if they have one."""
    said = model.board_look if is_board_of(model, shape) or model.board is None else None
    name = said.style if said and said.style in STYLES else _by_itself(model, shape, corners)
    ground, second, third = GROUNDS.get(name, GROUNDS[PLAIN])
    own = [number for colour in (said.colours if said else ()) if (number := colours.hexadecimal(colour))]
    if own:
        ground, third = colours.soften(own[0], 0.2), own[-1]
        dark = colours.mixed(own[0], "#000000", 0.35)
        second = colours.soften(own[1], 0.22) if len(own) > 1 else dark
    if len(own) > 2:
        third = own[2]
    return Style(name, ground, second, third)


def _by_itself(model: Model, shape: Shape, corners: int | None) -> str:
    holds = [v for v in model.variables if lives_on(model, v, shape)]
    if not is_board_of(model, shape) and any(isinstance(v.type.base, Range) for v in holds):
        return PITS
    if len({z for _, _, z in shape.places}) > 1:
        return HOLES
    if corners is None:
        return LINES if any(shape.neighbours) else HOLES
    if corners != 4:
        return CELLS
    pictures = {implied(look) for look in model.looks.values()}
    return CHECKERED if pictures & CHECKERED_PICTURES else SQUARES
