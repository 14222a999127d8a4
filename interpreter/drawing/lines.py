"""Lines between the sites of a board, such as links between pegs, or roads between towns.

The elements of a type are drawn so if the rules give them no places, and each names two sites. Where a board is drawn
in characters, they are told in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import hypot

from gdl.model.lattice import Point, Polygon
from gdl.model.model import Model
from gdl.model.shape import Shape
from interpreter.drawing import borders
from interpreter.drawing.borders import THICK, bar, chosen_types
from interpreter.drawing.drawn_sets import is_drawn_on
from interpreter.drawing.geometry import regular
from interpreter.drawing.site_texts import shapes_to_draw

FREE = 0.25
"""How much of a site's radius a line leaves free at its end, so that one can point at the site, too."""
RIM = "#4a3a28"
"""Around a line, so that white ones can be seen on light ground."""


@lru_cache(maxsize=16)
def shapes_in_pictures(model: Model) -> tuple[Shape, ...]:
    """The shapes that are drawn, with the types whose lines are drawn upon one of them."""
    drawn = shapes_to_draw(model)
    hidden = {variable for variable, look in model.variable_looks.items() if look.form == "hidden"}
    shown = [variable for variable in model.variables if variable not in hidden]
    lines = [
        shape for shape in model.shapes
        if shape.joins in drawn and shape not in drawn
        and (shape in chosen_types(model) or any(is_drawn_on(model, variable, shape) for variable in shown))
    ]  # fmt: skip
    return (*drawn, *lines)


def upon(shapes: Sequence[Shape]) -> dict[Shape, Shape]:
    """The edges, the corners and the lines among these shapes that are drawn upon their board, which is drawn, too."""
    lines = {shape: shape.joins for shape in shapes if shape.joins is not None and shape.joins in shapes}
    return borders.upon(shapes) | lines


def is_only_shown(model: Model, shape: Shape) -> bool:
    """Whether nobody ever points at these lines."""
    return shape.joins is not None and shape not in chosen_types(model)


def on_paper(lines: Shape, centres: Mapping[int, tuple[Point, float]], unit: float) -> Iterator[tuple[Point, Polygon]]:
    """The middle and the outline of each line, between sites with these centres and radii."""
    (_, starts), (_, ends) = lines.coordinates.values()
    for one, other in zip(starts, ends, strict=True):
        (a, room), (b, _) = centres[one], centres[other]
        long, free = hypot(b[0] - a[0], b[1] - a[1]), room * FREE
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        if long <= 2 * free:
            yield middle, regular(middle, unit * THICK, 12)
            continue
        x, y = (b[0] - a[0]) / long * free, (b[1] - a[1]) / long * free
        yield middle, bar((a[0] + x, a[1] + y), (b[0] - x, b[1] - y), unit * THICK / 2)
