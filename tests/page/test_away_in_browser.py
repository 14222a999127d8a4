"""A page of a server says who isn't here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")
pytest.importorskip("websockets", reason="the extra [serve] isn't installed")

from browser import expect, needs_browser, tap
from serve_process import serving

pytestmark = needs_browser


def test_who_waits_sees_who_is_not_here(chromium: Any, tmp_path: Path) -> None:
    with serving("tictactoe", tmp_path / "games.sqlite") as server:
        links, context = server.begin(), chromium.new_context()
        x, o = context.new_page(), context.new_page()
        x.goto(f"{server.base}play#{links['X']}")
        tap(x, "a1")
        status, other = x.locator(".status"), x.locator(".players li").nth(1)
        expect(status).to_have_text("Waiting for O, who isn't here.")
        expect(other).to_have_text("Onot here")
        o.goto(f"{server.base}play#{links['O']}")
        expect(status).to_have_text("Waiting for O.")
        expect(other).to_have_text("Oa person")
        tap(o, "b2")
        expect(status).to_contain_text("your move")
        o.close()
        expect(other).to_have_text("Onot here")
        tap(x, "c3")
        expect(status).to_have_text("Waiting for O, who isn't here.")
        context.close()
