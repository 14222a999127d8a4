"""Boards of several layers as one heap that turns: the same sites, seen from the side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser import Tab, expect, needs_browser
from page_node import record_of

from cli.web.page.build import page as page_of
from interpreter import Game

pytestmark = needs_browser


def opened(chromium: Any, folder: Path, name: str) -> Any:
    game = Game.load(name)
    path = folder / f"{name}.html"
    path.write_text(page_of([game], [name]).html, encoding="utf-8")
    tab = Tab(chromium.new_context(viewport={"width": 1100, "height": 800}), path)
    tab.load(record_of(game, 1, [game.start(seed=1)], dict.fromkeys(game.players, "human")))
    return tab.page


def centre(page: Any, site: str) -> tuple[float, float]:
    box = page.locator(f".site[data-site='{site}']").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_what_lies_on_four_balls_lies_in_their_middle_however_the_heap_is_turned(chromium: Any, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, "sparks")
    flat = centre(page, "1a1")
    page.get_by_role("button", name="Heap").click()
    assert centre(page, "1a1") != flat
    slider = page.get_by_label("Turn the heap")
    seen = set()
    for _ in range(4):
        below = [centre(page, site) for site in ("1a1", "1a3", "1c1", "1c3")]
        x, y = centre(page, "2b2")
        assert x == pytest.approx(sum(one[0] for one in below) / 4, abs=0.5)
        assert y < sum(one[1] for one in below) / 4  # and higher
        seen.add((round(x), round(y)))
        slider.press("ArrowRight")  # by keys, a step at a time: nothing moves by itself
    assert len(seen) == 4
    page.get_by_role("button", name="Heap").click()
    assert centre(page, "1a1") == pytest.approx(flat, abs=0.5)
    expect(slider).to_be_hidden()


def test_moves_are_made_on_the_heap_by_mouse_and_keys(chromium: Any, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, "pylos")
    page.get_by_role("button", name="Heap").click()
    page.locator(".site[data-site='1c3']").click()
    expect(page.locator(".ply")).to_have_count(1)
    page.locator(".site[data-site='1c5']").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ply")).to_have_count(2)
    page.reload()  # the browser keeps how one likes to see it
    expect(page.get_by_label("Turn the heap")).to_be_visible()


def test_a_board_of_one_layer_is_no_heap(chromium: Any, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, "tictactoe")
    assert page.get_by_role("button", name="Heap").count() == 0
