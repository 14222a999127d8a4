"""`# lint: ignore CODE – reason`, beside a line or alone above it: what the author wants to be so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count

from gdl.findings import Finding
from gdl.syntax import tree as t
from gdl.syntax.source import Span

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
    alone = {comment.span.line for comment in tree.comments if comment.alone}
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
        line = comment.span.line
        if comment.alone:  # it is about the first line below that is more than a comment
            line = next(n for n in count(line + 1) if n not in alone)
        found.append(Ignore(comment, tuple(codes), match["reason"].strip(" \t–—-:"), line, set()))
    return found


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
