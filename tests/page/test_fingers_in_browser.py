"""Every ruleset is played by taps alone on a phone, and by drags on a screen: nobody types, and no computer plays.

`fingers.py` says what a person complains of. Games whose page stands alone have one page for all. The others are
served, with a phone for each seat.
"""

from __future__ import annotations

from itertools import filterfalse
from pathlib import Path
from typing import Any

import pytest
from browser import Tab, expect, needs_browser
from fingers import Complaint, Finger
from hiding import may_hide
from page_node import record_of
from playing import load
from sample import daily

from cli.web.page.build import page
from gdl import library

pytestmark = needs_browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCREEN = {"viewport": {"width": 1280, "height": 800}}
TURNS = 60
DRESS = """(style) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
PARTS = 48
"""A browser takes many seconds for each game."""
OPEN, HIDDEN = [*filterfalse(may_hide, library.names())], [*filter(may_hide, library.names())]


def opened(chromium: Any, folder: Path, name: str, **context: Any) -> Tab:
    """A page on which people play all seats."""
    game, path = load(name), folder / f"{name}.html"
    path.write_text(page([game], [name]).html, encoding="utf-8")
    tab = Tab(chromium.new_context(**context), path)
    tab.load(record_of(game, 3, [game.start(seed=3)], dict.fromkeys(game.players, "human")))
    return tab


@pytest.mark.parametrize("name", daily(OPEN, PARTS, ()))
def test_by_taps_on_a_phone(name: str, chromium: Any, tmp_path: Path) -> None:
    tab, finger = opened(chromium, tmp_path, name, **PHONE), Finger(5)
    is_over = finger.play([tab.page], TURNS)
    assert finger.taps > 0 and (is_over or finger.turns >= TURNS)
    assert not tab.said, tab.said
    tab.page.context.close()


@pytest.mark.parametrize("name", daily(OPEN, PARTS, ()))
def test_by_drags_on_a_screen(name: str, chromium: Any, tmp_path: Path) -> None:
    tab, finger = opened(chromium, tmp_path, name, **SCREEN), Finger(6, drags=0.8)
    is_over = finger.play([tab.page], TURNS)
    assert is_over or finger.turns >= TURNS
    assert not tab.said, tab.said
    tab.page.context.close()


@pytest.mark.parametrize("name", daily(HIDDEN, PARTS, ()))
def test_by_taps_with_a_phone_for_each(name: str, chromium: Any, tmp_path: Path) -> None:
    pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")
    from serve_process import serving

    players, said, pages = load(name).players, list[str](), list[Any]()
    with serving(name, tmp_path / "games.sqlite") as server:
        links = server.begin(dict.fromkeys(players, "human"))
        for player in players:
            one = chromium.new_context(**PHONE).new_page()
            one.on("console", lambda m: said.append(m.text) if m.type in ("error", "warning") else None)
            one.on("pageerror", lambda error: said.append(str(error)))
            one.goto(f"{server.base}play#{links[player]}")
            expect(one.locator(".status")).not_to_be_empty()
            pages.append(one)
        finger = Finger(7)
        is_over = finger.play(pages, TURNS)
        assert finger.taps > 0 and (is_over or finger.turns >= TURNS)
        assert not said, said
        for one in pages:
            one.context.close()


def test_pieces_are_dragged(chromium: Any, tmp_path: Path) -> None:
    tab, finger = opened(chromium, tmp_path, "breakthrough", **SCREEN), Finger(6, drags=1.0)
    finger.play([tab.page], 4)
    assert finger.dragged > 0 and finger.plies == 4  # goals are offered, too: those are clicked


def test_who_rolls_dice_sees_them_and_every_whole_choice(chromium: Any, tmp_path: Path) -> None:
    """Four dice make two pairs in three ways (Can't Stop); nothing on the board shows the dice."""
    tab = opened(chromium, tmp_path, "cant_stop", **PHONE)
    status = tab.page.locator(".status")
    expect(status).to_contain_text("By chance: ")
    a, b, c, d = map(int, status.inner_text().split("By chance: ")[1].strip("."))
    ways = [sorted(pairs) for pairs in ((a + b, c + d), (a + c, b + d), (a + d, b + c))]
    assert {*tab.page.locator(".choice").all_inner_texts()} == {f"{low} and {high}" for low, high in ways}
    tab.page.context.close()


@pytest.mark.parametrize(("style", "said"), [
    (".site { pointer-events: none; }", "doesn't meet"),
    (".board { width: 60px !important; min-width: 0 !important; }", "smaller than 24"),
    (".status { min-width: 500px; }", "too wide"),
])  # fmt: skip
def test_what_people_complain_of(style: str, said: str, chromium: Any, tmp_path: Path) -> None:
    tab = opened(chromium, tmp_path, "breakthrough", **PHONE)
    tab.page.evaluate(DRESS, style)
    with pytest.raises(Complaint, match=said):
        Finger(1).play([tab.page], 2)
