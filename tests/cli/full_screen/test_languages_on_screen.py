"""The full screen in the language of who sits there: nothing on it bypasses the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import strange_letters
from screens import Hand, opened, settled, started
from strange_letters import left, words
from test_before_games import makers
from textual.widgets import Input, OptionList
from waiting import press, until

from cli.languages import catalogues, saying
from cli.options.shipped import Entry
from cli.terminal.full_screen.app import FullScreen
from cli.terminal.full_screen.beginning import Wish
from cli.terminal.full_screen.chooser import Chooser
from cli.terminal.full_screen.dialogues import Question
from cli.terminal.full_screen.page import Page
from cli.terminal.full_screen.recorded import Recorded
from cli.terminal.full_screen.setup_screen import SetupScreen
from interpreter import Game

pytestmark = pytest.mark.asyncio
SIZE = 160, 50
KEYS = {"Enter", "Space", "Esc", "Tab", "esc", "Ctrl"}


@pytest.fixture(autouse=True)
def other_letters(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    made = strange_letters.catalogue()
    monkeypatch.setattr(catalogues, "known", lambda: (made,))
    saying.speak(strange_letters.CODE)
    yield
    saying.speak("en")


def text_of(app: Any) -> str:
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in rows)


async def reads(pilot: Any, english: str) -> str:
    """All that can be read when this can, in other letters."""
    await until(pilot, lambda: saying.tr(english) in text_of(pilot.app))
    return text_of(pilot.app)


GAMES = {
    "tictactoe": ("b2", "zz", "a1", "a1"), "backgammon": (), "oh_hell": (), "reversi": ("d1",), "sparks": ("1a3",),
}  # fmt: skip
"""Games with boards, dice, cards, hidden hands; what is typed, some of it wrong."""


@pytest.mark.parametrize("name", GAMES)
async def test_every_word_of_a_game(name: str) -> None:
    game = Game.load(name)
    others = dict.fromkeys(game.players[1:], "random") if game.model.hides else {}
    async with opened(started(game, **others), SIZE) as (pilot, screen):
        hand = Hand(pilot, screen)
        assert left(await reads(pilot, "New game"), name) <= set(), text_of(pilot.app)
        for text in GAMES[name]:
            await hand.press(*text, "enter")
            await hand.until(lambda: not screen.shown.typed.value)
            await pilot.pause()
            assert left(text_of(pilot.app), name) <= words(text), text_of(pilot.app)
        for key in ("comma", "escape", "ctrl+z", "ctrl+y"):
            await hand.press(key)
            await pilot.pause()
            assert left(text_of(pilot.app), name) <= set(), text_of(pilot.app)
        await hand.press("f8")
        assert left(await reads(pilot, "Give up"), name) <= set(), text_of(pilot.app)
        await hand.press("tab", "enter")
        assert left(await reads(pilot, "Look back"), name) <= set(), text_of(pilot.app)


async def test_the_keys_below_the_rules() -> None:
    async with opened(started(Game.load("tictactoe")), SIZE) as (pilot, screen):
        screen.actions.rules("")
        await until(pilot, lambda: isinstance(pilot.app.screen, Page))
        page = pilot.app.screen
        assert isinstance(page, Page)
        assert words(page.texts[0]) <= set()
        rows = [line.split("|") for line in page.texts[-1].splitlines() if "|" in line]
        keys, typed = (set().union(*(words(row[column]) for row in rows)) for column in (1, 2))
        assert words(page.texts[-1]) - typed - keys <= set()
        assert typed <= strange_letters.OWN_WORDS | {"new", "colours", "panels", "help"}
        assert keys <= KEYS


async def test_every_word_before_a_game() -> None:
    entry = Entry("tictactoe", "Tic-tac-toe", "", "classics", "tictactoe", "2 to 3 players", "no board", "", "")
    app = FullScreen(makers(), lambda: [entry])
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Chooser) and "tictactoe" in app.screen.pictures)
        assert left(await reads(pilot, "Recorded games"), "tictactoe") <= set(), text_of(app)
        await press(pilot, *"qqq")
        assert left(await reads(pilot, "No game has all these words."), "tictactoe") <= {"qqq"}
        await settled(pilot)


async def test_every_word_of_options_and_of_games_that_were_left() -> None:
    app = FullScreen(makers(), list, lists="")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Recorded))
        await until(pilot, lambda: bool(app.screen.query(OptionList)))
        app.ask(Wish("tictactoe"))
        await until(pilot, lambda: isinstance(app.screen, SetupScreen) and app.screen.is_mounted)
        assert left(await reads(pilot, "Who sits where"), "tictactoe") <= set(), text_of(app)
        app.screen.query_one("#seed", Input).value = "-1"
        await press(pilot, "f2")
        assert left(await reads(pilot, "the seed is a whole number from 0 up"), "tictactoe") <= set(), text_of(app)
        app.push_screen(Question("?", [("no", saying.tr("No"))]))
        await settled(pilot)
