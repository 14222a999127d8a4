"""A page in a browser, for tests of what all pages do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser import Tab
from playing import load

from cli.web.page.build import page


@pytest.fixture
def tab(chromium: Any, tmp_path: Path) -> Any:
    """A page of Tic-tac-toe."""
    path = tmp_path / "tictactoe.html"
    path.write_text(page([load("tictactoe")], ["tictactoe"]).html, encoding="utf-8")
    tab = Tab(chromium.new_context(), path)
    yield tab
    tab.page.context.close()
