"""Beside the board stands whose pieces have which colour, and who sits there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browser import Tab, expect, needs_browser, until
from page_node import record_of
from playing import load

from cli.web.page.build import page
from interpreter import Game

pytestmark = needs_browser
DOTS = "dots => dots.map((dot) => getComputedStyle(dot).backgroundColor)"
COLOURS = {"red": "rgb(208, 48, 48)", "blue": "rgb(59, 111, 212)", "green": "rgb(76, 192, 106)"}


def opened(chromium: Any, folder: Path, game: Game, seats: dict[str, str]) -> Tab:
    path = folder / "page.html"
    path.write_text(page([game], [game.name]).html, encoding="utf-8")
    tab = Tab(chromium.new_context(), path)
    tab.load(record_of(game, 3, [game.start(seed=3)], seats))
    return tab


def test_each_player_has_the_colour_of_their_pieces(chromium: Any, tmp_path: Path) -> None:
    """What the looks of Dots and Boxes say: A red, B blue, C green."""
    tab = opened(chromium, tmp_path, load("dots_and_boxes", players=3), {"A": "human", "B": "random", "C": "random"})
    listed = tab.page.locator(".players li")
    until(tab.page, lambda: [one.split() for one in listed.all_inner_texts()]
          == [["A", "you"], ["B", "the", "computer"], ["C", "the", "computer"]])  # fmt: skip
    expect(tab.page.locator(".players [aria-current]")).to_have_text("Ayou")
    assert tab.page.locator(".players .dot").evaluate_all(DOTS) == [COLOURS[one] for one in ("red", "blue", "green")]
    assert not tab.said, tab.said
    tab.page.context.close()


def test_at_one_screen_everybody_is_you(chromium: Any, tmp_path: Path) -> None:
    tab = opened(chromium, tmp_path, load("tictactoe"), {"X": "human", "O": "human"})
    expect(tab.page.locator(".players [aria-current]")).to_have_text("X")
    tab.page.locator(".site[data-site=a1]").click()
    expect(tab.page.locator(".players [aria-current]")).to_have_text("O")
    tab.page.context.close()


def test_players_without_pieces_of_a_colour_are_not_listed(chromium: Any, tmp_path: Path) -> None:
    tab = opened(chromium, tmp_path, load("kalah"), {"North": "human", "South": "human"})
    expect(tab.page.locator(".players")).to_be_hidden()
    tab.page.context.close()
