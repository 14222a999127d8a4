"""Draws edges as lines between cells and corners as signs where these meet: what lies on them, and their marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cli.terminal.scene.canvas import Row
from cli.terminal.scene.layout import Between, Cell, Site
from cli.terminal.scene.lines import text_width
from cli.terminal.scene.marks import Marks
from cli.terminal.scene.palette import DIM, Palette, Signs, apart
from interpreter.drawing import colours
from interpreter.drawing.barriers import Barrier, barriers

if TYPE_CHECKING:
    from gdl.model.shape import Shape
    from interpreter.game.views import View

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
NOTHING = Barrier()


class Barriers:
    """What lies between the cells of one board, in one set of colours."""

    def __init__(self, between: Between, palette: Palette, signs: Signs) -> None:
        self.between, self.palette, self.signs = between, palette, signs
        self._edges = {cell: self._site(between.edges_type, i) for i, cell in between.edges.items()}
        self._corners = {cell: self._site(between.corners_type, i) for i, cell in between.corners.items()}
        self._columns = {cell.column for cell in self._corners}
        """Where edges stand; the others lie."""
        self._by_row: dict[int, list[Cell]] = {}
        for cell in (*self._edges, *self._corners):
            for number in range(cell.row, cell.row + cell.height):
                self._by_row.setdefault(number, []).append(cell)
        self._arms: dict[Cell, dict[int, Site | None]] = {cell: {} for cell in self._corners}
        for i, ends in enumerate(between.ends):
            edge = between.edges[i]
            for end in ends:
                self._arms[between.corners[end]][_way(between.corners[end], edge)] = self._edges[edge]

    @staticmethod
    def _site(shape: Shape | None, number: int) -> Site | None:
        return (shape.name, shape.labels[number]) if shape is not None else None

    def lying(self, view: View) -> dict[Site, Barrier]:
        """What lies on each edge and corner that is one of a type."""
        return {
            (shape.name, label): barrier
            for shape, _ in self.between.drawn
            for label, barrier in barriers(view, shape).items()
        }

    def ground(self, rows: list[Row]) -> None:
        """The corners, on which nothing lies."""
        ink = self.palette.faint_on(self.palette.groove) if self.palette.has_colour else DIM
        for cell in self._corners:
            rows[cell.row].put(_middle(cell), self.signs.joints[0], ink)

    def draw(self, row: Row, number: int, lying: Mapping[Site, Barrier], marks: Marks) -> None:
        """All edges and corners in one row; the cursor's signs at last, which stand beside."""
        cursor: Cell | None = None
        for cell in self._by_row.get(number, ()):
            if cell in self._edges:
                site = self._edges[cell]
                if site is not None:
                    self._edge(row, number, cell, lying.get(site, NOTHING), marks.of(site))
            else:
                site = self._corners[cell]
                self._corner(row, cell, lying, marks)
            if site is None:
                continue
            if ground := self._ground(site, marks):
                row.paint(cell.column, cell.width, ground)
            if site == marks.cursor and number == cell.middle[0]:
                cursor = cell
        if cursor is not None:
            ink = "bold #ffffff" if self.palette.has_colour else "bold"
            before, behind = (*self.signs.marks["cursor"],)
            is_wide = cursor.width > 2
            row.put(cursor.column - (0 if is_wide else 1), before, ink)
            row.put(cursor.column + cursor.width - (1 if is_wide else 0), behind, ink)

    def _ground(self, site: Site, marks: Marks) -> str:
        if not self.palette.has_colour:
            return ""
        if site == marks.cursor:
            return self.palette.cursor
        name = marks.of(site)
        return self.palette.mark(name) if name and name != "target" else ""

    def _ink(self, barrier: Barrier) -> str:
        """The ink of what lies there: the colour of whose it is. Where nothing does, that of signs."""
        if not barrier.is_there:
            return self.palette.faint_on(self.palette.groove) if self.palette.has_colour else ""
        number = colours.hexadecimal(barrier.colour)
        if not self.palette.has_colour:
            return "bold"
        own = number and apart(number, self.palette.ink, (self.palette.groove,))
        return f"bold {own or self.palette.ink}"

    def _line(self, barrier: Barrier, mark: str) -> tuple[str, str]:
        """The line that lies, and the one that stands; blanks where there is none."""
        has_ground = self.palette.has_colour and mark != "target"
        if barrier.is_there:
            return self.signs.walls["" if has_ground or mark == "target" else mark]
        return self.signs.walls["target" if has_ground else mark] if mark else (" ", " ")

    def _edge(self, row: Row, number: int, cell: Cell, barrier: Barrier, mark: str) -> None:
        ink, (lying, standing) = self._ink(barrier), self._line(barrier, mark)
        if cell.column in self._columns:
            row.put(_middle(cell), standing, ink)
        else:
            row.put(cell.column, lying * cell.width, ink)
        if number == cell.middle[0]:
            self._say(row, cell, barrier, ink)

    def _say(self, row: Row, cell: Cell, barrier: Barrier, ink: str) -> None:
        """What the line itself doesn't say: a number, or whose it is where there are no colours."""
        is_told = self.palette.has_colour and barrier.colour and " " not in barrier.text
        if not barrier.text or is_told:
            return
        text = barrier.text
        if text_width(text) > cell.width:
            text = text[: cell.width - 1] + self.signs.cut
        row.put(cell.column + (cell.width - text_width(text)) // 2, text, ink)

    def _corner(self, row: Row, cell: Cell, lying: Mapping[Site, Barrier], marks: Marks) -> None:
        """What lies on a corner; else a place that may be picked; else the lines that meet there."""
        site, middle = self._corners[cell], _middle(cell)
        own, mark = (lying.get(site, NOTHING), marks.of(site)) if site is not None else (NOTHING, "")
        if own.is_there:
            ink = self._ink(own)
            row.put(middle, self.signs.post, ink)
            self._say(row, cell, own, ink)
            return
        met = {way: lying[edge] for way, edge in self._arms[cell].items() if edge and edge in lying}
        met = {way: barrier for way, barrier in met.items() if barrier.is_there}
        if met:
            inks = {self._ink(barrier) for barrier in met.values()}
            ink = inks.pop() if len(inks) == 1 else self._ink(Barrier(is_there=True))
            for i in range(cell.column, cell.column + cell.width):
                if (LEFT if i < middle else RIGHT) in met and i != middle:
                    row.put(i, self.signs.walls[""][0], ink)
            row.put(middle, self.signs.joints[sum(met)], ink)
        if mark == "target" or (mark and not met):
            row.put(middle, self.signs.target, self._ink(NOTHING))


def _middle(cell: Cell) -> int:
    return cell.column + (cell.width - 1) // 2


def _way(corner: Cell, edge: Cell) -> int:
    """Where an edge lies that ends in a corner."""
    if edge.row == corner.row:
        return RIGHT if edge.column > corner.column else LEFT
    return DOWN if edge.row > corner.row else UP
