"""The list shows the moves that a text means while it is typed, in whatever way people write them."""

from __future__ import annotations

import pytest
from screens import Hand, opened, started

from cli.terminal.full_screen.moves_panel import MOST, MovesPanel
from cli.terminal.scene.filtering import begins, fitting
from interpreter import Game, State


def listed(state: State, typed: str) -> list[str]:
    return [one.text for one in fitting(state, state.moves, range(len(state.moves)), typed)]


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("Nf3", ["Nf3"]),
        ("nf3", ["Nf3"]),
        ("Nf3!", ["Nf3"]),
        ("N", ["Na3", "Nc3", "Nf3", "Nh3"]),
        ("e4", ["e4"]),
        ("e2e", ["e3", "e4"]),
        ("E2-E", ["e3", "e4"]),
        ("-h", ["Nh3", "h3", "h4"]),
        ("e4 e5", ["e4"]),  # Enter would play it
        ("Nf6", []),
        ("x" * 5_000, []),
    ],
)
def test_a_text_means_moves(typed: str, texts: list[str]) -> None:
    assert sorted(listed(Game.load("chess").start(), typed)) == texts


def test_nothing_typed_is_everything_that_was_not_ruled_out() -> None:
    state = Game.load("chess").start()
    assert len(listed(state, " ")) == 20
    assert [one.number for one in fitting(state, state.moves, [7, 3], "")] == [7, 3]


def test_the_way_that_was_begun_is_shown() -> None:
    state = Game.load("chess").start()
    for typed, wanted in (("Nf", [("Nf3", "")]), ("g1-f", [("Nf3", "g1-f3")]), ("g1f", [("Nf3", "g1-f3")])):
        found = fitting(state, state.moves, range(len(state.moves)), typed)
        assert [(one.text, one.other) for one in found] == wanted


def test_noughts_begin_castling() -> None:
    state = Game.load("chess").start()
    for text in ("e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"):
        assert not begins(state.moves, "0")
        state = state.play(text)
    assert begins(state.moves, "0")
    assert listed(state, "0-0") == [state.parse("0-0").text]


@pytest.mark.asyncio
async def test_what_is_typed_is_listed_and_played() -> None:
    session = started(Game.load("chess"))
    async with opened(session) as (pilot, screen):
        hand, panel = Hand(pilot, screen), screen.query_one(MovesPanel)
        await hand.press(*"Nf3")
        await hand.until(lambda: panel.option_count == 1)
        await hand.until(lambda: panel.border_title == "Moves (1)")
        await hand.press("enter")
        await hand.until(lambda: len(session.steps) == 1)
        assert session.steps[0].move.text == "g1-f3"


@pytest.mark.asyncio
async def test_what_is_no_site_is_not_lost_at_the_end_of_a_long_list() -> None:
    session = started(Game.load("go", size=19))
    async with opened(session) as (pilot, screen):
        hand, panel = Hand(pilot, screen), screen.query_one(MovesPanel)
        assert len(session.state.moves) > MOST
        await hand.until(lambda: panel.option_count > 0)
        row = hand.row("pass")
        assert row == 0
        assert await pilot.click(panel, offset=(4, row + 1))
        await hand.until(lambda: len(session.steps) == 1)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("coup", ["exchange", "foreign aid", "income", "steal from B", "tax"]),  # not B, of whom one steals
        ("mastermind", ["red  R", "green  G", "blue  B", "yellow  Y", "orange  O", "purple  P"]),
    ],
)
async def test_what_a_value_alone_stands_for_is_listed_once(name: str, lines: list[str]) -> None:
    game = Game.load(name)
    async with opened(started(game, **dict.fromkeys(game.players[1:], "random"))) as (_, screen):
        panel = screen.query_one(MovesPanel)
        assert [str(panel.get_option_at_index(at).prompt) for at in range(panel.option_count)] == lines
