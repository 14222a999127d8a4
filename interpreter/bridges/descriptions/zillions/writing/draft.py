"""A ruleset in the making: its declarations, each with where it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from interpreter.bridges.descriptions.importers.breaking import WIDTH, broken
from interpreter.bridges.descriptions.zillions.reading.nodes import List

INDENT = "  "
MOST_SOURCES = 4
"""Places of the file that are named above a declaration."""
ORDER = (
    "game", "players", "type", "board", "direction", "pieces", "has", "define", "setup", "turn", "end", "looks",
)  # fmt: skip


@dataclass
class Draft:
    """Declarations as texts, in groups by their first word."""

    parts: list[tuple[str, str]] = field(default_factory=list)

    def add(self, text: str, *sources: List | str) -> None:
        """A declaration, and the lists of the file that it comes from, or what else is said of where."""
        told = [source if isinstance(source, str) else shown(source) for source in sources]
        more = len(told) - MOST_SOURCES
        told = [*told[:MOST_SOURCES], *([f"# … and {more} more"] if more > 0 else [])]
        self.parts.append((_sort(text), "\n".join([*told, broken(_choices(text))])))

    def block(self, head: str, lines: Iterable[str], *sources: List | str) -> None:
        """A section, or a define that is a table or a block."""
        self.add(head + "".join(f"\n{INDENT}{line}" for line in lines), *sources)

    def text(self) -> str:
        """All declarations in their usual order."""
        found = []
        before = ""
        for sort, text in sorted(self.parts, key=lambda part: ORDER.index(part[0])):
            spaced = sort != before or "\n" in text or text.startswith("#")
            found.append(f"\n{text}" if before and spaced else text)
            before = sort
        return "\n".join(found) + "\n"


def _choices(text: str) -> str:
    """A declaration with its long decisions broken before `where` and `as`."""
    return "\n".join(_choice(line) if len(line) > WIDTH else line for line in text.split("\n"))


def _choice(line: str) -> str:
    if not line.lstrip().startswith("choose"):
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    plain = re.sub(r'"[^"]*"', lambda quoted: "_" * len(quoted[0]), line)
    where = next((found.start() for found in re.finditer(" where ", plain)
                  if plain.count("{", 0, found.start()) == plain.count("}", 0, found.start())), 0)  # fmt: skip
    end = plain.rfind(" as _")
    cuts = [at for at in (where, end) if at > 0]
    for at in reversed(cuts):
        line = f"{line[:at]}\n{indent}{line[at + 1 :]}"
    return line


def _sort(text: str) -> str:
    words = text.split()
    if len(words) > 1 and words[1] == "has":
        return "has"
    return words[0]


def shown(source: List) -> str:
    """A comment that shows a list of the file, with its line."""
    line = f"# {source.line}: {source}"
    room = WIDTH - len(INDENT)
    return line if len(line) <= room else f"{line[: room - 2]} …"


def spanned(lines: list[int], label: str) -> str:
    """A comment that names the lines of some moves."""
    which = f"{lines[0]}" if len(lines) == 1 else f"{lines[0]} to {lines[-1]}"
    return f"# {which}: {label}" if label else f"# {which}"
