"""A position as a picture: an SVG document of the parts of its scene."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from interpreter.drawing.paper import corners, text
from interpreter.drawing.results import result
from interpreter.drawing.scene import FRAME, ON_FRAME, Scene, Site, drawn, placed, scene, tinted

if TYPE_CHECKING:
    from interpreter.game.views import View

CHANGED, MARKED = "#ffe14d", "#19a34a"
"""What the last turn changed; what is pointed out."""
FOOT = 34.0
LEAST = 240.0
SHALLOWEST = 60.0
"""A picture with words is at least so wide, and any so high."""


def picture(
    view: View,
    marks: Collection[str] = (),
    changed: Collection[str] = (),
    lines: Iterable[str] = (),
    viewer: str | None = None,
    least: float = 0.0,
) -> str:
    """The position as an SVG document, turned as its viewer sits, or as somebody else does.

    `marks`: labels of sites to point out; `changed`: those that the last turn changed. `lines` stand below the board.
    The picture is at least so wide.
    """
    parts = scene(view.game.model, viewer or view.viewer)
    on = layers(parts, view, marks, changed)
    body = [parts.ground]
    for layer in (on.tints, on.changed, on.things, on.marks):
        body += layer.values()
    return document(parts, body, [caption(view), *lines], least)


def size_with(parts: Scene, lines: Sequence[str], least: float = 0.0) -> tuple[float, float]:
    """Width and height of a document with a board and lines of text."""
    words = max((len(line) * 7.6 + 24 for line in lines), default=0.0)
    width = max(parts.width, LEAST if lines else 1.0, words, least)
    return width, max(parts.height + (FOOT + 20 * (len(lines) - 1) if lines else 0), SHALLOWEST)


def document(
    parts: Scene, body: Iterable[str], lines: Iterable[str] = (), least: float = 0.0, more: str = ""
) -> str:
    """An SVG document with a board, and lines of text beneath it; `more` lies over everything."""
    said = [line for line in lines if line]
    width, height = size_with(parts, said, least)
    left = (width - parts.width) / 2
    return "\n".join([
        (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
         f'height="{height:g}" font-family="sans-serif" text-anchor="middle">'),
        f"<title>{escape(parts.title)}</title>",
        f"<defs>{parts.definitions}</defs>",
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{FRAME}"/>',
        f'<g transform="translate({left:g} 0)">' if left else "<g>",
        *body,
        "</g>",
        *(text(width / 2, parts.height + 10 + 20 * i, line, 13 if i else 14, ON_FRAME) for i, line in enumerate(said)),
        more + "</svg>\n",
    ])  # fmt: skip


def caption(view: View) -> str:
    """The game, and who is to move or how it ended."""
    if view.is_over:
        return f"{view.game.title}: {result(view)}"
    return f"{view.game.title}: {view.to_move} to move" if view.to_move else view.game.title


Key = tuple[int, int]
"""A site: the number of its shape, and its own."""


@dataclass(frozen=True)
class Drawn:
    """A position in four layers, one upon the other, each with what is drawn on a site."""

    tints: dict[Key, str]
    changed: dict[Key, str]
    things: dict[Key, str]
    marks: dict[Key, str]


def layers(parts: Scene, view: View, marks: Collection[str] = (), changed: Collection[str] = ()) -> Drawn:
    """Tints, what changed, pieces and texts, marks."""
    found = Drawn({}, {}, {}, {})
    lying = placed(parts, view)
    for number, (shape, of) in enumerate(parts.sites.items()):
        for i, (label, site) in enumerate(of.items()):
            key = number, i
            if here := lying[shape].get(label):
                if here.tint:
                    found.tints[key] = tinted(site, here.tint)
                if things := drawn(here):
                    found.things[key] = things
            if label in changed:
                found.changed[key] = change(site)
            if label in marks:
                found.marks[key] = mark(site)
    return found


def change(site: Site) -> str:
    """A site that looked otherwise before the last turn."""
    if site.solid:
        return f'<polygon class="changed" points="{corners(site.outline)}" fill="{CHANGED}" fill-opacity=".5"/>'
    return (
        f'<polygon class="changed" points="{corners(site.outline)}" fill="{CHANGED}" fill-opacity=".25" '
        f'stroke="{CHANGED}" stroke-width="3"/>'
    )


def mark(site: Site) -> str:
    """A site that is pointed out."""
    return (
        f'<circle class="mark" cx="{site.x:g}" cy="{site.y:g}" r="{site.radius * 0.96:g}" fill="none" '
        f'stroke="{MARKED}" stroke-width="4" stroke-opacity=".9"/>'
    )
