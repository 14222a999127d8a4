"""Hover: what a name means, what an expression is, what a word of the language says, the page of a finding."""

from __future__ import annotations

from lsprotocol import types as lsp

from cli.editors.documents import Document
from cli.editors.jobs import Found
from cli.editors.session import Session
from gdl.index.complete import in_quotes, place
from gdl.index.describe import description, keyword, said_types, type_at
from gdl.index.symbols import Occurrence
from gdl.index.typed import TypeAt
from gdl.lint import RULES

_LONGEST = 2_000
"""Characters of a finding's page that are shown."""


def hover(session: Session, document: Document, position: lsp.Position) -> lsp.Hover | None:
    """What an editor shows about a place."""
    offset = document.places.offset(position)
    said, span = _meaning(document, offset)
    found = session.found.get(document.uri, ())
    pages = [_page(f) for f in found if f.at.name == document.name and f.at.start <= offset <= f.at.end]
    text = "\n\n---\n\n".join([*said, *filter(None, dict.fromkeys(pages))])
    if not text:
        return None
    wants = session.server.client_capabilities.text_document
    formats = wants.hover.content_format if wants and wants.hover else None
    return lsp.Hover(session.markup(text, formats), document.places.between(*span))


def _meaning(document: Document, offset: int) -> tuple[list[str], tuple[int, int]]:
    """What is there, and from where to where."""
    index = document.index
    occurrence = index.at(offset)
    if occurrence is not None:
        span = occurrence.span
        return [description(index, occurrence.symbol, types_at(document, occurrence))], (span.start, span.end)
    word = place(document.source, _word_end(document, offset))
    if word.word and keyword(word.word) and in_quotes(word) is None:
        return [f"**{word.word}** – {keyword(word.word)}"], (word.start, word.offset)
    typed = type_at(index, offset)
    if typed is not None and in_quotes(word) is None:
        span, types = typed
        return [said_types(types)], (span.start, span.end)
    return [], (offset, offset)


def types_at(document: Document, occurrence: Occurrence) -> tuple[TypeAt, ...]:
    """The types of a name where it stands, or of the expression that ends with it; of one that is introduced, of its
    uses or its value."""
    index, span = document.index, occurrence.span
    found = index.facts.types.get((span.start, span.end))
    if found:
        return found
    if occurrence.introduces:
        return introduced_types(document, occurrence)
    typed = type_at(index, span.start)
    return typed[1] if typed is not None and typed[0].end >= span.end else ()


def introduced_types(document: Document, occurrence: Occurrence) -> tuple[TypeAt, ...]:
    """The types of a thing where it is introduced: those of its value, or of its uses."""
    index, symbol = document.index, occurrence.symbol
    value = getattr(symbol.declaration, "value", None)
    places = (
        [] if value is None else [(v.span.start, v.span.end) for v in (value if isinstance(value, tuple) else (value,))]
    )
    own = symbol.declaration is not None and symbol.declaration.span.source is index.source
    if not symbol.is_local or symbol.sort.value == "parameter":
        found = index.facts.types.get(places[0], ()) if places and own and not symbol.is_local else ()
        if found:
            return found
    for use in index.of(symbol, everywhere=False):
        found = index.facts.types.get((use.span.start, use.span.end), ())
        if found and not use.introduces:
            return found
    return index.facts.types.get(places[0], ()) if len(places) == 1 and own else ()


def _word_end(document: Document, offset: int) -> int:
    text = document.source.text
    while offset < len(text) and (text[offset].isalnum() or text[offset] == "_"):
        offset += 1
    return offset


def _page(found: Found) -> str:
    """The page of a finding, without its examples."""
    rule = RULES.get(found.code)
    if rule is None:
        return ""
    return f"**{found.code} {rule.name}**\n\n{rule.explanation()}"[:_LONGEST]
