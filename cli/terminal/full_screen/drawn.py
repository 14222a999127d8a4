"""A board as it was drawn last, in a window: its rows, kept until they look otherwise, and where its sites are."""

from __future__ import annotations

from collections.abc import Collection

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region, Size, Spacing
from textual.strip import Strip

from cli.terminal.scene.board import Board, Drawing
from cli.terminal.scene.layout import Layout, Site
from cli.terminal.scene.marks import Marks
from cli.terminal.scene.palette import ASCII, UNICODE, Palette
from cli.terminal.scene.sizes import Manner
from interpreter.drawing import colours
from interpreter.drawing.site_texts import is_board_of, shapes_to_draw
from interpreter.game.views import View

Sites = Collection[str | Site]
"""Sites by their labels, or, where several shapes are drawn, as pairs of a shape's name and a label."""


class Drawn:
    """A view of a game on a board of one layout and palette, in a window of this size (columns, rows).

    `has_few`: the terminal has sixteen colours.
    """

    def __init__(self, view: View, layout: Layout, manner: Manner, palette: Palette, ascii_: bool, size: Size,
                 has_few: bool) -> None:  # fmt: skip
        self._key = self._made_of(view, layout, palette, ascii_, size)
        self.board = Board(view.game.model, layout, manner, palette, ASCII if ascii_ else UNICODE)
        self.layout, self.size = layout, size
        self.drawing: Drawing | None = None
        self._has_few = has_few
        self._strips: dict[int, Strip] = {}

    @staticmethod
    def _made_of(view: View, layout: Layout, palette: Palette, ascii_: bool, size: Size) -> tuple[object, ...]:
        return view.game.model, layout, palette, ascii_, size

    def is_of(self, view: View, layout: Layout, palette: Palette, ascii_: bool, size: Size) -> bool:
        """Whether the same board serves."""
        return self._key == self._made_of(view, layout, palette, ascii_, size)

    def draw(self, view: View, marks: Marks) -> Collection[Site]:
        """Draw this view with these marks; the sites that look otherwise than before, all at first."""
        before = self.drawing
        self.drawing = Drawing(self.board, view, marks, before)
        if before is None:
            return self.layout.cells
        found = self.drawing.differing(before)
        for site in found:
            cell = self.layout.cells[site]
            for row in range(cell.row - self._around, cell.row + cell.height + self._around):
                self._strips.pop(row, None)
        return found

    @property
    def _around(self) -> int:
        """Rows and columns: where edges meet, each shows that the others are there."""
        return 1 if self.board.barriers else 0

    # ---- where sites are

    @property
    def offset(self) -> Offset:
        """How far the board stands from the left and the top: in the middle, where there is room."""
        free = self.size - Size(self.layout.width, self.layout.height)  # never below 0
        return Offset(free.width // 2, free.height // 2)

    def region(self, site: Site) -> Region:
        """A site's cell, counted from the corner of all that can be scrolled to."""
        cell = self.layout.cells[site]
        return Region(cell.column, cell.row, cell.width, cell.height).translate(self.offset)

    def reach(self, site: Site) -> Region:
        """All that may look otherwise when a site does."""
        return self.region(site).grow(Spacing(self._around, 2, self._around, 2))

    def site_at(self, at: Offset) -> Site | None:
        """The site at a place, counted likewise."""
        x, y = at - self.offset
        return self.layout.site_at(y, x)

    def site(self, named: str | Site) -> Site | None:
        """The site that is meant: a label alone is that of the game's board, or else of the first shape that has it."""
        cells, model = self.layout.cells, self.board.model
        if not isinstance(named, str):
            return named if named in cells else None
        shapes = sorted(shapes_to_draw(model), key=lambda shape: not is_board_of(model, shape))
        return next((found for shape in shapes if (found := (shape.name, named)) in cells), None)

    def sites(self, named: Sites) -> frozenset[Site]:
        """Those of them that are there."""
        return frozenset(found for one in named if (found := self.site(one)) is not None)

    # ---- rows

    def strip(self, y: int) -> Strip | None:
        """A row of all that can be scrolled to; None: nothing is drawn there."""
        left, top = self.offset
        row = y - top
        if self.drawing is None or not 0 <= row < self.layout.height:
            return None
        if row not in self._strips:
            line = self.drawing.line(row)
            if self._has_few:
                line = [(text, colours.in_sixteen(style)) for text, style in line]
            self._strips[row] = Strip([Segment(text, Style.parse(style)) for text, style in line])
        strip = self._strips[row]
        return Strip([Segment(" " * left), *strip], strip.cell_length + left) if left else strip
