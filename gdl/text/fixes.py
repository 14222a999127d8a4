"""Fixes: changes to a text that do away with a finding, and how several are made without harm to each other."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gdl.text.source import Source, Span

_SHOWN = 40  # characters of a text that a title quotes


@dataclass(frozen=True)
class Edit:
    """One change: `text` takes the place of what stands at `span`, which may be empty."""

    span: Span
    text: str


@dataclass(frozen=True)
class Fix:
    """All changes that together do away with a finding, and what they do in a few words.

    The edits are of one source and don't overlap.
    """

    title: str
    edits: tuple[Edit, ...]


class Hint(str):
    """What to do, in words; and where there is exactly one way to do it, the edits that do it.

    `instead` takes the place of what the finding points at; other places are named by `edits`.
    """

    __slots__ = ("edits", "instead")

    edits: tuple[Edit, ...]
    instead: str | None

    def __new__(cls, words: str, instead: str | None = None, edits: Iterable[Edit] = ()) -> Hint:
        """The words, with what takes the place of something."""
        hint = super().__new__(cls, words)
        hint.instead = instead
        hint.edits = tuple(edits)
        return hint

    def fix(self, span: Span) -> Fix | None:
        """The fix of a finding at this place with this hint."""
        edits = (Edit(span, self.instead),) if self.instead is not None else self.edits
        if not edits or any(_comments(edit.span.text) > _comments(edit.text) for edit in edits if edit.text):
            return None  # a comment that stands within would be lost
        return fix(*edits)


def fix(*edits: Edit, title: str = "") -> Fix:
    """A fix, called by what its first edit does, unless it has a title."""
    return Fix(title or titled(edits[0]), tuple(edits))


def titled(edit: Edit) -> str:
    """What an edit does: “write `mine` instead of `mien`”."""
    old, new = edit.span.text.split(), edit.text.split()
    if old == new:
        return "set the spaces right"
    if not new:
        return f"delete {_quoted(old)}"
    if not old:
        return f"insert {_quoted(new)}"
    apart = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)) - 1)
    if _quoted(old) != _quoted(new):
        apart = 0  # else what differs lies behind what a title has room for
    return f"write {_quoted(new, apart)} instead of {_quoted(old, apart)}"


def _quoted(words: list[str], start: int = 0) -> str:
    shown = "… " * (start > 0) + " ".join(words[start:])
    return f"`{shown if len(shown) <= _SHOWN else shown[: _SHOWN - 2] + ' …'}`"


def _comments(text: str) -> int:
    return sum(match.group()[0] == "#" for match in re.finditer(r'"[^"\n]*"|#[^\n]*', text))


def deleted(span: Span) -> list[Edit]:
    """The edits that delete a part, with its lines if it fills them; none if a comment stands beside it."""
    text, source = span.source.text, span.source
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    behind = text[span.end : end].strip()
    if behind.startswith("#"):
        return []
    if not text[start : span.start].strip() and not behind:
        return [Edit(Span(source, start, end + 1), "")]
    return [Edit(span if behind else Span(source, _without_blanks(text, span.start), span.end), "")]


def _without_blanks(text: str, at: int) -> int:
    while text[at - 1] in " \t":
        at -= 1
    return at


# ---- making them -----------------------------------------------------------------------------------------


def compatible(fixes: Iterable[Fix], source: Source) -> list[Fix]:
    """Those fixes of a source, each in turn, that touch nothing which one before them changes."""
    taken: list[Edit] = []
    chosen: list[Fix] = []
    for one in fixes:
        if any(edit.span.source.name != source.name or edit.span.source.text != source.text for edit in one.edits):
            continue
        if not any(_meet(edit, other) for edit in one.edits for other in taken):
            taken += one.edits
            chosen.append(one)
    return chosen


def _meet(a: Edit, b: Edit) -> bool:
    return a.span.start == b.span.start or (a.span.start < b.span.end and b.span.start < a.span.end)


def applied(text: str, edits: Sequence[Edit]) -> str:
    """A text with these edits made, which don't overlap. Their places are those of a `Source` of the text.

    What isn't changed stays as it is to the letter: other line ends than `\\n`, a byte order mark, a last line without
    an end. New lines end as the text's first one does.
    """
    place, end_of_line = _Places(text), _end_of_line(text)
    parts, at = [], 0
    for edit in sorted(edits, key=lambda e: (e.span.start, e.span.end)):
        start, end = place.of(edit.span.start), place.of(edit.span.end)
        parts += [text[at:start], edit.text.replace("\n", end_of_line)]
        at = end
    return "".join([*parts, text[at:]])


def _end_of_line(text: str) -> str:
    """How lines that are added end: as the first one does; where they end in all ways, in one that joins with none."""
    if re.search(r"\r(?!\n)", text):
        return "\r\n" if "\n" in text else "\r"
    return "\r\n" if text[: text.find("\n")].endswith("\r") else "\n"


class _Places:
    """Where a character of a `Source` stands in the text from which it was made."""

    def __init__(self, text: str) -> None:
        self.size = len(text)
        self.mark = int(text.startswith("\ufeff"))
        self.returns: list[int] = []  # the places in the source of the line ends that are two characters in the text
        at = text.find("\r\n")
        while at >= 0:
            self.returns.append(at - len(self.returns) - self.mark)
            at = text.find("\r\n", at + 2)

    def of(self, offset: int) -> int:
        """The place of this offset."""
        return min(offset + self.mark + bisect_left(self.returns, offset), self.size)
