"""A move chosen before one's turn, on the server's pages: kept in the browser, played if it fits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")
pytest.importorskip("websockets", reason="the extra [serve] isn't installed")

from browser import expect, needs_browser, said, tap
from serve_process import Server, serving

pytestmark = needs_browser


@pytest.fixture(scope="module")
def chess(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving("chess", tmp_path_factory.mktemp("served") / "games.sqlite") as server:
        yield server


def listen(sent: list[Any], socket: Any) -> None:
    """Note what goes through a socket. Playwright can't mark a method that is built in as a listener."""

    def note(frame: Any) -> None:
        sent.append(frame)

    socket.on("framesent", note)


@pytest.fixture
def pages(chromium: Any, chess: Server) -> Iterator[tuple[Any, Any]]:
    """White's page and Black's, both in a game of their own."""
    context, links = chromium.new_context(), chess.begin()
    found = []
    for seat in ("White", "Black"):
        page = context.new_page()
        page.sent = []
        page.on("websocket", partial(listen, page.sent))
        page.goto(f"{chess.base}play#{links[seat]}")
        expect(page.locator(".status")).not_to_be_empty()
        found.append(page)
    yield found[0], found[1]
    context.close()


def type_move(page: Any, text: str) -> None:
    page.locator("#typed").fill(text)
    page.locator("#typed").press("Enter")


def test_it_is_played_when_the_turn_comes(pages: tuple[Any, Any]) -> None:
    white, black = pages
    before = len(black.sent)
    tap(black, "e7", "e5")
    expect(black.locator(".premove")).to_contain_text("e7 → e5")
    assert black.locator(".ahead .picked").count() == 2
    said(black, "When it is your turn: e7 → e5.")
    assert len(black.sent) == before  # nobody is told
    tap(white, "e2", "e4")
    expect(white.locator(".ply")).to_have_count(2)
    expect(white.locator(".ply").last).to_have_text("e5")
    expect(black.locator(".premove")).to_be_hidden()
    type_move(black, "Nf6")  # typed before the turn, too
    expect(black.locator(".premove")).to_contain_text("Nf6")
    tap(white, "g1", "f3")
    expect(black.locator(".ply").last).to_have_text("Nf6")


def test_what_cannot_be_played_is_dropped_and_said(pages: tuple[Any, Any]) -> None:
    white, black = pages
    tap(black, "e7", "e4")
    tap(white, "e2", "e4")
    expect(black.locator(".trouble")).to_have_text("e7 → e4 can't be played now, and was dropped.")
    expect(black.locator(".premove")).to_be_hidden()
    expect(black.locator(".ply")).to_have_count(1)
    tap(black, "d7", "d5")  # one goes on as ever
    expect(white.locator(".ply")).to_have_count(2)


def test_it_is_cancelled_by_a_button_by_escape_and_by_a_second_tap(pages: tuple[Any, Any]) -> None:
    white, black = pages
    tap(black, "e7", "e5")
    black.locator(".premove button").click()
    said(black, "No move is chosen in advance.")
    tap(black, "d7", "d5")
    black.locator(".board").press("Escape")
    expect(black.locator(".premove")).to_be_hidden()
    tap(black, "c7", "c7")
    expect(black.locator(".premove")).to_be_hidden()
    tap(white, "e2", "e4")
    expect(black.locator(".status")).to_contain_text("your move")
    expect(black.locator(".ply")).to_have_count(1)


def test_one_that_leaves_a_question_asks_it(pages: tuple[Any, Any]) -> None:
    """A site alone fits several moves: the rest is chosen as ever."""
    white, black = pages
    tap(black, "g8")
    tap(white, "e2", "e4")
    expect(black.locator(".picked")).to_have_count(1)
    tap(black, "f6")
    expect(white.locator(".ply").last).to_have_text("Nf6")


def test_pieces_are_dragged_before_the_turn(pages: tuple[Any, Any]) -> None:
    white, black = pages
    start, end = (black.locator(f".site[data-site={site}]").bounding_box() for site in ("d7", "d5"))
    black.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    black.mouse.down()
    black.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    black.mouse.up()
    expect(black.locator(".premove")).to_contain_text("d7 → d5")
    tap(white, "a2", "a3")
    expect(black.locator(".ply").last).to_have_text("d5")


def test_who_looks_on_chooses_nothing(chromium: Any, chess: Server) -> None:
    page = chromium.new_page()
    page.goto(f"{chess.base}play#{chess.begin()['watch']}")
    expect(page.locator(".status")).not_to_be_empty()
    page.locator(".site[data-site=e2]").dispatch_event("click")
    assert page.locator(".picked").count() == 0
    expect(page.locator("#typed")).to_be_disabled()
    page.close()
