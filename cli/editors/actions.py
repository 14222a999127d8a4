"""Code actions: the fix of a finding, all fixes at once, a comment that silences a warning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types as lsp

from cli.editors.diagnostics import diagnostic
from cli.editors.documents import Document
from cli.editors.jobs import Found

FIX_ALL = "source.fixAll.gdl"
REASON = "meant so"
"""What the comment says until the author says more."""
KINDS = [lsp.CodeActionKind.QuickFix, FIX_ALL]


def actions(
    document: Document, wanted: lsp.Range, found: Iterable[Found], only: list[str] | None
) -> list[lsp.CodeAction]:
    """What may be done about the findings in a part of the text."""
    own = [f for f in found if f.at.name == document.name and f.code]
    first, last = document.places.offset(wanted.start), document.places.offset(wanted.end)
    result: list[lsp.CodeAction] = []
    if _wants(only, lsp.CodeActionKind.QuickFix):
        for one in own:
            if one.at.start <= last and first <= max(one.at.end, one.at.start + 1):
                result += _for_one(document, one)
    if _wants(only, FIX_ALL) and (edits := _all_fixes(own)):
        result.append(lsp.CodeAction("Fix all that has one sure fix", FIX_ALL, edit=_edit(document, edits)))
    return result


def _wants(only: list[str] | None, kind: str) -> bool:
    return not only or any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in only)


def _for_one(document: Document, found: Found) -> Iterator[lsp.CodeAction]:
    shown = diagnostic(document, found)
    if found.fix is not None:
        title, edits = found.fix
        yield lsp.CodeAction(
            f"{title[:1].upper()}{title[1:]}",
            lsp.CodeActionKind.QuickFix,
            diagnostics=[shown],
            is_preferred=True,
            edit=_edit(document, edits),
        )
    if found.severity != "error":
        yield lsp.CodeAction(
            f"Ignore {found.code} here",
            lsp.CodeActionKind.QuickFix,
            diagnostics=[shown],
            edit=_edit(document, [_ignoring(document, found)]),
        )


def _ignoring(document: Document, found: Found) -> tuple[int, int, str]:
    """The change that silences a warning: a code more in the comment that is there, else a comment above the line."""
    source = document.source
    start = source.line_starts[found.at.line - 1]
    line = source.line(found.at.line)
    indent = line[: len(line) - len(line.lstrip())]
    marker = "# lint: ignore "
    for number in (found.at.line, found.at.line - 1):
        above = source.line(number) if number >= 1 else ""
        at = above.find(marker)
        if at >= 0 and (number == found.at.line or above.lstrip().startswith("#")):
            place = source.line_starts[number - 1] + at + len(marker)
            return place, place, f"{found.code}, "
    return start, start, f"{indent}{marker}{found.code} – {REASON}\n"


def _all_fixes(found: list[Found]) -> list[tuple[int, int, str]]:
    """The fixes that touch nothing which one before them changes."""
    taken: list[tuple[int, int, str]] = []
    for one in found:
        edits = one.fix[1] if one.fix else ()
        if edits and not any(_meet(a, b) for a in edits for b in taken):
            taken += edits
    return taken


def _meet(a: tuple[int, int, str], b: tuple[int, int, str]) -> bool:
    return a[0] == b[0] or (a[0] < b[1] and b[0] < a[1])


def _edit(document: Document, edits: Iterable[tuple[int, int, str]]) -> lsp.WorkspaceEdit:
    changes: list[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit] = [
        lsp.TextEdit(document.places.between(start, end), text) for start, end, text in edits
    ]
    place = lsp.OptionalVersionedTextDocumentIdentifier(document.uri, document.version)
    return lsp.WorkspaceEdit(document_changes=[lsp.TextDocumentEdit(place, changes)])
