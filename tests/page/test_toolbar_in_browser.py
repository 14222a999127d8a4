"""The buttons above the board on a phone: one row, and a button that unfolds the others, for fingers and for keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser import Tab, expect, needs_browser
from playing import load

from cli.web.page.build import page

pytestmark = needs_browser
OTHERS = "#other-tools"
BROKEN = """() => [...document.querySelectorAll(".tools .name")].filter((name) => {
  const height = parseFloat(getComputedStyle(name).lineHeight);
  return !name.textContent.includes(" ") && name.getBoundingClientRect().height > 1.5 * height;
}).map(({ textContent }) => textContent)"""
"""Names of one word that have more than one line."""


@pytest.fixture
def tab(chromium: Any, tmp_path: Path, request: Any) -> Any:
    path = tmp_path / "game.html"
    path.write_text(page([load("tictactoe")], ["tictactoe"]).html, encoding="utf-8")
    width, language = request.param
    tab = Tab(chromium.new_context(viewport={"width": width, "height": 844}, locale=language), path)
    yield tab
    tab.page.context.close()


@pytest.mark.parametrize("tab", [(390, "en")], indirect=True)
def test_a_phone_shows_one_row_and_the_others_unfold(tab: Tab) -> None:
    bar, more = tab.page.locator(".tools"), tab.page.get_by_role("button", name="More")
    assert bar.bounding_box()["height"] < 60
    expect(more).to_have_attribute("aria-expanded", "false")
    expect(tab.page.get_by_role("button", name="Flip")).to_have_count(0)  # nobody's focus goes where nothing is seen
    more.press("Enter")
    expect(more).to_have_attribute("aria-expanded", "true")
    flip = tab.page.locator(OTHERS).get_by_role("button", name="Flip")
    for button in tab.page.locator(".tools button").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 44
    flip.press("Escape")
    expect(flip).not_to_be_visible()
    expect(more).to_be_focused()
    more.click()
    flip.click()
    expect(flip).not_to_be_visible()


@pytest.mark.parametrize("tab", [(390, "en"), (390, "de")], indirect=True)
def test_no_word_is_broken(tab: Tab) -> None:
    tab.page.locator(".tools .unfold").click()
    assert tab.page.evaluate(BROKEN) == []


@pytest.mark.parametrize("tab", [(1280, "en")], indirect=True)
def test_a_screen_shows_all(tab: Tab) -> None:
    expect(tab.page.get_by_role("button", name="Flip")).to_be_visible()
    expect(tab.page.locator(".unfold")).not_to_be_visible()
