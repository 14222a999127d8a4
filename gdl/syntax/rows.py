"""A ruleset's text as rows of tokens, with the depth of their blocks and the usual blanks between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from gdl.syntax.lines import goes_on
from gdl.syntax.vocabulary import KEYWORDS

INDENT = 2
TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|\.\.|\+=|-=|!=|<=|>=|[0-9]*[A-Za-z_][A-Za-z_0-9]*|[0-9]+|[^ \t]')
_VALUES = {"true", "false", "direction"}  # keywords that are values, or may be
_TIGHT = {".", "..", "^"}
OPENING, CLOSING = {"(", "[", "{"}, {")", "]", "}"}


@dataclass
class Row:
    """One line: its tokens, how many blanks to write before each, and the comment beside them or alone."""

    tokens: list[str] = field(default_factory=list)
    gaps: list[int] = field(default_factory=list)
    wide: list[bool] = field(default_factory=list)  # where the author left two blanks or more
    comment: str = ""
    indent: int = 0
    is_head: bool = False  # does not continue the line above
    goes_on: bool = False  # a comment that continues the one beside the line above
    comment_column: int = 0
    is_look: bool = False  # stands below `looks`

    @property
    def is_blank(self) -> bool:
        """Nothing is on it."""
        return not self.tokens and not self.comment

    @property
    def is_comment(self) -> bool:
        """A comment alone."""
        return not self.tokens and bool(self.comment)

    def column(self, index: int) -> int:
        """Where a word begins."""
        return self.indent + sum(self.gaps[: index + 1]) + sum(map(len, self.tokens[:index]))

    @property
    def width(self) -> int:
        """Where the code ends."""
        return self.column(len(self.tokens)) if self.tokens else 0

    @property
    def text(self) -> str:
        """The line as it is to be written."""
        code = " " * self.indent + "".join(" " * g + t for g, t in zip(self.gaps, self.tokens, strict=True))
        if not self.comment:
            return code.rstrip()
        return code.ljust(self.comment_column if self.tokens else self.indent) + self.comment


def rows_of(text: str) -> Iterator[Row]:
    """The rows of a text without syntax errors, indented by the depth of their blocks."""
    levels = [0]  # the author's indentation of each open block
    depth = 0  # of brackets
    above: list[str] = []  # the line above
    previous = ""
    comments: list[tuple[Row, int]] = []  # alone, waiting for the line that follows
    waiting: list[Row] = []
    beside = -1  # the column of the comment above
    for line in text.split("\n"):
        row = Row()
        column = len(line) - len(line.lstrip(" \t"))
        matches = list(TOKEN.finditer(line))
        if matches and matches[-1].group()[0] == "#":
            comment = matches.pop()
            row.comment = _neat(comment.group())
            row.goes_on = not matches and comment.start() == beside
        if matches:
            beside = comment.start() if row.comment else -1
        elif not row.goes_on:
            beside = -1
        waiting.append(row)
        if not matches:
            if row.comment:
                comments.append((row, column))
            continue
        row.tokens = [match.group() for match in matches]
        row.is_head = depth == 0 and not (column and goes_on(above, row.tokens))
        if row.is_head:
            previous = ""
            _settle(comments, levels, column)
            while levels[-1] > column:
                levels.pop()
            if column > levels[-1]:
                levels.append(column)
            row.indent = INDENT * (len(levels) - 1)
        for i, word in enumerate(row.tokens):
            before = row.tokens[i - 1] if i else ""
            row.gaps.append(_gap(before, _is_sign(row.tokens, i - 1, previous), word) if i else 0)
            row.wide.append(i > 0 and matches[i].start() - matches[i - 1].end() > 1)
            depth += (word in OPENING) - (word in CLOSING)
        above, previous = row.tokens, row.tokens[-1]
        comments = []
        yield from waiting
        waiting = []
    _settle(comments, levels, 0)
    yield from waiting


def _settle(comments: list[tuple[Row, int]], levels: list[int], following: int) -> None:
    """Comments alone go with what follows, or with the block above that they are indented as."""
    for row, column in comments:
        if following > levels[-1]:
            depth = len(levels)
        else:
            low = sum(level <= following for level in levels) - 1
            depth = max(low, min(sum(level < column for level in levels), len(levels) - 1))
        row.indent = INDENT * depth


def _neat(comment: str) -> str:
    comment = comment.rstrip()
    return re.sub(r"^#(?=\w)", "# ", comment)


def _is_sign(tokens: list[str], i: int, previous: str) -> bool:
    """Whether a `-` belongs to the number behind it."""
    if i < 0 or tokens[i] != "-":
        return False
    before = tokens[i - 1] if i else previous
    return not (before and (before in CLOSING or before in _VALUES or before[0] == '"' or _is_name(before)))


def _is_name(word: str) -> bool:
    return (word[0].isalnum() or word[0] == "_") and word not in KEYWORDS


def _gap(before: str, before_is_sign: bool, word: str) -> int:
    """How many blanks stand between two tokens."""
    if before in OPENING or before in _TIGHT or before_is_sign:
        return 0
    if word in CLOSING or word in _TIGHT or word in (",", ":", "?"):
        return 0
    return 0 if word in ("(", "[") and _is_name(before) else 1
