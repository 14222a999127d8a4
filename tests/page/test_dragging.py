"""The board in the hand: pieces are dragged, slide, and are met by fingers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from browser import Tab, expect, needs_browser, until
from playing import load

from cli.web.page.build import page
from interpreter.game import yaml_files as yamlio
from interpreter.game.record_model import Record

pytestmark = needs_browser
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".site")].map((site) => {
  const { width, height } = site.getBoundingClientRect();
  return Math.min(width, height);
}))"""


def opened(chromium: Any, folder: Path, name: str, **context: Any) -> Tab:
    path = folder / f"{name}.html"
    path.write_text(page([load(name)], [name]).html, encoding="utf-8")
    tab = Tab(chromium.new_context(**context), path)
    expect(tab.page.locator(".status.mine")).to_be_visible()
    return tab


def middle(tab: Tab, site: str) -> tuple[float, float]:
    box = tab.page.locator(f'.site[data-site="{site}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(tab: Tab, start: str, end: str) -> None:
    mouse = tab.page.mouse
    mouse.move(*middle(tab, start))
    mouse.down()
    mouse.move(*middle(tab, end), steps=6)
    mouse.up()


def turns(tab: Tab) -> str:
    return str(tab.page.locator(".turns").inner_text())


def test_a_piece_is_dragged(chromium: Any, tmp_path: Path) -> None:
    tab = opened(chromium, tmp_path, "breakthrough", viewport={"width": 1100, "height": 800})
    drag(tab, "a2", "a5")  # no move: it lies where it lay
    assert tab.page.locator(".picked").count() == 0
    drag(tab, "a3", "a4")  # nothing to be lifted
    drag(tab, "a7", "a6")  # somebody else's
    assert turns(tab) == ""
    assert tab.page.locator(".ghost *").count() == 0
    drag(tab, "a2", "b3")
    until(tab.page, lambda: "a2-b3" in turns(tab))
    until(tab.page, lambda: len(turns(tab).splitlines()) > 1)  # the computer's answer
    expect(tab.page.locator(".status.mine")).to_be_visible()
    tab.page.locator('.site[data-site="h2"]').click()  # a tap is a tap still
    tab.page.locator('.site[data-site="h3"]').click()
    until(tab.page, lambda: "h2-h3" in turns(tab))
    assert not tab.said


def test_what_moves_slides_unless_motion_isnt_wanted(chromium: Any, tmp_path: Path) -> None:
    for wish, slid in (("no-preference", True), ("reduce", False)):
        tab = opened(chromium, tmp_path, "breakthrough", viewport={"width": 1100, "height": 800}, reduced_motion=wish)
        tab.page.evaluate("""() => {
          window.slid = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...how) { window.slid += 1; return animate.apply(this, how); };
        }""")
        tab.page.locator('.site[data-site="h2"]').click()
        tab.page.locator('.site[data-site="h3"]').click()
        until(tab.page, lambda tab=tab: len(turns(tab).splitlines()) > 1)
        assert (tab.page.evaluate("window.slid") > 0) == slid
        assert not tab.said


@pytest.mark.parametrize("name", ["fire_and_ice", "hex", "dots_and_boxes"])
def test_a_finger_meets_every_site_on_a_phone(name: str, chromium: Any, tmp_path: Path) -> None:
    tab = opened(chromium, tmp_path, name, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    assert tab.page.evaluate(SMALLEST) >= 24
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 390
    tab.page.get_by_role("button", name="More").click()
    for button in tab.page.locator(".tools button").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 44
        assert button.locator(".name").bounding_box()["height"] > 8


def test_sounds_are_off_until_somebody_asks(chromium: Any, tmp_path: Path) -> None:
    tab = opened(chromium, tmp_path, "tictactoe", viewport={"width": 1100, "height": 800})
    tab.page.evaluate("""() => {
      window.tones = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
    }""")
    tab.page.locator('.site[data-site="b2"]').click()
    until(tab.page, lambda: len(turns(tab).splitlines()) > 1)
    assert tab.page.evaluate("window.tones") == 0
    tab.page.get_by_role("button", name="Sound").click()
    until(tab.page, lambda: tab.page.evaluate("window.tones") > 0)
    assert not tab.said


def test_a_game_is_copied(chromium: Any, tmp_path: Path) -> None:
    tab = opened(chromium, tmp_path, "tictactoe", permissions=["clipboard-read", "clipboard-write"])
    tab.page.locator('.site[data-site="b2"]').click()
    until(tab.page, lambda: len(turns(tab).splitlines()) > 1)
    tab.page.get_by_role("button", name="Copy").click()
    until(tab.page, lambda: "copied" in tab.page.locator("[role=status]").inner_text())
    text = tab.page.evaluate("navigator.clipboard.readText()")
    assert yamlio.parse(text).check(Record).plies[0] == "b2"
    assert not tab.said


MARKED = """() => {
  const middle = (start, length) => start.baseVal.value + length.baseVal.value / 2;
  const lies = (use) => [middle(use.x, use.width), middle(use.y, use.height)];
  const men = [...document.querySelectorAll(".board use")].map(lies);
  const at = (circle) => [circle.cx.baseVal.value, circle.cy.baseVal.value];
  const marks = [...document.querySelectorAll("circle.start.full")].map(at);
  return [marks.length, marks.filter(([x, y]) => !men.some(([a, b]) => Math.hypot(a - x, b - y) < 0.1)).length];
}"""


def test_marks_of_points_lie_on_men_and_the_bar_stands_in_the_middle(chromium: Any, tmp_path: Path) -> None:
    tab = opened(chromium, tmp_path, "backgammon", viewport={"width": 390, "height": 844})
    marks, beside = tab.page.evaluate(MARKED)
    assert marks > 0
    assert beside == 0
    assert tab.page.evaluate(SMALLEST) >= 24
    across = {site: middle(tab, site)[0] for site in ("6", "7", "0", "25", "18", "19")}
    assert across["0"] == pytest.approx((across["6"] + across["7"]) / 2, abs=0.5)
    assert across["25"] == pytest.approx((across["18"] + across["19"]) / 2, abs=0.5)


def fingers(tab: Tab, *ways: tuple[tuple[float, float], tuple[float, float]]) -> None:
    """Each finger goes straight from one point to another, all at once."""
    line = tab.page.context.new_cdp_session(tab.page)

    def say(kind: str, share: float) -> None:
        points = [
            {"x": x0 + (x1 - x0) * share, "y": y0 + (y1 - y0) * share, "id": number}
            for number, ((x0, y0), (x1, y1)) in enumerate(ways)
        ]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if kind != "touchEnd" else []})

    say("touchStart", 0)
    for step in range(1, 11):
        say("touchMove", step / 10)
    say("touchEnd", 1)


