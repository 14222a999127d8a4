"""Who plays is changed in the middle of a game; the moves stay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from browser import Tab, expect, needs_browser, tap
from playing import load

from cli.web.page.build import page

pytestmark = needs_browser


def seat(tab: Tab, player: str, kind: str) -> None:
    """Let somebody else play there from now on."""
    tab.page.get_by_role("button", name="New game").click()
    tab.page.locator(f"#seat-{player}").select_option(kind)
    tab.page.get_by_role("button", name="Go on with these players").click()
    expect(tab.page.locator("dialog")).to_have_count(0)


def test_a_person_takes_a_computers_seat_and_gives_it_back(chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(page([load("tictactoe")], ["tictactoe"]).html, encoding="utf-8")
    tab = Tab(chromium.new_context(), path)
    status, plies = tab.page.locator(".status"), tab.page.locator(".ply")
    tab.page.get_by_role("button", name="New game").click()
    expect(tab.page.get_by_role("button", name="Go on with these players")).to_have_count(0)  # there is none yet
    tab.page.keyboard.press("Escape")
    tap(tab.page, "a1")
    expect(plies).to_have_count(2)
    seat(tab, "O", "human")
    expect(plies).to_have_count(2)
    free = [site for site in ("a2", "a3", "b1", "b2") if site != plies.nth(1).inner_text()]
    tap(tab.page, free[0])
    expect(status).to_contain_text("O to move")
    tap(tab.page, free[1])
    expect(plies).to_have_count(4)  # nobody has answered
    expect(status).to_contain_text("X to move")
    seat(tab, "X", "random")
    expect(plies).to_have_count(5)
    expect(status).to_contain_text("your move")
    assert json.loads(tab.save())["seats"] == {"X": "random", "O": "human"}
    tab.page.get_by_role("button", name="Undo").click()
    expect(plies).to_have_count(3)  # O's choice is taken back
    assert tab.said == []
    tab.page.context.close()


def test_who_thinks_stops_when_somebody_else_sits_there(chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(page([load("tictactoe")], ["tictactoe"]).html, encoding="utf-8")
    tab = Tab(chromium.new_context(), path)
    record = json.loads(tab.save())
    tab.load(json.dumps({**record, "seats": {"X": "human", "O": "mcts:3600s"}}))
    tap(tab.page, "a1")
    expect(tab.page.locator(".status.thinking")).to_be_visible()
    seat(tab, "O", "human")
    expect(tab.page.locator(".status")).to_contain_text("O to move")
    tap(tab.page, "b2")
    expect(tab.page.locator(".ply")).to_have_count(2)
    assert tab.said == []
    tab.page.context.close()
