"""Positions that are put together by hand in a browser: by mouse, by keys, by finger, as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser import Tab, expect, needs_browser, unfold, until
from playing import load

from cli.web.page.build import page
from interpreter.game import records
from interpreter.game import yaml_files as yamlio
from interpreter.game.record_model import Record

pytestmark = needs_browser
MATE_IN_ONE = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"


def editing(chromium: Any, folder: Path, name: str, **context: Any) -> Tab:
    path = folder / f"{name}.html"
    path.write_text(page([load(name)], [name]).html, encoding="utf-8")
    tab = Tab(chromium.new_context(**context), path)
    unfold(tab.page)
    tab.page.get_by_title("Position", exact=True).click()
    expect(tab.page.locator(".editor")).to_be_visible()
    return tab


def site(tab: Tab, label: str) -> Any:
    return tab.page.locator(f'.site[data-site="{label}"]')


def begin(tab: Tab) -> Record:
    """Play from the position; the record that is saved."""
    tab.page.get_by_role("button", name="Play from here").click()
    expect(tab.page.locator(".editor")).to_be_hidden()
    tab.quiet()
    assert not tab.said, tab.said
    return yamlio.parse(tab.save()).check(Record)


def test_pieces_by_mouse_and_by_keys(chromium: Any, tmp_path: Path) -> None:
    """Kings and a queen on an empty board; the queen mates; the program replays it."""
    tab = editing(chromium, tmp_path, "chess", viewport={"width": 1280, "height": 800})
    tab.page.get_by_role("button", name="Empty", exact=True).click()
    tab.page.get_by_role("radio", name="White king", exact=True).check()
    site(tab, "f6").click()
    expect(site(tab, "f6")).to_have_attribute("aria-label", "f6, white king")
    tab.page.get_by_role("radio", name="Black king", exact=True).check()
    site(tab, "h8").click()
    queen = tab.page.get_by_role("radio", name="White queen", exact=True)
    queen.focus()
    queen.press("Space")
    site(tab, "g5").focus()
    tab.page.keyboard.press("Enter")
    expect(tab.page.locator(".unseen[role=status]")).to_have_text("g5, white queen.")
    box = [site(tab, label).bounding_box() for label in ("g5", "g6")]
    (x, y), (to_x, to_y) = ((one["x"] + one["width"] / 2, one["y"] + one["height"] / 2) for one in box)
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(to_x, to_y, steps=6)
    tab.page.mouse.up()
    expect(site(tab, "g6")).to_have_attribute("aria-label", "g6, white queen")
    tab.page.get_by_text("As text").click()
    expect(tab.page.get_by_label("In the game's notation")).to_have_value(MATE_IN_ONE)
    tab.page.get_by_text("Who plays").last.click()
    tab.page.locator("#plays-Black").select_option("human")
    record = begin(tab)
    assert load("chess").position(record.start).notation == MATE_IN_ONE
    site(tab, "g6").click()
    site(tab, "g7").click()
    expect(tab.page.locator(".status.over")).to_contain_text("White won")
    played = yamlio.parse(tab.save()).check(Record)
    assert len(list(records.replay(load("chess"), played))) == 1


def test_escape_leaves_and_asks_before_something_is_lost(chromium: Any, tmp_path: Path) -> None:
    """From the panel, from the board, and where nothing has the focus; out of a field it leads to the panel first."""
    tab = editing(chromium, tmp_path, "chess", viewport={"width": 1280, "height": 800})
    editor, again = tab.page.locator(".editor"), tab.page.get_by_title("Position", exact=True)
    tab.page.keyboard.press("Escape")  # the panel's heading has the focus
    expect(editor).to_be_hidden()
    again.click()
    site(tab, "e2").focus()
    tab.page.keyboard.press("Escape")
    expect(editor).to_be_hidden()
    again.click()
    expect(editor).to_be_visible()
    tab.page.get_by_role("radio", name="Black king", exact=True).check()
    site(tab, "e4").click()
    expect(site(tab, "e4")).to_have_attribute("aria-label", "e4, black king")
    window = tab.page.locator("dialog")
    tab.page.keyboard.press("Escape")
    expect(window).to_be_visible()
    window.get_by_role("button", name="Stay").click()
    expect(site(tab, "e4")).to_have_attribute("aria-label", "e4, black king")
    tab.page.get_by_text("As text").click()
    text = tab.page.locator("#position-text")
    text.focus()
    text.press("Escape")
    expect(window).to_have_count(0)
    expect(editor.locator("h2")).to_be_focused()
    tab.page.evaluate("document.activeElement.blur()")
    tab.page.keyboard.press("Escape")
    window.get_by_role("button", name="Leave").click()
    expect(editor).to_be_hidden()
    expect(site(tab, "e4")).to_have_attribute("aria-label", "e4, empty")
    tab.page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    assert not tab.said, tab.said


def test_a_page_that_is_loaded_again_has_what_was_put_together(chromium: Any, tmp_path: Path) -> None:
    """Also one that makes no sense yet, and in another language; what was left or played isn't brought back."""
    tab = editing(chromium, tmp_path, "chess", viewport={"width": 1280, "height": 800})
    editor = tab.page.locator(".editor")
    tab.page.get_by_role("button", name="Empty", exact=True).click()
    tab.page.get_by_role("radio", name="White queen", exact=True).check()
    site(tab, "d4").click()
    expect(site(tab, "d4")).to_have_attribute("aria-label", "d4, white queen")
    tab.page.locator("#mover").select_option("Black")
    tab.page.reload()
    expect(editor).to_be_visible()
    expect(site(tab, "d4")).to_have_attribute("aria-label", "d4, white queen")
    expect(site(tab, "e1")).to_have_attribute("aria-label", "e1, empty")
    expect(tab.page.locator("#mover")).to_have_value("Black")
    tab.page.locator(".language").select_option("de")
    expect(editor.locator("h2")).to_have_text("Stellung von Hand")
    expect(site(tab, "d4")).to_have_attribute("aria-label", "d4, white queen")
    tab.page.keyboard.press("Escape")  # the field of the language has the focus: that isn't the editor's
    expect(editor).to_be_visible()
    tab.page.locator(".language").select_option("en")
    tab.page.get_by_role("button", name="Go back").click()
    tab.page.reload()
    tab.begun()
    tab.quiet()
    expect(editor).to_be_hidden()
    expect(site(tab, "e1")).to_have_attribute("aria-label", "e1, white king")
    tab.page.get_by_title("Position", exact=True).click()
    tab.page.get_by_role("radio", name="Take away", exact=True).check()
    site(tab, "d1").click()
    expect(site(tab, "d1")).to_have_attribute("aria-label", "d1, empty")
    begin(tab)
    tab.page.reload()
    tab.begun()
    tab.quiet()
    expect(editor).to_be_hidden()
    expect(site(tab, "d1")).to_have_attribute("aria-label", "d1, empty")
    assert not tab.said, tab.said


