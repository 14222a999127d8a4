"""The formatter: the author's lines and comments, with even indentation, spacing and columns.

Line breaks are the author's, except that several blank lines become one and that sections stand apart. A
line is indented by two spaces a level; one that continues another stands behind the bracket that is open, or
four spaces further in, but for the `otherwise` of a table, which stands below its lines. What an author has set in
columns (two blanks before `=`, `as`, `when`, … in one of several lines of a kind) is set in columns again; comments
beside neighbouring lines stand below each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gdl.syntax.columns import align
from gdl.syntax.parser import parse
from gdl.syntax.rows import Row, rows_of
from gdl.text.findings import Finding
from gdl.text.source import Source

WIDTH = 100  # a line longer than this is too long
_CONTINUED = 4
_HANGING = 60  # brackets that open further right don't set the place of the next line
_NEAR = 2  # lines further apart than this are no neighbours
_APART = {"setup", "turn", "end", "after", "or", "looks"}


class Refused(Exception):
    """The text has syntax errors; the findings say which. Nothing was changed."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(findings[0].message)
        self.findings = findings


def format(text: str, name: str = "text") -> str:  # noqa: A001 - the name of the command
    """The same rules in the usual layout. Raises `Refused` if they can't be parsed."""
    source = Source(name, text)
    if findings := parse(source).findings:
        raise Refused(findings)
    rows = list(_spaced(rows_of(source.text)))
    align(rows)
    _continue(rows)
    _comment(rows)
    return "".join(f"{row.text}\n" for row in rows)


# ---- blank lines -------------------------------------------------------------------------------------


def _spaced(rows: Iterable[Row]) -> Iterator[Row]:
    """At most one blank line between lines, none at either end, one around sections and defined blocks."""
    waiting: list[Row] = []  # blank lines and comments in the first column, which belong to what follows
    apart = began = False
    for row in rows:
        if row.is_blank or (row.is_comment and row.indent == 0 and not row.goes_on):
            waiting.append(row)
            continue
        if row.is_head and row.indent == 0:
            stands_apart = _stands_apart(row)
            if began and (apart or stands_apart) and not any(r.is_blank for r in waiting):
                waiting.insert(0, Row())
            apart = stands_apart
        yield from _thinned(waiting, began)
        yield row
        waiting, began = [], True
    while waiting and waiting[-1].is_blank:
        waiting.pop()
    yield from _thinned(waiting, began)


def _thinned(rows: list[Row], began: bool) -> Iterator[Row]:
    blank = not began
    for row in rows:
        if not (row.is_blank and blank):
            yield row
        blank = row.is_blank


def _stands_apart(row: Row) -> bool:
    """Whether a declaration is a section or a defined block."""
    words = [word for word in row.tokens if word != "replace"]
    return words[0] in _APART or (words[0] == "define" and not {"=", "+="} & {*words})


# ---- lines that continue others ----------------------------------------------------------------------


@dataclass
class _Bracket:
    """An open bracket: the column behind it, whether its line ends with it, and that line's indentation."""

    column: int
    last: bool
    indent: int


def _continue(rows: list[Row]) -> None:
    """Find the indentation of continuing lines, and of the comments between them."""
    brackets: list[_Bracket] = []
    base = 0
    in_table = False
    comments: list[Row] = []
    for row in rows:
        if row.is_comment:
            comments.append(row)
            continue
        if row.is_blank:
            continue
        if row.is_head:
            base = row.indent
            in_table = row.tokens[-1] in ("=", "+=") if base == 0 else in_table
        elif row.tokens[0] == "otherwise" and in_table and not brackets:
            row.indent = base
        else:
            row.indent = _continued(row.tokens[0], brackets, base)
            for comment in comments:
                comment.indent = row.indent
        comments = []
        column = row.indent
        for i, word in enumerate(row.tokens):
            column += row.gaps[i] + len(word)
            if word in ("(", "[", "{"):
                brackets.append(_Bracket(column, i == len(row.tokens) - 1, row.indent))
            elif word in (")", "]", "}"):
                brackets.pop()


def _continued(first: str, brackets: list[_Bracket], base: int) -> int:
    if not brackets:
        return base + _CONTINUED
    bracket = brackets[-1]
    if first in (")", "]", "}"):
        return bracket.indent if bracket.last else bracket.column - 1
    if bracket.last:
        return bracket.indent + _CONTINUED
    return bracket.column if bracket.column <= _HANGING else base + _CONTINUED


# ---- comments beside lines ---------------------------------------------------------------------------


def _comment(rows: list[Row]) -> None:
    """Set the comments beside neighbouring lines below each other, where the lines leave room."""
    near: list[Row] = []
    for i, row in enumerate(rows):
        if row.is_blank or not any(r.comment for r in rows[max(i - _NEAR, 0) : i]):
            _set_column(near)
            near = []
        if row.tokens and row.comment:
            near.append(row)
    _set_column(near)
    above = Row()
    for row in rows:
        if row.goes_on:  # the rest of the comment beside the line above
            row.indent = above.comment_column
        else:
            above = row


def _set_column(rows: list[Row]) -> None:
    column = _common(rows)
    for row in rows:
        row.comment_column = max(column, row.width + 2)


def _common(rows: list[Row]) -> int:
    """The column in which these lines' comments can stand without getting too long."""
    while rows:
        column = max(row.width for row in rows) + 2
        if all(column + len(r.comment) <= WIDTH or r.width + 2 + len(r.comment) > WIDTH for r in rows):
            return column
        rows = [row for row in rows if row.width + 2 < column]
    return 0
