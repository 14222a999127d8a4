"""The layers of all shapes of a game on one sheet, side by side, in rows that a phone has room for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gdl.model.model import Model
from gdl.model.shape import Shape
from interpreter.drawing import rim
from interpreter.drawing.fields import Field, fields
from interpreter.drawing.grounds import reach
from interpreter.drawing.lines import upon

ROW = 2.0
"""A row is as wide as its widest layer, so many times."""
FRAME = 14.0
"""Around each layer, and its names."""
NAME = 9.0
"""Half the room that a name takes."""
TITLE = 18.0


@dataclass(frozen=True)
class Put:
    """A layer of a shape, with the names on its rim, and where its corner lies on the sheet."""

    shape: Shape
    field: Field
    names: tuple[rim.Name, ...]
    x: float
    y: float


@dataclass(frozen=True)
class Sheet:
    """All layers in their places."""

    put: tuple[Put, ...]
    width: float
    height: float


@dataclass(frozen=True)
class _Box:
    shape: Shape
    field: Field
    names: tuple[rim.Name, ...]
    left: float
    top: float
    width: float
    height: float


def sheet(model: Model, shapes: Iterable[Shape], degrees: int) -> Sheet:
    """The layers of these shapes in their places, the board turned so far clockwise."""
    every = tuple(shapes)
    alone = [shape for shape in every if shape not in upon(every)]
    boxes = [_box(model, shape, field) for shape in alone for field in fields(model, shape, degrees)]
    if not boxes:
        return Sheet((), 0.0, 0.0)
    widest = max(box.width for box in boxes)
    rows: list[list[_Box]] = [[]]
    for box in boxes:
        if rows[-1] and sum(b.width for b in rows[-1]) + box.width > ROW * widest:
            rows.append([])
        rows[-1].append(box)
    width = max(sum(box.width for box in row) for row in rows)
    height = sum(max(box.height for box in row) for row in rows)
    return Sheet(tuple(_placed(rows, width)), round(width, 2), round(height, 2))


def _placed(rows: list[list[_Box]], width: float) -> Iterator[Put]:
    """Each in the middle of its row, and the rows in the middle of the sheet."""
    y = 0.0
    for row in rows:
        x = (width - sum(box.width for box in row)) / 2
        high = max(box.height for box in row)
        for box in row:
            top = y + (high - box.height) / 2
            yield Put(box.shape, box.field, box.names, round(x + box.left, 2), round(top + box.top, 2))
            x += box.width
        y += high


def _box(model: Model, shape: Shape, field: Field) -> _Box:
    """How much room a layer needs on each side of its corner."""
    names = rim.names(field, edged=any(look.edge for look in model.site_looks if look.shape is shape))
    west, north, east, south = reach(field)
    left = max([FRAME - west, *(NAME - x + 4 for x, _, _ in names)])
    right = max([FRAME + east - field.width, *(x + NAME + 4 - field.width for x, _, _ in names)])
    top = max([FRAME - north, *(NAME - y + 4 for _, y, _ in names)]) + (TITLE if field.title else 0)
    bottom = max([FRAME + south - field.height, *(y + NAME + 4 - field.height for _, y, _ in names)])
    return _Box(shape, field, names, left, top, left + field.width + right, top + field.height + bottom)
