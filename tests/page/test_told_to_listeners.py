"""What a screen reader is told: prompts, moves, results and refusals stand in live regions, in words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from browser import Tab, expect, needs_browser, tap
from page_node import record_of

from cli.web.page.build import page as page_of
from interpreter import Game

pytestmark = needs_browser
NEWS, TROUBLE = ".unseen[role=status][aria-live=polite]", ".trouble[role=alert]"


@pytest.fixture(scope="module")
def context(chromium: Any) -> Any:
    return chromium.new_context()


@pytest.fixture
def page(context: Any, tmp_path: Path) -> Any:
    """Tic-tac-toe, with people on both seats."""
    game = Game.load("tictactoe")
    path = tmp_path / "game.html"
    path.write_text(page_of([game], ["tictactoe"]).html, encoding="utf-8")
    tab = Tab(context, path)
    tab.load(record_of(game, 1, [game.start(seed=1)], dict.fromkeys(game.players, "human")))
    return tab.page


def test_moves_prompts_and_the_result(page: Any) -> None:
    news = page.locator(NEWS)
    expect(news).to_have_text("X to move. Put a stone on an empty square.")
    tap(page, "a1")
    expect(news).to_have_text("X: a1. O to move. Put a stone on an empty square.")
    for site in ("b1", "a2", "b2"):
        tap(page, site)
    page.get_by_role("button", name="Undo").click()
    expect(news).to_have_text("Taken back. O to move. Put a stone on an empty square.")
    tap(page, "b2")
    tap(page, "a3")
    expect(news).to_contain_text("X: a3. X won.")


def test_what_cannot_be_played_is_an_alert(page: Any) -> None:
    page.locator("#typed").fill("z9")
    page.locator("#typed").press("Enter")
    expect(page.locator(TROUBLE)).to_contain_text("z9")


def test_a_site_that_cannot_be_picked_says_what_stands_there(page: Any) -> None:
    """The rule asks for an empty square."""
    tap(page, "b2")
    expect(page.locator(NEWS)).to_contain_text("O to move")  # a click before the answer would be dropped
    page.locator(".site[data-site=b2]").dispatch_event("click")
    expect(page.locator(TROUBLE)).to_have_text("Nothing can be played at b2 now: X's stone is on b2.")
    tap(page, "a1")
    expect(page.locator(TROUBLE)).to_be_empty()


def test_a_site_that_cannot_be_picked_says_what_can(context: Any, tmp_path: Path) -> None:
    """Where the rule asks for something else, a page has no more than the compiled rules: it shows the rule, not the
    condition that isn't met."""
    path = tmp_path / "pegs.html"
    path.write_text(page_of([Game.load("peg_solitaire")], ["peg_solitaire"]).html, encoding="utf-8")
    page = Tab(context, path).page
    page.locator(".site[data-site=c1]").dispatch_event("click")
    rule = r"`choose a in peg, .*` \(line \d+ of peg_"
    told = re.compile(rf"^Nothing can be played at c1 now: what can be chosen now: {rule}")
    expect(page.locator(TROUBLE)).to_have_text(told)


def test_sites_say_what_lies_there_and_what_they_are_for(page: Any) -> None:
    site = page.locator(".site[data-site=b2]")
    expect(site).to_have_attribute("aria-label", "b2, empty, can be chosen")
    tap(page, "b2")
    expect(site).to_have_attribute("aria-label", "b2, X stone, just changed")
    expect(site).to_have_attribute("aria-disabled", "true")

