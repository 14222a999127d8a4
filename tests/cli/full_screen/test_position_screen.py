"""A position put together on the full screen, by keys, by the mouse, as text; and the game that begins there."""

from __future__ import annotations

from typing import Any

import pytest
from playing import load
from screens import opened, settled, started
from textual.pilot import Pilot
from textual.widgets import Input, OptionList
from waiting import press, until

from cli.terminal.full_screen.dialogues import Ask
from cli.terminal.full_screen.game_screen import GameScreen
from cli.terminal.full_screen.position_screen import PositionScreen

MATE_IN_ONE = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"


async def edited(pilot: Pilot[None]) -> PositionScreen:
    await press(pilot, "ctrl+e")
    await until(pilot, lambda: isinstance(pilot.app.screen, PositionScreen) and pilot.app.screen.is_mounted)
    screen = pilot.app.screen
    assert isinstance(screen, PositionScreen)
    return screen


async def answer(pilot: Pilot[Any], text: str) -> None:
    """Into the line that is asked for."""
    await until(pilot, lambda: isinstance(pilot.app.screen, Ask) and pilot.app.screen.is_mounted)
    pilot.app.screen.query_one(Input).value = text
    await press(pilot, "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, PositionScreen))


@pytest.mark.asyncio
async def test_a_game_from_a_position_by_keys() -> None:
    """Three pieces on an empty board, chosen by their letters; then the move that mates."""
    async with opened(started(load("chess")), (100, 30)) as (pilot, _):
        screen = await edited(pilot)
        await press(pilot, "f3")
        for letter, site in (("K", "f6"), ("Q", "g6"), ("k", "h8")):
            await press(pilot, letter)
            screen.board.cursor = ("grid", site)
            await press(pilot, "enter")
        assert screen.game.position(screen.draft.data()).notation == MATE_IN_ONE
        await press(pilot, "f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen) and pilot.app.screen.is_mounted)
        game = pilot.app.screen
        assert isinstance(game, GameScreen)
        session = game.playing.session
        assert session.state.notation == MATE_IN_ONE
        assert session.position is not None
        await press(pilot, *"g6-g7", "enter")
        await until(pilot, lambda: session.is_over)
        assert session.state.outcomes == {"White": "win", "Black": "loss"}
        await settled(pilot)


@pytest.mark.asyncio
async def test_a_click_puts_and_delete_takes_away() -> None:
    async with opened(started(load("breakthrough")), (100, 30)) as (pilot, _):
        screen = await edited(pilot)
        region = screen.board.region_of("d5")
        assert region is not None
        await pilot.click("#board", offset=(region.x + region.width // 2, region.y + region.height // 2))
        await until(pilot, lambda: bool(screen.draft.pieces["d5"]))
        await press(pilot, "delete")
        assert screen.draft.pieces["d5"] == []
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))


@pytest.mark.asyncio
async def test_values_beside_the_board() -> None:
    """Who is to move, a number, a wrong one, who plays."""
    async with opened(started(load("chess")), (100, 30)) as (pilot, _):
        screen = await edited(pilot)
        held = screen.query_one("#held", OptionList)
        held.focus()
        held.highlighted = 0
        await press(pilot, "enter")
        assert screen.draft.mover == "Black"
        quiet = next(at for at, row in enumerate(screen.rows) if row.text.startswith("quiet"))
        for text, value in (("40", 40), ("4000", 40), ("many", 40), ("7", 7)):
            held.highlighted = quiet
            held.action_select()
            await answer(pilot, text)
            assert screen.draft.cells["quiet"] == [value]
        held.highlighted = len(screen.rows) - 1
        await press(pilot, "enter")
        assert screen.seats["Black"] != "human"
        await press(pilot, "escape")


@pytest.mark.asyncio
async def test_lines_that_are_typed() -> None:
    """A right one is there at once; a wrong one changes nothing."""
    async with opened(started(load("chess")), (100, 30)) as (pilot, _):
        screen = await edited(pilot)
        await press(pilot, "f7")
        await answer(pilot, MATE_IN_ONE)
        assert screen.draft.pieces["g6"] == ["queen of White"]
        before = screen.draft.data()
        await press(pilot, "f7")
        await answer(pilot, "7k/8/5KX1/8/8/8/8/8 w - - 0 1")
        assert screen.draft.data() == before
        await press(pilot, "f4")
        assert screen.draft.pieces["e1"] == ["king of White"]
        await press(pilot, "escape")


@pytest.mark.asyncio
async def test_nothing_hidden_is_shown() -> None:
    """Where something is hidden, one begins with other cards than those that are being played with."""
    session = started(load("hearts"), North="human", East="random", South="random", West="random")
    async with opened(session, (100, 30)) as (pilot, _):
        screen = await edited(pilot)
        hands = session.state.position()["variables"]["hand"]
        assert screen.draft.data()["variables"]["hand"] != hands
        row = next(row for row in screen.rows if row.text.startswith("hand North"))
        row.take("2c, 3c")
        assert screen.draft.data()["variables"]["hand"]["North"] == ["2c", "3c"]
        await press(pilot, "escape")


@pytest.mark.asyncio
async def test_a_position_is_typed_behind_its_command() -> None:
    """Another game begins there; a wrong one is refused, and the game goes on."""
    async with opened(started(load("chess")), (100, 30)) as (pilot, screen):
        await press(pilot, *"/position nonsense", "enter")
        await until(pilot, lambda: "nonsense" in screen.shown.said[0])
        assert pilot.app.screen is screen
        for character in f"/position {MATE_IN_ONE}":
            await pilot.press("space" if character == " " else "slash" if character == "/" else character)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen) and pilot.app.screen is not screen)
        game = pilot.app.screen
        assert isinstance(game, GameScreen)
        assert game.playing.session.state.notation == MATE_IN_ONE
        await settled(pilot)
