"""A ruleset's text, and places in it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Source:
    """A text with the name under which messages speak of it (usually its path). Lines end in ``\\n`` only."""

    name: str
    text: str

    def __post_init__(self) -> None:
        text = self.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        object.__setattr__(self, "text", text if text.endswith("\n") else text + "\n")

    @cached_property
    def line_starts(self) -> list[int]:
        """Offset of each line's first character."""
        return [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its end."""
        start = self.line_starts[number - 1]
        return self.text[start : self.text.find("\n", start)]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1


@dataclass(frozen=True)
class Span:
    """The characters from `start` up to, not including, `end`."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """First line, from 1."""
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        """Column of the first character, from 1."""
        return self.source.place(self.start)[1]

    @property
    def end_line(self) -> int:
        """Line of the end."""
        return self.source.place(self.end)[0]

    @property
    def end_column(self) -> int:
        """Column just behind the last character."""
        return self.source.place(self.end)[1]

    @property
    def where(self) -> str:
        """``file:line``, as messages say it."""
        return f"{self.source.name}:{self.line}"
