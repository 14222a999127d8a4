"""How large boards are drawn: the sizes that cells may have, and the largest layout for which there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from cli.terminal.scene.between import between, room
from cli.terminal.scene.layout import Layout, Part, Size, arranged, part
from cli.terminal.scene.lines import text_width
from cli.terminal.scene.measure import Extent, extent
from interpreter.drawing.borders import upon
from interpreter.drawing.layout import Panel, panels
from interpreter.drawing.site_texts import is_board_of, shapes_to_draw

if TYPE_CHECKING:
    from gdl.model.model import Model
    from gdl.model.shape import Shape

HEIGHTS = (10, 8, 6, 5, 4, 3, 2)
"""Lines of large cells."""
STACKS = (15, 12, 10, 8, 7, 6, 5, 4, 3)
"""Lines for counters one upon another."""
COMPACT_STACKS = (5, 4, 3)
ENDLESS = 10_000


@dataclass(frozen=True)
class Manner:
    """What a layout follows from, besides the game.

    `symbols`: pieces are drawn as symbols, not letters. `is_compact`: few lines, for boards that are printed again and
    again. `degrees`: how the board is turned, clockwise.
    """

    symbols: bool = False
    is_compact: bool = False
    degrees: int = 0


def fitting(model: Model, manner: Manner, width: int, height: int = ENDLESS) -> Layout:
    """The largest layout with so much room; the smallest if none fits."""
    found = layouts(model, manner, width)
    return next((one for one in found if one.width <= width and one.height <= height), found[-1])


@lru_cache(maxsize=32)
def layouts(model: Model, manner: Manner, width: int = ENDLESS) -> Sequence[Layout]:
    """All layouts of a game, the largest first; layers stand beside each other as far as the width allows."""
    drawn = shapes_to_draw(model)
    borders = upon(drawn)
    shapes = [
        _Shape.of(model, shape, manner, tuple(one for one in borders if borders[one] is shape))
        for shape in drawn if shape not in borders
    ]  # fmt: skip
    if not shapes:
        return [Layout((), (), 0, 0)]
    sizes = [list(dict.fromkeys(shape.sizes(manner))) for shape in shapes]
    found: list[Layout] = []
    for step in range(max(map(len, sizes))):
        parts = [
            [shape.part(panel, own[min(step, len(own) - 1)], manner.degrees) for panel in shape.panels]
            for shape, own in zip(shapes, sizes, strict=True)
        ]
        found.append(arranged(parts, width))
        if len(shapes) > 1 and not manner.is_compact:
            found.append(arranged(parts, width, beside=True))
    return found


@dataclass(frozen=True, eq=False)
class _Shape:
    """A shape with what its sizes depend on."""

    shape: Shape
    panels: Sequence[Panel]
    extent: Extent
    is_board: bool
    has_lines: bool
    has_rim: bool
    borders: tuple[Shape, ...]
    """Its edges and corners that are drawn."""
    between: int
    """Columns that are wanted between its cells for what lies on their edges and corners; 0 if nothing does."""

    @staticmethod
    def of(model: Model, shape: Shape, manner: Manner, borders: tuple[Shape, ...]) -> _Shape:
        """The shape as it is drawn for this model."""
        found = panels(turned(shape, manner.degrees))
        has_rim = any(look.shape is shape and look.edge for look in model.site_looks)
        is_board = is_board_of(model, shape)
        wanted = extent(model, shape, manner.symbols)
        columns = room(model, shape, borders) if len(found) == 1 else 0
        return _Shape(shape, found, wanted, is_board, lined(model, shape), has_rim, borders, columns)

    def part(self, panel: Panel, size: Size, degrees: int) -> Part:
        """A layer of it in this size."""
        found = part(self.shape, panel, size, self.has_rim)
        if not size.is_walled:
            return found
        degrees = 0 if turned(self.shape, degrees) is self.shape else degrees
        return replace(found, between=between(found, self.borders, degrees))

    def sizes(self, manner: Manner) -> Iterator[Size]:
        """Its sizes, largest first."""
        if self.between:
            yield from self._for_walls(manner)
        elif self.extent.is_points:
            yield from self._for_stacks(manner)
        elif self.is_board and all(panel.has_axes for panel in self.panels):
            yield from self._for_grids(manner)
        elif self.is_board:
            yield from self._for_points(manner)
        else:
            yield from self._for_pits(manner)

    @property
    def _name(self) -> int:
        return max(map(text_width, self.shape.labels))

    def _for_grids(self, manner: Manner) -> Iterator[Size]:
        need = self.extent.width
        if not manner.is_compact:
            for height in HEIGHTS:
                for less in (0, 1):
                    own = 2 * height - less + (0 if self.has_lines else 1)
                    yield Size(max(own, need(height) + 2), height, gap=0)
        if not (manner.is_compact or self.has_lines):
            yield Size(need(1) + 2, 1, gap=0)
        yield from self._narrower(Size(need(1), 1), 1)
        if manner.symbols and not (manner.is_compact or self.has_lines):  # where there are colours
            yield Size(need(1), 1, gap=0, is_dense=True)

    def _for_walls(self, manner: Manner) -> Iterator[Size]:
        """With something between the cells; lines of text, where there is no room for that."""
        need, has_axes = self.extent.width, all(panel.has_axes for panel in self.panels)
        name = 0 if has_axes else self._name
        names = ("axes", "axes") if has_axes else ("below", "empty")
        for height in () if manner.is_compact else HEIGHTS:
            width = max(2 * height + 1, need(height - (0 if has_axes else 1)) + 2, name) | 1
            yield Size(width, height, self.between, names[0], between=1, is_walled=True, is_roomy=True)
        small = Size(max(need(1) + 2, name) | 1, 1, self.between, names[1], between=1, is_walled=True, is_roomy=True)
        yield small
        yield from self._narrower(replace(small, width=max(need(1), name), is_roomy=False), 1)
        if manner.is_compact:
            yield from self._narrower(Size(max(need(1), name), 1, names=names[1]), 1)

    def _for_points(self, manner: Manner) -> Iterator[Size]:
        need, name = self.extent.width, self._name
        if manner.is_compact:
            yield Size(name + 1 + need(1), 1, names="beside")
        elif self.has_lines:
            for height in HEIGHTS:
                size = Size(max(2 * height - 1, need(height)), height, names="none")
                yield from (size, replace(size, is_tight=True))
        else:
            for height in HEIGHTS:
                size = Size(max(2 * height - 1, need(height - 1), name), height, names="below")
                yield from (size, replace(size, is_tight=True))
        if not self.has_lines:
            wide = max(name, need(1))
            size = Size(wide if manner.is_compact else wide | 1, 1, names="empty")
            yield from (size, *([] if manner.is_compact else [replace(size, is_tight=True)]))
        for size in self._narrower(Size(need(1), 1, names="none"), 1):
            yield from ((size,) if manner.is_compact else (size, replace(size, is_tight=True)))

    def _for_pits(self, manner: Manner) -> Iterator[Size]:
        need, name = self.extent.width, self._name + 1
        if not manner.is_compact:
            for height in HEIGHTS:
                yield Size(max(2 * height - 1, need(height - 1), name), height, names="above", between=1)
        yield from self._narrower(Size(max(need(1), name), 2, names="above"), 1)

    def _for_stacks(self, manner: Manner) -> Iterator[Size]:
        stacks, widths = (COMPACT_STACKS, (3, 2)) if manner.is_compact else (STACKS, (7, 5, 4, 3, 2))
        for stack in stacks:
            for width in widths:
                yield Size(max(width, self._name), stack + 1, names="above", stack=stack, between=1)

    def _narrower(self, size: Size, lines: int) -> Iterator[Size]:
        """This size, and then such as have more lines for the same content; at last some of it is left out."""
        yield size
        width = size.width
        for more in range(2, len(self.extent.words) + 2):
            if (needed := max(self.extent.width(more), self._name + 1 if size.names == "above" else 0)) < width:
                width = needed
                yield replace(size, width=width, height=size.height - lines + more)
        for less in range(min(width, self.extent.pieces) - 1, 2, -1):
            yield replace(size, width=less)


def turn_of(model: Model, player: str | None) -> int:
    """By how many degrees, clockwise, the ruleset turns the board before a player."""
    return model.turned.get(model.players.index(player), 0) if player in model.players else 0


def lined(model: Model, shape: Shape) -> bool:
    """Whether the sites of a shape are where lines meet."""
    is_meant = is_board_of(model, shape) or model.board is None
    return is_meant and model.board_look.style == "lines" and any(shape.neighbours)


def turned(shape: Shape, degrees: int) -> Shape:
    """The shape seen from another side, as far as characters allow: upside down, or a board of squares from a side."""
    places = shape.places
    match degrees % 360:
        case 180:
            places = tuple((-x, -y, z) for x, y, z in places)
        case 90:
            places = tuple((y, -x, z) for x, y, z in places)
        case 270:
            places = tuple((-y, x, z) for x, y, z in places)
        case _:
            return shape
    found = replace(shape, places=places)
    if degrees % 180 and not all(panel.has_axes for panel in panels(found)):
        return shape  # rows of a board of hexagons would be columns
    return found
