"""Games that nobody thought of, on a phone and on a screen: many players, long names, a title from right to left, fifty
cards, no looks, no board, 4,096 sites. Nothing runs out of the window, and moves can be made."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from browser import expect, needs_browser
from sample import daily

from interpreter import Game

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import contact_sheet

pytestmark = needs_browser
LONG = ["Wolfeschlegelsteinhausenbergerdorff" * 2 + "Theodore" + letter for letter in "AB"]
TURNS = """game "{title}"
players {players}
type thing = {things}
game has left: set of thing = thing
player has won: set of thing
turn
  choose x in left
  me.won += x
  left -= x
end
  draw if no left
"""
CARDS = """game "Fifty cards"
players A, B
type suit = c, d, h, s
type card = cards(2..14, suit)
player has hand: set of card
game has pile: set of card
hidden p.hand from player - p
setup
  A.hand = {x in card where index(x) < 50}
  B.hand = {x in card where index(x) >= 50}
turn
  choose x in me.hand as "{x}"
  me.hand -= x
  pile += x
end
  draw if no me.hand
"""
BOARD = """game "Large"
players A, B
board grid(64, 64)
pieces stone of player
turn
  choose s in empty
  put stone of me on s
end
  draw if no empty
"""
GAMES = {
    "26 players": TURNS.format(title="All that may", players=", ".join(f"P{i}" for i in range(26)), things="a, b, c"),
    "long names": TURNS.format(title="L" * 80, players=", ".join(LONG), things=", ".join(f"{one}x" for one in LONG)),
    "right to left": TURNS.format(title="لعبة الحجر والورق" * 4, players="A, B", things="a, b"),
    "fifty cards": CARDS,
    "4,096 sites": BOARD,
}
SIZES = contact_sheet.WIDTHS


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("what", daily(list(GAMES), 3))
def test_nothing_runs_out_of_the_window(what: str, size: str, chromium: Any) -> None:
    width, height = SIZES[size]
    page, said = chromium.new_page(viewport={"width": width, "height": height}), list[str]()
    page.on("pageerror", lambda error: said.append(str(error)))
    page.set_content(contact_sheet.document(contact_sheet.sitting(Game.parse(GAMES[what]), 1, 2)))
    page.wait_for_selector(".status:not(:empty)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    wide = page.evaluate("""[...document.querySelectorAll(".side > *, .hand, .top *")].filter((one) => {
      const { left, right } = one.getBoundingClientRect();
      return right > innerWidth + 1 || left < -1;
    }).map((one) => one.className)""")
    assert wide == []
    can = page.locator(".site.can, .card.can, .choice:not(.back)")
    assert can.count() > 1
    can.first.dispatch_event("click")
    assert said == []
    page.close()


def test_a_window_that_changes_its_size_keeps_all_in_sight(chromium: Any) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    page.set_content(contact_sheet.document(contact_sheet.sitting(Game.load("chess"), 1, None)))
    page.wait_for_selector(".status:not(:empty)")
    for width, height in ((390, 844), (844, 390), (1280, 800), (860, 500)):
        page.set_viewport_size({"width": width, "height": height})
        right = "document.querySelector('.board').getBoundingClientRect().right"
        page.wait_for_function(f"{right} <= innerWidth + 1")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


def test_a_socket_that_drops_in_the_middle_of_a_drag(chromium: Any, tmp_path: Path) -> None:
    """The piece is put down while the server is away; when it is back, the move has been made, once."""
    pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")
    pytest.importorskip("websockets", reason="the extra [serve] isn't installed")
    from serve_process import serving

    page = chromium.new_page()
    with serving("chess", tmp_path / "games.sqlite") as server:
        links, port = server.begin(), int(server.base.rstrip("/").rpartition(":")[2])
        page.goto(f"{server.base}play#{links['White']}")
        expect(page.locator(".status")).to_contain_text("your move")
        start, end = (page.locator(f".site[data-site={site}]").bounding_box() for site in ("e2", "e4"))
        page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        page.mouse.down()
        page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    expect(page.locator(".trouble")).to_contain_text("connection is lost")
    page.mouse.up()
    with serving("chess", tmp_path / "games.sqlite", port=port):
        expect(page.locator(".ply")).to_have_count(1)
        expect(page.locator(".ply")).to_have_text("e4")
        expect(page.locator(".status")).to_contain_text("Waiting for Black")
        assert page.locator(".ghost use").count() == 0
    page.close()
