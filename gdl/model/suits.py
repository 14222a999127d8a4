"""Suits as people know them: their signs, and their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from gdl.model.shape import Shape
from gdl.model.types import Base, Domain, Range

if TYPE_CHECKING:
    from gdl.model.looks import Look

SIGNS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
COMMON = {sign: (name[0], name[:-1], name) for sign, name in SIGNS.items()}
"""How rules call them, if they don't give a sign."""

Looks = Mapping[str, "Look"]
"""How things look, by type and label: `suit.hearts`."""


def look_of(looks: Looks, base: Base, label: str) -> Look | None:
    """How a thing of a type looks."""
    return looks.get(f"{base.name}.{label}") if isinstance(base, Domain) else None


def signs_of(looks: Looks, suits: Domain | Range) -> Mapping[str, str]:
    """A sign for each suit, "" where it has none: as looks say, or as it is called."""
    found = {label: (look.symbol.rstrip("\ufe0e\ufe0f") if (look := look_of(looks, suits, label)) else "")
             for label in suits.labels}  # fmt: skip
    called = {label: next((sign for sign, names in COMMON.items() if label.casefold() in names), "") for label in found}
    return called if all(called.values()) and not any(found.values()) else found


def is_deck(base: Base) -> bool:
    """Whether a type is one of cards with a rank and a suit."""
    return isinstance(base, Shape) and set(base.coordinates) == {"rank", "suit"} and not base.directions.labels


def in_sentences(looks: Looks, base: Domain | Range, kept: Iterable[Base]) -> Sequence[str]:
    """How sentences call the things of a type: by their names. If these are letters, and suits of cards that a game
    keeps, by the names that everybody knows. `kept`: of what types a game keeps something."""
    if not isinstance(base, Domain) or any(len(label) > 1 for label in base.labels):
        return base.labels
    if not any(isinstance(deck, Shape) and is_deck(deck) and deck.coordinates["suit"][0].base is base for deck in kept):
        return base.labels
    names = [SIGNS.get(sign, "") for sign in signs_of(looks, base).values()]
    return names if all(names) else base.labels
