"""A place where reading stopped, with what stands around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from gdl.syntax.vocabulary import SECTIONS
from gdl.text.fixes import Edit
from gdl.text.source import Source, Span

BLOCKS = (*SECTIONS, "after", "or", "define", "replace")
"""Words with which a block may begin that holds statements."""


@dataclass(frozen=True)
class Spot:
    """A place where reading stopped: what was found at `at`, and the names of what could stand there."""

    source: Source
    at: int
    found: str
    expected: frozenset[str]
    declaration: int  # where the declaration begins

    @property
    def text(self) -> str:
        """The whole text."""
        return self.source.text

    def edit(self, start: int, end: int, text: str) -> Edit:
        """A change of the text from `start` up to `end`, with blanks around words that would touch others."""
        if text[:1].isalpha() and (self.text[start - 1].isalnum() or self.text[start - 1] in "_)]}"):
            text = f" {text}"
        if text[-1:].isalpha() and not self.text[end].isspace():
            text = f"{text} "
        return Edit(Span(self.source, start, end), text)

    @property
    def last_end(self) -> int:
        """Where the word or sign before the place ends."""
        return self.at - len(self.line_before) + len(self.line_before.rstrip())

    @cached_property
    def line_before(self) -> str:
        """The part of the line before the place."""
        return self.text[self.text.rfind("\n", 0, self.at) + 1 : self.at]

    @cached_property
    def line_words(self) -> list[str]:
        """The words before the place, in its line."""
        return re.findall(r"\w+", self.line_before)

    @property
    def first(self) -> str:
        """The first word of the line."""
        return self.line_words[0] if self.line_words else self.found

    @property
    def last(self) -> str:
        """The word or sign just before the place."""
        match = re.search(r"(\w+|[^\w\s])\s*$", self.line_before)
        return match.group(1) if match else ""

    @property
    def first_on_line(self) -> bool:
        """Whether nothing stands before the place in its line."""
        return not self.line_before.strip()

    @property
    def head(self) -> str:
        """The word with which the declaration begins."""
        match = re.match(r"\w+", self.text[self.declaration :])
        return match.group() if match else ""

    @property
    def no_statement(self) -> bool:
        """Whether the line is a statement that begins with a word that begins none, followed by something else."""
        in_block = self.head in BLOCKS and self.line_before[:1] == " "
        alone = re.fullmatch(r"\s+\w+\s+", self.line_before) is not None
        return (
            in_block and alone and "ASSIGN" in self.expected and (self.found[:1].isalnum() or self.found[:1] in '"_{[')
        )
