"""On a phone a board with small sites is wider than the screen: one sees what has just happened, and how it ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser import Tab, expect, needs_browser, until
from page_node import record_of
from playing import load

from cli.web.page.build import page

pytestmark = needs_browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SEEN = """(sites) => {
  const { left, right } = document.querySelector(".table").getBoundingClientRect();
  return sites.every((site) => {
    const at = document.querySelector(`.site[data-site="${site}"]`).getBoundingClientRect();
    const middle = (at.left + at.right) / 2;
    return middle >= left && middle <= right;
  });
}"""


@pytest.fixture
def tab(chromium: Any, tmp_path: Path) -> Any:
    """A board of islands, far from each other, at which people sit on both sides."""
    game, path = load("fire_and_ice"), tmp_path / "page.html"
    path.write_text(page([game], ["fire_and_ice"]).html, encoding="utf-8")
    tab = Tab(chromium.new_context(**PHONE), path)
    tab.load(record_of(game, 3, [game.start(seed=3)], dict.fromkeys(game.players, "human")))
    yield tab
    tab.page.context.close()


def typed(tab: Any, move: str) -> None:
    plies = tab.page.locator(".ply").count()
    tab.page.get_by_label("Move", exact=True).fill(move)
    tab.page.get_by_label("Move", exact=True).press("Enter")
    expect(tab.page.locator(".ply")).not_to_have_count(plies)


def test_what_has_changed_is_in_sight(tab: Any) -> None:
    """B lies to the left, C to the right."""
    typed(tab, "D4-C4")
    until(tab.page, lambda: tab.page.evaluate(SEEN, ["D4", "C4"]))
    typed(tab, "D4-B4")
    until(tab.page, lambda: tab.page.evaluate(SEEN, ["D4", "B4"]))


def test_who_has_looked_elsewhere_is_left_there(tab: Any) -> None:
    typed(tab, "D4-C4")
    until(tab.page, lambda: tab.page.evaluate(SEEN, ["D4", "C4"]))
    tab.page.evaluate("document.querySelector('.table').scrollLeft = 0")
    tab.page.locator('.site[data-site="D4"]').dispatch_event("click")  # a choice that is begun
    expect(tab.page.locator(".status")).to_contain_text("D4")
    assert tab.page.evaluate("document.querySelector('.table').scrollLeft") == 0


def test_the_whole_board_is_seen_where_nobody_points(tab: Any) -> None:
    every = tab.page.locator(".site").evaluate_all("sites => sites.map((site) => site.dataset.site)")
    typed(tab, "D4-C4")
    assert not tab.page.evaluate(SEEN, every)
    tab.page.get_by_role("button", name="To the beginning").click()
    until(tab.page, lambda: tab.page.evaluate(SEEN, every))
    tab.page.get_by_role("button", name="To the present").click()
    until(tab.page, lambda: not tab.page.evaluate(SEEN, every))
