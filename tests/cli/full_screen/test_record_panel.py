"""The list of turns: where it goes by pairs, each turn of a line is stepped to and clicked."""

from __future__ import annotations

from functools import partial

import pytest
from screens import opened, started
from waiting import until

from cli.terminal.full_screen.game_screen import GameScreen
from cli.terminal.full_screen.record_panel import RecordPanel
from interpreter import Game

pytestmark = pytest.mark.asyncio


def is_at(screen: GameScreen, turn: int) -> bool:
    """Whether the position after this turn is looked at."""
    return screen.playing.at == turn


async def test_each_turn_of_a_pair_is_stepped_to_and_clicked() -> None:
    played = started(Game.load("chess"))
    async with opened(played, (100, 30)) as (pilot, screen):
        record = screen.query_one(RecordPanel)
        for text in ("e4", "e5", "Nf3", "Nc6"):
            played.play(played.state.parse(text))
        screen.playing.settle()
        screen.shown.show()
        shown = [str(record.get_option_at_index(at).prompt) for at in range(record.option_count)]
        assert shown == ["0. the beginning", "1. e4 e5", "2. Nf3 Nc6"]
        for turn, line, column in ((3, 2, 4), (2, 1, 7), (1, 1, 4), (4, 2, 8)):
            await pilot.click(record, offset=(1 + column, 1 + line))
            await until(pilot, partial(is_at, screen, turn))
            assert record.highlighted == line
        for key, at in (("up", 2), ("up", 0), ("down", 2), ("left", 1), ("down", 3), ("right", 4)):
            await pilot.press(key)
            await until(pilot, partial(is_at, screen, at))
