"""The server: which request is answered by which function. Whatever an editor sends, it is answered and lives on."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from cli.editors import completion, formatting, hints, hover, navigation, outline, preview, tokens
from cli.editors.actions import KINDS, actions
from cli.editors.documents import Document, changed, path_of
from cli.editors.playing import PlayReply
from cli.editors.session import Session

NAME = "gdl"


class Server(LanguageServer):
    """A language server that keeps quiet about what goes wrong within: the editor is told by the answers."""

    is_over = False
    """Whether the editor has said that it needs the server no longer."""
    session: Session
    """What is known of the open texts; `make` puts it there."""

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log it; a window in front of the text helps nobody."""
        logging.getLogger(__name__).debug("%s", error)


def make() -> Server:
    """A server for one editor, with all that it can do."""
    try:
        number = version("gdl-interpreter")
    except PackageNotFoundError:
        number = "0"
    server = Server(NAME, number, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
    session = server.session = Session(server)
    _texts(server, session)
    _reading(server, session)
    _writing(server, session)
    _beside(server, session)
    return server


def _document(session: Session, params: Any) -> Document | None:
    return session.documents.get(params.text_document.uri)


def _texts(server: Server, session: Session) -> None:
    """Texts that are opened, changed, saved and closed; folders; files that change."""

    @server.feature(lsp.INITIALIZED)
    def initialized(params: lsp.InitializedParams) -> None:
        session.documents.encoding = str(
            getattr(server.workspace.position_encoding, "value", server.workspace.position_encoding)
        )
        _folders(server, session)
        watching = server.client_capabilities.workspace
        if watching and watching.did_change_watched_files and watching.did_change_watched_files.dynamic_registration:
            wanted = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher("**/*.gdl")])
            server.client_register_capability(
                lsp.RegistrationParams([lsp.Registration("gdl-files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, wanted)])
            )

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        session.changed(session.documents.put(item.uri, item.version, item.text))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def edited(params: lsp.DidChangeTextDocumentParams) -> None:
        document = _document(session, params)
        if document is not None:
            text = changed(document, list(params.content_changes))
            session.changed(session.documents.put(document.uri, params.text_document.version, text))

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        """What is saved has been told before, as a change."""

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        session.closed(params.text_document.uri)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(params: lsp.DidChangeWatchedFilesParams) -> None:
        if any(change.uri not in session.documents.open for change in params.changes):
            session.all_again()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders_changed(params: lsp.DidChangeWorkspaceFoldersParams) -> None:
        _folders(server, session)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(params: lsp.DidChangeConfigurationParams) -> None:
        settings = plain(params.settings)
        mine = settings.get("gdl", settings) if isinstance(settings, Mapping) else {}
        if isinstance(mine, Mapping) and isinstance(mine.get("figures"), bool):
            session.plays = mine["figures"]

    @server.feature(lsp.SHUTDOWN)
    def shut_down(params: Any) -> None:
        server.is_over = True
        session.end()


def _folders(server: Server, session: Session) -> None:
    uris = [folder.uri for folder in server.workspace.folders.values()]
    uris += [server.workspace.root_uri] if server.workspace.root_uri and not uris else []
    session.folders = [path for uri in uris if (path := path_of(uri)) is not None]


def _reading(server: Server, session: Session) -> None:
    """What is asked by someone who reads."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        document = _document(session, params)
        return None if document is None else hover.hover(session, document, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(params: lsp.DefinitionParams) -> list[lsp.Location]:
        document = _document(session, params)
        return [] if document is None else navigation.definition(document, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_TYPE_DEFINITION)
    def type_defined(params: lsp.TypeDefinitionParams) -> list[lsp.Location]:
        document = _document(session, params)
        return [] if document is None else navigation.type_definition(document, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def used(params: lsp.ReferenceParams) -> list[lsp.Location]:
        document = _document(session, params)
        if document is None:
            return []
        whole = params.context.include_declaration
        return navigation.references(session.documents, document, params.position, whole, session.folders)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlighted(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        document = _document(session, params)
        return [] if document is None else navigation.highlights(document, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        document = _document(session, params)
        return [] if document is None else outline.outline(document)

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def searched(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        return outline.workspace_symbols(session.documents, params.query, session.folders)

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        document = _document(session, params)
        return [] if document is None else outline.folds(document)

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens.LEGEND)
    def coloured(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        document = _document(session, params)
        return lsp.SemanticTokens([] if document is None else tokens.tokens(document))

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hinted(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        document = _document(session, params)
        return [] if document is None else hints.inlay_hints(document, params.range)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        document = _document(session, params)
        return [] if document is None else hints.lenses(document, session.figures.get(document.uri))


def _writing(server: Server, session: Session) -> None:
    """What is asked by someone who writes."""

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=[".", '"', "{"], resolve_provider=False),
    )
    async def completed(params: lsp.CompletionParams) -> lsp.CompletionList:
        document = _document(session, params)
        if document is None:
            return lsp.CompletionList(False, [])
        return await completion.completion(session, document, params.position)

    @server.feature(
        lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["("], retrigger_characters=[","])
    )
    def signed(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        document = _document(session, params)
        return None if document is None else completion.signature(session, document, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatted(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        document = _document(session, params)
        return [] if document is None else formatting.formatting(document)

    @server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    def partly_formatted(params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
        document = _document(session, params)
        return [] if document is None else formatting.range_formatting(document, params.range)

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def about_to_rename(params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        document = _document(session, params)
        if document is None:
            return None
        try:
            found = navigation.renameable(document, params.position, session.folders)
        except navigation.Refused as refused:
            raise JsonRpcInvalidParams(message=str(refused)) from None
        return lsp.PrepareRenamePlaceholder(document.places.range(found.span), found.symbol.name)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        document = _document(session, params)
        if document is None:
            return None
        try:
            return navigation.rename(session.documents, document, params.position, params.new_name, session.folders)
        except navigation.Refused as refused:
            raise JsonRpcInvalidParams(message=str(refused)) from None

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=KINDS))
    def fixed(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        document = _document(session, params)
        found = session.found.get(params.text_document.uri, ())
        only = [str(getattr(kind, "value", kind)) for kind in params.context.only or ()]
        return [] if document is None else actions(document, params.range, found, only)


def _beside(server: Server, session: Session) -> None:
    """What is beside the protocol: the board, the figures."""

    @server.feature("gdl/board")
    async def board(params: Any) -> dict[str, Any]:
        asked = plain(params)
        asked = asked if isinstance(asked, Mapping) else {}
        place = asked.get("textDocument")
        uri = asked.get("uri") or (place.get("uri") if isinstance(place, Mapping) else None)
        uri = uri if isinstance(uri, str) else ""
        return await preview.board(session, session.documents.get(uri), path_of(uri), asked)

    @server.feature("gdl/figures")
    def figures(params: Any) -> dict[str, Any] | None:
        asked = plain(params)
        uri = asked.get("uri") if isinstance(asked, Mapping) else None
        known = session.figures.get(uri) if isinstance(uri, str) else None
        return {"line": known.line, **known.figures} if isinstance(known, PlayReply) else None


def plain(value: Any) -> Any:
    """What came with a request that the protocol doesn't know, as plain data."""
    if hasattr(value, "_asdict"):
        return {key: plain(held) for key, held in value._asdict().items()}
    if isinstance(value, Mapping):
        return {key: plain(held) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [plain(held) for held in value]
    return value


__all__ = ["NAME", "Server", "make"]
