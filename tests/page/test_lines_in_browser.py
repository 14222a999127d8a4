"""What lies between sites, in a browser: lines and edges are met where they are drawn, by a real pointer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser import Tab, needs_browser

from cli.web.page.build import page
from interpreter import Game

pytestmark = needs_browser
LINKS = Path(__file__).parents[1] / "rulesets" / "links.gdl"
RULES = """game "Roads"

players White, Black
board grid(4, 4)
type fence = edges of site
type road
  for a in site, b in site where b in a.{N, E} as "{a}{b}"
game has built: set of {what}

turn
  choose r in {what} - built
  built += r

end
  draw if no {what} - built
"""
MISSED = """
(shape) => [...document.querySelectorAll(`path.site[data-shape="${shape}"]`)].filter((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) !== element;
}).map((element) => element.dataset.site)
"""


def shown(chromium: Any, folder: Path, game: Game) -> Tab:
    path = folder / "game.html"
    path.write_text(page([game], ["game"]).html, encoding="utf-8")
    return Tab(chromium.new_context(viewport={"width": 1100, "height": 800}), path)


@pytest.mark.parametrize("what", ["fence", "road"])
def test_a_pointer_meets_each_edge_and_each_line_in_its_middle(what: str, chromium: Any, tmp_path: Path) -> None:
    tab = shown(chromium, tmp_path, Game.parse(RULES.replace("{what}", what)))
    assert tab.page.evaluate(MISSED, what) == []
    tab.page.close()


def test_lines_to_which_nobody_points_hide_nothing(chromium: Any, tmp_path: Path) -> None:
    tab = shown(chromium, tmp_path, Game.load(LINKS))
    assert tab.page.evaluate(MISSED, "grid") == []
    assert len(tab.page.evaluate(MISSED, "link")) == len(Game.load(LINKS).model.shapes[-1].labels)
    tab.page.close()
