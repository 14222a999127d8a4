"""Names that are misspelt where they are declared. The error is reported there, once, not at each use."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gdl.text.findings import Finding, error
from gdl.text.fixes import Edit, Hint
from gdl.text.source import Source, Span

_UNKNOWN = {"N201", "N202", "N205"}
_MEANT = re.compile(r"did you mean `(\w+)`\?")
_TEXT_OR_COMMENT = re.compile(r'"[^"\n]*"|#[^\n]*')
_BETWEEN_BRACES = re.compile(r"(?:^|\})[^{}]*(?:\{|$)")
_DECLARES = re.compile(
    r"\s*(?:(?:replace\s+)?define|option|direction|let|[\w.]+\s+has)\b[^=:]*$|(?:type|players|pieces)\b[^\n]*$"
)


def at_their_declaration(findings: Sequence[Finding]) -> list[Finding]:
    """The findings, with one at the declaration in place of all findings about one unknown name.

    This happens if a name near to the unknown one is declared and never used.
    """
    about: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.code in _UNKNOWN and finding.span.text.isidentifier():
            about.setdefault(finding.span.text, []).append(finding)
    left = list(findings)
    for used, found in about.items():
        meant = {said[1] for finding in found if (said := _MEANT.match(finding.hint))}
        source = found[0].span.source
        spans = [span for name in sorted(meant) if (span := _only_declared(source, name))]
        times = len(_places(source, used))
        if len(spans) == 1 and times > 1:
            left[left.index(found[0])] = _at(spans[0], used, times, found[0].code)
            left = [finding for finding in left if finding not in found]
    return left


def _at(declared: Span, used: str, times: int, code: str) -> Finding:
    message = f"`{declared.text}` is used nowhere, but `{used}` is, {times} times, and nothing is called so"
    return error(code, declared, message, Hint(f"did you mean `{used}`?", edits=[Edit(declared, used)]))


def _only_declared(source: Source, name: str) -> Span | None:
    """The declaration of a name that stands nowhere else in the text."""
    places = _places(source, name)
    if len(places) != 1:
        return None
    before = source.text[source.text.rfind("\n", 0, places[0]) + 1 : places[0]]
    return Span(source, places[0], places[0] + len(name)) if _DECLARES.match(before) else None


def _places(source: Source, name: str) -> list[int]:
    """All places of a name. Comments don't count; in texts, only what stands in braces counts."""
    bare = _TEXT_OR_COMMENT.sub(_without_words, source.text)
    return [found.start() for found in re.finditer(rf"\b{name}\b", bare)]


def _without_words(found: re.Match[str]) -> str:
    """A comment or text as blanks, except for what stands in a text's braces."""
    return " " * len(found[0]) if found[0][0] == "#" else _BETWEEN_BRACES.sub(lambda m: " " * len(m[0]), found[0])
