"""Where each site's cell stands on the screen: pure data, the same throughout a game, whatever stands on the sites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from cli.languages.saying import heard
from cli.terminal.scene.lines import text_width
from interpreter.drawing.layout import Panel

if TYPE_CHECKING:
    from gdl.model.shape import Shape

Site = tuple[str, str]
"""A shape's name, and the label of one of its sites."""
GAP = 3
"""The most columns that stay empty between parts of a board."""
BETWEEN = 2
"""Columns between panels, besides the one kept for marks."""
RIM = 2
"""Columns on each side for what is drawn at a board's edges."""


@dataclass(frozen=True)
class Size:
    """How large a cell is, what stands between cells, and where a site's name is written.

    `gap`: empty columns between cells, in which marks stand; without one they stand inside of cells. `names`: "axes"
    (in the margins), "beside" the content, "empty" (where nothing else is), "below" or "above" the content, "none".
    `stack`: lines for counters one upon another; 0 where none are drawn so.
    """

    width: int
    height: int
    gap: int = 1
    names: str = "axes"
    stack: int = 0
    between: int = 0
    """Empty lines between rows of cells."""
    is_tight: bool = False
    """Whether rows of text that would stay empty are left out."""
    is_walled: bool = False
    """Whether what lies between cells and around them is for edges and corners."""
    is_roomy: bool = False
    """Whether marks stand inside of cells although there is something between these."""

    is_dense: bool = False
    """Whether there is no room for signs of marks: the colour of the ground tells them."""

    @property
    def inset(self) -> int:
        """Columns of a cell that are kept for marks."""
        return 2 if self.is_roomy or not (self.gap or self.is_dense) else 0

    @property
    def outside(self) -> int:
        """Columns on each side of a cell in which its marks may stand."""
        return 0 if self.inset else self.gap


@dataclass(frozen=True)
class Cell:
    """A rectangle of characters."""

    row: int
    column: int
    width: int
    height: int

    def moved(self, rows: int, columns: int) -> Cell:
        """The same elsewhere."""
        return replace(self, row=self.row + rows, column=self.column + columns)

    def holds(self, row: int, column: int) -> bool:
        """Whether this character is one of it."""
        return 0 <= row - self.row < self.height and 0 <= column - self.column < self.width

    @property
    def middle(self) -> tuple[int, int]:
        """Row and column of the character in the middle, where lines between sites meet."""
        return self.row + (self.height - 1) // 2, self.column + (self.width - 1) // 2


@dataclass(frozen=True)
class Label:
    """A text beside the cells: a name in the margin, a title."""

    row: int
    column: int
    text: str


@dataclass(frozen=True, eq=False)
class Between:
    """What lies between the cells of a board of squares, and around them: all edges and corners, by their numbers.

    `edges_type`, `corners_type`: the shapes that they are, where the game has such. `ends`: the two corners of each
    edge.
    """

    edges: Mapping[int, Cell]
    corners: Mapping[int, Cell]
    ends: tuple[tuple[int, int], ...]
    edges_type: Shape | None
    corners_type: Shape | None

    @property
    def drawn(self) -> Iterator[tuple[Shape, Mapping[int, Cell]]]:
        """The shapes that the game has, with their cells."""
        for shape, cells in ((self.edges_type, self.edges), (self.corners_type, self.corners)):
            if shape is not None:
                yield shape, cells

    def moved(self, rows: int, columns: int) -> Between:
        """The same elsewhere."""
        edges, corners = (
            {number: cell.moved(rows, columns) for number, cell in cells.items()}
            for cells in (self.edges, self.corners)
        )
        return replace(self, edges=edges, corners=corners)


@dataclass(frozen=True, eq=False)
class Part:
    """One layer of a shape."""

    shape: Shape
    panel: Panel
    size: Size
    cells: Mapping[int, Cell]
    labels: tuple[Label, ...]
    width: int
    height: int
    top: int = 0
    left: int = 0
    between: Between | None = None

    def moved(self, rows: int, columns: int) -> Part:
        """The same elsewhere."""
        cells = {site: cell.moved(rows, columns) for site, cell in self.cells.items()}
        labels = tuple(replace(label, row=label.row + rows, column=label.column + columns) for label in self.labels)
        between = self.between and self.between.moved(rows, columns)
        return replace(
            self, cells=cells, labels=labels, top=self.top + rows, left=self.left + columns, between=between
        )


@dataclass(frozen=True, eq=False)
class Layout:
    """All that is drawn of a game."""

    parts: tuple[Part, ...]
    labels: tuple[Label, ...]
    width: int
    height: int

    @cached_property
    def cells(self) -> Mapping[Site, Cell]:
        """The cell of each site, and of each edge and corner that is one of a type."""
        drawn = [(part.shape, part.cells) for part in self.parts]
        drawn += [one for part in self.parts if part.between for one in part.between.drawn]
        return {(shape.name, shape.labels[site]): cell for shape, cells in drawn for site, cell in cells.items()}

    @cached_property
    def centres(self) -> Mapping[Site, tuple[float, float]]:
        """The middle of each cell: columns and rows, in characters."""
        return {
            site: (cell.column + cell.width / 2, cell.row + cell.height / 2) for site, cell in self.cells.items()
        }

    @cached_property
    def _by_row(self) -> Mapping[int, Sequence[tuple[int, int, Site]]]:
        """For each row the cells' first columns, widths and sites, from the left."""
        rows: dict[int, list[tuple[int, int, Site]]] = {}
        for site, cell in self.cells.items():
            for row in range(cell.row, cell.row + cell.height):
                rows.setdefault(row, []).append((cell.column, cell.width, site))
        return {row: sorted(cells) for row, cells in rows.items()}

    def site_at(self, row: int, column: int) -> Site | None:
        """The site whose cell this character belongs to, or stands right beside."""
        best, site = 2, None
        for first, width, found in self._by_row.get(row, ()):
            away = max(first - column, column - first - width + 1, 0)
            if away < best:
                best, site = away, found
        return site

    def sites_in(self, row: int) -> Iterator[Site]:
        """The sites with characters in this row."""
        return (site for _, _, site in self._by_row.get(row, ()))


