"""SVG in small pieces: texts, polygons, uses of symbols. Whatever is written is escaped here."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

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
    """Polygons as one path."""
    return "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in polygon) + "Z" for polygon in polygons)


def use(symbol: str, x: float, y: float, size: float) -> str:
    """A symbol about a point."""
    half = size / 2
    return f'<use href="#{symbol}" x="{x - half:.6g}" y="{y - half:.6g}" width="{size:g}" height="{size:g}"/>'
