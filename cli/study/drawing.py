"""Boards of a report: heat maps, and games to step through, on the game's own board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape

from gdl.model.model import Model, Shape
from interpreter import State
from interpreter.drawing.content import Spot, is_board_of, off_board, plain, shapes_to_draw, spots, table_of
from interpreter.drawing.layout import panels
from interpreter.drawing.svg import UNIT, _Drawing, _nearest

ROW = 2.0
"""A row of panels is as wide as the widest of them, so many times."""


@dataclass(frozen=True)
class Parts:
    """A picture in parts: what never changes, and what is on each site, by its number in the picture."""

    width: float
    height: float
    under: str
    sites: tuple[str, ...]


@dataclass
class _Sheet:
    """Where the next panel comes: beside the others, or in a new row, so that a phone has room for it."""

    widest: float = 0.0
    x: float = 0.0
    y: float = 0.0
    right: float = 0.0
    bottom: float = 0.0

    def place(self, drawing: _Drawing) -> str:
        """The attribute that moves it there."""
        self.widest = max(self.widest, drawing.width)
        if self.x and self.x + drawing.width > ROW * self.widest:
            self.x, self.y = 0.0, self.bottom
        found = f'transform="translate({self.x:g} {self.y:g})"'
        self.x += drawing.width
        self.right, self.bottom = max(self.right, self.x), max(self.bottom, self.y + drawing.height)
        return found


def _drawings(model: Model, shape: Shape, on: Mapping[str, Spot]) -> Iterator[_Drawing]:
    scale = UNIT / _nearest(shape)
    for panel in panels(shape):
        yield _Drawing(panel, shape, on, scale, is_board_of(model, shape))


def parts(state: State) -> Parts:
    """The picture of a state in parts; the parts of two states of a game can be exchanged."""
    model = state.game.model
    sheet = _Sheet()
    under: list[str] = []
    sites: list[str] = []
    for shape in shapes_to_draw(model):
        for drawing in _drawings(model, shape, spots(state.view(), shape, symbols=False)):
            place = sheet.place(drawing)
            squares = drawing.panel.has_axes
            fixed = drawing._axes() if squares else drawing._links()
            under.append(f"<g {place}>{''.join(fixed)}</g>")
            grounds = drawing._squares() if squares else _by_site(drawing)
            for site, ground in zip(drawing.panel.sites, grounds, strict=True):
                sites.append(f"<g {place}>{ground}{''.join(drawing._content(site))}</g>")
    return Parts(sheet.right, sheet.bottom, "".join(under), tuple(sites))


def _by_site(drawing: _Drawing) -> Iterator[str]:
    """The circle of each site, and its name if it is written there."""
    found: list[str] = []
    for piece in drawing._circles():
        if piece.startswith("<circle"):
            found.append(piece)
        else:
            found[-1] += piece
    yield from found


def caption(state: State) -> str:
    """What variables hold that aren't drawn on a shape."""
    said = []
    for variable in off_board(state.game.model):
        if variable.local or variable.span is None:
            continue
        value = table_of(state.view(), variable) if variable.dimensions else plain(state.value(variable.name))
        said.append(f"{variable.name} {value or '–'}")
    return " · ".join(said)


def heat_map(model: Model, shape: Shape, sites: Mapping[str, float], words: str) -> str:
    """A shape whose sites are the darker the more often something happened there."""
    greatest = max(sites.values(), default=0.0) or 1.0
    sheet = _Sheet()
    drawn: list[str] = []
    empty = dict.fromkeys(shape.labels, Spot())
    for drawing in _drawings(model, shape, empty):
        squares = drawing.panel.has_axes
        drawn.append(f"<g {sheet.place(drawing)}>")
        drawn += drawing._axes() if squares else drawing._links()
        for site, (cx, cy) in drawing.at.items():
            label = shape.labels[site]
            often = sites.get(label, 0.0)
            title = f"<title>{escape(label)}: {often:.3g} {escape(words)}</title>"
            drawn.append(_mark(cx, cy, squares, 'class="site"', ""))
            drawn.append(_mark(cx, cy, squares, f'class="hot" fill-opacity="{often / greatest:.3f}"', title))
            if often == 0:
                drawn.append(f'<text x="{cx:g}" y="{cy:g}" dy="0.35em" font-size="14" class="never">0</text>')
        drawn.append("</g>")
    size = f'viewBox="0 0 {sheet.right:g} {sheet.bottom:g}" style="--w:{sheet.right:g}px"'
    return f'<svg class="board" {size} role="img" text-anchor="middle">{"".join(drawn)}</svg>'


def _mark(x: float, y: float, square: bool, attributes: str, inner: str) -> str:
    if square:
        half = UNIT / 2
        return f'<rect x="{x - half:g}" y="{y - half:g}" width="{UNIT:g}" height="{UNIT:g}" {attributes}>{inner}</rect>'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{UNIT * 0.42:g}" {attributes}>{inner}</circle>'
