"""What a turn changed on the board: all sites that don't look as before, whoever was named in the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.drawing.content import is_board_of, shapes_to_draw, spots

if TYPE_CHECKING:
    from gdl.model.model import Shape
    from interpreter.game.views import View


def changed(before: View, after: View, shape: Shape) -> frozenset[str]:
    """Labels of the sites of a shape on which something else stands, or that hold another value."""
    earlier, later = spots(before, shape, symbols=False), spots(after, shape, symbols=False)
    return frozenset(label for label in shape.labels if earlier[label] != later[label])


def changed_on_board(before: View, after: View) -> frozenset[str]:
    """The same for the shape that the eye is on: the board, or the only one that is drawn."""
    model = after.game.model
    shapes = shapes_to_draw(model)
    found = [shape for shape in shapes if is_board_of(model, shape) or len(shapes) == 1]
    return frozenset().union(*(changed(before, after, shape) for shape in found))
