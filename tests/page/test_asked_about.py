"""A page shows the site that a question is about, if the answer isn't given on the board. It keeps a number and what it
counts in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser import Tab, expect, needs_browser

from cli.web.page.build import page
from interpreter import Game

pytestmark = needs_browser

RULES = """game "Settlers"
players A, B
board grid(2, 2)
pieces ant, bee of player
game has bag: bag(9) of kind
setup
  bag(ant) = 9
  bag(bee) = 1
turn
  for s in empty
    choose k in kind as "{k}" asking "Who lives on {s}, the ant or the bee?"
    put k of me on s
  choose s in site asking "Who leaves? Say a1, if you like."
  remove s
end
  draw if no empty
looks
  bag "left: {bag}"
"""


def middle(where: Any) -> tuple[float, float]:
    box = where.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def shown(context: Any, tmp_path: Path) -> Any:
    path = tmp_path / "settlers.html"
    path.write_text(page([Game.parse(RULES)], ["game"]).html, encoding="utf-8")
    return Tab(context, path).page


def test_the_site_that_is_asked_about_is_marked(chromium: Any, tmp_path: Path) -> None:
    context = chromium.new_context()
    at = shown(context, tmp_path)
    for site in ("a1", "a2", "b1", "b2"):
        expect(at.locator(".status")).to_contain_text(f"Who lives on {site}")
        expect(at.locator("polygon.asked")).to_have_count(1)
        square = at.locator(f".site[data-site={site}]")
        expect(square).to_have_attribute("aria-label", f"{site}, empty, this is asked about")
        assert middle(at.locator("polygon.asked")) == pytest.approx(middle(square), abs=2)
        at.locator(".choice", has_text="ant").click()
    expect(at.locator(".status")).to_contain_text("Who leaves?")  # now one points at the board: each site can be chosen
    expect(at.locator("polygon.asked")).to_have_count(0)
    context.close()


def test_a_number_stands_with_what_it_counts(chromium: Any, tmp_path: Path) -> None:
    context = chromium.new_context()
    at = shown(context, tmp_path)
    assert at.locator(".lines li").evaluate("li => li.textContent") == "left: 9\u00a0x\u00a0ant, bee"
    context.close()
