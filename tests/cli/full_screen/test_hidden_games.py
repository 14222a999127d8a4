"""The full screen hands over, too: nothing of one player's is on it, in any widget, while it is another's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import pytest
from hiding import POKER, THROW
from screens import Typing, no_makers, settled, started
from textual.pilot import Pilot
from waiting import press, until

from cli.session.session import Session
from cli.terminal.full_screen.app import FullScreen
from cli.terminal.full_screen.dialogues import Curtain, Question
from cli.terminal.full_screen.game_screen import GameScreen
from interpreter import Game

pytestmark = pytest.mark.asyncio


@asynccontextmanager
async def opened(session: Session) -> AsyncIterator[tuple[Pilot[None], GameScreen]]:
    """The game on a screen, with the curtain before it or not."""
    app = FullScreen(no_makers(), list, session)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: any(isinstance(one, GameScreen) for one in app.screen_stack))
        await pilot.pause()
        yield pilot, next(one for one in app.screen_stack if isinstance(one, GameScreen))
        await settled(pilot)


def text_of(app: Any) -> str:
    """All that can be read on the terminal."""
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in rows)


async def read(pilot: Any, *parts: str) -> str:
    """All that can be read when these parts can: a busy machine draws when it comes to it."""
    await until(pilot, lambda: all(part in text_of(pilot.app) for part in parts))
    return text_of(pilot.app)


def cards(text: str) -> dict[str, str]:
    """What lies below each name on the table, at the left."""
    rows = [row[:50].strip() for row in text.splitlines()]
    return {name: below for name, below in pairwise(rows) if name in ("First", "Second")}


async def dealt(pilot: Any, **wanted: str) -> str:
    """All that can be read when these cards are seen, and no others."""
    await until(pilot, lambda: cards(text_of(pilot.app)) == wanted)
    return text_of(pilot.app)


BACK = "▒▒"


async def taken(pilot: Any) -> str:
    """Press Enter at the curtain; what the next one sees."""
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, Curtain))
    curtain = await read(pilot, "press Enter")
    await press(pilot, "enter")
    await until(pilot, lambda: isinstance(app.screen, GameScreen))
    await read(pilot, "Moves", "Turns")
    return curtain.strip()


async def test_the_screen_is_handed_over() -> None:
    game = Game.parse(POKER)
    async with opened(started(game)) as (pilot, screen):
        app = pilot.app
        assert await taken(pilot) == "Hand over to First; press Enter"
        first = await dealt(pilot, First="3", Second=BACK)
        assert "seed" not in first
        await Typing(pilot, screen).make(1)
        await until(pilot, lambda: isinstance(app.screen, Question))
        await read(pilot, "First: look at it, then hand over to Second")
        await press(pilot, "enter")
        assert await taken(pilot) == "Hand over to Second; press Enter"
        await dealt(pilot, First=BACK, Second="1")
        await read(pilot, "1. First: pass")
        await press(pilot, "ctrl+z")  # nobody takes back what somebody has seen
        await read(pilot, "what was seen can't be unseen")
        await press(pilot, "comma")
        earlier = await read(pilot, "An earlier position")
        assert cards(earlier) == {"First": BACK, "Second": "1"}
        assert "another line" not in earlier


async def test_what_is_decided_together_is_told_at_the_end() -> None:
    game = Game.parse(THROW)
    async with opened(started(game)) as (pilot, screen):
        app = pilot.app
        await taken(pilot)
        await Typing(pilot, screen).make(1)
        await until(pilot, lambda: isinstance(app.screen, Question))
        await press(pilot, "enter")
        await taken(pilot)
        await read(pilot, "First: …")
        assert screen.playing.view.value("shown", "First") is None
        await Typing(pilot, screen).make(0)
        await until(pilot, lambda: isinstance(app.screen, Question))
        await read(pilot, "Second: ")
        assert screen.playing.view.value("shown", "First") is not None


async def test_at_the_end_everybody_looks() -> None:
    game = Game.parse(POKER)
    async with opened(started(game)) as (pilot, screen):
        app = pilot.app
        for _ in game.players:
            await taken(pilot)
            await Typing(pilot, screen).make(1)
            await until(pilot, lambda: isinstance(app.screen, Question))
            await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, Curtain))
        await read(pilot, "The game is over; press Enter")
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, Question))
        end = await read(pilot, "The game is over")
        rows = [row[:50].split() for row in end.splitlines()]
        assert (["First", "Second"], [BACK, BACK]) in pairwise(rows)


async def test_against_computers_the_view_is_ones_own() -> None:
    game = Game.parse(POKER)
    async with opened(started(game, Second="random")) as (pilot, _):
        await dealt(pilot, First="3", Second=BACK)
