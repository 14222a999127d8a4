"""A host changes the position of a running game in a browser, and a page finds its server again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")
pytest.importorskip("websockets", reason="the extra [serve] isn't installed")

from browser import expect, needs_browser, said, tap
from serve_process import serving

pytestmark = needs_browser


def begun(context: Any, base: str) -> dict[str, Any]:
    """A game begun where games begin, and the pages of all its links."""
    page = context.new_page()
    page.goto(base)
    page.get_by_role("button", name="Begin a game").click()
    expect(page.get_by_text("Keep the host's link")).to_be_visible()
    found = {}
    for row in page.locator(".link").all():
        one = context.new_page()
        one.goto(row.locator("a").get_attribute("href"))
        expect(one.locator(".status")).not_to_be_empty()
        found[row.locator("strong").inner_text()] = one
    return found


def test_a_host_changes_the_position(chromium: Any, tmp_path: Path) -> None:
    """Black has chosen a move in advance; the host takes White's queen and lets Black move: the choice is dropped."""
    with serving("chess", tmp_path / "games.sqlite") as server:
        context = chromium.new_context(viewport={"width": 1280, "height": 900})
        pages = begun(context, server.base)
        white, black, host = pages["White"], pages["Black"], pages["To host"]
        assert set(pages) == {"White", "Black", "To watch", "To host"}
        for one in (white, black, pages["To watch"]):
            expect(one.get_by_title("Position", exact=True)).to_have_count(0)
        tap(white, "e2", "e4")
        tap(black, "g8", "f6")
        tap(black, "e7", "e5")  # when it is Black's turn
        host.get_by_title("Position", exact=True).click()
        expect(host.locator(".editor")).to_be_visible()
        expect(host.get_by_text("Who plays")).to_have_count(0)
        host.get_by_role("radio", name="Take away", exact=True).check()
        tap(white, "b1", "c3")  # the game goes on while the host looks
        expect(black.locator(".ply")).to_have_count(4)
        expect(host.locator(".trouble")).to_contain_text("Meanwhile: White: b1-c3. Black: e7-e5.")
        tap(black, "d7", "d5")
        host.get_by_role("button", name="As it stands").click()
        tap(host, "d1")
        expect(host.locator(".site[data-site=d1]")).to_have_attribute("aria-label", "d1, empty")
        host.locator("#mover").select_option("Black")
        expect(host.locator("#position-text")).to_have_value(re.compile("to move: Black"))
        host.get_by_text("As text").click()
        host.locator("#position-text").fill("to move: Green")
        host.locator("#position-text").blur()
        expect(host.locator(".editor .wrong")).to_contain_text("There is no player")
        host.get_by_role("button", name="Change the position for all").click()
        expect(host.locator(".editor")).to_be_hidden()
        for one in (white, black, host, pages["To watch"]):
            expect(one.locator(".placed")).to_contain_text("The host changed the position: d1.")
            expect(one.locator(".site[data-site=d1]")).to_have_attribute("aria-label", "d1, empty, just changed")
            expect(one.locator(".ply")).to_have_count(0)
        said(white, "The host changed the position: d1. Waiting for Black.")
        expect(black.locator(".trouble")).to_contain_text("d7 → d5 can't be played now, and was dropped.")
        expect(black.locator(".status")).to_contain_text("your move")
        tap(black, "d7", "d5")
        expect(white.locator(".ply")).to_have_count(1)
        with context.expect_page() as opened:
            white.get_by_role("link", name="The game until then").click()
        before = opened.value
        expect(before.locator(".ply")).to_have_count(4)
        expect(before.locator(".status")).to_have_text("The host changed the position.")
        black.get_by_role("button", name="Resign").click()
        black.locator("dialog").get_by_role("button", name="Resign").click()
        expect(host.get_by_title("Position", exact=True)).to_be_disabled()
        context.close()


def test_what_a_host_puts_while_the_server_is_away_is_kept(chromium: Any, tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    with serving("tictactoe", data) as server:
        port = int(server.base.rstrip("/").rpartition(":")[2])
        context = chromium.new_context()
        host = begun(context, server.base)["To host"]
        host.get_by_title("Position", exact=True).click()
        tap(host, "a1")
        expect(host.locator("#position-text")).to_have_value(re.compile("a1"))
    host.locator(".page.lost").wait_for()
    tap(host, "b2")
    expect(host.locator(".editor .wrong")).to_have_text("The server doesn't answer.")
    with serving("tictactoe", data, port=port):
        host.locator(".page:not(.lost)").wait_for()
        expect(host.locator("#position-text")).to_have_value(re.compile("a1, b2"))
        expect(host.locator(".editor .wrong")).to_be_empty()
        host.get_by_role("button", name="Change the position for all").click()
        expect(host.locator(".placed")).to_have_text("The host changed the position: a1, b2. ")
        context.close()
