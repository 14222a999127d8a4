"""The screens before a game: all games, options and seats, games that were left; and when the full screen is used."""

from __future__ import annotations

import io
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from screens import Person, settled
from textual.pilot import Pilot
from textual.widgets import Checkbox, Input, OptionList, Select, Static

from cli.commands.play import _new, _resumed, load, seats
from cli.options.seating import Computer
from cli.session import store
from cli.session.session import Session
from cli.terminal.full_screen import wanted
from cli.terminal.full_screen.app import FullScreen
from cli.terminal.full_screen.beginning import Makers, Wish, wish_of
from cli.terminal.full_screen.chooser import Chooser
from cli.terminal.full_screen.dialogues import Question
from cli.terminal.full_screen.game_screen import GameScreen
from cli.terminal.full_screen.questions import swapped
from cli.terminal.full_screen.recorded import Recorded
from cli.terminal.full_screen.setup_screen import SetupScreen
from cli.terminal.full_screen.start import _entries
from interpreter import Game


def makers() -> Makers:
    def game(wish: Wish) -> Game:
        return load(wish.game, wish.sets, wish.players)

    def new(wish: Wish) -> Session:
        made = _new(game(wish), wish.game, wish.seats, wish.seed, None, None, False, Computer())
        made.stored = True
        return made

    def resumed(file: Path) -> Session:
        return _resumed(file, None, [], None, False, "auto", Computer())

    return Makers(game, new, resumed, lambda game: seats(game, [], Computer()))


@asynccontextmanager
async def shown(lists: str | None = None) -> AsyncIterator[tuple[Pilot[None], Person]]:
    app = FullScreen(makers(), _entries, lists=lists)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield pilot, Person(pilot)
        await settled(pilot)


@pytest.mark.asyncio
async def test_all_games_are_filtered_and_one_is_played() -> None:
    async with shown() as (pilot, hand):
        chooser = pilot.app.screen
        assert isinstance(chooser, Chooser)
        games = chooser.query_one("#list", OptionList)
        everything = games.option_count
        await hand.until(lambda: games.virtual_size.height == everything)  # a line for each
        await hand.press(*"tictac")
        await hand.until(lambda: chooser.query_one("#list", OptionList).option_count < everything)
        assert chooser.entry is not None
        assert chooser.entry.name == "tictactoe"
        await hand.until(lambda: "tictactoe" in chooser.pictures)
        await hand.press("enter")
        await hand.until(lambda: isinstance(pilot.app.screen, GameScreen))


@pytest.mark.asyncio
async def test_no_game_has_these_words() -> None:
    async with shown() as (pilot, hand):
        await hand.press(*"qqqq")
        await hand.until(lambda: "No game" in str(pilot.app.screen.query_one("#about", Static).content))
        await hand.press("enter", "f2")
        assert isinstance(pilot.app.screen, Chooser)
        await hand.press("escape")
        await hand.until(lambda: not pilot.app.screen.query_one("#filter", Input).value)


@pytest.mark.asyncio
async def test_options_and_seats_are_checked_as_on_the_command_line() -> None:
    async with shown() as (pilot, hand):
        hand.app.ask(Wish("sparks"))
        await hand.until(lambda: isinstance(pilot.app.screen, SetupScreen) and bool(pilot.app.screen.query("#seed")))
        form = pilot.app.screen
        assert isinstance(form, SetupScreen)
        options = {option.name: f"#option{at}" for at, option in enumerate(form.game.model.options)}
        form.query_one(options["base"], Input).value = "77"
        await hand.press("f2")
        await hand.until(lambda: "base" in str(form.query_one("#wrong", Static).content))
        form.query_one(options["base"], Input).value = "3"
        form.query_one(options["chain"], Checkbox).value = False
        seat = form.query_one("#seat1", Select)
        seat.value = "level:2"
        await hand.until(lambda: "level 2 of 8: has played a little" in str(seat.query_one("#label").content))
        seat.value = "human"
        form.query_one("#seed", Input).value = "12"
        await hand.press("f2")
        await hand.until(lambda: isinstance(pilot.app.screen, GameScreen))
        session = hand.app.last
        assert session is not None
        assert session.game.options["base"] == 3
        assert session.game.options["chain"] is False
        assert session.seats == {"White": "human", "Black": "human"}
        assert session.seed == 12


@pytest.mark.asyncio
async def test_how_many_play_gives_other_seats() -> None:
    async with shown() as (pilot, hand):
        hand.app.ask(Wish("spectral_reapers"))
        await hand.until(lambda: isinstance(pilot.app.screen, SetupScreen) and bool(pilot.app.screen.query("#seed")))
        form = pilot.app.screen
        form.query_one("#players", Select).value = "4"
        await hand.until(lambda: len(form.query("#seat3")) == 1)
        await hand.press("f2")
        await hand.until(lambda: isinstance(pilot.app.screen, GameScreen))
        assert hand.app.last is not None and len(hand.app.last.game.players) == 4


@pytest.fixture
def left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of one move that was left, and no other."""
    monkeypatch.setenv("GDL_DATA", str(tmp_path))
    game = Game.load("tictactoe")
    session = Session(game, "tictactoe", 1, dict.fromkeys(game.players, "human"), stored=True)
    session.play(session.state.moves[4])


@pytest.mark.asyncio
@pytest.mark.usefixtures("left")
async def test_a_game_that_was_left_goes_on() -> None:
    async with shown("tictactoe") as (pilot, hand):
        await hand.until(lambda: isinstance(pilot.app.screen, Recorded))
        await hand.press("enter")
        await hand.until(lambda: isinstance(pilot.app.screen, GameScreen))
        assert hand.app.last is not None and len(hand.app.last.steps) == 1


@pytest.mark.asyncio
@pytest.mark.usefixtures("left")
async def test_a_record_that_is_gone_is_said() -> None:
    async with shown("") as (pilot, hand):
        await hand.until(lambda: isinstance(pilot.app.screen, Recorded))
        next(store.left([])).path.unlink()
        await hand.press("enter")
        await hand.until(lambda: isinstance(pilot.app.screen, Question))


@pytest.mark.parametrize(("name", "value"), [("TERM", "dumb"), ("TERM", ""), ("GDL_PLAIN", "1")])
def test_lines_are_used_where_the_screen_is_not_wanted(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal(monkeypatch)
    assert wanted.is_wanted(plain=False)
    assert not wanted.is_wanted(plain=True)
    monkeypatch.setenv(name, value)
    assert not wanted.is_wanted(plain=False)


def test_lines_are_used_where_there_is_little_room_or_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal(monkeypatch)
    assert wanted.why_not(plain=False) == ""
    monkeypatch.setenv("COLUMNS", "79")
    assert not wanted.is_wanted(plain=False)
    assert "79 columns" in wanted.why_not(plain=False)
    assert "needs 80 and 24" in wanted.why_not(plain=False)
    assert wanted.why_not(plain=True) == ""
    terminal(monkeypatch)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert not wanted.is_wanted(plain=False)
    assert wanted.why_not(plain=False) == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"TERM": "xterm", "COLUMNS": "80", "LINES": "24"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("GDL_PLAIN", raising=False)
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, stream, Terminal())


def test_to_swap_seats_moves_everybody_one_further() -> None:
    game = Game.load("spectral_reapers", players=3)
    session = Session(game, "spectral_reapers", 3, {"A": "human", "B": "random", "C": "level:2"})
    wish = swapped(wish_of(session), session)
    assert wish.seats == ("A=level:2", "B=human", "C=random")
    assert (wish.game, wish.players, wish.seed) == ("spectral_reapers", 3, None)
