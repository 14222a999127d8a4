"""Draws any board as lines of styled text: what stands on it in a layout that doesn't depend on that."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from cli.languages.saying import tr
from cli.terminal.scene import in_use
from cli.terminal.scene import marks as marked
from cli.terminal.scene.barriers import Barriers
from cli.terminal.scene.canvas import Row
from cli.terminal.scene.cell_lines import Lines, Style, pictures, written
from cli.terminal.scene.ground import ground, grounds, paint, touching
from cli.terminal.scene.layout import Layout, Part, Site
from cli.terminal.scene.lines import Line, Look, text_width
from cli.terminal.scene.marks import Marks
from cli.terminal.scene.measure import extent
from cli.terminal.scene.palette import ASCII, DIM, FEW, PLAIN, UNICODE, WOOD, Palette, Signs, apart, mixed
from cli.terminal.scene.sizes import Manner, fitting, layouts, lined
from interpreter.drawing import colours
from interpreter.drawing.barriers import Barrier
from interpreter.drawing.site_texts import Spot, is_board_of, shapes_to_draw, spots

if TYPE_CHECKING:
    from gdl.model.model import Model
    from interpreter.game.views import View

CORNERED = (2, 5)
"""Lines and columns of cells in whose corners the cursor is shown."""
MOST = 0.6
"""Where more than this share of all sites may be picked, empty ones aren't marked: it would hide the board."""


def draw(view: View, look: Look, marks: Collection[str] = (), winning: Collection[str] = ()) -> list[Line]:
    """Every shape that holds something, in few lines. `marks` are labels of sites to point at, on the board if there
    are several shapes, `winning` those of a line that won, if the view is not to say it."""
    model = view.game.model
    manner = Manner(look.symbols, is_compact=True, degrees=look.degrees)
    layout = fitting(model, manner, look.width)
    shown = None
    if layout.width > look.width:
        shown = in_use.part(layouts(model, manner, look.width), in_use.used(view, marks), look.width)
        layout = shown.layout
    shapes = shapes_to_draw(model)
    shape = next((one.name for one in shapes if is_board_of(model, one)), shapes[0].name if shapes else "")
    if shapes and len(shapes) > 1 and model.board is None:
        marks = winning = ()
    seen = [one for one in shapes if one.name == shape or one.of is not None]
    changed, won = (
        frozenset[Site]().union(*(marked.on(one.name, {*sites} & {*one.labels}) for one in seen))
        for sites in (marks, winning or view.winning)
    )
    pointed = Marks(changed=changed, winning=won)
    palette = (PLAIN if not look.colour else FEW if look.few else WOOD).of(model)
    board = Board(model, layout, manner, palette, UNICODE if look.unicode else ASCII)
    drawing = Drawing(board, view, pointed)
    if shown is None:
        lines = [drawing.line(row) for row in range(layout.height)]
    else:
        lines = [shown.of(number, drawing.row(number)).line() for number in shown.rows]
        least = min(one.width for one in layouts(model, manner, look.width))
        lines += [[], [(tr("(a part of the board: all of it needs {n} columns)", n=least), DIM)]]
    if layout.parts and all(part.size.names == "none" for part in layout.parts):
        wanted = [one.width for one in layouts(model, manner, look.width) if one.parts[0].size.names != "none"]
        if wanted:
            lines += [[], [(tr("(the names of the sites need {n} columns)", n=min(wanted)), DIM)]]
    return lines


