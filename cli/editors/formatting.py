"""Formatting: what `gdl fmt` does, as the fewest changes of whole lines."""

from __future__ import annotations

from difflib import SequenceMatcher

from lsprotocol import types as lsp

from cli.editors.documents import Document
from gdl.syntax.formatter import Refused
from gdl.syntax.formatter import format as formatted


def formatting(document: Document) -> list[lsp.TextEdit]:
    """The changes that `gdl fmt` makes; none where the text can't be read."""
    try:
        text = formatted(document.source.text, document.name)
    except Refused:
        return []
    if text == document.raw:
        return []
    if "\r" in document.raw or document.raw.startswith("\ufeff") or not document.raw.endswith("\n"):
        return [lsp.TextEdit(document.places.whole, text)]
    return [edit for edit, _ in _changes(document, text)]


def range_formatting(document: Document, wanted: lsp.Range) -> list[lsp.TextEdit]:
    """Those of the changes that lie in some lines; a change that goes beyond them is left away."""
    try:
        text = formatted(document.source.text, document.name)
    except Refused:
        return []
    last = wanted.end.line + (wanted.end.character > 0)
    return [edit for edit, (start, end) in _changes(document, text) if wanted.start.line <= start and end <= last]


def _changes(document: Document, text: str) -> list[tuple[lsp.TextEdit, tuple[int, int]]]:
    """The changes from the text to another, each with its lines."""
    old, new = document.source.text.splitlines(True), text.splitlines(True)
    found = []
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what != "equal":
            rows = lsp.Range(lsp.Position(a, 0), lsp.Position(b, 0))
            found.append((lsp.TextEdit(rows, "".join(new[c:d])), (a, b)))
    return found
