"""A position as a picture: an SVG document of the parts of its scene."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from interpreter.drawing import beside_board
from interpreter.drawing.elsewhere import seen_elsewhere
from interpreter.drawing.paper import corners, text
from interpreter.drawing.results import result
from interpreter.drawing.scene import FRAME, ON_FRAME, Scene, Site, drawn, placed, scene, tinted
from interpreter.drawing.table import Table, table
from interpreter.drawing.whose_turn import whose_turn

if TYPE_CHECKING:
    from interpreter.game.views import View

CHANGED, MARKED, WON = "#ffe14d", "#19a34a", "#ffb300"
"""What the last turn changed; what is pointed out; what decided the game."""
FOOT, LINE, LETTER = 34.0, 20.0, 7.6
"""Room for the first line beneath a board, for each further one, and for each letter."""
LEAST, SHALLOWEST = 240.0, 60.0
"""A picture is at least so wide, and so high."""
USUAL = 480.0
"""Words beneath a broader board are larger."""
MARGIN = 12.0
"""Above cards."""
LONGEST, MOST = 40, 12
"""Lines beneath a small board have so many letters at most; and there are at most so many of them."""


def picture(
    view: View,
    marks: Collection[str] = (),
    changed: Collection[str] = (),
    viewer: str | None = None,
    room: Room | None = None,
) -> str:
    """The position as an SVG document, turned as its viewer sits, or as somebody else does.

    `marks`: labels of sites to point out, besides those that decided the game; `changed`: those that the last turn
    changed. Beneath stands what there is to read beside the board. `room`: at least so much of it for words.
    """
    parts = scene(view.game.model, viewer or view.viewer)
    on = layers(parts, view, {*marks, *view.winning}, changed)
    body = [parts.ground]
    for layer in (on.tints, on.changed, on.things, on.marks):
        body += layer.values()
    below = Below.of(parts, view)
    room = room or room_for(parts, [below])
    return document(parts, [*body, *below.drawn(parts, room)], room)


@dataclass(frozen=True)
class Below:
    """What is beneath a board: cards, and lines of text."""

    table: Table
    said: Sequence[str]

    @classmethod
    def of(cls, parts: Scene, view: View) -> Below:
        """That of a view."""
        return cls(table(view, parts.width), words(parts, view))

    def drawn(self, parts: Scene, room: Room) -> list[str]:
        """All of it in its place."""
        x = (parts.width - self.table.width) / 2
        cards = f'<g transform="translate({x:g} {parts.height + MARGIN:g})">{self.table.drawn}</g>'
        return [*([cards] if self.table.drawn else []), *written(parts, self.said, room.cards)]


@dataclass(frozen=True)
class Room:
    """How large a document is for what is beneath a board: its width, the number of lines, and the height of cards."""

    width: float
    lines: int
    cards: float = 0.0


def room_for(parts: Scene, each: Iterable[Below]) -> Room:
    """Room for each of these."""
    every = list(each)
    widest = max((len(line) for below in every for line in below.said), default=0)
    wide = widest * LETTER * _scale(parts) + 24
    cards = max((below.table.height for below in every), default=0.0)
    return Room(
        max([parts.width, LEAST, wide, *(below.table.width for below in every)]),
        max((len(below.said) for below in every), default=0),
        cards + MARGIN if cards else 0.0,
    )


def _scale(parts: Scene) -> float:
    """Words are the larger the larger the board is, as it will be shown the smaller."""
    return max(1.0, parts.width / USUAL)


def document(parts: Scene, body: Iterable[str], room: Room) -> str:
    """An SVG document with a board in its middle, and lines of text beneath it."""
    left = (room.width - parts.width) / 2
    foot = (FOOT + LINE * (room.lines - 1)) * _scale(parts) if room.lines else 0.0
    height = round(max(parts.height + room.cards + foot, SHALLOWEST), 2)
    size = f'width="{room.width:g}" height="{height:g}"'
    return "\n".join([
        (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {room.width:g} {height:g}" {size} '
         'font-family="sans-serif" text-anchor="middle">'),
        f"<title>{escape(parts.title)}</title>",
        f"<defs>{parts.definitions}</defs>",
        f'<rect {size} rx="8" fill="{FRAME}"/>',
        f'<g transform="translate({left:g} 0)">' if left else "<g>",
        *body,
        "</g>",
        "</svg>\n",
    ])  # fmt: skip


def written(parts: Scene, said: Sequence[str], cards: float = 0.0) -> list[str]:
    """Lines of text beneath a board, and beneath cards that are so high."""
    scale = _scale(parts)
    x, y = parts.width / 2, parts.height + cards + 10 * scale
    small, large = round(13 * scale, 1), round(14 * scale, 1)
    return [text(x, y + LINE * scale * i, line, small if i else large, ON_FRAME) for i, line in enumerate(said)]


def words(parts: Scene, view: View) -> list[str]:
    """What there is to read beneath a board: the game and who is to move, scores and more; in lines as broad as it."""
    wide = max(LONGEST, int(parts.width / LETTER / _scale(parts)))
    told = beside_board.told(view, symbols=False, but=seen_elsewhere(view.game.model))
    lines = [*map(beside_board.text, told)]
    return [caption(view), *(part for line in lines for part in wrap(line, wide))][:MOST]


def caption(view: View) -> str:
    """The game, and who is to move or how it ended."""
    said = result(view) if view.is_over else "" if view.is_chance else whose_turn(view)
    return f"{view.game.title}: {said}" if said else view.game.title


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
    winning = view.winning
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
            elif label in winning:
                found.marks[key] = mark(site, WON)
    return found


def change(site: Site) -> str:
    """A site that looked otherwise before the last turn."""
    if site.solid:
        return f'<polygon class="changed" points="{corners(site.outline)}" fill="{CHANGED}" fill-opacity=".5"/>'
    return (
        f'<polygon class="changed" points="{corners(site.outline)}" fill="{CHANGED}" fill-opacity=".25" '
        f'stroke="{CHANGED}" stroke-width="3"/>'
    )


def mark(site: Site, colour: str = MARKED) -> str:
    """A site that is pointed out."""
    return (
        f'<circle class="mark" cx="{site.x:g}" cy="{site.y:g}" r="{site.radius * 0.96:g}" fill="none" '
        f'stroke="{colour}" stroke-width="4" stroke-opacity=".9"/>'
    )