# ---- one layer -------------------------------------------------------------------------------------


def part(shape: Shape, panel: Panel, size: Size, has_rim: bool) -> Part:
    """A layer with cells of this size, at the upper left corner. `has_rim`: something is drawn at the board's edges."""
    columns = columns_of(panel, size.width, size.gap)
    rows = _rows(panel, size.is_tight)
    rim, top = (RIM, 1) if has_rim else (0, 0)
    names = size.names == "axes" and panel.has_axes
    margin = max(map(text_width, panel.row_names.values())) if names else 0
    left = margin + rim + (size.gap + (1 if names else 0) if size.is_walled else max(size.gap, 1 if names else 0))
    around = size.between if size.is_walled else 0
    top += around + (1 if panel.title else 0)
    cells = {
        site: Cell(
            top + rows[panel.rows[site]] * (size.height + size.between), left + columns[site], size.width, size.height
        )
        for site in panel.sites
    }
    right = max(cell.column + cell.width for cell in cells.values())
    bottom = max(cell.row + cell.height for cell in cells.values()) + around + (1 if has_rim else 0)
    title = heard("layer", panel.title)
    labels = [Label(0, margin + (1 if margin else 0), title)] if title else []
    if names:
        labels += _axes(panel, cells, margin, bottom)
    width = max([right + rim + size.gap, *(label.column + text_width(label.text) for label in labels)])
    return Part(shape, panel, size, cells, tuple(labels), width, max([bottom, *(label.row + 1 for label in labels)]))


def _axes(panel: Panel, cells: Mapping[int, Cell], margin: int, bottom: int) -> Iterator[Label]:
    """Names of rows, and below of columns. A name that has no room beside the one before stands a line lower."""
    row_of = {panel.rows[site]: cell for site, cell in cells.items()}
    column_of = {panel.x[site]: cell for site, cell in cells.items()}
    for row, name in panel.row_names.items():
        yield Label(row_of[row].middle[0], margin - text_width(name), name)
    ends: list[int] = []  # of each line, where its last name ends
    for x, name in sorted(panel.column_names.items()):
        cell, width = column_of[x], text_width(name)
        first = max(cell.column + (cell.width - width) // 2, 0)
        line = next((line for line, end in enumerate(ends) if end < first), len(ends))
        ends[line : line + 1] = [first + width]
        yield Label(bottom + line, first, name)


def columns_of(panel: Panel, width: int, gap: int = 1) -> dict[int, int]:
    """Column of each site's first character: as tight as neighbours in a row allow, long gaps shortened."""
    by_row: dict[int, list[float]] = {}
    for site in panel.sites:
        by_row.setdefault(panel.rows[site], []).append(panel.x[site])
    steps = [b - a for xs in map(sorted, by_row.values()) for a, b in pairwise(xs)]
    steps = [step for step in steps if step > 1e-6] or [max(panel.x.values()) or 1.0]
    scale = (width + gap) / min(steps)
    columns = {site: int(panel.x[site] * scale + 1e-6) for site in panel.sites}
    taken = sorted({column + i for column in columns.values() for i in range(width + gap)})
    moved, shift = {}, 0
    for before, column in zip([-1, *taken], taken, strict=False):
        shift += max(0, column - before - 1 - GAP)
        moved[column] = column - shift
    return {site: moved[column] for site, column in columns.items()}


def _rows(panel: Panel, is_tight: bool) -> Mapping[int, int]:
    """The panel's rows; those without sites may be left out."""
    used = sorted(set(panel.rows.values()))
    return {row: i if is_tight else row for i, row in enumerate(used)}


# ---- all of it -------------------------------------------------------------------------------------


def arranged(shapes: Sequence[Sequence[Part]], width: int, beside: bool = False) -> Layout:
    """As many layers in a row as fit, standing on a common line; a shape below the other, or beside it."""
    placed: list[Part] = []
    labels: list[Label] = []
    top = 0
    groups = [[part for parts in shapes for part in parts]] if beside else shapes
    for parts in groups:
        if top:
            top += 1
        if len(shapes) > 1 and not beside:
            labels.append(Label(top, 0, parts[0].shape.name))
            top += 1
        for number, row in enumerate(_in_rows(parts, width)):
            top += 1 if number else 0
            height = max(one.height for one in row)
            left = 0
            for one in row:
                placed.append(one.moved(top + height - one.height, left))
                left += one.width + BETWEEN
            top += height
    ends = [one.left + one.width for one in placed]
    ends += [label.column + text_width(label.text) for label in labels]
    return Layout(tuple(placed), tuple(labels), max(ends, default=0), top)


def _in_rows(parts: Sequence[Part], width: int) -> Iterator[list[Part]]:
    row: list[Part] = []
    for one in parts:
        if row and sum(other.width + BETWEEN for other in row) + one.width > width:
            yield row
            row = []
        row.append(one)
    if row:
        yield row
