"""Beside the text: the types of defines and locals, the figures of the game."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from cli.editors.documents import Document
from cli.editors.hover import introduced_types
from cli.editors.playing import PlayReply
from gdl.index.describe import said_types
from gdl.index.symbols import Occurrence, Sort
from gdl.index.typed import TypeAt
from gdl.syntax import tree as t


def inlay_hints(document: Document, wanted: lsp.Range) -> list[lsp.InlayHint]:
    """The types of what is introduced in a part of the text, where the text doesn't say them."""
    first, last = document.places.offset(wanted.start), document.places.offset(wanted.end)
    return [
        lsp.InlayHint(
            document.places.position(at),
            f": {_short(types)}",
            lsp.InlayHintKind.Type,
            tooltip=said_types(types),
            padding_right=False,
        )
        for at, types in _introduced(document)
        if first <= at <= last
    ]


def _short(types: tuple[TypeAt, ...]) -> str:
    return " | ".join(dict.fromkeys(type_.spelled for type_ in types))


def _introduced(document: Document) -> Iterator[tuple[int, tuple[TypeAt, ...]]]:
    for occurrence in document.index.occurrences:
        if occurrence.introduces and _is_untyped(occurrence):
            types = introduced_types(document, occurrence)
            if types:
                yield _behind(document, occurrence), types


def _is_untyped(occurrence: Occurrence) -> bool:
    node = occurrence.symbol.declaration
    match occurrence.symbol.sort:
        case Sort.DEFINE:
            return (
                isinstance(node, t.Define)
                and not isinstance(node, t.Lines)
                and occurrence.span.source is node.span.source
            )
        case Sort.LOCAL:
            return not (isinstance(node, t.Let) and node.type is not None)
        case _:
            return False


def _behind(document: Document, occurrence: Occurrence) -> int:
    """Behind a name and its parameters."""
    end, text = occurrence.span.end, document.source.text
    if occurrence.symbol.sort is Sort.DEFINE and text[end : end + 1] == "(":
        return text.find(")", end) + 1
    return end


def lenses(document: Document, figures: PlayReply | None) -> list[lsp.CodeLens]:
    """What stands above the game: play it, and what its figures are."""
    game = next((item for item in document.index.trees[0].items if isinstance(item, t.Game)), None)
    if game is None:
        return []
    place = document.places.range(game.title.span)
    title = "▶ play" + (f" · {figures.line}" if figures is not None else "")
    command = lsp.Command(title=title, command="gdl.play", arguments=[document.uri])
    found = [lsp.CodeLens(place, command)]
    if document.facts.complete:
        found.append(lsp.CodeLens(place, lsp.Command(title="board", command="gdl.board", arguments=[document.uri])))
    return found
