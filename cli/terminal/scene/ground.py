"""What never changes on a board: its grounds, lines between sites, rims that show whose a side is, names and titles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from cli.terminal.scene.canvas import Row
from cli.terminal.scene.layout import Cell, Layout, Part, Size
from cli.terminal.scene.palette import DIM, Palette, Signs, apart, mixed, readable
from cli.terminal.scene.sizes import lined
from interpreter.drawing import colours
from interpreter.drawing.site_texts import is_board_of

if TYPE_CHECKING:
    from gdl.model.looks import SiteLook
    from gdl.model.model import Model
    from gdl.model.shape import Shape

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
NEAR = 1e-6


def ground(model: Model, layout: Layout, palette: Palette, signs: Signs) -> list[Row]:
    """The rows of a board on which nothing stands."""
    rows = [Row() for _ in range(layout.height)]
    for part in layout.parts:
        if palette.has_colour:
            if lined(model, part.shape):
                _under_lines(rows, part, palette.ground)
            touches = touching(part)
            if part.between:
                _grooves(rows, part, palette.groove)
            for site, colour in grounds(model, part, palette).items():
                cell = part.cells[site]
                for number in range(cell.row, cell.row + cell.height):
                    if colour != palette.ground or not lined(model, part.shape):
                        paint(rows[number], part, site, colour, touches)
        if lined(model, part.shape):
            _lines(rows, part, palette, signs)
        for look in model.site_looks:
            if look.shape is part.shape and look.edge:
                _rim(rows, part, look, palette, signs)
        for label in part.labels:
            rows[label.row].put(label.column, label.text, DIM)
    for label in layout.labels:
        rows[label.row].put(label.column, label.text, "bold")
    return rows


def grounds(model: Model, part: Part, palette: Palette) -> dict[int, str]:
    """The colour of each site's ground, as far as the board and the ruleset say it."""
    shades = [palette.ground, *(mixed(palette.ground, palette.second, share) for share in (0.35, 0.7))]
    shades = [palette.ground] * 3 if palette.few else shades
    is_plain = part.size.is_walled and model.board_look.style != "checkered"
    if is_plain or lined(model, part.shape) or not (is_board_of(model, part.shape) or part.size.stack):
        found = dict.fromkeys(part.cells, palette.ground)
    elif part.size.stack or model.board_look.style == "checkered":
        dark = _dark(part)
        found = {site: palette.second if site in dark else palette.ground for site in part.cells}
    elif part.panel.has_axes:
        dark = _dark(part)
        found = {site: shades[1] if site in dark else shades[0] for site in part.cells}
    else:
        found = {site: shades[third] for site, third in _thirds(part).items()}
    for look in model.site_looks:
        is_ground = look.shape is part.shape and not (look.edge or look.letter or look.symbol or palette.chips)
        if is_ground and (own := colours.hexadecimal(look.colour)):
            figures = {piece.colour for piece in model.looks.values()}
            shade = colours.soften(own) if palette.few else apart(readable(own), palette.ground, figures)
            if not (palette.few and colours.same_in_sixteen(shade, figures)):
                found |= {site: shade for site in look.sites if site in found}
    return found


def touching(part: Part) -> bool:
    """Whether the grounds of neighbours in a row touch: those of squares and hexagons do, islands and pits don't, nor
    do those between which something may lie."""
    return not part.size.is_walled and (part.panel.has_axes or len(set(_thirds(part).values())) > 1)


def _dark(part: Part) -> frozenset[int]:
    """Every second site: those of the first player's left corner's colour, on a board of squares."""
    places = part.shape.places
    across = {x: i for i, x in enumerate(sorted({round(places[site][0], 6) for site in part.cells}))}
    up = {y: i for i, y in enumerate(sorted({round(places[site][1], 6) for site in part.cells}))}
    return frozenset(
        site for site in part.cells if (across[round(places[site][0], 6)] + up[round(places[site][1], 6)]) % 2 == 0
    )


def _thirds(part: Part) -> dict[int, int]:
    """Three kinds of sites, so that neighbours on a board of hexagons differ; one kind on other boards."""
    plain = dict.fromkeys(part.cells, 0)
    if not any(part.shape.neighbours[site] for site in part.cells):
        return plain
    pitch = part.size.width + part.size.gap
    halves = {site: 2 * (cell.column - part.left) / pitch for site, cell in part.cells.items()}
    first = min(halves.values())
    found = {site: round(half - first) for site, half in halves.items()}
    cells = part.cells
    for a in part.cells:
        for b in part.shape.neighbours[a]:
            if b in cells and abs(found[a] - found[b]) not in (1, 2):
                return plain  # no lattice
    return {site: third % 3 for site, third in found.items()}


def paint(row: Row, part: Part, site: int, colour: str, touches: bool) -> None:
    """A site's ground in one row."""
    cell, size = part.cells[site], part.size
    if not touches:
        row.paint(cell.column, cell.width, colour)
    elif part.panel.has_axes:
        row.paint(cell.column - size.gap, cell.width + 2 * size.gap, colour)
    else:
        row.paint(cell.column, cell.width + size.gap, colour)


def _grooves(rows: list[Row], part: Part, colour: str) -> None:
    """One ground around each cell."""
    gap, between = part.size.gap, part.size.between
    for cell in part.cells.values():
        for number in range(cell.row - between, cell.row + cell.height + between):
            rows[number].paint(cell.column - gap, cell.width + 2 * gap, colour)


