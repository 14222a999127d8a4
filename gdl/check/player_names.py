"""How players are called whose number is open: as the ruleset says, or A, B, C, …"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_uppercase

from gdl.syntax import tree as t

LETTERS = ascii_uppercase
"""The names of players who have no others."""


def possible(decl: t.Players, most: int = len(LETTERS)) -> tuple[str, ...]:
    """The names of all players whom a declaration allows. `most`: how many, if the text has no plain number."""
    most = decl.high.value if isinstance(decl.high, t.Integer) else most
    return tuple(name.text for name in decl.names) or tuple(LETTERS[:most])


def absent(decl: t.Players, playing: Iterable[str], most: int = len(LETTERS)) -> frozenset[str]:
    """Whom an open number of players allows beside those who play; nobody if players of other names replace them."""
    names, now = frozenset(possible(decl, most)), frozenset(playing)
    return names - now if decl.low is not None and now <= names else frozenset()