@dataclass(eq=False)
class Board:
    """A board in one layout and one set of colours: all of its drawing that is the same for every state."""

    model: Model
    layout: Layout
    manner: Manner
    palette: Palette
    signs: Signs
    ground: list[Row] = field(init=False)
    styles: Mapping[str, Style] = field(init=False)
    """By shape."""
    own: Mapping[Site, tuple[str, str]] = field(init=False)
    """The sign, and its colour, of a site that the ruleset gives one, while nothing stands on it."""
    grounds: Mapping[Site, str] = field(init=False)
    """The colour of each site's ground; nothing without colours."""
    touches: Mapping[str, bool] = field(init=False)
    """By shape: whether the grounds of neighbours touch."""
    parts: Mapping[Site, tuple[Part, int]] = field(init=False)
    """The part that a site belongs to, and its number there."""
    barriers: Sequence[Barriers] = field(init=False)
    """The drawers of what lies on edges and corners."""

    def __post_init__(self) -> None:
        self.ground = ground(self.model, self.layout, self.palette, self.signs)
        self.styles = {part.shape.name: self._style(part) for part in self.layout.parts}
        self.own = self._signs()
        self.touches = {part.shape.name: touching(part) for part in self.layout.parts}
        self.grounds = {
            (part.shape.name, part.shape.labels[site]): colour
            for part in self.layout.parts
            if self.palette.has_colour
            for site, colour in grounds(self.model, part, self.palette).items()
        }
        self.parts = {
            (part.shape.name, part.shape.labels[site]): (part, site)
            for part in self.layout.parts
            for site in part.cells
        }
        self.barriers = [
            Barriers(part.between, self.palette, self.signs) for part in self.layout.parts if part.between is not None
        ]
        for one in self.barriers:
            one.ground(self.ground)

    def _style(self, part: Part) -> Style:
        model, palette = self.model, self.palette
        faint, plain = (palette.faint, palette.ink) if palette.has_colour else (DIM, "")
        is_lined = lined(model, part.shape)
        painted = grounds(model, part, palette) if palette.has_colour else {}
        is_tiled = len(set(painted.values())) > 1 and part.size.gap == 0
        named = part.size.names == "below" and palette.has_colour and bool(painted)
        has_sign = is_lined or is_tiled or part.between is not None
        has_dots = not has_sign and not named and not (part.size.stack and palette.has_colour)
        shown = extent(model, part.shape, self.manner.symbols)
        drawn = pictures(model, symbols=True) if self.manner.symbols and palette.has_colour else {}
        return Style(part.size, shown, palette, self.signs, self.manner.symbols, faint, plain, has_dots, drawn)

    def _signs(self) -> dict[Site, tuple[str, str]]:
        found: dict[Site, tuple[str, str]] = {}
        for look in self.model.site_looks:
            sign = (look.symbol if self.manner.symbols else "") or look.letter
            if sign and not look.edge:
                found |= {(look.shape.name, look.shape.labels[site]): (sign, look.colour) for site in look.sites}
        return found


