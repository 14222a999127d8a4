"""The list of open games, as two people use it: one begins, the other takes the free seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")
pytest.importorskip("websockets", reason="the extra [serve] isn't installed")

from browser import expect, needs_browser
from serve_process import serving

pytestmark = needs_browser


def test_somebody_finds_a_game_and_sits_down(chromium: Any, tmp_path: Path) -> None:
    with serving("tictactoe", tmp_path / "games.sqlite", "--open-games") as server:
        one, other = chromium.new_page(), chromium.new_page()
        other.goto(server.base)
        expect(other.get_by_text("No game waits for somebody now.")).to_be_visible()
        one.goto(server.base)
        one.get_by_label("Anybody may take the other seats").check()
        one.get_by_role("button", name="Begin a game").click()
        expect(one.locator(".link")).to_have_count(3)  # X, those who look on, and the host
        other.get_by_role("button", name="Sit down as O").click()  # it appears by itself
        expect(other.locator(".status")).to_contain_text("Waiting for X")
        one.goto(one.locator(".link a").first.get_attribute("href"))
        one.locator(".site[data-site=b2]").click()
        expect(other.locator(".status")).to_contain_text("your move")
        late = chromium.new_page()
        late.goto(server.base)
        expect(late.get_by_text("No game waits for somebody now.")).to_be_visible()
