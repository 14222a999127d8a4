"""A ruleset's text, cut into its declarations, each with the comments above it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import dedent, indent
from typing import Any

from gdl.syntax import tree as t
from gdl.syntax.parser import parse
from gdl.text.source import Source

HEADS: tuple[tuple[type[Any], ...], ...] = (
    (t.Game,), (t.Option,), (t.SetOption,), (t.Players,), (t.Enumeration, t.Alias, t.Shape), (t.Board,), (t.Direction,),
    (t.Pieces,), (t.Has,), (t.Score,), (t.Define,), (t.Section,), (t.Looks,),
)  # fmt: skip
"""The usual order of declarations: where one goes that has no fellows in the text."""


@dataclass
class Part:
    """A declaration as text: the comments above it, with their blank lines, and its own lines."""

    item: t.Node
    above: str
    text: str

    @property
    def body(self) -> str:
        """The lines below the first one, beginning in the first column; a comment beside the first is the first."""
        head, _, rest = self.text.partition("\n")
        beside = re.search(r'^(?:"[^"]*"|[^"#])*(#.*)$', head)
        return (f"{beside[1]}\n" if beside else "") + dedent(rest)


def parts_of(source: Source) -> list[Part]:
    """The declarations of a text that has no errors."""
    found: list[Part] = []
    items = parse(source).items
    at = 0
    for item, then in zip(items, [*items[1:], None], strict=True):
        start = source.text.rfind("\n", 0, item.span.start) + 1
        end = _end(source.text, source.text.rfind("\n", 0, then.span.start) + 1 if then else len(source.text))
        found.append(Part(item, source.text[at:start], source.text[start:end]))
        at = end
    if found and source.text[at:].strip():
        found[-1].text += source.text[at:]
    return found


def _end(text: str, at: int) -> int:
    """Where the lines of a declaration end: before blank lines and comments in the first column."""
    while at:
        line = text[text.rfind("\n", 0, at - 1) + 1 : at]
        if line.strip() and not line.startswith("#"):
            return at
        at -= len(line)
    return at


def joined(parts: list[Part]) -> str:
    """The text of these declarations."""
    return "".join(part.above + part.text.rstrip("\n") + "\n" for part in parts)


def section(head: str, *bodies: str) -> str:
    """A section of these statements."""
    return f"{head}\n" + indent("".join(body.rstrip("\n") + "\n" for body in bodies if body.strip()), "  ")


def place(parts: list[Part], item: t.Node) -> int:
    """Where a new declaration goes: behind the last of its sort, or of a sort that usually stands before it."""
    rank = _rank(item)
    return max((i + 1 for i, part in enumerate(parts) if _rank(part.item) <= rank), default=0)


def _rank(item: t.Node) -> int:
    sections = {"setup": 0.1, "turn": 0.2, "or": 0.3, "end": 0.4}
    more = sections.get(item.name.text, 0) if isinstance(item, t.Section) else 0
    return 100 * next((i for i, kinds in enumerate(HEADS) if isinstance(item, kinds)), len(HEADS)) + int(100 * more)
