"""What is seen upon the board or on the table of cards, so that nobody has to read it beside the board, too."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.drawing.drawn_sets import is_drawn_on, is_inked
from interpreter.drawing.hands import laid, notes
from interpreter.drawing.lines import shapes_in_pictures

if TYPE_CHECKING:
    from gdl.model.model import Model
    from gdl.model.state import Variable


@lru_cache(maxsize=16)
def seen_elsewhere(model: Model, draws_edges: bool = True, draws_lines: bool = True) -> frozenset[Variable]:
    """The variables that are laid out as cards and pegs, told with these, or drawn on edges and corners, or as lines.

    `draws_edges`, `draws_lines`: whoever shows the game draws what lies on edges and corners, and lines between
    sites."""
    shapes = [
        shape for shape in shapes_in_pictures(model)
        if (draws_edges and shape.of is not None) or (draws_lines and shape.joins is not None)
    ]  # fmt: skip
    drawn = {
        variable for variable in model.variables for shape in shapes
        if is_inked(variable, shape) or is_drawn_on(model, variable, shape)
    }  # fmt: skip
    return frozenset({*laid(model), *notes(model), *drawn})
