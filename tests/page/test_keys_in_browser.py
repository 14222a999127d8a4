"""Who plays by keys alone: the focus goes on where the game does, and Tab doesn't lead through the whole record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Tab, expect, needs_browser, until
from playing import load

from cli.web.page.build import page

pytestmark = needs_browser
FOCUS = """() => {
  const { tagName, className, dataset, innerText } = document.activeElement;
  return [tagName, className.baseVal ?? className, dataset.site ?? innerText ?? ""];
}"""
PEOPLE = "[...document.querySelectorAll('dialog .seats select')].forEach((field) => { field.value = 'human'; })"


@pytest.fixture
def tab(chromium: Any, tmp_path: Path, request: Any) -> Iterator[Tab]:
    """A game between people."""
    path = tmp_path / "game.html"
    path.write_text(page([load(request.param)], [request.param]).html, encoding="utf-8")
    tab = Tab(chromium.new_context(), path)
    tab.page.get_by_role("button", name="New game").click()
    tab.page.evaluate(PEOPLE)
    tab.page.get_by_role("button", name="Begin", exact=True).click()
    expect(tab.page.locator("dialog")).to_have_count(0)
    yield tab
    assert tab.said == []
    tab.page.context.close()


def focus(tab: Tab) -> list[str]:
    """Tag, class and words of what has the focus."""
    return list(tab.page.evaluate(FOCUS))


@pytest.mark.parametrize("tab", ["pig"], indirect=True)
def test_where_there_is_no_board_the_next_choice_has_the_focus(tab: Tab) -> None:
    choice = tab.page.locator(".choice")
    choice.first.focus()
    for turn in range(12):
        plies = tab.page.locator(".ply").count()
        tab.page.keyboard.press("Enter")
        until(tab.page, lambda before=plies: tab.page.locator(".ply").count() > before)
        expect(choice.first).to_be_visible()
        assert focus(tab)[1] == "choice", turn


@pytest.mark.parametrize("tab", ["quoridor"], indirect=True)
def test_where_no_choice_is_left_the_board_has_the_focus(tab: Tab) -> None:
    tab.page.locator(".site[data-site=a1-NE]").dispatch_event("click")
    tab.page.locator(".choice:not(.back)").first.focus()  # in which direction the wall lies
    tab.page.keyboard.press("Enter")
    expect(tab.page.locator(".ply")).to_have_count(1)
    assert focus(tab)[1].startswith("site")


@pytest.mark.parametrize("tab", ["tictactoe"], indirect=True)
def test_the_record_is_one_stop_of_tab_and_arrows_go_through_it(tab: Tab) -> None:
    for site in ("a1", "b1", "c1", "a2"):
        tab.page.locator(f".site[data-site={site}]").click()
        expect(tab.page.locator(".ply", has_text=site)).to_be_visible()
    plies = tab.page.locator(".ply")
    assert [ply.get_attribute("tabindex") for ply in plies.all()] == ["-1", "-1", "-1", "0"]
    plies.last.focus()
    tab.page.keyboard.press("ArrowLeft")
    assert focus(tab)[2] == "c1"
    tab.page.keyboard.press("Home")
    assert focus(tab)[2] == "a1"
    tab.page.keyboard.press("ArrowUp")  # there is nothing before it
    assert focus(tab)[2] == "a1"
    tab.page.keyboard.press("Enter")
    expect(tab.page.locator(".status")).to_contain_text("After 1 of 4 plies")
    assert focus(tab)[2] == "a1"
    tab.page.keyboard.press("End")
    tab.page.keyboard.press("Enter")
    expect(tab.page.locator(".status")).not_to_contain_text("plies")
    tab.page.keyboard.press("Tab")
    assert focus(tab)[2] == "«"  # what follows the record
