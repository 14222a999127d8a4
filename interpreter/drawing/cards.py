"""What stands on a card: its rank and suit, or its name; from its type, and from looks where they say more.

Suits that have the signs of common cards are drawn in four colours, each its own, unless looks tell all suits apart by
colour: with two colours for four suits the eye has the signs alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from gdl.model.shape import Shape
from gdl.model.suits import SIGNS, is_deck, look_of, signs_of
from gdl.model.types import Domain, Range
from interpreter.drawing import colours
from interpreter.drawing.signs import implied
from interpreter.drawing.unknown import SIGN

if TYPE_CHECKING:
    from gdl.model.looks import Look
    from gdl.model.model import Model
    from gdl.model.types import Base

Things = Domain | Range
"""What cards may be made of."""

FOUR = dict(zip(SIGNS, ("#206040", "#1820c0", "#d03010", ""), strict=True))
"""The signs of common suits, and their colours on paper, which all eyes can tell; "" is that of other text."""
PAPER, INK = "#fffdf6", "#1c1a17"
LIGHTEST = 95.0
"""What is printed is no lighter."""
TEN = ("T", 10)


@dataclass(frozen=True)
class Card:
    """What stands on a card. `label`: what moves call it; `sign` and `suit`: its suit's sign and name; `colour`: its
    suit's, or its own, by name; `picture`: as looks have them. Each but the text is "" where there is none."""

    text: str
    label: str = ""
    sign: str = ""
    suit: str = ""
    colour: str = ""
    picture: str = ""

    @property
    def ink(self) -> str:
        """What it is printed with: its colour, dark enough to be read on paper; on another ground black or white."""
        if self.ground != PAPER:
            return colours.readable_on(self.ground)
        number = colours.hexadecimal(self.colour) or INK
        light = colours.lightness(number)
        return number if light <= LIGHTEST else colours.mixed("#000000", number, LIGHTEST / light)

    @property
    def ground(self) -> str:
        """What it is printed on: paper, or its colour, softened, if it has no sign that shows it."""
        number = "" if self.sign or self.picture else colours.hexadecimal(self.colour)
        return colours.soften(number, 0.45) if number else PAPER


BACK = Card(SIGN)


def has_pictures(model: Model, base: Base) -> bool:
    """Whether each thing of a type has a picture, so that it can be seen which it is."""
    if not isinstance(base, Domain) or not base.labels:
        return False
    return all(implied(_look(model, base, label)) for label in base.labels)


@lru_cache(maxsize=64)
def faces(model: Model, base: Things) -> Mapping[str, Card]:
    """Each thing of a type as a card, by its label."""
    looks = {label: _look(model, base, label) for label in base.labels}
    if isinstance(base, Shape) and is_deck(base):
        return dict(zip(base.labels, _of_deck(model, base, looks), strict=True))
    return {
        label: Card(look.letter or label, label, colour=look.colour, picture=implied(look)) if look
        else Card(label, label)
        for label, look in looks.items()
    }  # fmt: skip


def _look(model: Model, base: Things, label: str) -> Look | None:
    return look_of(model.looks, base, label)


def _of_deck(model: Model, deck: Shape, looks: Mapping[str, Look | None]) -> Sequence[Card]:
    type_, of_suit = deck.coordinates["suit"]
    _, ranks = deck.coordinates["rank"]
    suits = type_.values
    signs, inks = signs_of(model.looks, suits), _colours(model, suits)
    found = []
    for label, suit, rank in zip(deck.labels, of_suit, ranks, strict=True):
        name = suits.labels[int(suit) - suits.low]
        text = label.removesuffix(name)
        look = looks[label]
        found.append(Card(
            (look.letter if look else "") or ("10" if (text, rank) == TEN else text or label), label, signs[name], name,
            (look.colour if look else "") or inks[name], implied(look),
        ))  # fmt: skip
    return found


def _colours(model: Model, suits: Things) -> Mapping[str, str]:
    """A colour for each suit: as looks say, or, where these don't tell them all apart, one of four."""
    said = {label: (look.colour if (look := _look(model, suits, label)) else "") for label in suits.labels}
    signs = signs_of(model.looks, suits)
    if len(set(said.values())) < len(said) and all(sign in FOUR for sign in signs.values()):
        return {label: FOUR[sign] for label, sign in signs.items()}
    return said
