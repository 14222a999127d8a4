"""Lines of styled text, and what can be shown of them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

Line = list[tuple[str, str]]
"""Pieces of text with a style (a Rich style's name, or "")."""


@dataclass(frozen=True)
class Look:
    """How to draw: the width of the page; whether it shows Unicode, symbols for pieces, colours; how many degrees the
    board is turned, clockwise; whether there are but sixteen colours."""

    width: int = 80
    unicode: bool = True
    symbols: bool = False
    colour: bool = False
    degrees: int = 0
    few: bool = False

    @property
    def dot(self) -> str:
        """An empty site."""
        return "·" if self.unicode else "."


def text_width(text: str) -> int:
    """Columns that a text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
