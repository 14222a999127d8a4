"""The part of a large board that is in use: what has to be seen where the whole doesn't fit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from textual.geometry import Region, Size, Spacing

from cli.terminal.scene.in_use import GROWTH
from cli.terminal.scene.layout import Layout, Site

AROUND = Spacing(1, 2, 1, 2)
"""Rows and columns around it in which marks and the next cells begin."""
BARS = Size(2, 1)
"""Columns and rows that scroll bars take."""


def fits(layout: Layout, room: Size) -> bool:
    """Whether the whole board can be seen."""
    return layout.width <= room.width and layout.height <= room.height


def box(layout: Layout, sites: Collection[Site], growth: int = 0) -> Region:
    """The part of the layout that holds these sites, with `growth` cells around; the whole of it if none is there."""
    whole = Region(0, 0, layout.width, layout.height)
    cells = [layout.cells[site] for site in sites if site in layout.cells]
    if not cells:
        return whole
    regions = [Region(cell.column, cell.row, cell.width, cell.height) for cell in cells]
    down, aside = growth * cells[0].height, growth * (cells[0].width + 1)
    return Region.from_union(regions).grow(AROUND + Spacing(down, aside, down, aside)).intersection(whole)


def fitted(sizes: Sequence[Layout], sites: Callable[[], Collection[Site]], room: Size) -> int | None:
    """The number of the largest layout that fits as a whole; else of the largest whose part in use does; else None.

    `sites`: tells what is in use; it is asked only where no layout fits as a whole.
    """
    for number, layout in enumerate(sizes):
        if fits(layout, room):
            return number
    seen, inner = sites(), room - BARS
    for growth in (GROWTH, 0):
        for number, layout in enumerate(sizes):
            if is_within(box(layout, seen, growth), inner):
                return number
    return None


def is_within(region: Region, room: Size) -> bool:
    """Whether a part can be seen at once."""
    return region.width <= room.width and region.height <= room.height
