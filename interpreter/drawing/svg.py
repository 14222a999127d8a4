"""A position as a picture: an SVG document of the parts of its scene."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING

from interpreter.drawing.paper import corners, text
from interpreter.drawing.results import result
from interpreter.drawing.scene import FRAME, ON_FRAME, Lying, Scene, Site, drawn, placed, scene, tinted

if TYPE_CHECKING:
    from interpreter.game.views import View

CHANGED, MARKED = "#ffe14d", "#19a34a"
"""What the last turn changed; what is pointed out."""
FOOT = 34.0
LEAST = 240.0
"""A picture is at least so wide, for the words beneath the board."""


def picture(view: View, marks: Collection[str] = (), changed: Collection[str] = (), lines: Iterable[str] = ()) -> str:
    """The position as an SVG document, turned as its viewer sits.

    `marks`: labels of sites to point out, beside those that decided the game; `changed`: those that the last turn
    changed. `lines` stand below the board.
    """
    parts = scene(view.game.model, view.viewer)
    body = [parts.ground, *_position(parts, placed(parts, view), {*marks, *view.winning}, changed)]
    return document(parts, body, [caption(view), *lines])


def document(parts: Scene, body: Iterable[str], lines: Iterable[str] = (), more: str = "") -> str:
    """An SVG document with a board, and lines of text beneath it."""
    said = [line for line in lines if line]
    width = max(parts.width, LEAST, *(len(line) * 7.6 + 24 for line in said)) if said else max(parts.width, 1)
    foot = FOOT + 20 * (len(said) - 1) if said else 0
    height = parts.height + foot
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


def _position(
    parts: Scene, lying: Mapping[str, Mapping[str, Lying]], marks: Collection[str], changed: Collection[str]
) -> Iterator[str]:
    """Tints, what changed, pieces, marks: one upon the other."""
    for shape, on in lying.items():
        for label, here in on.items():
            if here.tint:
                yield tinted(parts.sites[shape][label], here.tint)
    yield from (change(site) for site in _named(parts, changed))
    for on in lying.values():
        yield from (drawn(here) for here in on.values())
    yield from (mark(site) for site in _named(parts, marks))


def _named(parts: Scene, labels: Collection[str]) -> Iterator[Site]:
    """The sites of these labels, on whatever shape they are."""
    for of in parts.sites.values():
        yield from (site for label, site in of.items() if label in labels)


def change(site: Site) -> str:
    """A site that looked otherwise before the last turn."""
    return f'<polygon class="changed" points="{corners(site.outline)}" fill="{CHANGED}" fill-opacity=".5"/>'


def mark(site: Site) -> str:
    """A site that is pointed out."""
    return (
        f'<circle class="mark" cx="{site.x:g}" cy="{site.y:g}" r="{site.radius * 0.96:g}" fill="none" '
        f'stroke="{MARKED}" stroke-width="4" stroke-opacity=".9"/>'
    )
