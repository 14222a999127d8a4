"""Colours that a ruleset may name, as terminals and pictures want them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gdl.model.model import Model

NAMES = {
    "white": "#ffffff", "black": "#000000", "grey": "#888888", "gray": "#888888", "silver": "#c0c0c0",
    "red": "#d03030", "green": "#4cc06a", "blue": "#3b6fd4", "yellow": "#f2cf3b", "orange": "#ee8b2d",
    "purple": "#8e4bbf", "violet": "#8e4bbf", "magenta": "#c839a8", "pink": "#f29bb7", "cyan": "#35b6c9",
    "turquoise": "#3fc4b0", "brown": "#8a5a33", "gold": "#d9a722", "lime": "#8fd43b", "navy": "#23347a",
    "teal": "#1f7f7f", "olive": "#7d7a2b", "maroon": "#7a2331", "beige": "#e8dcc0", "ivory": "#fffbe8",
}  # fmt: skip
BOARD = "#b9946a"
"""The ground that pieces stand on: white and black both show on it."""
BOARD_SECOND = "#8f6a43"
"""That of dark squares."""

ON_BOARD, FAINT_ON_BOARD = "#101010", "#6b4d2c"
"""Styles of text on it."""


def hexadecimal(colour: str) -> str:
    """`#rrggbb` for a colour's name or number, or nothing if it isn't known."""
    colour = colour.strip().lower()
    if re.fullmatch(r"#[0-9a-f]{6}", colour):
        return colour
    return NAMES.get(colour, "")


def piece(colour: str, otherwise: str) -> str:
    """The terminal style of a piece; `otherwise` if it has no colour of its own."""
    number = hexadecimal(colour)
    return f"bold {number or otherwise}".strip()


def soften(colour: str, part: float = 0.3) -> str:
    """The colour mixed with some white."""
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(c + (255 - c) * part):02x}" for c in channels)


def mixed(colour: str, other: str, part: float) -> str:
    """The colour with so much of another in it."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def lightness(colour: str) -> float:
    """How light the eye finds a colour, from 0 to 255."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def is_dark(colour: str) -> bool:
    """Whether lines upon it must be pale to be seen."""
    return lightness(colour) < 70


def readable_on(colour: str) -> str:
    """Black or white, whichever reads better upon it."""
    return "#000000" if lightness(colour) > 130 else "#ffffff"


_SIXTEEN = {
    "white": "bright_white", "black": "black", "grey": "bright_black", "gray": "bright_black", "silver": "white",
    "red": "red", "green": "green", "blue": "blue", "yellow": "bright_yellow", "orange": "bright_red",
    "purple": "magenta", "violet": "magenta", "magenta": "bright_magenta", "pink": "bright_magenta", "cyan": "cyan",
    "turquoise": "bright_cyan", "brown": "yellow", "gold": "bright_yellow", "lime": "bright_green", "navy": "blue",
    "teal": "cyan", "olive": "yellow", "maroon": "red", "beige": "white", "ivory": "bright_white",
}  # fmt: skip


@cache
def _in_sixteen() -> dict[str, str]:
    names = {NAMES[name]: nearest for name, nearest in _SIXTEEN.items()}
    grounds = {soften(number): nearest for number, nearest in names.items()}
    return {**grounds, **names, BOARD: "yellow", BOARD_SECOND: "green", ON_BOARD: "black", FAINT_ON_BOARD: "black"}


@cache
def _nearest(word: str) -> str:
    """The name of a colour, or of the one that is most like it; other words stay."""
    known = _in_sixteen()
    if word in known or not re.fullmatch(r"#[0-9a-f]{6}", word):
        return known.get(word, word)
    return known[min(known, key=lambda one: _apart(one, word))]


def _apart(colour: str, other: str) -> int:
    return sum((int(colour[i : i + 2], 16) - int(other[i : i + 2], 16)) ** 2 for i in (1, 3, 5))


def same_in_sixteen(ground: str, figures: Iterable[str]) -> bool:
    """Whether a figure of one of these colours can't be seen on a ground where there are but sixteen."""
    return any(_nearest(number) == _nearest(ground) for figure in figures if (number := hexadecimal(figure)))


def in_sixteen(style: str) -> str:
    """The same style for a terminal with sixteen colours, kept apart as well as they can be."""
    words = [_nearest(word) for word in style.split()]
    # bold black is grey on many such terminals
    return " ".join(word for word in words if word != "bold" or "black" not in words)


def player_colours(model: Model) -> dict[str, str]:
    """The colour of each player's pieces, or the one that a player's own look has, where there is just one."""
    found: dict[str, str] = {}
    for number, player in enumerate(model.players):
        own = model.looks.get(f"{model.player.name}.{player}")
        labels = (
            label for label, part in zip(model.pieces.labels, model.piece_parts, strict=True) if part[1] == number
        )
        colours = {look.colour for label in labels if (look := model.looks.get(label)) and look.colour}
        colours |= {own.colour} if own and own.colour else set()
        if len(colours) == 1:
            found[player] = colours.pop()
    return found