def test_one_finger_drags_and_two_zoom(chromium: Any, tmp_path: Path) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    tab = opened(chromium, tmp_path, "breakthrough", **phone)
    fingers(tab, (middle(tab, "b2"), middle(tab, "b3")))
    until(tab.page, lambda: "b2-b3" in turns(tab))
    assert tab.page.evaluate("scrollY") == 0  # the board stayed under the finger
    expect(tab.page.locator(".status.mine")).to_be_visible()
    until(tab.page, lambda: len(turns(tab).splitlines()) > 1)
    before = turns(tab)
    (left, y), (right, _) = middle(tab, "d2"), middle(tab, "e2")
    fingers(tab, ((left, y), (left - 100, y)), ((right, y), (right + 100, y)))
    until(tab.page, lambda: tab.page.evaluate("visualViewport.scale") > 1.5)
    assert turns(tab) == before
    assert tab.page.locator(".ghost *, .lifted").count() == 0
    assert not tab.said


def test_any_site_of_a_column_drops_a_disc_there(chromium: Any, tmp_path: Path) -> None:
    tab = opened(chromium, tmp_path, "connect_four", viewport={"width": 390, "height": 844}, has_touch=True)
    tab.page.locator('.site[data-site="d6"]').tap()
    expect(tab.page.locator(".ply").first).to_have_text("d")
    expect(tab.page.locator('.site[data-site="d1"]')).to_have_attribute("aria-label", re.compile("red disc"))
