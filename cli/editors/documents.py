"""The texts that are open in an editor, each with its version and what is known of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from lsprotocol import types as lsp
from pygls.uris import to_fs_path

from cli.editors.places import UTF16, Places
from gdl import library
from gdl.index.chain import Texts
from gdl.index.index import Index, index_of
from gdl.index.typed import Facts
from gdl.syntax.parser import MAX_SIZE
from gdl.text.source import Source

NO_FACTS = Facts({})


@dataclass(eq=False)
class Document:
    """One text at one version: what an editor holds, be it saved or not. Another version is another document."""

    uri: str
    version: int
    raw: str
    name: str
    path: str | None
    encoding: str
    texts: Texts
    facts: Facts = NO_FACTS
    before: Facts = NO_FACTS
    """The facts of the version before, in which places may be wrong."""

    @cached_property
    def source(self) -> Source:
        """The text as the language reads it. What is larger than a ruleset may be is cut, and refused as before."""
        return Source(self.name, clean(self.raw[: MAX_SIZE + 2]))

    @cached_property
    def places(self) -> Places:
        """Its places."""
        return Places(self.source, self.raw.startswith("\ufeff"), self.encoding)

    @cached_property
    def index(self) -> Index:
        """What its names mean."""
        return index_of(self.source, self.texts, self.facts)

    def learn(self, facts: Facts) -> None:
        """Take in what checking this version has shown."""
        self.facts = facts
        self.__dict__.pop("index", None)

    @property
    def options(self) -> Facts:
        """What is known of it, or was of the version before, of whatever doesn't depend on places."""
        return self.facts if self.facts.complete else self.before


def clean(text: str) -> str:
    """The text, in which half characters, which no file can hold, are signs for what can't be shown."""
    if text.isascii() or not any("\ud800" <= c <= "\udfff" for c in text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def path_of(uri: str) -> str | None:
    """The file that a URI names; None for what is no file."""
    try:
        path = to_fs_path(uri)
    except ValueError:
        return None
    return path if path and "\0" not in path and os.path.isabs(path) else None  # noqa: PTH117 - a text


def uri_of(name: str) -> str:
    """The URI of a source, by the name that it has in messages."""
    return Path(name).absolute().as_uri() if not name.startswith("untitled:") else name


def name_of(uri: str) -> str:
    """What messages call a text: its path as `gdl lint` shows it, or what the editor calls it."""
    path = path_of(uri)
    if path is None:
        return uri if uri.startswith("untitled:") else f"untitled:{uri.rpartition('/')[2]}"
    return library.shown_path(Path(path))


@dataclass
class Documents:
    """All open texts by their URIs."""

    encoding: str = UTF16
    open: dict[str, Document] = field(default_factory=dict)

    def get(self, uri: str) -> Document | None:
        """An open text, by its URI, however that is written."""
        found = self.open.get(uri)
        path = path_of(uri) if found is None else None
        return found if path is None else next((d for d in self.open.values() if d.path == path), None)

    def put(self, uri: str, version: int, raw: str) -> Document:
        """A text was opened, or changed."""
        old = self.open.get(uri)
        before = NO_FACTS if old is None else old.options
        path = path_of(uri)
        self.open[uri] = Document(
            uri, version, raw, name_of(uri), path, self.encoding, self._texts(uri, path), before=before
        )
        return self.open[uri]

    def refreshed(self, uri: str) -> Document | None:
        """The same text and version again, now that what it extends has changed."""
        old = self.open.get(uri)
        return None if old is None else self.put(uri, old.version, old.raw)

    def close(self, uri: str) -> None:
        """A text is open no longer."""
        self.open.pop(uri, None)

    def _texts(self, uri: str, path: str | None) -> Texts:
        """The other open texts, which count in the place of their files."""
        held = {
            os.path.realpath(d.path): d.source.text for d in self.open.values() if d.path is not None and d.uri != uri
        }
        return Texts(held, frozenset() if path is not None else frozenset((name_of(uri),)))

    def dependents(self, changed: Document) -> Iterator[Document]:
        """The other open texts that extend this one."""
        for other in list(self.open.values()):
            if other is not changed and any(t.source.name == changed.name for t in other.index.trees[1:]):
                yield other


def changed(document: Document, changes: list[lsp.TextDocumentContentChangeEvent]) -> str:
    """The text after an editor's changes, each of a part or of the whole."""
    text = document.raw
    for change in changes:
        if isinstance(change, lsp.TextDocumentContentChangePartial):
            text = _spliced(text, change, document.encoding)
        else:
            text = change.text
    return text


def _spliced(text: str, change: lsp.TextDocumentContentChangePartial, encoding: str) -> str:
    lines = _lines(text)

    def at(position: lsp.Position) -> int:
        if position.line >= len(lines):
            return len(text)
        start = sum(map(len, lines[: max(position.line, 0)]))
        line = lines[max(position.line, 0)].rstrip("\r\n")
        whole = 0 if position.line < 0 else position.character
        done = 0
        for character in line:
            if whole <= 0:
                break
            whole -= 2 if encoding == UTF16 and character > "\uffff" else 1
            done += 1
        return start + done

    start, end = sorted((at(change.range.start), at(change.range.end)))
    return text[:start] + change.text + text[end:]


def _lines(text: str) -> list[str]:
    """Lines with their ends, which are those of the protocol and no others."""
    lines, start, i = [], 0, 0
    while i < len(text):
        if text[i] in "\r\n":
            i += text.startswith("\r\n", i)
            lines.append(text[start : i + 1])
            start = i + 1
        i += 1
    return [*lines, text[start:]]
