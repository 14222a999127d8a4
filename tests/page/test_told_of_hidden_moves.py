"""What players are told, by the board and in words, of moves that they don't see: in Kriegspiel one sees one's own
pieces alone, and the umpire tells where something was captured."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")
pytest.importorskip("websockets", reason="the extra [serve] isn't installed")

from typing import Any

from browser import expect, needs_browser, said, tap
from serve_process import serving

from cli.web.page.seen import seen
from interpreter import Game


def test_own_pieces_that_move_and_vanish_are_marked() -> None:
    """One knows of one's own pieces, wherever they stand; of the other's nothing is given away."""
    state = Game.load("kriegspiel").start()
    expected = [
        ("e2-e4", {"White": ["e2", "e4"], "Black": []}),
        ("d7-d5", {"White": [], "Black": ["d5", "d7"]}),
        ("e4-d5", {"White": ["d5", "e4"], "Black": ["d5"]}),
    ]
    for move, marked in expected:
        before, state = state, state.play(move)
        assert {who: seen(state.view(who), (before.view(who),))["changed"] for who in marked} == marked


@needs_browser
def test_a_listener_is_told_what_changed(chromium: Any, tmp_path: Path) -> None:
    with serving("kriegspiel", tmp_path / "games.sqlite") as server:
        links = server.begin()
        pages = [chromium.new_context().new_page() for _ in range(2)]
        white, black = pages
        for page, seat in zip(pages, ("White", "Black"), strict=True):
            page.goto(f"{server.base}play#{links[seat]}")
        expect(white.locator(".site[data-site=e5]")).to_have_attribute("aria-label", "e5, not seen")
        for page, other, move in ((white, black, "e2 e4"), (black, white, "d7 d5"), (white, black, "e4 d5")):
            expect(page.locator(".status.mine")).to_be_visible()
            tap(page, *move.split())
            said(other, "a hidden move.")
        said(black, "White: a hidden move. d5, not seen. the umpire says: pawn gone. captured on d5.")
        for page in pages:
            page.context.close()


@needs_browser
def test_who_looks_on_is_told_why_the_board_is_dark(chromium: Any, tmp_path: Path) -> None:
    with serving("dark_chess", tmp_path / "games.sqlite") as server:
        links, context = server.begin(), chromium.new_context()
        watching, playing = context.new_page(), context.new_page()
        watching.goto(f"{server.base}play#{links['watch']}")
        playing.goto(f"{server.base}play#{links['White']}")
        dark = "Who looks on sees only what all players see."
        expect(watching.locator(".status")).to_contain_text(dark)
        expect(playing.locator(".status.mine")).to_be_visible()
        expect(playing.locator(".status")).not_to_contain_text(dark)
        context.close()
