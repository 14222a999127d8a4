"""From a name to what it means, and back: definition, references, highlights, renaming – across files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types as lsp

from cli.editors.documents import Document, Documents, uri_of
from cli.editors.places import Places
from gdl import library
from gdl.index.index import Index, index_of, is_same
from gdl.index.symbols import Occurrence, Sort, Symbol
from gdl.library import PRELUDE, NotFound
from gdl.syntax.vocabulary import BUILT_IN, FUNCTIONS, KEYWORDS
from gdl.text import comments
from gdl.text.source import Span

_MOST_FILES = 500
"""Rulesets of a folder that are looked at."""


class Refused(Exception):
    """This can't be renamed, and why."""


def location(document: Document, span: Span) -> lsp.Location:
    """The place of a span, in this text or another."""
    if span.source.name == document.name:
        return lsp.Location(document.uri, document.places.range(span))
    return lsp.Location(uri_of(span.source.name), Places(span.source, False, document.encoding).range(span))


def definition(document: Document, position: lsp.Position) -> list[lsp.Location]:
    """Where the name at a place is introduced; behind `extends`, the ruleset."""
    offset = document.places.offset(position)
    base = re.search(r'\bextends\s*("[^"\n]*")', document.source.text)
    if base and base.start(1) <= offset <= base.end(1) and len(document.index.trees) > 1:
        return [location(document, Span(document.index.trees[1].source, 0, 0))]
    occurrence = document.index.at(offset)
    if occurrence is None:
        return []
    places = [name for name in occurrence.symbol.places if not name.span.text or name.text in name.span.text]
    at = [name for name in places if name.span != occurrence.span] if occurrence.introduces else places[:1]
    return [location(document, name.span) for name in (at or places[:1])]


def type_definition(document: Document, position: lsp.Position) -> list[lsp.Location]:
    """Where the type of what stands at a place is introduced, if it is an author's."""
    found = document.index.facts.types
    offset = document.places.offset(position)
    occurrence = document.index.at(offset)
    types = found.get((occurrence.span.start, occurrence.span.end), ()) if occurrence else ()
    symbols = [document.index.world.plain.get(type_.board or type_.name) for type_ in types]
    return [location(document, s.place.span) for s in symbols if s is not None and s.place is not None]


def highlights(document: Document, position: lsp.Position) -> list[lsp.DocumentHighlight]:
    """All places in the text that mean the same."""
    occurrence = document.index.at(document.places.offset(position))
    if occurrence is None:
        return []
    return [
        lsp.DocumentHighlight(
            document.places.range(o.span),
            lsp.DocumentHighlightKind.Write if o.changes or o.introduces else lsp.DocumentHighlightKind.Read,
        )
        for o in document.index.occurrences
        if is_same(o.symbol, occurrence.symbol)
    ]


def references(
    documents: Documents, document: Document, position: lsp.Position, introductions: bool, folders: list[str]
) -> list[lsp.Location]:
    """Where the thing at a place is used: in the text, in what it extends, and in what extends either."""
    occurrence = document.index.at(document.places.offset(position))
    if occurrence is None:
        return []
    found = {}
    for _, use in _everywhere(documents, document, occurrence.symbol, folders):
        if introductions or not use.introduces:
            found[use.span.source.name, use.span.start, use.span.end] = location(document, use.span)
    return [found[key] for key in sorted(found, key=lambda k: (k[0] != document.name, k))]


def _everywhere(
    documents: Documents, document: Document, symbol: Symbol, folders: list[str]
) -> Iterator[tuple[Index, Occurrence]]:
    for use in document.index.of(symbol):
        yield document.index, use
    if symbol.is_local or symbol.sort is Sort.SITE:
        return
    homes = {name.span.source.name for name in symbol.places} | {document.name}
    for index in _relatives(documents, document, folders):
        if homes & {tree.source.name for tree in index.trees[1:]}:
            for use in index.occurrences:
                if is_same(use.symbol, symbol):
                    yield index, use


def _relatives(documents: Documents, document: Document, folders: list[str]) -> Iterator[Index]:
    """The indexes of the other rulesets in the folders that are open, and of the other open texts."""
    seen = {document.name}
    for other in list(documents.open.values()):
        if other.name not in seen:
            seen.add(other.name)
            yield other.index
    for path in rulesets(folders):
        name = library.shown_path(path)
        if name in seen:
            continue
        seen.add(name)
        try:
            yield index_of(library.read_file(path), document.texts)
        except NotFound:
            continue


