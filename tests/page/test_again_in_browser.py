"""Once a game on a page is over, another one begins with one press, also with seats exchanged."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browser import Tab, expect, needs_browser
from page_node import record_of
from playing import load

pytestmark = needs_browser


def finished(tab: Tab, seats: dict[str, str]) -> None:
    """A game that X has won, but for its last move."""
    states = [load("tictactoe").start()]
    for move in ("a1", "b1", "a2", "b2"):
        states.append(states[-1].play(move))
    tab.load(record_of(load("tictactoe"), 3, states, seats))
    expect(tab.page.locator(".again")).to_be_hidden()
    tab.page.locator('.site[data-site="a3"]').click()
    expect(tab.page.locator(".status.over")).to_contain_text(" won. X had 3 in a row: a1 a2 a3.")


def seats_now(tab: Tab) -> Any:
    return json.loads(tab.save())["seats"]


@pytest.mark.parametrize(("button", "seats"), [
    ("Again", {"X": "human", "O": "random"}), ("Swap seats", {"X": "random", "O": "human"}),
])  # fmt: skip
def test_another_game_begins(tab: Tab, button: str, seats: dict[str, str]) -> None:
    finished(tab, {"X": "human", "O": "random"})
    assert tab.page.locator(".typing").is_hidden()
    tab.page.get_by_role("button", name=button).click()
    expect(tab.page.locator(".status.mine")).to_be_visible()
    expect(tab.page.locator(".again")).to_be_hidden()
    assert seats_now(tab) == seats
    assert not tab.said


def test_two_people_need_no_other_seats(tab: Tab) -> None:
    finished(tab, {"X": "human", "O": "human"})
    expect(tab.page.get_by_role("button", name="Swap seats")).to_have_count(0)
    expect(tab.page.get_by_role("button", name="Again")).to_be_visible()
