"""A file that is dropped on a game's page: the game in it goes on there, or it is said why it can't. The browser stays.

The browser's own drag is used (`Input.dispatchDragEvent`): it would leave the page if it weren't kept from that.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from browser import Tab, expect, needs_browser
from page_node import record_of
from playing import load

pytestmark = needs_browser


def drop(tab: Tab, path: Path) -> None:
    """Drop a file on the middle of the page, as a person does."""
    session = tab.page.context.new_cdp_session(tab.page)
    for sort in ("dragEnter", "dragOver", "drop"):
        data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
        session.send("Input.dispatchDragEvent", {"type": sort, "x": 300, "y": 300, "data": data})
    session.detach()


def test_a_record_is_opened(tab: Tab, tmp_path: Path) -> None:
    states = [load("tictactoe").start()]
    for move in ("a1", "b1", "a2"):
        states.append(states[-1].play(move))
    path = tmp_path / "game.yaml"
    path.write_text(record_of(load("tictactoe"), 3, states, {"X": "human", "O": "human"}))
    at = tab.page.url
    drop(tab, path)
    expect(tab.page.locator(".unseen[role=status]")).to_contain_text("X: a1. O: b1. X: a2.")
    assert tab.page.url == at
    assert json.loads(tab.save())["turns"] == [["a1"], ["b1"], ["a2"]]
    assert not tab.said


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [("game.json", '{"gdl record": 2}', "`gdl record` is 2, and this page reads 1: a newer gdl"),
     ("notes.txt", "pawns: everywhere", "gdl record"), ("photo.png", "\x89PNG\r\n", "can't be read"),
     ("long.yaml", "#" * 2_000_001, "long.yaml is too long for a game's record")],
)  # fmt: skip
def test_what_is_no_record_is_told(tab: Tab, tmp_path: Path, name: str, text: str, told: str) -> None:
    tab.page.locator('.site[data-site="a3"]').click()
    expect(tab.page.locator(".unseen[role=status]")).to_contain_text("X: a3.")
    (tmp_path / name).write_text(text, encoding="latin-1")
    at = tab.page.url
    drop(tab, tmp_path / name)
    expect(tab.page.locator(".trouble")).to_contain_text(told)
    assert tab.page.url == at
    assert json.loads(tab.save())["turns"][0] == ["a3"]
    assert not tab.said
