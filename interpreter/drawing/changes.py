"""What a turn changed on the board: all sites that don't look as before, whoever was named in the moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from interpreter.drawing.borders import upon
from interpreter.drawing.site_texts import Spot, is_board_of, shapes_to_draw, spots

if TYPE_CHECKING:
    from gdl.model.shape import Shape
    from interpreter.game.views import View

EMPTY = Spot()


def changed(before: View, after: View, shape: Shape) -> frozenset[str]:
    """Labels of the sites of a shape on which something else stands, or that hold another value."""
    earlier, later = spots(before, shape, symbols=False), spots(after, shape, symbols=False)
    return frozenset(label for label in shape.labels if earlier[label] != later[label])


def changed_on_board(before: View, after: View) -> frozenset[str]:
    """The same for the shape that the eye is on – the board, or the only one that is drawn – and what lies on its edges
    and corners."""
    borders = upon(shapes_to_draw(after.game.model))
    between = frozenset[str]().union(*(changed(before, after, shape) for shape in borders))
    return between | differing(appearance(before), appearance(after))


def appearance(view: View) -> Mapping[str, Spot]:
    """What that shape looks like: its sites that aren't empty. Small, so that it can be kept to be compared with."""
    model = view.game.model
    shapes = shapes_to_draw(model)
    found = [shape for shape in shapes if is_board_of(model, shape) or len(shapes) == 1]
    looking = (spots(view, shape, symbols=False) for shape in found)
    return {label: spot for of in looking for label, spot in of.items() if spot != EMPTY}


def differing(before: Mapping[str, Spot], after: Mapping[str, Spot]) -> frozenset[str]:
    """The sites at which one appearance isn't as the other. What came into sight, or went out of it, hasn't changed,
    unless it is the viewer's own: one knows of one's own pieces wherever they stand."""
    return frozenset(
        label
        for label in {**before, **after}
        if (was := before.get(label, EMPTY)) != (now := after.get(label, EMPTY))
        and ((was.is_seen and now.is_seen) or was.is_own or now.is_own)
    )
