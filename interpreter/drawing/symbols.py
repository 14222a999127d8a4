"""Each piece as an SVG `<symbol>`: a picture that ships, the author's own path, or a letter on a disc."""

from __future__ import annotations

import re
from html import escape
from zlib import crc32

from interpreter.drawing import colours
from interpreter.drawing.shapes import PICTURES, Picture, circle

DARK, PALE = "#2b2118", "#f2ead9"
"""Outlines of light pieces, and lines upon dark ones."""
UNSAID = "#d9d2c3"
"""A piece without a colour of its own."""
PATH = re.compile(r"[MmZzLlHhVvCcSsQqTtAa0-9eE+\-.,\s]+")
"""All that an SVG path is written with: nothing of it can be anything else."""
LONGEST = 20_000

SHINES = (
    '<radialGradient id="gdl-ball" cx=".36" cy=".32" r=".75"><stop offset="0" stop-color="#fff" stop-opacity=".85"/>'
    '<stop offset=".35" stop-color="#fff" stop-opacity=".18"/><stop offset=".7" stop-color="#000" stop-opacity=".08"/>'
    '<stop offset="1" stop-color="#000" stop-opacity=".45"/></radialGradient>'
    '<radialGradient id="gdl-stone" cx=".36" cy=".32" r=".8"><stop offset="0" stop-color="#fff" stop-opacity=".5"/>'
    '<stop offset=".5" stop-color="#fff" stop-opacity=".05"/><stop offset="1" stop-color="#000" stop-opacity=".28"/>'
    '</radialGradient><linearGradient id="gdl-disc" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" '
    'stop-opacity=".28"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" '
    'stop-opacity=".22"/></linearGradient>'
)  # fmt: skip
"""Light on round things. The names are the same in every picture, and so is what they name."""
LIGHT = {"ball": "gdl-ball", "stone": "gdl-stone", "disc": "gdl-disc", "tile": "gdl-disc", "cube": ""}


def symbol(picture: str, letter: str, colour: str, number: str = "") -> tuple[str, str]:
    """Name and text of a symbol. The name is that of its content, so that equal ones may stand twice in a page."""
    inner = _inner(picture, letter, colour, number)
    name = f"gdl-{crc32(inner.encode()):08x}"
    return name, f'<symbol id="{name}" overflow="visible" viewBox="0 0 100 100">{inner}</symbol>'


def _inner(picture: str, letter: str, colour: str, number: str) -> str:
    fill = colours.hexadecimal(colour) or UNSAID
    if picture == "die" and f"die{number}" in PICTURES:
        picture, number = f"die{number}", ""
    shape = PICTURES.get(picture)
    text = number
    if shape is None and is_path(picture):
        shape = Picture(picture)
    elif shape is None:
        shape, text = Picture(circle(50, 50, 40), shine="disc"), letter + number
    elif shape.letter is not None:
        text = letter + number
    return "".join([*_drawn(shape, fill), _lettered(text, shape.letter or shape.number, colours.readable_on(fill))])


def plain(picture: str, colour: str) -> str:
    """A picture by itself, in a square of 100 by 100: what a symbol of it holds."""
    return _inner(picture, "", colour, "")


def flat(picture: str, colour: str) -> str:
    """A picture in one colour, in a square of 100 by 100, as it is painted on a board; nothing if there is none."""
    shape = PICTURES.get(picture) or (Picture(picture) if is_path(picture) else None)
    return f'<path d="{escape(shape.body)}" fill="{colour}" fill-rule="evenodd"/>' if shape else ""


def is_path(text: str) -> bool:
    """Whether this is an SVG path, and nothing else."""
    return len(text) <= LONGEST and text.lstrip()[:1] in ("M", "m") and PATH.fullmatch(text) is not None


def _drawn(shape: Picture, fill: str) -> list[str]:
    dark = colours.is_dark(fill)
    outline = "#000000" if dark else DARK
    line = PALE if dark else DARK
    body = escape(shape.body)
    found = []
    if dark:  # a pale rim keeps it apart from dark ground
        found.append(f'<path d="{body}" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="8"/>')
    shown = colours.mixed(fill, "#ffffff", 0.14) if dark else fill
    found.append(
        f'<path d="{body}" fill="{shown}" fill-rule="evenodd" stroke="{outline}" stroke-width="3.5" '
        'stroke-linejoin="round"/>'
    )
    if light := LIGHT.get(shape.shine):
        found.append(f'<path d="{body}" fill="url(#{light})" fill-rule="evenodd"/>')
    if shape.shine == "cube":
        found.append('<path d="M11 27L50 6L89 27L50 49Z" fill="#fff" fill-opacity=".35"/>')
        found.append('<path d="M50 49L89 27V71L50 94Z" fill="#000" fill-opacity=".25"/>')
    if shape.lines:
        found.append(
            f'<path d="{shape.lines}" fill="none" stroke="{line}" stroke-width="3" stroke-linecap="round" '
            f'stroke-linejoin="round"{_faint(shape)}/>'
        )
    if shape.spots:
        found.append(f'<path d="{shape.spots}" fill="{line}"/>')
    return found


def _faint(shape: Picture) -> str:
    """Grooves of discs are seen, but don't shout."""
    return ' stroke-opacity=".55"' if shape.shine == "disc" else ""


def _lettered(text: str, place: tuple[float, float, float], colour: str) -> str:
    if not text:
        return ""
    x, y, size = place
    size *= min(1.0, 1.9 / len(text)) if len(text) > 1 else 1
    return (
        f'<text x="{x:g}" y="{y + size * 0.35:.4g}" font-size="{size:.3g}" font-weight="bold" fill="{colour}" '
        f'text-anchor="middle">{escape(text)}</text>'
    )
