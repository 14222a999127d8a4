"""The words of looks that name nothing in the rules: colours, styles, pictures; and hints for wrong words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gdl.check.parts import Check
from gdl.colours import COLOUR, COLOURS
from gdl.model.types import Domain
from gdl.pictures import COUNTERS, EDGE, NOTHING, PICTURES, STYLES, TURNED, path_fault
from gdl.syntax import tree as t
from gdl.text.findings import Fault, error, fault
from gdl.text.fixes import Hint
from gdl.text.suggest import did_you_mean, misspelt

_LETTER = 3  # characters of a letter, at most: what is longer isn't taken for one
_OTHERWISE = {
    **dict.fromkeys(("hidden", "hide", "none", "invisible", "secret"), NOTHING), "stack": COUNTERS, "rim": EDGE,
    "border": EDGE, "grid": "lines", "hexagons": "cells", "chessboard": "checkered", "checkerboard": "checkered",
    "circle": "disc", "checker": "man", "draughtsman": "man", "horse": "knight", "castle": "rook", "dice": "die",
    "triangles": "points",
}  # fmt: skip
"""Other words for some of these, with the right one."""


def one_colour(check: Check, look: t.Look, what: str) -> str:
    """The only colour of a look; empty if it has none, or an unknown one."""
    words = [word for word in look.shades if word.text != TURNED or word.quoted]
    turned = [word for word in look.shades if word not in words]
    if turned and (look.degrees is None or what != "a member of a type"):
        raise fault("P515", turned[0].span, "only a player's board can be turned",
                    "write `Black turned 180`, for example")
    colour = ""
    for word in words:
        found = colour_of(check, word, look)
        if not found:
            return ""
        if colour:
            raise fault("P515", word.span, f"{what} has one colour", "leave out the others")
        colour = found
    return colour


def colour_of(check: Check, word: t.Word, look: t.Look) -> str:
    """The colour of a word; empty if the word names none, which is reported."""
    is_kind = isinstance(look.thing, t.Name) and look.thing.text in check.declared.pieces.nodes
    if word.quoted and re.fullmatch(COLOUR, word.text):
        return word.text.lower()
    if not word.quoted and word.text.lower() in COLOURS and not (is_kind and word.text in check.declared.player.labels):
        return word.text.lower()
    hint = _colour_hint(check.declared.player, word, look, is_kind)
    check.findings.report(error("P513", word.span, f"`{word.text}` isn't a known colour", hint))
    return ""


def _colour_hint(player: Domain, word: t.Word, look: t.Look, is_kind: bool) -> str:
    named = (*STYLES, *PICTURES, EDGE, COUNTERS, NOTHING)
    other = _OTHERWISE.get(word.text, word.text)
    if word.quoted and word.text.lower() in COLOURS:
        return Hint(f"write colours without quotes: `{word.text.lower()}`", word.text.lower())
    if word.quoted:
        return str(_file(word)) or 'write a colour without a name as `"#d9a722"`, with six digits'
    if is_kind and word.text in player.labels:
        return Hint(f"write `{look.thing.span.text} of {word.text}`", f"of {word.text}")
    if near := did_you_mean(word.text.lower(), COLOURS):
        return near
    styled = misspelt(word.text, named) if isinstance(look.thing, t.Word) else None
    if other in named or styled:
        return f"write `as {styled or other}` at the end of the line"
    if not look.said and len(word.text) <= _LETTER:
        return Hint(f'put text in quotes: `"{word.text}"`', f'"{word.text}"')
    return f"there are {', '.join(COLOURS)}"


def nothing_said(look: t.Look) -> Fault:
    """The fault of a line that names something and says nothing about it."""
    text = look.span.source.text
    message = f"this line gives `{look.thing.span.text}` no look"
    if comment := re.match(rf"\s*({COLOUR})\b", text[look.span.end :]):
        return fault("P515", look.span, message, f'`#` begins a comment; put a colour in quotes: `"{comment[1]}"`')
    hint = 'add a letter in quotes, a colour or a picture: `stone of White "W" white as stone`'
    return fault("P515", look.span, message, hint)


def style_of(word: t.Word) -> str:
    """The style that a word names."""
    if word.quoted or word.text not in STYLES:
        raise _unknown(word, STYLES, "style of a board")
    return word.text


def picture_of(look: t.Look, what: str, others: Iterable[str] = ()) -> str:
    """A picture by its name, or its path."""
    word = look.drawn
    if word is None:
        return ""
    if word.quoted:
        if wrong := path_fault(word.text):
            hint = 'write an SVG path in a square of 100 by 100, as `"M50 5 L95 95 L5 95 Z"`; or a name without quotes'
            if word.text in PICTURES:
                hint = Hint(f"write `as {word.text}`, without quotes", word.text)
            else:
                hint = _file(word) or hint
            raise fault("P516", word.span, f"this path can't be drawn: {wrong}", hint)
        return word.text
    if word.text not in PICTURES:
        raise _unknown(word, (*others, *PICTURES), f"picture for {what}")
    return word.text


_FILE = re.compile(r"(?:.*/)?([\w-]+)\.(?:svg|png|jpe?g|gif|webp)", re.IGNORECASE)


def _file(word: t.Word) -> str:
    """The hint for the name of a file; empty if the word is no file's name."""
    file = _FILE.fullmatch(word.text)
    if file is None:
        return ""
    if file[1] in PICTURES:
        said = f"rules read no files: write the picture's name alone, `as {file[1]}`"
        return Hint(said, file[1]) if word.text == file[0] else said
    return "rules read no files: write the name of a picture, as `as pawn`, or an SVG path in quotes"


def _unknown(word: t.Word, known: Sequence[str], what: str) -> Fault:
    other = _OTHERWISE.get(word.text, "")
    near = Hint(f"write `as {other}`", other) if other in known else did_you_mean(word.text, known)
    hint = near or f"there are {', '.join(known)}"
    return fault("P514", word.span, f"`{word.text}` isn't a {what}", hint)