class Drawing:
    """A view of a game on its board, with marks."""

    def __init__(self, board: Board, view: View, marks: Marks, before: Drawing | None = None) -> None:
        """`before`: an earlier drawing; what it has found out of the same view isn't asked again."""
        self.board, self.view, self.marks = board, view, marks
        self._written: dict[Site, tuple[Lines, int]] = {}
        self.spots: dict[Site, Spot] = {}
        self.between: dict[Site, Barrier] = {}
        if before is not None and before.view is view and before.board is board:
            self.spots, self.between = before.spots, before.between
        else:
            self.between = {site: lying for one in board.barriers for site, lying in one.lying(view).items()}
            for shape in {part.shape for part in board.layout.parts}:
                for label, spot in spots(view, shape, board.manner.symbols).items():
                    self.spots[shape.name, label] = spot
        if len(marks.target.intersection(self.spots)) > MOST * len(self.spots):
            kept = (site for site in marks.target if site not in self.spots or self.spots[site].pieces)
            self.marks = replace(marks, target=frozenset(kept))

    def differing(self, other: Drawing) -> set[Site]:
        """Sites that aren't drawn alike."""
        found = set[Site]()
        if self.spots is not other.spots:
            found = {site for site, spot in self.spots.items() if other.spots.get(site) != spot}
            found |= {site for site, lying in self.between.items() if other.between.get(site) != lying}
        return found.union(self.marks.differing(other.marks))

    def line(self, number: int) -> Line:
        """One row of it."""
        return self.row(number).line()

    def row(self, number: int) -> Row:
        """One row of it, as characters."""
        board = self.board
        row = board.ground[number].copy()
        sites = [site for site in board.layout.sites_in(number) if site in board.parts]
        for site in sites:
            self._paint(row, number, site)
        for site in sites:
            cell = board.layout.cells[site]
            for at, line in self._text(site)[0]:
                if at == number - cell.row:
                    width = sum(text_width(text) for text, _ in line)
                    row.write(cell.column + (cell.width - width) // 2, line)
        self._mark(row, number, sites)
        for one in board.barriers:
            one.draw(row, number, self.between, self.marks)
        return row

    def _ground(self, site: Site) -> str:
        """The colour of its ground, if that isn't what it always is."""
        palette = self.board.palette
        if self.marks.cursor == site and not self._has_corners(site):
            return palette.cursor
        if name := self.marks.of(site):
            figures = {colour for _, colour in self.spots[site].pieces}
            return apart(palette.mark(name), palette.shade, figures)
        tint = colours.hexadecimal(self.spots[site].tint)
        if tint and palette.chips:
            return mixed(tint, "#000000", 0.5)
        return colours.soften(tint) if tint else ""

    def _paint(self, row: Row, number: int, site: Site) -> None:
        if not self.board.palette.has_colour or not (colour := self._ground(site)):
            return
        part, at = self.board.parts[site]
        if not lined(self.board.model, part.shape):
            paint(row, part, at, colour, self.board.touches[site[0]] and not self.marks.of(site))
            return
        cell = part.cells[at]
        line, column = cell.middle
        if number == line:
            first = max(column - 1, cell.column - part.size.gap)
            row.paint(first, 3, colour)

    def _text(self, site: Site) -> tuple[Lines, int]:
        """What is written on a site, and beside which line marks stand."""
        if site not in self._written:
            board = self.board
            part, number = board.parts[site]
            style = board.styles[site[0]]
            if board.palette.has_colour:
                style = replace(style, faint=board.palette.faint_on(self._ground(site) or board.grounds[site]))
            spot = self.spots[site]
            text, colour = board.own.get(site, ("", ""))
            sign: Line = [(text, style.piece(colour))] if text else []
            if not spot.pieces and self.marks.of(site) == "target" and part.size.names in ("axes", "none", "below"):
                sign = [(board.signs.target, f"bold {style.plain}".strip())]
            above = part.panel.rows[number] * 2 < max(part.panel.rows.values())
            self._written[site] = written(site[1], spot, style, is_hanging=above, sign=sign)
        return self._written[site]

    def _has_corners(self, site: Site) -> bool:
        cell = self.board.layout.cells[site]
        return cell.height >= CORNERED[0] and cell.width >= CORNERED[1]

    # ---- signs of marks

    def _mark(self, row: Row, number: int, sites: list[Site]) -> None:
        """The signs left and right of what is marked; where two meet, one stands for both."""
        put: dict[int, str] = {}
        order = ("changed", "winning", "target", "picked", "")
        named = [(self.marks.of(site), site) for site in sites]
        for name, site in sorted(named, key=lambda one: order.index(one[0])):
            if name and not (name == "target" and self._is_shown_by_dot(site)):
                self._beside(row, number, site, self.board.signs.marks[name], put, name)
        cursor = self.marks.cursor
        if cursor is not None and cursor in sites:
            if self._has_corners(cursor):
                self._corners(row, number, cursor)
                return
            signs = self.board.signs.marks["cursor"]
            if name := self.marks.of(cursor):
                signs = signs[0] + self.board.signs.marks[name][1]
            self._beside(row, number, cursor, signs, {}, "cursor")

    def _is_shown_by_dot(self, site: Site) -> bool:
        part, _ = self.board.parts[site]
        return not self.spots[site].pieces and part.size.names in ("axes", "none", "below") and not part.size.stack

    def _beside(self, row: Row, number: int, site: Site, signs: str, put: dict[int, str], name: str) -> None:
        """Signs left and right of a site's content, if that is in this row."""
        cell, (lines, middle) = self.board.layout.cells[site], self._text(site)
        if number != cell.row + middle:
            return
        width = max((sum(text_width(text) for text, _ in line) for at, line in lines if at == middle), default=1)
        first = cell.column + (cell.width - width) // 2
        part, _ = self.board.parts[site]
        if part.size.is_dense:
            return
        outside = part.size.outside
        left = max(first - 1, cell.column - outside)
        right = min(first + width, cell.column + cell.width - 1 + outside)
        palette = self.board.palette
        ink = f"bold {palette.ink}" if palette.has_colour and row[left][2] else "bold"
        if palette.has_colour and name == "cursor":
            ink = "bold #ffffff"
        for column, sign in ((left, signs[0]), (right, signs[1])):
            is_shared = put.get(column) == name
            row.put(column, "|" if is_shared else sign, ink)
            put[column] = name

    def _corners(self, row: Row, number: int, site: Site) -> None:
        cell = self.board.layout.cells[site]
        at = number - cell.row
        if at not in (0, cell.height - 1):
            return
        corners = self.board.signs.corners[:2] if at == 0 else self.board.signs.corners[2:]
        ink = f"bold {self.board.palette.cursor_ink}" if self.board.palette.has_colour else "bold"
        row.put(cell.column, corners[0], ink)
        row.put(cell.column + cell.width - 1, corners[1], ink)
