"""Blanks: tabs and characters that can't be printed, and lines that should be indented."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from gdl.text.findings import Finding, error
from gdl.text.fixes import Edit, Fix, Hint, fix
from gdl.text.source import Source, Span


def wrong_characters(source: Source) -> Iterator[Finding]:
    """Characters that can't stand in a ruleset."""
    for match in re.finditer(r"\t|[\x00-\x08\x0b-\x1f\x7f]+", source.text):
        span = Span(source, *match.span())
        if match.group() == "\t":
            hint = "indent with two spaces" if _is_indentation(source, span.start) else "write a plain space"
            yield error("S102", span, "a tab's width differs between editors", hint, _without_tabs(source))
        else:
            yield error("S108", span, "this character can't be printed", Hint("delete it", ""))
        return  # one is enough: a file with one usually has a thousand


def _is_indentation(source: Source, at: int) -> bool:
    """Whether nothing but blanks stands before this place in its line."""
    return not source.text[source.text.rfind("\n", 0, at) + 1 : at].strip()


def _without_tabs(source: Source) -> Fix | None:
    """Two blanks for each tab of an indentation, one for others; none if tabs and blanks indent lines together."""
    edits = []
    for match in re.finditer(r"^([ \t]*)([^\n]*)", source.text, re.MULTILINE):
        if "\t" in match[1] and " " in match[1] and match[2]:
            return None
        if "\t" in match[1]:
            edits.append(Edit(Span(source, *match.span(1)), match[1].replace("\t", "  ")))
        edits += [
            Edit(Span(source, match.start(2) + tab.start(), match.start(2) + tab.end()), " ")
            for tab in re.finditer(r"\t", match[2])
        ]
    return fix(*edits, title="write spaces instead of tabs")


def indented(hint: str, line: Span, heads: Collection[str]) -> Hint:
    """The hint; with the spaces that make a line part of the block above it, if that is sure: one of these heads opens
    the block, and all of its lines stand in the same column."""
    above = [row for row in line.source.text[: line.start].split("\n") if row.strip() and not row.startswith("#")]
    at = max((i for i, row in enumerate(above) if not row[0].isspace()), default=-1)
    head = re.match(r"\w+", above[at]) if above else None
    columns = {len(row) - len(row.lstrip(" ")) for row in above[at + 1 :]} or {2}
    sure = head is not None and head[0] in heads and len(columns) == 1
    return Hint(hint, edits=[Edit(Span(line.source, line.start, line.start), " " * columns.pop())] if sure else ())
