"""Draws any board as lines of styled text: panels side by side, coordinates, pieces, tints, marks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from cli.screen.lines import Line, Look, text_width
from interpreter.drawing import colours
from interpreter.drawing.content import Spot, is_board_of, shapes_to_draw, spots
from interpreter.drawing.layout import Panel, panels

if TYPE_CHECKING:
    from gdl.model.model import Shape
    from interpreter.game.views import View

DIM = "dim"
GAP = 3
"""Columns between panels, and the most that stay empty between parts of a board."""


def draw(view: View, look: Look, marks: Collection[str] = ()) -> list[Line]:
    """Every shape that holds something, one below the other. `marks` are labels of sites to point at."""
    lines: list[Line] = []
    model = view.game.model
    shapes = shapes_to_draw(model)
    for shape in shapes:
        if lines:
            lines.append([])
        if len(shapes) > 1:
            lines.append([(shape.name, "bold")])
        is_board = is_board_of(model, shape)
        marked = marks if is_board or len(shapes) == 1 else ()
        lines += _Drawing(shape, spots(view, shape, look.symbols), look, marked, is_board).lines()
    return lines


@dataclass(frozen=True)
class _Drawing:
    """A shape with what is on it."""

    shape: Shape
    on: Mapping[str, Spot]
    look: Look
    marks: Collection[str]
    is_board: bool
    """Whether pieces stand on it; else its sites are pits that hold numbers."""

    def lines(self) -> list[Line]:
        """All its layers; labels are left out where all doesn't fit the width: of occupied sites, then of all."""
        drawn: list[list[Line]] = []
        width = 0
        for labels in ("all", "empty", "none"):
            drawn = [self.fitting(panel, labels) for panel in panels(self.shape)]
            before, width = width, max(map(_width, drawn))
            if width <= self.look.width:
                break
        lines = list(_side_by_side(drawn, self.look.width))
        if labels == "none" and width < before:
            lines += [[], [(f"(the names of the sites want {before} columns)", DIM)]]
        return lines

    def fitting(self, panel: Panel, labels: str) -> list[Line]:
        """One layer; where it is too wide and that helps, each column is only as wide as what stands in it."""
        drawn = self.panel(panel, labels)
        if panel.has_axes and _width(drawn) > self.look.width:
            return min(drawn, self.panel(panel, labels, even=False), key=_width)
        return drawn

    def panel(self, panel: Panel, labels: str, even: bool = True) -> list[Line]:
        """One layer; `labels` says of which sites they are shown: all, empty ones, none."""
        cells = {site: self.cell(self.shape.labels[site], panel.has_axes, labels) for site in panel.sites}
        needed: dict[float, int] = {}
        for site, cell in cells.items():
            needed[panel.x[site]] = max(needed.get(panel.x[site], 0), *map(_length, cell))
        if even:
            needed = dict.fromkeys(needed, max(needed.values()))
        widths = {site: needed[panel.x[site]] for site in panel.sites}
        height = max(map(len, cells.values()))
        columns = _columns(panel, max(needed.values())) if even else _uneven_columns(panel, needed)
        beside = 1 if panel.has_axes else 0  # the squares of a grid touch each other
        canvas = _Canvas()
        for site, cell in cells.items():
            label, top, left, width = self.shape.labels[site], panel.rows[site] * height, columns[site], widths[site]
            if self.is_painted:
                ground = colours.background(self.on[label].tint)
                for row in range(top, top + height):
                    canvas.paint(row, left - beside, width + 2 * beside, ground)
            for row, line in enumerate(cell, top):
                start = left + (width - _length(line)) // 2
                canvas.write(row, start, line)
                if label in self.marks and line is cell[-1]:
                    canvas.mark(row, start - 1, start + _length(line))
        return _with_margins(panel, canvas.lines(), columns, widths, height)

    def cell(self, label: str, has_axes: bool, labels: str) -> list[Line]:
        """The lines of text of one site."""
        spot = self.on[label]
        faint, plain = (colours.FAINT_ON_BOARD, colours.ON_BOARD) if self.is_painted else (DIM, "")
        content: Line = [(text, colours.piece(colour, plain)) for text, colour in spot.pieces]
        content += [(spot.values, plain)] if spot.values else []
        if not self.is_board:
            return [[(f"{label}:", faint)], content or [(self.look.dot, faint)]]
        if has_axes:
            before: Line = [] if spot.pieces or not content else [(" ", "")]  # where a piece would stand
            return [[*before, *content] or [(self.look.dot, faint)]]
        if not content:
            return [[(self.look.dot if labels == "none" else label, faint)]]
        return [[(f"{label}:", faint), *content] if labels == "all" else content]

    @property
    def is_painted(self) -> bool:
        """Whether sites have a ground of their own colour."""
        return self.look.colour and self.is_board


