"""The guide of a page: rules when they are needed first, off until somebody asks, kept for the next page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser import Tab, expect, needs_browser
from playing import load

from cli.web.page.build import page

pytestmark = needs_browser


@pytest.fixture
def tab(chromium: Any, tmp_path: Path) -> Tab:
    path = tmp_path / "sparks.html"
    path.write_text(page([load("sparks")], ["sparks"]).html, encoding="utf-8")
    tab = Tab(chromium.new_context(viewport={"width": 1100, "height": 800}), path)
    expect(tab.page.locator(".status.mine")).to_be_visible()
    return tab


def test_rules_come_when_they_are_needed(tab: Tab) -> None:
    told = tab.page.locator(".guide")
    expect(told).to_be_hidden()
    tab.page.get_by_role("button", name="Guide").click()
    expect(told).to_contain_text("Take one of your coals that carries at most one ball")
    expect(told).not_to_contain_text("If it carried nothing")
    expect(told).not_to_contain_text("`")
    expect(told.locator("code")).to_have_text("1a1")
    tab.page.locator('.site[data-site="1c1"]').click()
    expect(told).to_contain_text("If it carried nothing")
    expect(told).not_to_contain_text("Take one of your coals that carries")


def test_it_is_off_again(tab: Tab) -> None:
    button, told = tab.page.get_by_role("button", name="Guide"), tab.page.locator(".guide")
    button.click()
    expect(told).to_be_visible()
    button.click()
    expect(told).to_be_hidden()
    expect(tab.page.locator(".unseen")).to_have_text("The guide is off.")


def test_a_new_game_is_told_anew(tab: Tab) -> None:
    told = tab.page.locator(".guide")
    tab.page.get_by_role("button", name="Guide").click()
    for _ in range(3):  # also where nothing but the game is new: the same seats, the same options
        expect(told).to_contain_text("Take one of your coals that carries")
        tab.page.locator('.site[data-site="1c1"]').click()
        expect(told).to_contain_text("If it carried nothing")
        tab.page.get_by_role("button", name="Undo").click()
        tab.page.get_by_role("button", name="New game").click()
        tab.page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    expect(told).to_contain_text("Take one of your coals that carries")
