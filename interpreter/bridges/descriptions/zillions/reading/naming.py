"""Names in the language for what files call by names of any kind."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from gdl.syntax.vocabulary import WORDS

LOCALS = ("a", "b", "d", "k", "p", "s", "t", "x", "movers")
"""What chosen things are called in turns."""
_TAKEN = (
    *LOCALS, "me", "next", "player", "site", "direction", "empty", "piece", "stuck", "truth", "kind", "opponent",
    "occupied", "mine", "theirs", "mark", "run", "group", "orthogonal", "diagonal", "compass", "adjacent", "leap",
    "dark", "row", "corners", "lines", "count", "sum", "max", "min", "the", "abs", "xor", "index", "letter", "capital",
    "placements", "repeats", "distance", "c", "r", "number", "owner", "height", "top", "bottom", "opposite", "turned",
    "edges", "edge", "corner", "sites", "play", "check", "turn_number", "last_from", "last_to", "around", "within",
)  # fmt: skip


@dataclass
class Names:
    """The names that are given out, each for one thing."""

    taken: set[str] = field(default_factory=lambda: {*WORDS, *_TAKEN})
    _of: dict[tuple[str, str], str] = field(default_factory=dict)

    def keep(self, names: Iterable[str]) -> None:
        """Names that stand for something already."""
        self.taken.update(names)

    def of(self, sort: str, said: str, wished: str = "") -> str:
        """The name of a thing of some sort: as the file says it, or as near as can be."""
        key = (sort, said)
        if key not in self._of:
            self._of[key] = self.free(wished or said, sort)
        return self._of[key]

    def free(self, wished: str, sort: str = "") -> str:
        """A name that nothing has yet."""
        name = re.sub(r"\W+", "_", wished.replace("?", ""), flags=re.ASCII).strip("_")
        if not re.search(r"[A-Za-z]", name):
            name = f"{sort or 'thing'}_{name}".strip("_")
        found, number = name, 1
        while found in self.taken:
            found = (
                f"{name}_{sort}"
                if sort and number == 1
                else f"{name}_{sort}_{number}"
                if sort
                else f"{name}_{number + 1}"
            )
            number += 1
        self.taken.add(found)
        return found
