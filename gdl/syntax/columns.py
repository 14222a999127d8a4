"""Columns: what an author has set below each other in neighbouring lines of a kind stays below each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from gdl.syntax.rows import Row
from gdl.syntax.vocabulary import KEYWORDS

# What may begin a column, in the order of a line, and the least number of blanks before it.
_KINDS = {
    "type": 1, "=": 1, "on": 2, "to": 2, "under": 2, "where": 2, "when": 2, "otherwise": 2, "if": 2, "as": 2,
    "at": 2, "1st text": 1, "2nd text": 1, "3rd text": 1, "shade": 1, "picture": 1,
}  # fmt: skip
_NO_VALUES = KEYWORDS - {"true", "false", "direction"}
_ASSIGNMENTS = {"=", "+=", "-="}
_DECLARING = {"define", "direction", "type", "option", "set", "let", "replace", "game"}


def align(rows: Iterable[Row]) -> None:
    """Set the blanks within the lines."""
    heads: list[Row] = []
    section = ""
    for row in rows:
        if row.tokens and row.is_head and row.indent == 0:
            section = row.tokens[0]
        row.is_look = section == "looks" and row.indent > 0
        if not row.tokens:
            _align(heads)
            heads = []
        elif row.is_head:
            heads.append(row)
        else:
            _align([row])
    _align(heads)


def _align(rows: list[Row]) -> None:
    """Align lines that follow each other."""
    for _, group in groupby(rows, key=lambda row: (row.indent, _form(row))):
        cells = [(row, dict(_cells(row))) for row in group]
        for kind, least in _KINDS.items():
            for has_it, part in groupby(cells, key=lambda cell: kind in cell[1]):
                if has_it:
                    _set([(row, at[kind]) for row, at in part], least)


def _set(column: list[tuple[Row, int]], least: int) -> None:
    """Set one column, if the author did in any of its lines."""
    if not any(row.wide[i] for row, i in column):
        return
    if len(column) == 1:
        ((row, i),) = column
        row.gaps[i] = least
        return
    end = max(row.column(i) - row.gaps[i] + least + _size(row, i) for row, i in column)
    for row, i in column:
        row.gaps[i] += end - row.column(i) - _size(row, i)


def _size(row: Row, i: int) -> int:
    """Signs are aligned by their right end, all else by its left."""
    return len(row.tokens[i]) if row.tokens[i] in _ASSIGNMENTS else 0


def _form(row: Row) -> str:
    """What kind of line it is: only neighbours of a kind share columns."""
    first = row.tokens[0]
    if row.is_look:
        kinds = {kind for kind, _ in _cells(row)} | {first}
        return next((f"look {kind}" for kind in ("board", "1st text", "shade", "picture") if kind in kinds), "look")
    if len(row.tokens) > 1 and row.tokens[1] == "has":
        return "has"
    return first if first in KEYWORDS else "other"


def _cells(row: Row) -> Iterator[tuple[str, int]]:
    """The tokens of a line that may begin a column, and their kinds."""
    depth = texts = 0
    seen: set[str] = set()
    declares = row.tokens[0] not in KEYWORDS or row.tokens[0] in _DECLARING or "has" in row.tokens[:2]
    for i, word in enumerate(row.tokens):
        depth += (word in ("(", "[", "{")) - (word in (")", "]", "}"))
        if depth or i == 0:
            continue
        before = row.tokens[i - 1]
        kind = ""
        if before == ":" and declares:
            kind = "type"
        elif word in _ASSIGNMENTS and declares:
            kind = "="
        elif row.is_look and word == "as":
            kind = "picture"
        elif row.is_look and not texts and _is_shade(word, before):
            kind = "shade"
        elif word in _KINDS and not (word == "if" and before == "else"):
            kind = word
        elif _is_text(row, i) and texts < 3:
            kind = ("1st text", "2nd text", "3rd text")[texts]
            texts += 1
        if kind and kind not in seen:
            seen.add(kind)
            yield kind, i


def _is_text(row: Row, i: int) -> bool:
    """The texts and the colour of a look, the help of an option, what a fact says."""
    word, before = row.tokens[i], row.tokens[i - 1]
    if word[0] == '"':
        return before not in _NO_VALUES and before not in (",", "=")
    is_word = word[0].isalnum() and word not in KEYWORDS
    return is_word and (before[0] == '"' or (i == 1 and row.tokens[0] not in KEYWORDS))


def _is_shade(word: str, before: str) -> bool:
    """A colour without a letter: a word right behind a thing."""
    ends = before[-1] in ")]}" or (before[0].isalnum() and (before not in KEYWORDS or before == "board"))
    return word[0].isalpha() and word not in KEYWORDS and ends