def _under_lines(rows: list[Row], part: Part, colour: str) -> None:
    """One ground for all sites where lines meet, and what lies between them."""
    first = min(cell.column for cell in part.cells.values())
    last = max(cell.column + cell.width for cell in part.cells.values())
    ends: dict[int, tuple[int, int]] = {}
    for cell in part.cells.values():
        for number in range(cell.row, cell.row + cell.height):
            left, right = ends.get(number, (cell.column, cell.column + cell.width))
            ends[number] = min(left, cell.column), max(right, cell.column + cell.width)
    for number, own in ends.items():
        left, right = (first, last) if part.panel.has_axes else own
        rows[number].paint(left - part.size.gap, right - left + 2 * part.size.gap, colour)


# ---- lines between sites ---------------------------------------------------------------------------


def links(shape: Shape, part: Part) -> Iterator[tuple[int, int]]:
    """Pairs of neighbours, but for those whose lines would cross each other in their middles, as diagonals do."""
    found = {(min(a, b), max(a, b)) for a in part.cells for b in shape.neighbours[a] if b in part.cells}
    middles: dict[tuple[float, float], int] = {}

    def middle(a: int, b: int) -> tuple[float, float]:
        (x, y, _), (u, v, _) = shape.places[a], shape.places[b]
        return round((x + u) / 2, 4), round((y + v) / 2, 4)

    for a, b in found:
        middles[middle(a, b)] = middles.get(middle(a, b), 0) + 1
    return ((a, b) for a, b in sorted(found) if middles[middle(a, b)] == 1)


def _lines(rows: list[Row], part: Part, palette: Palette, signs: Signs) -> None:
    arms: dict[tuple[int, int], int] = {}
    slanted: dict[tuple[int, int], str] = {}
    for a, b in links(part.shape, part):
        (row, column), (to_row, to_column) = sorted((part.cells[a].middle, part.cells[b].middle))
        if row == to_row:
            _draw(arms, [(row, i) for i in range(column, to_column + 1)], RIGHT, LEFT)
        elif abs(column - to_column) <= 1:
            _draw(arms, [(i, column) for i in range(row, to_row + 1)], DOWN, UP)
        else:
            step = (to_column - column) / (to_row - row)
            sign = signs.diagonals[1 if step > 0 else 0]
            slanted |= {(i, round(column + step * (i - row))): sign for i in range(row + 1, to_row)}
    middles = {cell.middle for cell in part.cells.values()}
    ink = palette.line if palette.has_colour else DIM
    for (row, column), sign in slanted.items():
        rows[row].put(column, sign, ink)
    for (row, column), way in arms.items():
        rows[row].put(column, signs.arms[way], ink)
    for row, column in middles - set(arms):
        rows[row].put(column, signs.dot, ink)


def _draw(arms: dict[tuple[int, int], int], points: list[tuple[int, int]], onwards: int, back: int) -> None:
    for point, following in pairwise(points):
        arms[point] = arms.get(point, 0) | onwards
        arms[following] = arms.get(following, 0) | back


# ---- rims ------------------------------------------------------------------------------------------


def _rim(rows: list[Row], part: Part, look: SiteLook, palette: Palette, signs: Signs) -> None:
    """A side of the board, or several: sites that aren't neighbours belong to different sides."""
    colour = colours.hexadecimal(look.colour)
    ink = f"bold {colour}" if palette.has_colour and colour else "bold"
    letter = "" if palette.has_colour else look.letter[:1] or look.colour[:1].upper()
    for sites in _sides(part, look):
        side = outwards(part, sites)
        block = signs.rims[{UP: 0, DOWN: 1, LEFT: 2, RIGHT: 3}[side]]
        for site in sites:
            _rim_of(rows, part.cells[site], part.size, side, letter or block, bool(letter), ink)


def _rim_of(rows: list[Row], cell: Cell, size: Size, side: int, sign: str, is_letter: bool, ink: str) -> None:
    gap, around = size.gap, size.between if size.is_walled else 0
    if side in (UP, DOWN):
        row = rows[cell.row - 1 - around if side == UP else cell.row + cell.height + around]
        if is_letter:
            row.put(cell.middle[1], sign, ink)
        else:
            row.put(cell.column - gap, sign * (cell.width + 2 * gap), ink)
        return
    column = cell.column - gap - 1 if side == LEFT else cell.column + cell.width + gap
    for number in range(cell.row, cell.row + cell.height):
        if not is_letter or number == cell.middle[0]:
            rows[number].put(column, sign, ink)


def _sides(part: Part, look: SiteLook) -> Iterator[list[int]]:
    left = {site for site in look.sites if site in part.cells}
    while left:
        side, todo = list[int](), [left.pop()]
        while todo:
            site = todo.pop()
            side.append(site)
            near = left.intersection(part.shape.neighbours[site])
            left -= near
            todo += near
        yield sorted(side)


def outwards(part: Part, sites: list[int]) -> int:
    """On which side of these sites the board ends: away from their neighbours, or from the middle of the board."""
    cells = part.cells
    ways = [
        (cells[b].middle[0] - cells[a].middle[0], cells[b].middle[1] - cells[a].middle[1])
        for a in sites
        for b in part.shape.neighbours[a]
        if b in cells
    ]
    down, right = float(sum(2 * way[0] for way in ways)), float(sum(way[1] for way in ways))
    if not ways or abs(abs(down) - abs(right)) < NEAR:
        down = sum(_mean(cells, 0) - cells[a].middle[0] for a in sites) * 2
        right = sum(_mean(cells, 1) - cells[a].middle[1] for a in sites)
    if abs(down) >= abs(right):
        return UP if down > 0 else DOWN
    return LEFT if right > 0 else RIGHT


def _mean(cells: Mapping[int, Cell], which: int) -> float:
    return sum(cell.middle[which] for cell in cells.values()) / len(cells)
