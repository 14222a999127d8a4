"""What people may have meant by a text: a move as the rules write it, or in another way that people write it.

Ways are tried from the strictest to the loosest; the first in which the text stands for some move decides. Nothing is
guessed: a text that stands for several moves, in the way that decides, is asked back, and so is one that would stand
for one move in a looser way and is the beginning of another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

MARKS = re.compile(r"(?<=.)[+#!?*]+$")
"""Signs after a move with which people judge it."""
SIGNS = "-–—x×:/="
"""Signs between two things, which people also leave out."""
_BETWEEN = re.compile(rf"(?<=[0-9])\s*[{SIGNS}]\s*(?=[0-9A-Za-z])|\s*[–—]\s*|(?<=[0-9])\s+(?=[0-9])")
_JOINTS = re.compile(r"(?<=[0-9])-(?=[A-Za-z])|(?<=[A-Za-z])[x×:](?=[A-Za-z][0-9])")
_PARTED = re.compile(r"[\s,;&+]+")
_CARD = re.compile(r"(?<![0-9A-Za-z])(10|[2-9TJQKA])\s*([CDHScdhs♣♦♥♠♧♢♡♤])(?![0-9A-Za-z])", re.IGNORECASE)
_SUITS = dict(zip("♣♦♥♠♧♢♡♤", "CDHSCDHS", strict=True))
_NOUGHTS = re.compile(r"(?<![0-9A-Za-z])[0Oo](?![0-9A-Za-z])")


class Written(Protocol):
    """Something that can be written in one way, and perhaps in others."""

    @property
    def text(self) -> str:
        """The text by the rules."""

    @property
    def others(self) -> Sequence[str]:
        """Further ways to write it. They may also fit other things."""


def loose(text: str) -> str:
    """A text without what people leave out, or put in another sign for, where it says nothing: blanks, `_`, a hyphen or
    an x behind a number (`a1-b2`, `a1xb2`, `a1 b2`, `a1b2`), an x before a site, a nought for an O that stands alone, a
    card as faces show it (`10♥` for `TH`).

    Signs at a text's beginning or end stay, and so does one that keeps two numbers apart.
    """
    text = "".join(_BETWEEN.sub("-", cards(text).replace("_", " ").strip()).split())
    return _JOINTS.sub("", noughts(text))


def in_any_order(text: str, texts: Iterable[str]) -> list[str]:
    """Those texts that name the same things as this one, joined by `+`: in another order, or with blanks or commas
    between them (`keep 3, 1` for `keep 1+3`)."""
    if not _PARTED.search(text.strip()):
        return []
    words = sorted(_PARTED.split(text.strip().casefold()))
    return [one for one in texts if "+" in one and sorted(_PARTED.split(one.casefold())) == words]


def cards(text: str) -> str:
    """A text with `T` for the 10 of a card, and letters for the signs of suits."""
    return _CARD.sub(lambda card: card[1].replace("10", "T") + _SUITS.get(card[2], card[2]), text)


def noughts(text: str) -> str:
    """A text with O for a nought that stands alone."""
    return _NOUGHTS.sub("O", text)


def readings(text: str, moves: Sequence[Written], alike: Callable[[str], bool]) -> list[int]:
    """The moves, by their places, that a text may stand for, beginnings aside: none, the one, or those among which its
    writer must choose. `alike`: whether a text is written like a move, legal or not, upper and lower case as they are:
    then no other case is meant (`bxc3` is a pawn's move in chess, and `Bxc3` a bishop's).
    """
    for typed in dict.fromkeys((text, MARKS.sub("", text))):
        for way in _ways(typed, moves, alike):
            if found := [i for i, move in enumerate(moves) if way(move)]:
                return found
    return []


def _ways(
    typed: str, moves: Sequence[Written], alike: Callable[[str], bool]
) -> Iterator[Callable[[Written], bool]]:
    yield lambda move: typed in (move.text, *move.others)
    bare = loose(typed)
    yield lambda move: loose(move.text) == bare
    yield lambda move: any(loose(other) == bare for other in move.others)
    several = in_any_order(typed, (move.text for move in moves))
    yield lambda move: move.text in several
    if not alike(typed):
        small = loose(typed.casefold()).casefold()
        yield lambda move: any(loose(text.casefold()).casefold() == small for text in (move.text, *move.others))
