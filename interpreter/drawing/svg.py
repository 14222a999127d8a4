"""A position as a picture: SVG with sites where their places are, links between neighbours, and pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import dist
from typing import TYPE_CHECKING

from gdl.model.model import Shape
from interpreter.drawing import colours
from interpreter.drawing.content import Spot, is_board_of, shapes_to_draw, spots
from interpreter.drawing.layout import Panel, panels
from interpreter.drawing.results import result

if TYPE_CHECKING:
    from interpreter.game.views import View

UNIT = 48.0
"""Points between neighbouring sites."""
MARGIN = 0.75
"""Around a panel, in units."""
EMPTY = 1.6
"""The widest band without sites, in units."""
INK, PALE, LINE = "#3a2d1c", "#efe3cb", "#a58a5f"


def picture(view: View) -> str:
    """The position as an SVG document."""
    x = height = 0.0
    parts: list[str] = []
    for shape in shapes_to_draw(view.game.model):
        on = spots(view, shape, symbols=False)
        holds_pieces = is_board_of(view.game.model, shape)
        scale = UNIT / _nearest(shape)
        for panel in panels(shape):
            drawn = _Drawing(panel, shape, on, scale, holds_pieces)
            parts.append(f'<g transform="translate({x:g} 0)">' + "".join(drawn.parts()) + "</g>")
            x += drawn.width
            height = max(height, drawn.height)
    caption = _caption(view)
    x = max(x, len(caption) * 9.0)
    foot = 28 if caption else 0
    return "\n".join([
        (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {x:g} {height + foot:g}" '
        f'width="{x:g}" height="{height + foot:g}" font-family="sans-serif" text-anchor="middle">'),
        f"<title>{escape(view.game.title)}</title>",
        f'<rect width="100%" height="100%" fill="{PALE}"/>',
        *parts,
        *_text(x / 2, height + 10, caption, 14),
        "</svg>\n",
    ])  # fmt: skip


def _caption(view: View) -> str:
    if view.is_over:
        return f"{view.game.title}: {result(view)}"
    return f"{view.game.title}: {view.to_move} to move" if view.to_move else view.game.title


def _nearest(shape: Shape) -> float:
    """The least distance between linked sites, or any, of one layer."""
    linked = [
        dist(shape.places[a][:2], shape.places[b][:2])
        for a, row in enumerate(shape.neighbours)
        for b in row
        if shape.places[a][2] == shape.places[b][2]
    ]
    if linked and min(linked) > 0:
        return min(linked)
    sample = shape.places[:400]  # enough to see how dense a board without links is
    apart = [dist(a[:2], b[:2]) for i, a in enumerate(sample) for b in sample[:i] if a[2] == b[2]]
    return min((d for d in apart if d > 0), default=1.0)


def _closer(places: Sequence[float]) -> list[float]:
    """Places along one axis, from 0; bands where nothing stands are narrowed."""
    moved: dict[float, float] = {}
    at = before = 0.0
    for place in sorted(set(places)):
        at += min(place - before, UNIT * EMPTY) if moved else 0.0
        moved[place], before = at, place
    return [moved[place] for place in places]


class _Drawing:
    """One layer of a shape."""

    def __init__(self, panel: Panel, shape: Shape, on: Mapping[str, Spot], scale: float, holds_pieces: bool) -> None:
        self.panel, self.shape, self.on, self.holds_pieces = panel, shape, on, holds_pieces
        margin = UNIT * MARGIN + (UNIT * 0.5 if panel.has_axes else 0)
        x = _closer([shape.places[site][0] * scale for site in panel.sites])
        y = _closer([-shape.places[site][1] * scale for site in panel.sites])
        self.at = {site: (margin + x[i], margin + y[i]) for i, site in enumerate(panel.sites)}
        self.width = max(x for x, _ in self.at.values()) + margin
        self.height = max(y for _, y in self.at.values()) + margin

    def parts(self) -> Iterator[str]:
        """Ground, links, sites, pieces, names."""
        if self.panel.has_axes:
            yield from self._squares()
            yield from self._axes()
        else:
            yield from self._links()
            yield from self._circles()
        if self.panel.title:
            yield from _text(self.width / 2, 12, self.panel.title, 12, LINE)
        for site in self.panel.sites:
            yield from self._content(site)

    def _squares(self) -> Iterator[str]:
        for site, (x, y) in self.at.items():
            ground = colours.hexadecimal(self._spot(site).tint)
            fill = colours.soften(ground) if ground else colours.soften(colours.BOARD, 0.25)
            yield (
                f'<rect x="{x - UNIT / 2:g}" y="{y - UNIT / 2:g}" width="{UNIT:g}" height="{UNIT:g}" '
                f'fill="{fill}" stroke="{LINE}"/>'
            )

    def _axes(self) -> Iterator[str]:
        for row, name in self.panel.row_names.items():
            y = next(self.at[site][1] for site in self.panel.sites if self.panel.rows[site] == row)
            yield from _text(UNIT * 0.4, y, name, 13, LINE)
        for across, name in self.panel.column_names.items():
            x = next(self.at[site][0] for site in self.panel.sites if self.panel.x[site] == across)
            yield from _text(x, self.height - UNIT * 0.4, name, 13, LINE)

    def _links(self) -> Iterator[str]:
        for site in self.panel.sites:
            for other in self.shape.neighbours[site]:
                if other in self.at and (other > site or site not in self.shape.neighbours[other]):
                    (x1, y1), (x2, y2) = self.at[site], self.at[other]
                    yield f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{LINE}"/>'

    def _circles(self) -> Iterator[str]:
        for site, (x, y) in self.at.items():
            tint = colours.hexadecimal(self._spot(site).tint)
            fill = colours.soften(tint) if tint else colours.soften(colours.BOARD, 0.4)
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{UNIT * 0.42:g}" fill="{fill}" stroke="{LINE}"/>'
            if not self._spot(site).pieces:
                below = 0 if not self._spot(site).values else UNIT * 0.55
                yield from _text(x, y + below, self.shape.labels[site], 11, LINE)

    def _content(self, site: int) -> Iterator[str]:
        (x, y), spot = self.at[site], self._spot(site)
        if len(spot.pieces) > 1:  # a stack, bottom lowest
            step = min(9.0, UNIT * 0.6 / len(spot.pieces))
            y += step * (len(spot.pieces) - 1) / 2
            for text, colour in spot.pieces:
                yield from _piece(x, y, UNIT * 0.28, text, colour)
                y -= step
        for text, colour in spot.pieces[:1] if len(spot.pieces) == 1 else ():
            yield from _piece(x, y, UNIT * 0.34, text, colour)
        if spot.values and spot.pieces:
            yield from _text(x + UNIT * 0.36, y + UNIT * 0.36, spot.values, 10)
        elif spot.values and not spot.tint:
            size = 14 if len(spot.values) < 5 else 10
            lines = spot.values.split() if len(spot.values) > 6 else [spot.values]
            for i, line in enumerate(lines):
                yield from _text(x, y + (i - (len(lines) - 1) / 2) * size, line, size)

    def _spot(self, site: int) -> Spot:
        return self.on[self.shape.labels[site]]


def _piece(x: float, y: float, radius: float, text: str, colour: str) -> Iterator[str]:
    fill = colours.hexadecimal(colour) or "#d8d8d8"
    yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{INK}"/>'
    yield from _text(x, y, text, 15 if len(text) < 3 else 11, _readable_on(fill))


def _readable_on(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 130 else "#ffffff"


def _text(x: float, y: float, text: str, size: int, colour: str = INK) -> Iterable[str]:
    shown: Sequence[str] = [text] if text else []
    return [
        f'<text x="{x:g}" y="{y:g}" dy="0.35em" font-size="{size}" fill="{colour}">{escape(t)}</text>' for t in shown
    ]
