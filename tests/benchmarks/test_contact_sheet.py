"""The contact sheet: games shown in their middle, and what its measures say of the pages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from browser import needs_browser
from sample import daily

from gdl import library
from interpreter import Game

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import contact_sheet

PHONE, SCREEN = contact_sheet.WIDTHS["390"], contact_sheet.WIDTHS["1280"]
MANY = """game "Many words"
players A, B
type thing = {things}
game has note(thing): 0..9 = 3
turn
  choose x in thing
  note(x) = 4
end
  win me if no x in thing where note(x) = 3
looks
  note "{{thing}} is {{note}}"
"""


def shown(chromium: Any, game: Game, size: tuple[int, int]) -> Any:
    page = chromium.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_content(contact_sheet.document(contact_sheet.sitting(game, 1, None)))
    page.wait_for_selector(".status:not(:empty)")
    return page


@pytest.mark.parametrize("name", daily(library.names(), 8))
def test_games_are_shown_where_somebody_decides(name: str) -> None:
    session = contact_sheet.sitting(Game.load(name), 1, None)
    assert len(session.state.moves) > 1
    assert session.is_human(session.state.to_move)


def test_so_many_plies_as_are_asked_for() -> None:
    assert len(contact_sheet.middle(Game.load("chess"), 1, 7)) == 7


@needs_browser
def test_the_sheet_has_three_pictures_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["contact_sheet.py", str(tmp_path), "tictactoe"])
    assert contact_sheet.main() == 0
    for size in ("390", "1280", "80x24"):
        assert (tmp_path / size / "tictactoe.png").read_bytes().startswith(b"\x89PNG")
        assert f'src="{size}/tictactoe.png"' in (tmp_path / "index.html").read_text()


@needs_browser
@pytest.mark.parametrize("name", daily(("chess", "sparks", "hearts", "fire_and_ice", "backgammon", "quarto"), 3))
def test_a_page_fits_its_window(name: str, chromium: Any) -> None:
    game = Game.load(name)
    page = shown(chromium, game, SCREEN)
    assert page.evaluate("document.documentElement.scrollWidth") <= SCREEN[0]
    for part in (".board:not(.empty)", ".side"):
        box = page.locator(part).bounding_box() if page.locator(part).count() else None
        assert box is None or box["y"] + box["height"] <= SCREEN[1], (part, box)
    page.close()
    page = shown(chromium, game, PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.close()


@needs_browser
def test_choices_are_seen_however_much_there_is_to_read(chromium: Any) -> None:
    """A long list beside the board pressed them flat."""
    game = Game.parse(MANY.format(things=", ".join(f"thing_{i}" for i in range(70))))
    for size in (PHONE, SCREEN):
        page = shown(chromium, game, size)
        assert min(one.bounding_box()["height"] for one in page.locator(".choice").all()) >= 24
        assert page.locator(".choices").bounding_box()["height"] >= 44
        page.close()


@needs_browser
def test_of_a_large_board_what_is_in_use_is_shown(chromium: Any) -> None:
    """All that stands there or can be picked is in sight, and larger than on the whole board."""
    for name, is_part in (("hive", True), ("gomoku", False)):
        page = shown(chromium, Game.load(name), SCREEN)
        frame = page.locator(".board").bounding_box()
        for site in page.locator(".site.can").all():
            box = site.bounding_box()
            assert frame["x"] <= box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"]
            assert frame["y"] <= box["y"] and box["y"] + box["height"] <= frame["y"] + frame["height"]
        left, top, width, height = map(float, page.get_attribute(".board", "viewBox").split())
        assert (left > 0 and top > 0) == is_part
        before = [left, top, width, height]
        page.locator(".site.can").first.click()  # which is looked at from the same place
        if not is_part:
            assert page.get_attribute(".board", "viewBox").split() == [f"{part:g}" for part in before]
        page.close()
