"""Completion: what may stand at a place, best first; and what a function wants, while its arguments are written."""

from __future__ import annotations

import re

from lsprotocol import types as lsp

from cli.editors.documents import Document
from cli.editors.session import Session
from gdl.index.complete import Item, Place, arguments_of, complete, readable
from gdl.index.complete import place as place_of
from gdl.index.describe import description
from gdl.index.index import Index, index_of
from gdl.index.symbols import Symbol
from gdl.lint import RULES
from gdl.text import comments

K = lsp.CompletionItemKind
_KINDS = {
    "player": K.EnumMember, "option": K.Property, "type": K.Enum, "member": K.EnumMember, "board": K.Class,
    "piece": K.Struct, "state": K.Field, "define": K.Function, "block": K.Method, "direction": K.Constant,
    "coordinate": K.Field, "size": K.TypeParameter, "local": K.Variable, "parameter": K.Variable, "number": K.Field,
    "built in": K.Variable, "function": K.Function, "keyword": K.Keyword, "snippet": K.Snippet, "ruleset": K.File,
    "word": K.Value,
}  # fmt: skip
_MOST = 500


async def completion(session: Session, document: Document, position: lsp.Position) -> lsp.CompletionList:
    """What may be written at a place."""
    at = place_of(document.source, document.places.offset(position))
    comment = comments.before(at.source.text, at.start)
    if comment is not None:
        return lsp.CompletionList(False, _codes(session, document, comment))
    read = readable(at)
    facts = document.facts
    if at.behind_dot and read.text != document.source.text:
        facts = await session.facts_of(document, read)
    index = index_of(read, document.texts, facts)
    items = [_item(session, document, at, item, i) for i, item in enumerate(complete(at, read, index)[:_MOST])]
    return lsp.CompletionList(is_incomplete=False, items=items)


def _wants(session: Session) -> lsp.ClientCompletionItemOptions:
    """What the editor can do with an item."""
    wants = session.server.client_capabilities.text_document
    item = wants.completion.completion_item if wants and wants.completion else None
    return item or lsp.ClientCompletionItemOptions()


def _item(session: Session, document: Document, at: Place, item: Item, number: int) -> lsp.CompletionItem:
    wants = _wants(session)
    snippets = bool(wants.snippet_support)
    text = item.text if snippets or not item.is_snippet else _plain(item.text)
    documentation = session.markup(item.documentation, wants.documentation_format) if item.documentation else None
    return lsp.CompletionItem(
        label=item.label,
        kind=_KINDS.get(item.sort, K.Text),
        detail=item.detail or None,
        documentation=documentation,
        sort_text=f"{number:04}",
        filter_text=item.label.split("(")[0],
        insert_text_format=lsp.InsertTextFormat.Snippet
        if snippets and item.is_snippet
        else lsp.InsertTextFormat.PlainText,
        text_edit=lsp.TextEdit(document.places.between(at.start, at.offset), text),
    )


def _plain(snippet: str) -> str:
    """A snippet for an editor that knows none: with its stand-ins as text."""
    return re.sub(r"\$\{\d+:?([^{}]*)\}|\$\d", r"\1", re.sub(r"\$\{\d+:([^{}]*)\}", r"\1", snippet))


def _codes(session: Session, document: Document, comment: str) -> list[lsp.CompletionItem]:
    """The codes of findings, behind `# lint: ignore`; those that are found here first."""
    if not re.search(r"lint:\s*ignore\b", comment):
        return []
    here = {found.code for found in session.found.get(document.uri, ()) if found.severity == "warning"}
    return [
        lsp.CompletionItem(code, kind=K.Value, detail=RULES[code].name, documentation=RULES[code].summary(),
                           sort_text=f"{code not in here:d}{code}")
        for code in sorted(RULES) if RULES[code].severity == "warning"
    ]  # fmt: skip


# ---- what a function wants


def signature(session: Session, document: Document, position: lsp.Position) -> lsp.SignatureHelp | None:
    """The function in whose parentheses a place is, and which argument is being written."""
    offset = document.places.offset(position)
    text = document.source.text
    start, commas = _open_call(text, offset)
    if start is None:
        return None
    name = re.search(r"(\.?)(\w+)$", text[:start])
    if name is None:
        return None
    symbol = _called(document.index, name[2], bool(name[1]))
    if symbol is None:
        return None
    arguments = arguments_of(symbol)
    if not arguments:
        return None
    wants = session.server.client_capabilities.text_document
    told = wants.signature_help.signature_information if wants and wants.signature_help else None
    label = f"{symbol.title}({', '.join(arguments)})"
    return lsp.SignatureHelp(
        [
            lsp.SignatureInformation(
                label,
                session.markup(description(document.index, symbol), told.documentation_format if told else None),
                [lsp.ParameterInformation(argument) for argument in arguments],
            )
        ],
        0,
        min(commas, len(arguments) - 1),
    )


def _open_call(text: str, offset: int) -> tuple[int | None, int]:
    """Where the parenthesis around a place is opened behind a name, and how many commas stand between."""
    depth = commas = 0
    for i in range(offset - 1, max(offset - 2_000, -1), -1):
        character = text[i]
        if character in ")]}":
            depth += 1
        elif character in "([{":
            if depth == 0:
                if character == "(" and i > 0 and (text[i - 1].isalnum() or text[i - 1] == "_"):
                    return i, commas
                commas = 0
            else:
                depth -= 1
        elif character == "," and depth == 0:
            commas += 1
        elif character == "\n" and i + 1 < len(text) and not text[i + 1].isspace():
            break  # a declaration begins
    return None, 0


def _called(index: Index, name: str, behind: bool) -> Symbol | None:
    if behind:
        return next((s for s in index.world.links.get(name, ()) if arguments_of(s)), None)
    return index.world.find(name)
