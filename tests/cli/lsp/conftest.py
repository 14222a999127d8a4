"""A server and a client for the tests of a file: started once, as that takes longest."""

from __future__ import annotations

import shutil
import sys
from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from gdl.library import FOLDER

if find_spec("pytest_lsp") is None or find_spec("pygls") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    import pytest_lsp
    from editor import make_client
    from lsprotocol import types as lsp

    @pytest.fixture(scope="module")
    def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
        """An author's own folder, with a blank and a foreign letter in its name: copies of what ships."""
        home = tmp_path_factory.mktemp("lsp") / "my gämes"
        shutil.copytree(FOLDER, home)
        return home

    @pytest_lsp.fixture(
        config=pytest_lsp.ClientServerConfig(
            server_command=[sys.executable, "-m", "cli.main", "lsp"], client_factory=make_client
        ),
        scope="module",
        loop_scope="module",
    )
    async def client(lsp_client: pytest_lsp.LanguageClient, folder: Path) -> AsyncIterator[None]:
        capabilities = lsp.ClientCapabilities(
            text_document=lsp.TextDocumentClientCapabilities(
                completion=lsp.CompletionClientCapabilities(
                    completion_item=lsp.ClientCompletionItemOptions(
                        snippet_support=True, documentation_format=[lsp.MarkupKind.Markdown]
                    )
                )
            )
        )
        params = lsp.InitializeParams(
            capabilities=capabilities, workspace_folders=[lsp.WorkspaceFolder(folder.as_uri(), "games")]
        )
        await lsp_client.initialize_session(params)
        yield
        await lsp_client.shutdown_session()
