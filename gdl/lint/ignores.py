"""`# lint: ignore CODE – reason`, beside a line or alone above it: what the author wants to be so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gdl import tree as t
from gdl.findings import Finding
from gdl.source import Span

_COMMENT = re.compile(r"#\s*lint:\s*ignore\b[ \t]*(?P<codes>\w+(?:[ \t]*,[ \t]*\w+)*)?(?P<reason>.*)", re.IGNORECASE)


@dataclass
class Ignore:
    """One such comment: its codes and their places, the line it is about, the codes it has silenced."""

    comment: t.Comment
    codes: tuple[tuple[str, Span], ...]
    reason: str
    line: int
    silenced: set[str]


def ignores_of(tree: t.Tree) -> list[Ignore]:
    """The comments of a file that silence findings."""
    found = []
    for comment in tree.comments:
        match = _COMMENT.match(comment.span.text)
        if match is None:
            continue
        codes = []
        if match["codes"]:
            start = comment.span.start + match.start("codes")
            for word in re.finditer(r"\w+", match["codes"]):
                span = Span(comment.span.source, start + word.start(), start + word.end())
                codes.append((word.group().upper(), span))
        line = _next_line(tree, comment) if comment.alone else comment.span.line
        found.append(Ignore(comment, tuple(codes), match["reason"].strip(" \t–—-:"), line, set()))
    return found


def _next_line(tree: t.Tree, comment: t.Comment) -> int:
    """The first line below a comment that is not a comment alone."""
    alone = {other.span.line for other in tree.comments if other.alone}
    line = comment.span.line + 1
    while line in alone:
        line += 1
    return line


def silence(findings: Iterable[Finding], ignores: list[Ignore]) -> list[Finding]:
    """The findings that no comment silences; the comments remember what they did."""
    left = []
    for finding in findings:
        matching = [
            ignore
            for ignore in ignores
            if ignore.line == finding.span.line
            and ignore.comment.span.source.name == finding.span.source.name
            and any(finding.code == code for code, _ in ignore.codes)
        ]
        for ignore in matching:
            ignore.silenced.add(finding.code)
        if not matching:
            left.append(finding)
    return left
