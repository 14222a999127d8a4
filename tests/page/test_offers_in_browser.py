"""What pages say of offers that nobody answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")
pytest.importorskip("websockets", reason="the extra [serve] isn't installed")

from browser import expect, needs_browser, tap
from serve_process import serving

pytestmark = needs_browser


def test_a_move_over_an_offer_is_told_to_both(chromium: Any, tmp_path: Path) -> None:
    with serving("tictactoe", tmp_path / "games.sqlite") as server:
        links, context = server.begin(), chromium.new_context()
        x, o = context.new_page(), context.new_page()
        for page, player in ((x, "X"), (o, "O")):
            page.goto(f"{server.base}play#{links[player]}")
            expect(page.locator(".status")).not_to_be_empty()
        x.get_by_title("Offer a draw").click()
        expect(o.locator(".offer")).to_contain_text("X offered a draw.")
        tap(x, "a1")
        expect(x.locator(".offer")).to_have_text("The move ended your offer of a draw.")
        expect(o.locator(".offer")).to_have_text("The move ended the draw offer of X.")
        expect(o.locator(".offer button")).to_have_count(0)
        o.reload()
        expect(o.locator(".offer")).to_have_text("The move ended the draw offer of X.")
        tap(o, "b2")
        expect(o.locator(".offer")).to_be_hidden()
        expect(x.locator(".offer")).to_be_hidden()
        o.get_by_title("Offer a draw").click()
        o.get_by_role("button", name="Never mind").click()
        expect(x.locator(".offer")).to_have_text("O no longer offers a draw.")
        expect(o.locator(".offer")).to_be_hidden()
        context.close()
