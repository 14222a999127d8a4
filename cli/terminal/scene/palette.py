"""What boards are painted with: the colours of grounds and marks, and the characters of lines and signs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.drawing import colours

if TYPE_CHECKING:
    from gdl.model.model import Model

DIM = "dim"
DARK, BRIGHT = 0.1, 0.34
"""Least and greatest brightness of a ground on which white and black can both be read."""
NEUTRAL = 0.18
"""Colours less saturated than this have no hue to speak of: white, grey, beige."""
GROOVE = 0.8
"""How much of the second colour is in what lies between cells."""
VIVID = 0.6
"""Colours more saturated than this have no white to lose."""
NEAR = 0.2
"""Colours more alike than this can't be told apart at once."""


@dataclass(frozen=True)
class Palette:
    """Colours as `#rrggbb`; none are used at all unless `has_colour`.

    `second`: of dark squares. `chips`: a piece stands on a ground of its own colour, which is easier to see.
    """

    has_colour: bool = False
    ground: str = colours.BOARD
    second: str = colours.BOARD_SECOND
    line: str = colours.FAINT_ON_BOARD
    ink: str = colours.ON_BOARD
    faint: str = colours.FAINT_ON_BOARD
    faint_on_dark: str = "#dcc5a2"
    cursor: str = "#4a48c8"
    cursor_ink: str = "#ffffff"
    picked: str = "#2f7fc0"
    target: str = "#5f9440"
    winning: str = "#d98a14"
    changed: str = "#a3963a"
    shade: str = "#40301c"
    """What darkens the ground of marks on which pieces can't be seen."""
    chips: bool = False
    few: bool = False
    """Whether there are but sixteen colours, so that shades of one can't be told apart."""
    pale: float = 0.0
    """How much white there is in the grounds that a ruleset names."""

    def faint_on(self, ground: str) -> str:
        """The ink of names on a ground."""
        return self.faint if brightness(ground) > 0.22 else self.faint_on_dark

    @property
    def groove(self) -> str:
        """What lies between the cells of boards that have edges."""
        return self.ground if self.few else mixed(self.ground, self.second, GROOVE)

    def mark(self, name: str) -> str:
        """The ground of a marked site."""
        return str(getattr(self, name))

    def of(self, model: Model) -> Palette:
        """With the grounds that a ruleset names, as far as pieces can be read on them."""
        own = [number for name in model.board_look.colours if (number := colours.hexadecimal(name))]
        if not own or self.chips or self.few:
            return self
        ground, *others = (mixed(readable(one), "#ffffff", self.pale) for one in own)
        second = others[0] if others else mixed(ground, "#000000", 0.25)
        return replace(self, ground=ground, second=second)


PLAIN = Palette()
WOOD = Palette(has_colour=True)
FEW = Palette(has_colour=True, few=True)
PALE = Palette(has_colour=True, ground="#c3a27c", second="#a07d55", pale=0.12)
CONTRAST = Palette(
    has_colour=True, ground="#101010", second="#303030", line="#b0b0b0", ink="#ffffff", faint="#d0d0d0",
    faint_on_dark="#d0d0d0", cursor="#0000e0", picked="#005f87", target="#006000", winning="#8a5a00",
    changed="#5f005f", chips=True,
)  # fmt: skip
PALETTES = {"dark": WOOD, "light": PALE, "contrast": CONTRAST}


def readable(colour: str, ground: str = colours.BOARD) -> str:
    """The colour, or one near to it on which white and black pieces can both be read: pale ones lose their white,
    others, with no hue to speak of or a loud one, are more like another ground."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    if brightness(colour) > BRIGHT and NEUTRAL * max(parts) < max(parts) - min(parts) < VIVID * max(parts):
        without = (max(0, round(share / 10 * min(parts))) for share in range(11))
        shades = ("#" + "".join(f"{part - less:02x}" for part in parts) for less in without)
    else:
        shades = (colour if not share else mixed(colour, ground, share / 10) for share in range(11))
    return next((one for one in shades if DARK <= brightness(one) <= BRIGHT), ground)


def apart(colour: str, ground: str, figures: Iterable[str]) -> str:
    """The colour, or one so much more like the ground that figures of these colours can all be seen on it."""
    others = [number for figure in figures if (number := colours.hexadecimal(figure))]
    shares = (mixed(colour, ground, share / 10) for share in range(0, 9, 2))
    return next((one for one in shares if all(_distance(one, other) > NEAR for other in others)), ground)


def mixed(colour: str, other: str, share: float) -> str:
    """The colour with so much of another in it."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _distance(colour: str, other: str) -> float:
    """How different two colours are, from 0 to 1: by brightness and by hue."""
    parts = [(int(colour[i : i + 2], 16) - int(other[i : i + 2], 16)) / 255 for i in (1, 3, 5)]
    return float((sum(part * part for part in parts) / 3) ** 0.5)


def brightness(colour: str) -> float:
    """How bright a colour is to the eye, from 0 to 1, as the guidelines for legible pages count it."""
    linear: list[float] = []
    for i in (1, 3, 5):
        part = int(colour[i : i + 2], 16) / 255
        linear.append(part / 12.92 if part <= 0.03928 else float(((part + 0.055) / 1.055) ** 2.4))
    return float(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])


@dataclass(frozen=True)
class Signs:
    """Characters. `marks`: what stands left and right of marked content. `arms`: lines that meet, by where they come
    from: 1 above, 2 right, 4 below, 8 left."""

    dot: str
    target: str
    marks: dict[str, str]
    corners: str
    arms: str
    diagonals: str
    points: str
    shade: str
    rims: str
    cut: str
    walls: dict[str, tuple[str, str]]
    """An edge that lies, and one that stands: by its mark, "" for one that has something on it, and no mark."""
    joints: str
    """Where edges meet that have something on them, as `arms`; at first a corner where none do."""
    post: str
    """A corner that has something on it."""


UNICODE = Signs(
    "·", "•", {"cursor": "▸◂", "picked": "{}", "target": "()", "winning": "**", "changed": "[]"},
    "┏┓┗┛", "·╵╶└╷│┌├╴┘─┴┐┤┬┼", "╱╲", "┆╎", "░", "▄▀▐▌", "…",
    {"": ("━", "┃"), "target": ("─", "│"), "changed": ("═", "║"), "winning": ("═", "║"), "picked": ("╍", "╏")},
    "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋", "●",
)  # fmt: skip
ASCII = Signs(
    ".", "+", {"cursor": "><", "picked": "{}", "target": "()", "winning": "**", "changed": "[]"},
    "++++", ".|-+||++-+-+++++", "/\\", ":.", ":", "==||", "~",
    {"": ("-", "|"), "target": (".", ":"), "changed": ("=", "#"), "winning": ("=", "#"), "picked": ("~", "!")},
    ".+++++++++++++++", "@",
)  # fmt: skip
