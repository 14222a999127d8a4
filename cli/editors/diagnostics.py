"""Findings as an editor shows them, with links to their pages and to the places that they speak of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types as lsp

import interpreter.lab.lint  # noqa: F401 - adds its rules
from cli.editors.documents import Document, uri_of
from cli.editors.jobs import Found
from gdl.lint import RULES
from gdl.lint.pages import FOLDER, address

SEVERITY = {
    "error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}  # fmt: skip
_PLACE = re.compile(r"\((?P<name>[^()\n]+\.gdl|untitled:[^()\n:]+):(?P<line>\d+)\)")


def diagnostics(document: Document, findings: Iterable[Found]) -> list[lsp.Diagnostic]:
    """All findings about a text, in order."""
    return [diagnostic(document, found) for found in findings]


def diagnostic(document: Document, found: Found) -> lsp.Diagnostic:
    """A finding as an editor shows it; one in what the text extends is shown at `extends`."""
    own = found.at.name == document.name
    message = found.message if own else f"{Path(found.at.name).name}:{found.at.line}: {found.message}"
    if found.hint:
        message += f"\n{found.hint}"
    message = in_text(message, document.name)
    return lsp.Diagnostic(
        range=_range(document, found) if own else _extends(document),
        message=message,
        severity=SEVERITY[found.severity],
        code=found.code,
        code_description=_page(found.code),
        source="gdl",
        tags=[lsp.DiagnosticTag.Unnecessary] if _is_unused(found.code) else None,
        related_information=[*_related(document, found)] or None,
    )


def in_text(message: str, name: str) -> str:
    """A message beside the text of this name: places in it are its lines, and no files."""
    return message.replace(f"({name}:", "(line ")


def _range(document: Document, found: Found) -> lsp.Range:
    start, end = found.at.start, found.at.end
    if end <= start:
        end = min(start + 1, len(document.source.text))
    return document.places.between(start, end)


def _extends(document: Document) -> lsp.Range:
    match = re.search(r'\bextends\s*("[^"\n]*")', document.source.text)
    return document.places.between(*match.span(1)) if match else document.places.between(0, 1)


def _page(code: str) -> lsp.CodeDescription | None:
    return lsp.CodeDescription(address(code)) if (FOLDER / f"{code}.md").exists() else None


def _is_unused(code: str) -> bool:
    rule = RULES.get(code)
    return rule is not None and rule.name.startswith(("unused", "never-used"))


def _related(document: Document, found: Found) -> Iterable[lsp.DiagnosticRelatedInformation]:
    """The places that a message names, as `chess.gdl:12`."""
    if found.at.name != document.name and not found.at.name.startswith("option "):
        at = found.at
        start, end = lsp.Position(at.line - 1, at.column - 1), lsp.Position(at.end_line - 1, at.end_column - 1)
        yield lsp.DiagnosticRelatedInformation(lsp.Location(uri_of(at.name), lsp.Range(start, end)), found.message)
    for match in _PLACE.finditer(f"{found.message} {found.hint}"):
        line = int(match["line"]) - 1
        uri = document.uri if match["name"] == document.name else uri_of(match["name"])
        yield lsp.DiagnosticRelatedInformation(
            lsp.Location(uri, lsp.Range(lsp.Position(line, 0), lsp.Position(line + 1, 0))), "this is meant"
        )
