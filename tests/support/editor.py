"""An editor for tests: a real client of the language server, with texts that are opened and changed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest_lsp
from lsprotocol import types as lsp
from patience import HANGS

from gdl.library import find


def make_client() -> pytest_lsp.LanguageClient:
    """A client that remembers all diagnostics with their versions."""
    client = pytest_lsp.make_test_lsp_client()
    client.published = []
    del client.protocol.fm.features[lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def publish(params: lsp.PublishDiagnosticsParams) -> None:
        client.diagnostics[params.uri] = params.diagnostics
        client.published.append(params)

    return client


class Editor:
    """One text in an editor. `|` in a text is where the cursor stands, if it is looked for."""

    def __init__(self, client: Any, uri: str) -> None:
        self.client, self.uri = client, uri
        self.version, self.text = 0, ""
        self.since = len(client.published)

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    def open(self, text: str) -> None:
        self.version, self.text = self.version + 1, text
        item = lsp.TextDocumentItem(self.uri, "gdl", self.version, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def change(self, text: str) -> None:
        self.version, self.text = self.version + 1, text
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(self.version, self.uri),
                [lsp.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    def close(self) -> None:
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(self.document))

    def at(self, marker: str, behind: int = 0) -> lsp.Position:
        """The place of a piece of the text, in UTF-16 units."""
        offset = self.text.index(marker) + behind
        start = max(self.text.rfind("\n", 0, offset), self.text.rfind("\r", 0, offset)) + 1
        before = self.text[:offset].replace("\r\n", "\n")
        line = before.count("\n") + before.count("\r")
        return lsp.Position(line, len(self.text[start:offset].encode("utf-16-le")) // 2)

    def marked(self, place: lsp.Range) -> str:
        """The text at a range of one line."""
        line = self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[place.start.line]
        units = line.encode("utf-16-le")
        return units[2 * place.start.character : 2 * place.end.character].decode("utf-16-le")

    async def diagnosed(self, times: int = 1) -> Sequence[lsp.Diagnostic]:
        """The diagnostics of this version when they have been published so often: at first errors, then all."""
        end = asyncio.get_running_loop().time() + HANGS
        while asyncio.get_running_loop().time() < end:
            mine = [p for p in self.client.published[self.since :] if p.uri == self.uri and p.version == self.version]
            if len(mine) >= times:
                return mine[-1].diagnostics
            await asyncio.sleep(0.02)
        raise AssertionError(f"no diagnostics of version {self.version}")

    async def checked(self) -> Sequence[lsp.Diagnostic]:
        """Those of the check of the ruleset as it stands."""
        return await self.diagnosed(1)

    async def linted(self) -> Sequence[lsp.Diagnostic]:
        """All."""
        return await self.diagnosed(2)

    async def ask(self, method: str, **more: Any) -> Any:
        """The answer to a request about this text."""
        params = lsp.METHOD_TO_TYPES[method][2]
        request = self.client.protocol.send_request_async(method, params(text_document=self.document, **more))
        return await asyncio.wait_for(request, HANGS)

    async def asked_at(self, method: str, marker: str, behind: int = 0, **more: Any) -> Any:
        """The answer to a request about a place of this text."""
        return await self.ask(method, position=self.at(marker, behind), **more)


async def editor_on(client: Any, path: Path, text: str | None = None) -> Editor:
    """A ruleset, opened."""
    editor = Editor(client, path.as_uri())
    editor.open(path.read_text(encoding="utf-8") if text is None else text)
    return editor


async def shipped(client: Any, name: str) -> Editor:
    """A ruleset that ships, opened."""
    return await editor_on(client, find(name))
