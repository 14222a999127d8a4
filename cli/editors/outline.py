"""A text at a glance: its outline, the names of a whole folder, what can be folded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from lsprotocol import types as lsp

from cli.editors.documents import Document, Documents, uri_of
from cli.editors.navigation import rulesets
from cli.editors.places import Places
from gdl import library
from gdl.library import NotFound
from gdl.lint.walk import walk
from gdl.syntax import tree as t
from gdl.syntax.parser import parse

K = lsp.SymbolKind
_MOST = 1_000


def outline(document: Document) -> list[lsp.DocumentSymbol]:
    """The declarations, with what they hold."""
    return [_symbol(document.places, *entry) for entry in _entries(document.index.trees[0])]


Entry = tuple[str, str, lsp.SymbolKind, t.Node, t.Node, list[Any]]
"""Name, detail, kind, node, the node of the name, what is within."""


def _entries(tree: t.Tree) -> Iterator[Entry]:
    """For each declaration: name, detail, kind, its node, the node of its name, what is within."""
    for item in tree.items:
        yield from _entry(item)


def _entry(item: t.Node) -> Iterator[Entry]:
    match item:
        case t.Game():
            base = f"extends {item.base.span.text}" if item.base else ""
            yield item.title.span.text[1:-1] or "game", base, K.File, item, item.title, []
        case t.Players():
            yield "players", "", K.Enum, item, item, _members(item.names, "player")
        case t.Option():
            yield item.name.text, item.type.span.text, K.Property, item, item.name, []
        case t.SetOption():
            yield item.name.text, f"= {item.value.span.text}", K.Property, item, item.name, []
        case t.Board():
            yield "board", item.shape.span.text, K.Object, item, item, []
        case t.Enumeration():
            yield item.name.text, "type", K.Enum, item, item.name, _members(item.members)
        case t.Alias():
            yield item.name.text, item.value.span.text, K.TypeParameter, item, item.name, []
        case t.Shape():
            inner = [entry for part in item.items for entry in _entry(part)]
            yield item.name.text, "board", K.Class, item, item.name, inner
        case t.Sites():
            for binder in item.query.names:
                yield binder.name.text, "coordinate", K.Field, binder, binder.name, []
        case t.Direction():
            yield item.name.text, "direction", K.Constant, item, item.name, []
        case t.Pieces():
            owner = f"of {item.owner.span.text}" if item.owner else ""
            for kind in item.kinds:
                yield kind.name.text, f"piece {owner}".strip(), K.Struct, kind, kind.name, []
        case t.Has():
            whose = item.subject.text if item.subject else "game"
            yield item.name.text, f"{whose} has: {item.type.span.text}", K.Variable, item, item.name, []
        case t.Define():
            yield _title(item), _arguments(item), K.Method if item.is_block else K.Function, item, item.name, []
        case t.Section():
            name = f"after {item.name.text}" if isinstance(item, t.Behind) else item.name.text
            yield name, "", K.Event, item, item.name, []
        case t.Score():
            yield "score", item.score.span.text, K.Event, item, item.name, []
        case t.Looks():
            yield "looks", "", K.Namespace, item, item, []
        case t.Rename():
            yield item.new.text, f"was {item.old.text}", K.Struct, item, item.new, []
        case t.RemovePieces():
            yield from ((n.text, "removed", K.Struct, n, n, []) for n in item.names)
        case _:
            pass


def _members(names: Iterable[t.Name], detail: str = "") -> list[Entry]:
    return [(name.text, detail, K.EnumMember, name, name, []) for name in names]


def _title(item: t.Define) -> str:
    return f"{item.subject.text}.{item.name.text}" if item.subject else item.name.text


def _arguments(item: t.Define) -> str:
    return f"({', '.join(p.text for p in item.parameters)})" if item.parameters else ""


def _symbol(
    places: Places, name: str, detail: str, kind: lsp.SymbolKind, node: t.Node, at: t.Node, inner: list[Entry]
) -> lsp.DocumentSymbol:
    whole, own = node.span, at.span
    start, end = min(whole.start, own.start), max(whole.end, own.end)
    return lsp.DocumentSymbol(
        name=name or "…",
        detail=detail,
        kind=kind,
        range=places.between(start, end),
        selection_range=places.range(own),
        children=[_symbol(places, *entry) for entry in inner],
    )


def workspace_symbols(documents: Documents, query: str, folders: list[str]) -> list[lsp.WorkspaceSymbol]:
    """The declarations of all rulesets in the open folders whose names hold the letters asked for, in that order."""
    found: list[lsp.WorkspaceSymbol] = []
    for tree, uri in _trees(documents, folders):
        places = Places(tree.source, False, documents.encoding)
        for name, _, kind, _, at, inner in _entries(tree):
            for title, sort, place in [(name, kind, at), *((n, k, p) for n, _, k, _, p, _ in inner)]:
                if _holds(title, query):
                    where = lsp.Location(uri, places.range(place.span))
                    found.append(lsp.WorkspaceSymbol(where, title or "…", sort, container_name=tree.source.name))
                    if len(found) >= _MOST:
                        return found
    return found


def _trees(documents: Documents, folders: list[str]) -> Iterator[tuple[t.Tree, str]]:
    seen = set()
    for document in documents.open.values():
        seen.add(document.name)
        yield document.index.trees[0], document.uri
    for path in rulesets(folders):
        try:
            source = library.read_file(path)
        except NotFound:
            continue
        if source.name not in seen:
            yield parse(source), uri_of(source.name)


def _holds(name: str, query: str) -> bool:
    letters = iter(name.lower())
    return all(letter in letters for letter in query.lower())


def folds(document: Document) -> list[lsp.FoldingRange]:
    """Everything that takes several lines; comments that stand below each other; parts between blank lines."""
    tree, source = document.index.trees[0], document.source
    found: dict[int, lsp.FoldingRange] = {}
    for node in walk(tree.items):
        first, last = node.span.line, node.span.end_line
        if last > first and isinstance(node, t.Declaration | t.Statement) and first not in found:
            found[first] = lsp.FoldingRange(first - 1, last - 1, kind=lsp.FoldingRangeKind.Region)
    run: list[int] = []
    for number in [*(source.place(c.span.start)[0] for c in tree.comments if c.alone), 0]:
        if run and number != run[-1] + 1:
            if len(run) > 1:
                found.setdefault(run[0], lsp.FoldingRange(run[0] - 1, run[-1] - 1, kind=lsp.FoldingRangeKind.Comment))
            run = []
        run.append(number)
    return [found[line] for line in sorted(found)]
