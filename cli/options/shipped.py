"""The table of the rulesets that ship, kept between runs: it changes only if they or this program do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from gdl import cache
from gdl.program import fingerprint

KEPT = 3
"""So many tables are kept; the oldest go first."""


@dataclass(frozen=True)
class Entry:
    """A ruleset in the list. `family` is the folder that holds it and its variants, `group` the one that holds that."""

    name: str
    title: str
    base: str
    group: str
    family: str
    players: str
    board: str
    about: str
    also: str
    """What its page or its rules say at their beginning: searched, not shown."""

    def has(self, words: Iterable[str]) -> bool:
        """Whether all these words stand in what is known of it, whatever their case."""
        text = " ".join((self.name, self.title, self.group, self.family, self.board, self.about, self.also)).lower()
        return all(word.lower() in text for word in words)


def shipped(read: Callable[[], list[Entry]]) -> list[Entry]:
    """All of them, each game before its variants; what isn't kept is read."""
    name = ""
    with suppress(OSError):
        name = f"{fingerprint('gdl', 'cli', 'rulesets')}.list"
    held = cache.kept(name) if name else None
    if held is not None:
        with suppress(ValueError, TypeError):  # what doesn't fit is made anew
            return [Entry(**{key: str(value) for key, value in row.items()}) for row in json.loads(held)]
    found = read()
    if name:
        cache.keep(name, json.dumps([vars(entry) for entry in found]).encode(), KEPT)
    return found
