"""`# lint: ignore CODE – reason`, beside a line or alone above it: what the author wants to be so. Never an error."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from gdl.syntax import tree as t
from gdl.syntax.lines import goes_on
from gdl.syntax.rows import CLOSING, OPENING, TOKEN
from gdl.text.findings import Finding
from gdl.text.source import Source, Span

_COMMENT = re.compile(
    r"#\s*lint:\s*ignore\b[ \t]*(?P<codes>\w+(?:[ \t]*,[ \t]*\w+|[ \t]+[a-z]\d{3}\b)*)?(?P<reason>.*)", re.IGNORECASE
)


@dataclass
class Ignore:
    """One such comment: its codes and their places, the lines it is about, the codes it has silenced."""

    comment: t.Comment
    codes: tuple[tuple[str, Span], ...]
    reason: str
    lines: range
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
        lines = _continued(tree.source, line)
        found.append(Ignore(comment, tuple(codes), match["reason"].strip(" \t–—-:"), lines, set()))
    return found


def _continued(source: Source, line: int) -> range:
    """The lines that are one for the language: those that this line continues, and those that continue it."""
    first = last = line
    heads = _heads(source)
    while first > 1 and first <= len(heads) and not heads[first - 1]:
        first -= 1
    while last < len(heads) and not heads[last]:
        last += 1
    return range(first, last + 1)


@lru_cache(maxsize=8)
def _heads(source: Source) -> list[bool]:
    """For each line whether it begins something, other than one that continues the line above."""
    heads, depth = [], 0
    above: list[str] = []
    for line in source.text.split("\n"):
        tokens = [m.group() for m in TOKEN.finditer(line) if not m.group().startswith("#")]
        continues = depth > 0 or (bool(tokens) and line[:1] in " \t" and goes_on(above, tokens))
        heads.append(not continues)
        above = tokens or above
        depth = max(depth + sum((w in OPENING) - (w in CLOSING) for w in tokens), 0)
    return heads


def silence(findings: Iterable[Finding], ignores: list[Ignore]) -> list[Finding]:
    """The findings that no comment silences; the comments remember what they did. Errors can't be silenced."""
    left = []
    for finding in findings:
        matching = [
            ignore
            for ignore in ignores
            if finding.severity != "error"
            and finding.span.line in ignore.lines
            and ignore.comment.span.source.name == finding.span.source.name
            and any(finding.code == code for code, _ in ignore.codes)
        ]
        for ignore in matching:
            ignore.silenced.add(finding.code)
        if not matching:
            left.append(finding)
    return left
