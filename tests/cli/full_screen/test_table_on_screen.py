"""Clocks and draws on the full screen."""

from __future__ import annotations

import pytest
from screens import Hand, opened, started
from textual.widgets import Static
from waiting import until

from cli.session.session import Session
from cli.terminal.full_screen.dialogues import Question
from interpreter import Game
from interpreter.players.game_clock import clock
from interpreter.players.people_clock import Clocks

pytestmark = pytest.mark.asyncio


class ByHand:
    """A clock that somebody moves."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def with_clocks(session: Session) -> ByHand:
    now = ByHand()
    session.table.clock, session.table.clocks = "1m", Clocks(clock("1m"), session.game.players, now)
    return now


def text(hand: Hand, name: str) -> str:
    return str(hand.screen.query_one(f"#{name}", Static).content)


async def typed(hand: Hand, *texts: str) -> None:
    for one in texts:
        before = len(hand.screen.playing.session.steps)
        await hand.press(*one, "enter")
        await hand.until_not(before, lambda: len(hand.screen.playing.session.steps))


async def test_without_clocks_there_is_no_line_for_them() -> None:
    async with opened(started(Game.load("tictactoe"))) as (_, screen):
        assert not screen.query_one("#clocks").display


async def test_clocks_run_and_end_the_game_whoever_looks() -> None:
    session = started(Game.load("tictactoe"))
    now = with_clocks(session)
    async with opened(session) as (pilot, screen):
        hand = Hand(pilot, screen)
        assert text(hand, "clocks") == "  >X 1:00   O 1:00"
        await typed(hand, "a1", "a2")
        now.seconds = 12.0
        await hand.until(lambda: text(hand, "clocks") == "  >X 0:48   O 1:00")
        now.seconds = 61.0
        await hand.until(lambda: isinstance(pilot.app.screen, Question))
        asked = pilot.app.screen
        assert isinstance(asked, Question)
        assert asked.words.startswith("The game is over: X lost on time.")
        assert session.table.fallen == "X"
        await pilot.press("escape")
        await hand.press("ctrl+z")
        await hand.until(lambda: "time can't be taken back" in text(hand, "status"))


async def test_a_person_is_asked_for_a_draw_and_agrees() -> None:
    session = started(Game.load("tictactoe"))
    async with opened(session) as (pilot, screen):
        hand = Hand(pilot, screen)
        await hand.press("f9")
        await hand.until(lambda: isinstance(pilot.app.screen, Question))
        question = pilot.app.screen
        assert isinstance(question, Question) and "O: X offered a draw. Agree?" in question.words
        await pilot.press("escape")  # that is no
        await hand.until(lambda: "O refused the draw." in text(hand, "status"))
        await typed(hand, "a1")
        await hand.press(*"/draw", "enter")
        await hand.until(lambda: isinstance(pilot.app.screen, Question))
        await pilot.press("right", "enter")
        await hand.until(lambda: session.table.drawn)
        await hand.until(lambda: isinstance(pilot.app.screen, Question))
        await until(pilot, lambda: "A draw by agreement" in getattr(pilot.app.screen, "words", ""))


@pytest.mark.parametrize(("moves", "agrees"), [("", True), ("c3 b2 b1 a1 b3 a3", False)])
async def test_the_computer_is_asked_for_a_draw(moves: str, agrees: bool) -> None:
    """See tests/cli/test_time_and_draws.py for the position."""
    session = started(Game.load("tictactoe"), O="mcts:50")
    for one in moves.split():
        session.play(session.state.parse(one), asked=True)
    async with opened(session) as (pilot, screen):
        hand = Hand(pilot, screen)
        await hand.press("f9")
        if agrees:
            await hand.until(lambda: session.table.drawn)
            await hand.until(lambda: isinstance(pilot.app.screen, Question))
        else:
            await hand.until(lambda: "O refused the draw." in text(hand, "status"))
            assert not session.is_over
