"""What is in use of a board that is larger than its page, and the part that shows it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from cli.terminal.scene.canvas import Row
from cli.terminal.scene.layout import Cell, Layout, Site
from interpreter.drawing.site_texts import shapes_to_draw, spots
from interpreter.game.views import View

GROWTH = 3
"""Cells that stay free on each side, where there is room: the next moves go there."""


def used(view: View, marked: Collection[str | Site]) -> frozenset[Site]:
    """The sites on which something stands, and those that are marked, by their labels or as pairs with a shape; where
    there is nothing yet, those that can be chosen."""
    found = set[Site]()
    for shape in shapes_to_draw(view.game.model):
        for label, spot in spots(view, shape, symbols=True).items():
            if spot.text or spot.counters or label in marked or (shape.name, label) in marked:
                found.add((shape.name, label))
    chosen = set() if found else {value for move in view.moves for value in move.values}
    return frozenset(found) or frozenset(
        (shape.name, label) for shape in shapes_to_draw(view.game.model) for label in shape.labels if label in chosen
    )


@dataclass(frozen=True)
class Part:
    """The part of a board that is shown: its layout, the rows, the columns."""

    layout: Layout
    rows: range
    columns: range

    def of(self, number: int, row: Row) -> Row:
        """What is shown of a row of the board: whole cells."""
        row = row.copy()
        for site in self.layout.sites_in(number):
            cell = self.layout.cells[site]
            ends = cell.column, cell.column + cell.width - 1
            if len({end in self.columns for end in ends}) > 1:
                row.put(cell.column, " " * cell.width)
        return row.part(self.columns)


def part(sizes: Sequence[Layout], sites: Collection[Site], width: int) -> Part:
    """The part of a board that holds these sites, `width` columns wide. All of `sizes` are wider.

    It has the largest layout in which these sites and some cells around them fit. It leaves out rows only where no
    names stand in the margins.
    """
    layout = next((one for one in sizes if len(_columns(one, sites, GROWTH)) <= width), sizes[-1])
    held = _columns(layout, sites, 0)
    start = max(0, min(layout.width - width, (held.start + held.stop - width) // 2))
    rows = range(layout.height)
    if not any(one.size.names == "axes" for one in layout.parts) and (cells := _cells(layout, sites)):
        around = GROWTH * cells[0].height
        last = max(cell.row + cell.height for cell in cells)
        rows = rows[max(0, min(cell.row for cell in cells) - around) : last + around]
    return Part(layout, rows, range(start, start + width))


def _columns(layout: Layout, sites: Collection[Site], around: int) -> range:
    """The columns that these sites take, with `around` cells on each side. Without sites: all columns."""
    cells = _cells(layout, sites)
    if not cells:
        return range(layout.width)
    aside = around * (cells[0].width + 1)
    return range(min(cell.column for cell in cells) - aside, max(cell.column + cell.width for cell in cells) + aside)


def _cells(layout: Layout, sites: Collection[Site]) -> list[Cell]:
    return [layout.cells[site] for site in sites if site in layout.cells]
