"""Places as editors count them – lines and UTF-16 units, usually – and as the language does, in characters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lsprotocol import types as lsp

from gdl.text.source import Source, Span

UTF16 = lsp.PositionEncodingKind.Utf16


def units(text: str, encoding: str) -> int:
    """How many units an editor counts for a text."""
    if encoding == lsp.PositionEncodingKind.Utf32:
        return len(text)
    if encoding == lsp.PositionEncodingKind.Utf8:
        return len(text.encode("utf-8", "replace"))
    return len(text) + sum(character > "\uffff" for character in text)


def characters(line: str, count: int, encoding: str) -> int:
    """How many characters of a line so many units are; in the middle of one it is the one before."""
    if encoding == lsp.PositionEncodingKind.Utf32 or (line.isascii() and count <= len(line)):
        return max(0, min(count, len(line)))
    done = 0
    for i, character in enumerate(line):
        done += units(character, encoding)
        if done > count:
            return i
    return len(line)


@dataclass(frozen=True)
class Places:
    """The places of one text. `mark`: it begins with a byte order mark, which a `Source` leaves away."""

    source: Source
    mark: bool = False
    encoding: str = UTF16

    @cached_property
    def _mark_units(self) -> int:
        return units("\ufeff", self.encoding) if self.mark else 0

    def offset(self, position: lsp.Position) -> int:
        """The character at an editor's place; the nearest one if there is no such place."""
        starts = self.source.line_starts
        if position.line < 0:
            return 0
        if position.line >= len(starts) - 1:  # behind the last line's end there is nothing
            return len(self.source.text) if position.line >= len(starts) else starts[-1]
        before = self._mark_units if position.line == 0 else 0
        line = self.source.line(position.line + 1)
        return starts[position.line] + characters(line, max(position.character - before, 0), self.encoding)

    def position(self, offset: int) -> lsp.Position:
        """The editor's place of a character."""
        offset = max(0, min(offset, len(self.source.text)))
        number, column = self.source.place(offset)
        before = self._mark_units if number == 1 else 0
        start = offset - column + 1
        return lsp.Position(number - 1, before + units(self.source.text[start:offset], self.encoding))

    def range(self, span: Span) -> lsp.Range:
        """The editor's range of a span."""
        return self.between(span.start, span.end)

    def between(self, start: int, end: int) -> lsp.Range:
        """The editor's range of the characters from `start` up to, not including, `end`."""
        return lsp.Range(self.position(start), self.position(end))

    @property
    def whole(self) -> lsp.Range:
        """All of it."""
        last = len(self.source.line_starts)
        return lsp.Range(lsp.Position(0, 0), lsp.Position(last, 0))