def _columns(panel: Panel, width: int) -> dict[int, int]:
    """Column of each site's first character: as tight as neighbours in a row allow, long gaps shortened."""
    by_row: dict[int, list[float]] = {}
    for site in panel.sites:
        by_row.setdefault(panel.rows[site], []).append(panel.x[site])
    steps = [b - a for xs in map(sorted, by_row.values()) for a, b in pairwise(xs)]
    steps = [step for step in steps if step > 1e-6] or [max(panel.x.values()) or 1.0]
    scale = (width + 1) / min(steps)
    columns = {site: int(panel.x[site] * scale + 1e-6) for site in panel.sites}
    taken = sorted({column + i for column in columns.values() for i in range(width + 1)})
    moved, shift = {}, 0
    for before, column in zip([-1, *taken], taken, strict=False):
        shift += max(0, column - before - 1 - GAP)
        moved[column] = column - shift
    return {site: moved[column] + 1 for site, column in columns.items()}


def _uneven_columns(panel: Panel, widths: Mapping[float, int]) -> dict[int, int]:
    """The same with columns of these widths, by their places, one right of the other."""
    column, columns = 1, {}
    for x in sorted(widths):
        columns[x] = column
        column += widths[x] + 1
    return {site: columns[panel.x[site]] for site in panel.sites}


def _with_margins(
    panel: Panel, lines: list[Line], columns: Mapping[int, int], widths: Mapping[int, int], height: int
) -> list[Line]:
    if not panel.has_axes:
        return [[(panel.title, DIM)], *lines] if panel.title else lines
    margin = max(map(text_width, panel.row_names.values()))
    named = []
    for number, line in enumerate(lines):
        row, rest = divmod(number, height)
        name = panel.row_names.get(row, "") if rest == height // 2 else ""
        named.append([(f"{name:>{margin}}", DIM), *line])
    foot = _Canvas()
    for site in panel.sites:
        name = panel.column_names[panel.x[site]]
        foot.write(0, columns[site] + (widths[site] - text_width(name)) // 2, [(name, DIM)])
    named += [[(" " * margin, ""), *line] for line in foot.lines()]
    return [[(f"{'':{margin}} {panel.title}", DIM)], *named] if panel.title else named


def _side_by_side(drawn: Sequence[list[Line]], width: int) -> Iterator[Line]:
    """As many panels in a row as fit, standing on a common line."""
    row: list[list[Line]] = []
    is_first = True
    for panel in [*drawn, None]:
        if panel is None or (row and sum(map(_width, [*row, panel])) + GAP * len(row) > width):
            height = max(map(len, row))
            if not is_first:
                yield []
            is_first = False
            for i in range(height):
                line: Line = []
                for one in row:
                    part = one[i - height + len(one)] if i >= height - len(one) else []
                    line += [*part, (" " * (_width(one) - _length(part) + GAP), "")]
                yield line[:-1]  # blanks at the right edge would begin another line
            row = []
        if panel is not None:
            row.append(panel)


class _Canvas:
    """Characters and styles by row and column."""

    def __init__(self) -> None:
        self.characters: dict[tuple[int, int], tuple[str, str]] = {}
        self.backgrounds: dict[tuple[int, int], str] = {}

    def write(self, row: int, column: int, line: Line) -> None:
        for text, style in line:
            for character in text:
                self.characters[row, column] = (character, style)
                column += text_width(character)

    def paint(self, row: int, column: int, width: int, style: str) -> None:
        for i in range(column, column + width):
            # neighbours share a column: it belongs to the right one, and a site's own ground wins
            if (i > column and i < column + width - 1) or (row, i) not in self.backgrounds:
                self.backgrounds[row, i] = style

    def mark(self, row: int, left: int, right: int) -> None:
        for column, sign in ((left, "["), (right, "]")):
            shared = self.characters.get((row, column), ("", ""))[0] in ("[", "]")
            style = f"bold {colours.ON_BOARD}" if (row, column) in self.backgrounds else "bold"
            self.characters[row, column] = ("|" if shared else sign, style)

    def lines(self) -> list[Line]:
        ends: dict[int, int] = {}
        for row, column in [*self.characters, *self.backgrounds]:
            ends[row] = max(column, ends.get(row, 0))
        return [self._line(row, ends.get(row, -1)) for row in range(max(ends, default=-1) + 1)]

    def _line(self, row: int, last: int) -> Line:
        line: Line = []
        column = 0
        while column <= last:
            text, style = self.characters.get((row, column), (" ", ""))
            style = " ".join(filter(None, (style, self.backgrounds.get((row, column), ""))))
            if line and line[-1][1] == style:
                line[-1] = (line[-1][0] + text, style)
            else:
                line.append((text, style))
            column += text_width(text) or 1
        return line


def _length(line: Line) -> int:
    return sum(text_width(text) for text, _ in line)


def _width(lines: list[Line]) -> int:
    return max(map(_length, lines), default=0)
