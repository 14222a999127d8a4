"""How players are called whose number is open: as the ruleset says, or A, B, C, …"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

from gdl.check.ruleset import Ruleset
from gdl.syntax import tree as t

LETTERS = ascii_uppercase
"""The names of players who have no others."""


def possible(decl: t.Players) -> tuple[str, ...]:
    """The names of all players whom a declaration allows."""
    most = decl.high.value if isinstance(decl.high, t.Integer) else len(LETTERS)
    return tuple(name.text for name in decl.names) or tuple(LETTERS[:most])


def possible_of(rules: Ruleset, most: int) -> Iterator[str]:
    """The names of all who may play where the number of players is open: up to `most`, and those of the base."""
    for tree in rules.trees:
        for item in tree.items:
            if isinstance(item, t.Players) and item.low is not None:
                names = possible(item)
                yield from names[:most] if item is rules.players else names
