"""SVG in small pieces: texts, polygons, uses of symbols. Whatever is written is escaped here."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import pairwise

from gdl.model.lattice import Polygon

INK = "#3a2d1c"


def text(x: float, y: float, words: str, size: float, colour: str = INK, more: str = "") -> str:
    """A text about a point."""
    if not words:
        return ""
    place = f'x="{x:g}" y="{y + size * 0.35:.6g}" font-size="{size:g}"'
    return f'<text {place} fill="{colour}"{more}>{escape(words)}</text>'


def corners(polygon: Polygon) -> str:
    """A polygon's corners, as an attribute has them."""
    return " ".join(f"{x:g},{y:g}" for x, y in polygon)


def path(polygons: Iterable[Polygon]) -> str:
    """Polygons as one path: each from corner to corner, so that equal ones read alike and pack well."""
    return "".join(_lines(polygon) for polygon in polygons)


def _lines(polygon: Polygon) -> str:
    (x, y), *_ = polygon
    steps = (f"{round(c - a, 2):g} {round(d - b, 2):g}" for (a, b), (c, d) in pairwise(polygon))
    return f"M{x:g} {y:g}l{' '.join(steps)}z"


def use(symbol: str, x: float, y: float, size: float) -> str:
    """A symbol about a point."""
    half = size / 2
    return f'<use href="#{symbol}" x="{x - half:.6g}" y="{y - half:.6g}" width="{size:g}" height="{size:g}"/>'
