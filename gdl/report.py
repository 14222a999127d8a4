"""Findings as people and programs read them: text with carets, JSON, SARIF, GitHub's workflow commands."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import quote

from gdl.text.findings import Finding
from gdl.text.fixes import Edit, Fix
from gdl.text.source import Span

# What `style` is asked to colour: a role and a text. Roles: place, error, warning, code, margin, caret, hint.
Style = Callable[[str, str], str]

_ANSI = {
    "place": "1", "error": "1;31", "warning": "1;33", "note": "1;36", "code": "1", "margin": "34", "caret": "1;31",
    "hint": "36",
}  # fmt: skip
_WIDTH = 110  # longer source lines are shown in part
_SHOWN = 4  # lines of a span that is longer are left out of its middle


def plain(role: str, text: str) -> str:
    """No colour."""
    return text


def ansi(role: str, text: str) -> str:
    """Colour by the escape sequences that every terminal knows."""
    return f"\x1b[{_ANSI[role]}m{text}\x1b[0m"


def tidy(findings: Iterable[Finding]) -> list[Finding]:
    """In the order of file, line and column, each thing said once."""
    once: dict[tuple[str, int, int, str, str, str], Finding] = {}
    for f in map(_trimmed, findings):
        once.setdefault((f.span.source.name, f.span.start, f.span.end, f.code, f.message, f.hint), f)
    return [once[key] for key in sorted(once)]


def _trimmed(finding: Finding) -> Finding:
    """The same without the blanks at the end of its span."""
    span = finding.span
    length = len(span.text.rstrip())
    if not 0 < length < span.end - span.start:
        return finding
    return replace(finding, span=Span(span.source, span.start, span.start + length))


def render(
    findings: Iterable[Finding], form: str, style: Style = plain, about: About | None = None
) -> str:  # fmt: skip
    """All findings as "text", "json", "sarif" or "github", in order, each once; `about` is for SARIF."""
    found = tidy(findings)
    if form == "json":
        return as_json(found)
    if form == "sarif":
        return as_sarif(found, about or About())
    return "\n".join((github(f) if form == "github" else text(f, style) + "\n") for f in found)


# ---- text ------------------------------------------------------------------------------------------


def text(finding: Finding, style: Style = plain) -> str:
    """One finding: where, what, the line with carets under the very place, and what to do."""
    span = finding.span
    head = (
        style("place", f"{span.source.name}:{span.line}:{span.column}: ")
        + style(finding.severity, finding.severity)
        + style("code", f" {finding.code}: {finding.message}")
    )
    lines = [head, *_excerpt(span, style)]
    if finding.hint:
        lines.append(style("hint", f"   hint: {finding.hint}"))
    return "\n".join(lines)


def _excerpt(span: Span, style: Style) -> Iterator[str]:
    """The lines of a span, each with carets under its part of it."""
    first, last = span.line, span.end_line
    if last > first and span.end_column == 1:  # ends with the end of the line before
        last -= 1
    margin = len(str(last))
    for number in range(first, last + 1):
        if last - first >= _SHOWN and first + 1 < number < last:
            if number == last - 1:
                yield style("margin", f"  {'…':>{margin}} |")
            continue
        line = span.source.line(number)
        start = span.column - 1 if number == first else len(line) - len(line.lstrip())
        end = span.end_column - 1 if number == last and last == span.end_line else len(line.rstrip())
        shown, before, under = _clipped(line, start, max(end, start + 1))
        yield style("margin", f"  {number:>{margin}} |") + (f" {shown}" if shown else "")
        yield style("margin", f"  {'':{margin}} |") + " " + " " * before + style("caret", "^" * under)


def _clipped(line: str, start: int, end: int) -> tuple[str, int, int]:
    """A line, or a part of it around `start`; how many cells come before the carets, and how many carets."""
    begin = 0 if start < _WIDTH - 20 else start - 40
    part = line[begin : begin + _WIDTH]
    end = min(end, begin + _WIDTH)
    before = "".join(map(_visible, line[begin:start]))
    under = "".join(map(_visible, line[start:end]))
    left, right = "… " if begin else "", " …" if begin + _WIDTH < len(line) else ""
    return left + "".join(map(_visible, part)) + right, len(left) + _cells(before), max(_cells(under), 1)


def _visible(character: str) -> str:
    """One that can be shown for one that would move the cursor or hide."""
    return character if character.isprintable() else " " if character.isspace() else "\ufffd"


def _cells(line: str) -> int:
    """How many cells of a terminal a text takes."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


