"""Declarations that were parsed in earlier runs: of a text that somebody works on, a change concerns one of them.

They are kept as the program has them, for reading them is ten times as fast as parsing, and used only by the very
program that wrote them. `gdl.cache` sees to it that nobody else can have written them.
"""

from __future__ import annotations

import pickle
from contextlib import suppress
from functools import cache as once
from hashlib import sha256

from gdl import cache
from gdl.program import fingerprint
from gdl.syntax.parser import declarations_of, known_declarations
from gdl.text.source import Source

KEPT = 200
"""So many texts' declarations are kept; the oldest go first."""


@once
def recall(name: str) -> frozenset[str]:
    """Know again what was parsed of the text of this name; gives those declarations' texts."""
    with suppress(Exception):  # what doesn't fit may fail in any way; it is parsed anew
        held = cache.kept(_file(name))
        if held is not None:
            found = pickle.loads(held)  # noqa: S301 - written by this program, see above
            known_declarations.update(found)
            return frozenset(found)
    return frozenset()


def remember(source: Source) -> None:
    """Keep what was parsed of a text, if there is something new."""
    found = {text: known_declarations[text] for text in declarations_of(source) if text in known_declarations}
    if not found.keys() <= recall(source.name):
        with suppress(RecursionError, OSError):
            cache.keep(_file(source.name), pickle.dumps(found, pickle.HIGHEST_PROTOCOL), KEPT)


def _file(name: str) -> str:
    return f"{sha256(repr((fingerprint('gdl'), name)).encode()).hexdigest()[:40]}.trees"
