"""Where edges and corners of a board of squares stand on the screen: in what is left free between cells and around."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.terminal.scene.layout import Between, Cell, Part
from cli.terminal.scene.measure import said
from interpreter.drawing.borders import ways

if TYPE_CHECKING:
    from gdl.model.model import Model
    from gdl.model.shape import Shape

MOST = 3
"""Columns between cells at most: what doesn't fit is cut."""


def room(model: Model, board: Shape, borders: Sequence[Shape]) -> int:
    """Columns between the cells of a board for these edges and corners of it; 0 if there is nothing to be drawn there:
    none are given, or the board isn't one of squares."""
    if not borders or ways(board, "edges") is None:
        return 0
    return max(1, *(min(said(model, shape), MOST) for shape in borders))


def between(part: Part, borders: Sequence[Shape], degrees: int) -> Between:
    """Edges and corners between the cells of a part, which is turned so far."""
    board = borders[0].of
    assert board is not None and board.lattice is not None
    edges, corners = (_cells(part, ways(board, name) or (), degrees) for name in ("edges", "corners"))
    types = {shape.part: shape for shape in borders}
    return Between(edges, corners, board.lattice.edges, types.get("edges"), types.get("corners"))


def _cells(part: Part, ways: Sequence[tuple[int, int, int]], degrees: int) -> dict[int, Cell]:
    return {number: _beside(part, site, *_turned(x, y, degrees)) for number, (site, x, y) in enumerate(ways)}


def _turned(x: int, y: int, degrees: int) -> tuple[int, int]:
    """A way as `sizes.turned` turns places, which turns boards of squares any way."""
    match degrees % 360:
        case 180:
            return -x, -y
        case 90:
            return y, -x
        case 270:
            return -y, x
    return x, y


def _beside(part: Part, site: int, x: int, y: int) -> Cell:
    """What lies so beside a cell: -1, 0 or 1 to the right, and upwards."""
    cell, size = part.cells[site], part.size
    row, height = {
        1: (cell.row - size.between, size.between), 0: (cell.row, cell.height),
        -1: (cell.row + cell.height, size.between),
    }[y]  # fmt: skip
    column, width = {
        -1: (cell.column - size.gap, size.gap), 0: (cell.column, cell.width), 1: (cell.column + cell.width, size.gap)
    }[x]  # fmt: skip
    return Cell(row, column, width, height)