# ---- for programs ------------------------------------------------------------------------------------


def as_dict(finding: Finding) -> dict[str, object]:
    """A finding as plain data; lines and columns count from 1, the end is just behind the last character."""
    span = finding.span
    return {
        "code": finding.code, "severity": finding.severity, "file": span.source.name,
        "line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column,
        "message": finding.message, "hint": finding.hint,
        "fix": finding.fix and {"title": finding.fix.title, "edits": [_edit(edit) for edit in finding.fix.edits]},
    }  # fmt: skip


def _edit(edit: Edit) -> dict[str, object]:
    """What takes the place of which part of the text."""
    span = edit.span
    return {
        "line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column,
        "text": edit.text,
    }  # fmt: skip


def as_json(findings: Iterable[Finding]) -> str:
    """A JSON list."""
    return json.dumps([as_dict(f) for f in findings], ensure_ascii=False, indent=2)


@dataclass(frozen=True)
class About:
    """What SARIF says of the tool: its version, its address, and of each code what it means, and where its page is."""

    version: str = ""
    address: str = ""
    summaries: Mapping[str, str] = field(default_factory=dict)
    addresses: Mapping[str, str] = field(default_factory=dict)


def as_sarif(findings: Iterable[Finding], about: About) -> str:
    """SARIF 2.1.0, as code hosts show it beside the lines."""
    found = list(findings)
    rules = [
        {"id": code, "shortDescription": {"text": about.summaries.get(code, code)},
         "help": {"text": f"`gdl explain {code}` tells more."}}
        | ({"helpUri": about.addresses[code]} if code in about.addresses else {})
        for code in sorted({f.code for f in found})
    ]  # fmt: skip
    results = [
        {
            "ruleId": f.code,
            "level": f.severity,
            "message": {"text": _sentence(f)},
            "locations": [{"physicalLocation": {
                "artifactLocation": {"uri": _uri(f.span.source.name)},
                "region": {"startLine": f.span.line, "startColumn": f.span.column,
                           "endLine": f.span.end_line, "endColumn": f.span.end_column},
            }}],
        } | ({"fixes": [_fix(f.span.source.name, f.fix)]} if f.fix else {})
        for f in found
    ]  # fmt: skip
    said = {"version": about.version, "informationUri": about.address}
    tool = {"driver": {"name": "gdl", **{key: value for key, value in said.items() if value}, "rules": rules}}
    run = {"tool": tool, "columnKind": "unicodeCodePoints", "results": results}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return json.dumps({"$schema": schema, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def _fix(name: str, fix: Fix) -> dict[str, object]:
    """A fix as SARIF writes it."""
    replacements = [
        {"deletedRegion": {"startLine": edit.span.line, "startColumn": edit.span.column,
                           "endLine": edit.span.end_line, "endColumn": edit.span.end_column},
         "insertedContent": {"text": edit.text}}
        for edit in fix.edits
    ]  # fmt: skip
    changes = [{"artifactLocation": {"uri": _uri(name)}, "replacements": replacements}]
    return {"description": {"text": fix.title}, "artifactChanges": changes}


def _uri(name: str) -> str:
    """A path as a reference that programs resolve: relative, or of a file; what isn't plain in it is escaped."""
    path = name.replace("\\", "/")
    if re.match("[A-Za-z]:/", path):
        return f"file:///{path[:2]}{quote(path[2:])}"
    return f"file://{quote(path)}" if path.startswith("/") else quote(path)


def github(finding: Finding) -> str:
    """A workflow command: GitHub shows it beside the line of a pull request."""
    span = finding.span
    where = {
        "file": span.source.name, "line": span.line, "endLine": span.end_line,
        "col": span.column, "endColumn": span.end_column, "title": finding.code,
    }  # fmt: skip
    fields = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in where.items())
    command = "notice" if finding.severity == "note" else finding.severity
    return f"::{command} {fields}::{_escaped(_sentence(finding))}"


def _sentence(finding: Finding) -> str:
    return f"{finding.message} ({finding.hint})" if finding.hint else finding.message


def _escaped(value: str, more: str = "") -> str:
    for character in "%\r\n" + more:
        value = value.replace(character, f"%{ord(character):02X}")
    return value


def summary(findings: Iterable[Finding]) -> str:
    """“2 errors, 1 warning”, or an empty text."""
    severities = [f.severity for f in tidy(findings)]
    counts = {word: sum(s == word for s in severities) for word in ("error", "warning", "note")}
    return ", ".join(f"{n} {word}{'s' if n > 1 else ''}" for word, n in counts.items() if n)
