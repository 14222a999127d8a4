"""On a phone, letters on a board can be read, and marks of what can be chosen can be seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser import Tab, needs_browser
from playing import load

from cli.web.page.build import page

pytestmark = needs_browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ACROSS = """(one) => { const { width, height } = one.getBoundingClientRect(); return Math.max(width, height); }"""
LETTERS = """(one) => Number(one.getAttribute("font-size")) * one.getScreenCTM().a"""


@pytest.mark.parametrize(("name", "what", "measure", "least"), [
    ("fire_and_ice", ".ground text", LETTERS, 7),
    ("dots_and_boxes", ".above .start", ACROSS, 8),
])  # fmt: skip
def test_are_large_enough(name: str, what: str, measure: str, least: float, chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(page([load(name)], [name]).html, encoding="utf-8")
    tab = Tab(chromium.new_context(**PHONE), path)
    found = [one.evaluate(measure) for one in tab.page.locator(what).all()]
    assert len(found) == {"fire_and_ice": 49, "dots_and_boxes": 40}[name]
    assert min(found) >= least
    tab.page.context.close()