def rulesets(folders: list[str]) -> Iterator[Path]:
    """The rulesets in the folders that are open."""
    count = 0
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.gdl")):
            count += 1
            if count > _MOST_FILES:
                return
            yield path


# ---- renaming


def renameable(document: Document, position: lsp.Position, folders: list[str]) -> Occurrence:
    """The name at a place, if it can be renamed; raises Refused."""
    offset = document.places.offset(position)
    occurrence = document.index.at(offset)
    if occurrence is None:
        if comments.before(document.source.text, offset) is not None:
            raise Refused("this is in a comment; go to where the rules use the name")
        word = next((m[0] for m in re.finditer(r"\w+", document.source.text) if m.start() <= offset <= m.end()), "")
        shown = f"`{word}` is a word of the language" if word in KEYWORDS else "nothing here has a name"
        raise Refused(shown)
    symbol = occurrence.symbol
    if symbol.sort in (Sort.BUILT_IN, Sort.FUNCTION):
        raise Refused(f"`{symbol.name}` is built in")
    if symbol.sort is Sort.SITE:
        raise Refused(f"the board calls this site `{symbol.name}`; change how its sites are written (`as`)")
    for name in symbol.places:
        path = Path(name.span.source.name)
        if PRELUDE in path.absolute().parents:
            raise Refused(f"`{symbol.name}` belongs to the prelude; define it anew to change what it means")
        if name.span.source.name != document.name and not _is_own(path, folders):
            raise Refused(f"`{symbol.name}` is introduced in {path.name}, which isn't in a folder that is open")
        if name.span.text != name.text:
            raise Refused(f"the players are called {symbol.name}, … by the language; name them: `players White, Black`")
    return occurrence


def _is_own(path: Path, folders: list[str]) -> bool:
    whole = path.absolute()
    inside = any(whole.is_relative_to(Path(folder)) for folder in folders)
    return inside and not (whole.is_relative_to(library.FOLDER) and not any(
        Path(folder).is_relative_to(library.FOLDER.parent) for folder in folders))  # fmt: skip


def rename(
    documents: Documents, document: Document, position: lsp.Position, new: str, folders: list[str]
) -> lsp.WorkspaceEdit:
    """The changes that give a thing another name, in all files that know it; raises Refused."""
    occurrence = renameable(document, position, folders)
    symbol = occurrence.symbol
    _check_name(document.index, symbol, new)
    edits: dict[str, dict[tuple[int, int], lsp.TextEdit]] = {}
    for index, use in _everywhere(documents, document, symbol, folders):
        name = use.span.source.name
        if not symbol.is_local and name != document.name:
            if not _is_own(Path(name), folders):
                continue
            _check_name(index, symbol, new)
        place = location(document, use.span)
        edits.setdefault(place.uri, {})[use.span.start, use.span.end] = lsp.TextEdit(place.range, new)
    return lsp.WorkspaceEdit(changes={uri: [found[k] for k in sorted(found)] for uri, found in edits.items()})


def _check_name(index: Index, symbol: Symbol, new: str) -> None:
    """Refuse a name that can't be one, or that means something already."""
    if not re.fullmatch(r"[0-9]*[A-Za-z_][A-Za-z_0-9]*", new):
        raise Refused(f"`{new}` can't be a name: letters, digits and `_`, with a letter among them")
    if new in KEYWORDS:
        raise Refused(f"`{new}` is a word of the language")
    if new == symbol.name:
        return
    if new in BUILT_IN or new in FUNCTIONS:
        raise Refused(f"`{new}` is built in")
    taken = index.world.plain.get(new)
    if not symbol.behind and (taken is not None or new in index.world.labels):
        raise Refused(f"`{new}` is in use already" + (f" ({taken.place.span.where})" if taken and taken.place else ""))
    if symbol.behind and any(other.of == symbol.of for other in index.world.links.get(new, ())):
        raise Refused(f"`….{new}` is in use already")
    for local in index.resolver.locals:
        clash = local.name == new and (not symbol.is_local or _meet(local, symbol))
        if clash and not symbol.behind:
            raise Refused(f"`{new}` is in use already ({local.places[0].span.where})")


def _meet(one: Symbol, other: Symbol) -> bool:
    a, b = one.scope, other.scope
    return a is None or b is None or (a.start < b.end and b.start < a.end)
