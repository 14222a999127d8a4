"""Rules on paper, names longer than their room, and texts that run from right to left."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser import Tab, needs_browser

from cli.web.page.build import page as page_of
from interpreter import Game

pytestmark = needs_browser
LONG = "SirBartholomewMontgomeryFitzwilliamTheThird"
RULES = f"""\
game "Names"
  summary "אבן אחת מנצחת."
players White, {LONG}
board grid(3, 3)
pieces stone of player
# {"a remark without an end " * 20}
turn
  choose s in empty
  put stone of me on s
end
  win me if count(mine) = 2
"""
CUT = """(one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1"""
BRIGHTNESS = """(one) => Math.max(...getComputedStyle(one).color.match(/[0-9.]+/g).slice(0, 3).map(Number))"""


@pytest.fixture
def page(chromium: Any, tmp_path: Path) -> Any:
    path = tmp_path / "game.html"
    path.write_text(page_of([Game.parse(RULES)], ["names"]).html, encoding="utf-8")
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, color_scheme="dark")
    yield Tab(context, path).page
    context.close()


def test_rules_are_printed_whole_and_dark_on_white(page: Any) -> None:
    page.get_by_role("button", name="Rules").click()
    page.emulate_media(media="print", color_scheme="dark")
    window, rules = page.locator("dialog"), page.locator("dialog pre")
    assert not window.evaluate(CUT) and not rules.evaluate(CUT)
    assert window.evaluate("(one) => one.getBoundingClientRect().height") > 800  # more than the window showed
    assert not page.locator(".page").is_visible() and not window.locator(".close").is_visible()
    assert rules.evaluate(BRIGHTNESS) < 100


def test_a_long_name_leaves_its_field_alone(page: Any) -> None:
    page.get_by_role("button", name="New game").click()
    label, field = page.locator("dialog label", has_text=LONG), page.locator("dialog .seats select").nth(1)
    assert not label.evaluate(CUT)
    assert label.bounding_box()["x"] + label.bounding_box()["width"] <= field.bounding_box()["x"]


def test_hebrew_begins_on_the_right(page: Any) -> None:
    """Each paragraph by its first letter: the summary's full stop is at its left end."""
    ends = """(one) => { const range = new Range(), text = one.firstChild, n = text.length;
      range.setStart(text, n - 1); range.setEnd(text, n); const stop = range.getBoundingClientRect();
      range.setStart(text, 0); range.setEnd(text, 1); return [stop.left, range.getBoundingClientRect().left]; }"""
    stop, first = page.locator("p.about").evaluate(ends)
    assert stop < first
