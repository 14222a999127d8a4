"""What the server knows and does between requests: open texts are checked as they change, newest first, never stale."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from cli.editors.diagnostics import diagnostics
from cli.editors.documents import Document, Documents
from cli.editors.jobs import At, Check, CheckReply, Found, Lint, LintReply
from cli.editors.playing import Play, PlayReply
from cli.editors.process import Outdated
from cli.editors.workers import TooLong, Worker
from gdl.index.typed import Facts
from gdl.text.source import Source

DEBOUNCE = 0.01
"""Seconds after a change before checking begins: changes that come at once are one."""
PAUSE = 0.2
"""Seconds without a change before what takes longer begins."""
PATIENCE = 20.0
"""Seconds that checking a ruleset as it stands may compute."""
LINT_PATIENCE = 300.0
PLAY_PATIENCE = 30.0


@dataclass
class Session:
    """One editor's session."""

    server: LanguageServer
    documents: Documents = field(default_factory=Documents)
    checker: Worker = field(default_factory=lambda: Worker("checks", behind=False))
    linter: Worker = field(default_factory=lambda: Worker("lints"))
    player: Worker = field(default_factory=lambda: Worker("plays", "cli.editors.playing"))
    found: dict[str, tuple[Found, ...]] = field(default_factory=dict)
    figures: dict[str, PlayReply] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)
    plays: bool = True
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    # ---- texts that change

    def changed(self, document: Document) -> None:
        """A text was opened or changed: check it, and those that extend it."""
        self._begin(document)
        for other in self.documents.dependents(document):
            fresh = self.documents.refreshed(other.uri)
            if fresh is not None:
                self._begin(fresh)

    def closed(self, uri: str) -> None:
        """A text was closed: there is nothing to be said of it any more."""
        document = self.documents.get(uri)
        self._stop(uri)
        self.documents.close(uri)
        self.found.pop(uri, None)
        self.figures.pop(uri, None)
        self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))
        if document is not None:  # the file counts again
            for other in self.documents.dependents(document):
                fresh = self.documents.refreshed(other.uri)
                if fresh is not None:
                    self._begin(fresh)

    def all_again(self) -> None:
        """Files have changed: check all that is open."""
        for uri in list(self.documents.open):
            fresh = self.documents.refreshed(uri)
            if fresh is not None:
                self._begin(fresh)

    def end(self) -> None:
        """The session is over."""
        for uri in list(self._tasks):
            self._stop(uri)
        for worker in (self.checker, self.linter, self.player):
            worker.end()

    def _stop(self, uri: str) -> None:
        task = self._tasks.pop(uri, None)
        if task is not None:
            task.cancel()

    def _begin(self, document: Document) -> None:
        self._stop(document.uri)
        self._tasks[document.uri] = asyncio.ensure_future(self._analyse(document))

    # ---- one version of a text

    def is_current(self, document: Document) -> bool:
        """Whether this is what the editor shows."""
        return self.documents.get(document.uri) is document

    async def _analyse(self, document: Document) -> None:
        """Check a text as it stands; then all that takes longer, if nothing is typed meanwhile."""
        with contextlib.suppress(Outdated):
            await asyncio.sleep(DEBOUNCE)
            if not await self._check(document):
                return
            await asyncio.sleep(PAUSE)
            await self._lint(document)
            await self._play(document)

    async def _check(self, document: Document) -> bool:
        """Publish what checking finds; whether it came to an end."""
        reply = await self._asked(self.checker, Check(document.source, document.texts), PATIENCE, "checking")
        if not self.is_current(document):
            return False
        if not isinstance(reply, CheckReply):
            self.publish(document, [reply] if isinstance(reply, Found) else [])
            return False
        document.learn(reply.facts)
        self.publish(document, reply.findings)
        self.refresh()
        return True

    async def _lint(self, document: Document) -> None:
        reply = await self._asked(self.linter, Lint(document.source, document.texts), LINT_PATIENCE, "linting")
        if self.is_current(document):
            if isinstance(reply, LintReply):
                self.publish(document, reply.findings)
            elif isinstance(reply, Found):
                self.publish(document, [*self.found.get(document.uri, ()), reply])

    async def _play(self, document: Document) -> None:
        """Work out the figures of the code lens, unless the rules are the same as before."""
        if not self.plays or not document.facts.complete:
            return
        try:
            reply = await self.player.ask(Play(document.source, document.texts), PLAY_PATIENCE)
        except TooLong:
            reply = PlayReply("too slow for figures while you write", {})
        if self.is_current(document) and isinstance(reply, PlayReply):
            self.figures[document.uri] = reply
            self.refresh(lens=True)

    async def _asked(
        self, worker: Worker, job: Check | Lint, patience: float, what: str
    ) -> CheckReply | LintReply | Found:
        """The reply; a finding in its place if there is none."""
        try:
            reply = await worker.ask(job, patience)
        except TooLong:
            return _finding(f"{what} takes more than {patience:.0f} seconds of computing and was given up; "
                            "fewer options, smaller ranges or boards help")  # fmt: skip
        return reply if isinstance(reply, CheckReply | LintReply) else _finding(f"{what} failed: {reply.why}")

    async def facts_of(self, document: Document, source: Source) -> Facts:
        """What is known of another text in a document's place, for a moment."""
        try:
            reply = await self.checker.ask(Check(source, document.texts), PATIENCE)
        except (TooLong, Outdated):
            return document.facts
        return reply.facts if isinstance(reply, CheckReply) else document.facts

    # ---- what the editor is told

    def markup(self, text: str, formats: Iterable[lsp.MarkupKind | str] | None) -> lsp.MarkupContent:
        """A text as the editor can show it: as it is, or without its marks."""
        if formats is None or lsp.MarkupKind.Markdown in formats:
            return lsp.MarkupContent(lsp.MarkupKind.Markdown, text)
        bare = re.sub(r"^```\w*$\n?|\*\*|`", "", text, flags=re.MULTILINE)
        return lsp.MarkupContent(lsp.MarkupKind.PlainText, bare)

    def publish(self, document: Document, findings: Iterable[Found]) -> None:
        """Tell the editor what was found in this version."""
        found = tuple(findings)
        self.found[document.uri] = found
        self.server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(document.uri, diagnostics(document, found), document.version)
        )

    def refresh(self, lens: bool = False) -> None:
        """Ask the editor to ask again for what depends on what has been found out."""
        wants = self.server.client_capabilities.workspace
        if wants is None:
            return
        if lens and wants.code_lens and wants.code_lens.refresh_support:
            self.server.workspace_code_lens_refresh(None)
        if not lens and wants.inlay_hint and wants.inlay_hint.refresh_support:
            self.server.workspace_inlay_hint_refresh(None)
        if not lens and wants.semantic_tokens and wants.semantic_tokens.refresh_support:
            self.server.workspace_semantic_tokens_refresh(None)


def _finding(message: str) -> Found:
    """What is said of the server's own limits, at the text's beginning."""
    return Found("", "warning", At("", 0, 1, 1, 1, 1, 2), message, "")