def test_a_line_that_is_pasted_and_a_wrong_one(chromium: Any, tmp_path: Path) -> None:
    """On a phone, by finger; a wrong line leaves all as it is, and says why in a sentence."""
    tab = editing(chromium, tmp_path, "chess", viewport={"width": 390, "height": 844}, has_touch=True)
    tab.page.get_by_text("As text").tap()
    line = tab.page.get_by_label("In the game's notation")
    line.fill("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    line.press("Enter")
    line.blur()
    said = tab.page.locator(".editor .wrong")
    expect(said).to_contain_text("The game is over there: a draw.")
    line.fill("7k/5Q2/6X1/8/8/8/8/8 b - - 0 1")
    line.blur()
    expect(said).to_contain_text("there is no piece `X`")
    expect(site(tab, "g6")).to_have_attribute("aria-label", "g6, white king")
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 390
    widths = "[...document.querySelectorAll('.tool')].map((one) => one.getBoundingClientRect().width)"
    assert min(tab.page.evaluate(widths)) >= 44
    tab.page.get_by_role("button", name="Go back").tap()
    expect(tab.page.locator(".editor")).to_be_hidden()
    expect(site(tab, "e1")).to_have_attribute("aria-label", "e1, white king")


@pytest.mark.parametrize(("name", "tool", "where", "variable", "held"), [
    ("backgammon", "White men: one more", "5", "men", {"5": {"White": 2}}),
    ("quoridor", "walled", "d4-d5", "walled", ["d4-d5"]),
    ("nim", "one more", "a", "counters", {"a": 2}),
])  # fmt: skip
def test_what_variables_keep_of_sites(
    name: str, tool: str, where: str, variable: str, held: Any, chromium: Any, tmp_path: Path
) -> None:
    """Numbers and edges are put on the board; taking away brings nothing back."""
    tab = editing(chromium, tmp_path, name, viewport={"width": 1280, "height": 800})
    tab.page.get_by_role("radio", name=tool).first.check()
    if variable != "walled":  # without pawns nobody can move
        tab.page.get_by_role("button", name="Empty", exact=True).click()
    for _ in range(1 if variable == "walled" else 2):
        site(tab, where).dispatch_event("click")
        tab.quiet()
    text = tab.page.locator("#position-text")
    until(tab.page, lambda: variable in (yamlio.parse(text.input_value()).data.get("variables") or {}))
    found = yamlio.parse(text.input_value()).data["variables"][variable]
    assert found == held or {place: found[place] for place in held} == held or held.items() <= found.items()
    load(name).position(yamlio.parse(text.input_value()).data)
