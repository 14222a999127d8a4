"""The studio without a server, in a real browser: Python in a worker, from static files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra [studio] isn't installed")

from browser import browser, expect, needs_browser
from studio_process import Page
from studio_site import needs_pyodide, shown, written

from cli.studio.links import link

pytestmark = [needs_browser, needs_pyodide, pytest.mark.deep]
ROW = """\
game "Row"
players White, Black
board grid(3, 1)
pieces stone of player
turn
  choose s in empty
  put stone of me on s
end
  win me if mine within {a1, b1, c1} and count(mine) = 2
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    written(folder)
    with shown(folder) as address:
        yield address


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as running:
        yield running


@pytest.fixture(scope="module")
def context(chromium: Any) -> Any:
    """One profile, in which Python is begun once."""
    return chromium.new_context(viewport={"width": 1280, "height": 800})


def test_a_text_from_a_link_is_checked_and_played(chromium: Any, site: str) -> None:
    one = Page(chromium, link(site, ROW))
    assert one.text == ROW
    expect(one.page.locator(".found-words")).to_have_text("Nothing found: the rules are in order.")
    expect(one.page.locator(".names")).to_have_value("row.gdl")
    one.move("a1")
    expect(one.page.locator(".stage .status")).to_contain_text("Black to move")
    one.write("count(mine) = 2", "count(mine) = two")
    expect(one.page.locator(".found-words")).to_contain_text("error")
    assert not one.said
