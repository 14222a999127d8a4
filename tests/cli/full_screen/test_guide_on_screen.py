"""A guided game on the full screen: pages to be read when something new is asked; hints run out."""

from __future__ import annotations

import pytest
from screens import Mouse, no_makers, started
from textual.widgets import Markdown, Static
from waiting import until

from cli.terminal.full_screen.app import FullScreen
from cli.terminal.full_screen.game_screen import GameScreen
from cli.terminal.full_screen.page import Page
from interpreter import Game

pytestmark = pytest.mark.asyncio


async def test_pages_come_when_something_new_is_asked() -> None:
    session = started(Game.load("sparks"))
    app = FullScreen(no_makers(), list, session, guided=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Page) and app.screen.is_mounted)
        assert isinstance(app.screen, Page)
        page = "\n".join(app.screen.texts)
        assert "Take one of your coals that carries" in page and "If it carried nothing" not in page
        assert len(app.screen.query(Markdown)) == len(app.screen.texts)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        screen = app.screen
        assert isinstance(screen, GameScreen)
        await Mouse(pilot, screen).site("1c1")
        await until(pilot, lambda: isinstance(app.screen, Page) and app.screen.is_mounted)
        assert isinstance(app.screen, Page) and any("If it carried nothing" in text for text in app.screen.texts)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)


async def test_hints_run_out() -> None:
    session = started(Game.load("tictactoe"))
    app = FullScreen(no_makers(), list, session, guided=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Page) and app.screen.is_mounted)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        screen = app.screen
        assert isinstance(screen, GameScreen) and screen.course.guide is not None
        screen.course.guide.hints = 1
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, Page) and app.screen.is_mounted)
        assert isinstance(app.screen, Page) and "That was your last hint." in "".join(app.screen.texts)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("f3")
        await until(pilot, lambda: "three hints" in str(screen.query_one("#status", Static).content))


async def test_the_next_game_goes_without() -> None:
    session = started(Game.load("tictactoe"))
    app = FullScreen(no_makers(), list, session, guided=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Page) and app.screen.is_mounted)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        app.show_game(started(Game.load("tictactoe")))
        await until(pilot, lambda: isinstance(app.screen, GameScreen) and app.screen.is_mounted)
        assert isinstance(app.screen, GameScreen) and app.screen.course.guide is None
