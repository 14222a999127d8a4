"""The table of the rulesets that ship, kept between runs: it changes only if they or this program do.

In a browser, reading them all takes a minute. So the table is one of the program's files there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from gdl import cache
from gdl.program import fingerprint

KEPT = 3
"""So many tables are kept; the oldest go first."""
TABLE = Path(__file__).with_name("shipped.json")
"""The table where it is one of the program's files: in a browser alone (`cli/studio/browser/program.py`)."""


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
    if TABLE.exists():
        return _entries(TABLE.read_bytes())
    name = ""
    with suppress(OSError):
        name = f"{fingerprint('gdl', 'cli', 'rulesets')}.list"
    held = cache.kept(name) if name else None
    if held is not None:
        with suppress(ValueError, TypeError):  # what doesn't fit is made anew
            return _entries(held)
    found = read()
    if name:
        cache.keep(name, as_table(found), KEPT)
    return found


def as_table(entries: list[Entry]) -> bytes:
    """Entries as JSON."""
    return json.dumps([vars(entry) for entry in entries]).encode()


def _entries(table: bytes) -> list[Entry]:
    return [Entry(**{key: str(value) for key, value in row.items()}) for row in json.loads(table)]
