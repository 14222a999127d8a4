"""Whole games on the full screen: by keys alone, by mouse alone, by typing alone; each is the game of the reference."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from screens import Hand, Keys, Mouse, Typing, opened, started

from cli.table.session import Session
from gdl import library
from interpreter import Game

pytestmark = pytest.mark.asyncio

DAILY = {
    "tictactoe": {}, "sparks": {"base": 3}, "pig": {}, "backgammon": {}, "quarto": {}, "pentago": {}, "kalah": {},
    "chinese_checkers": {}, "draughts": {}, "nim": {}, "hex": {"size": 4}, "dobutsu": {}, "y": {"size": 4},
    "spectral_reapers": {},
}
"""Boards of all kinds; with options that make games short where there are such."""
MOST = 24
"""Plies of a game that are played by hand."""


@pytest.mark.parametrize("hand", [Keys, Mouse, Typing], ids=lambda hand: hand.__name__.lower())
@pytest.mark.parametrize("name", DAILY)
async def test_game(name: str, hand: type[Hand]) -> None:
    await whole_game(name, hand, DAILY[name], MOST)


@pytest.mark.deep
@pytest.mark.parametrize("hand", [Keys, Mouse, Typing], ids=lambda hand: hand.__name__.lower())
@pytest.mark.parametrize("name", sorted(library.names()))
async def test_every_game_that_ships(name: str, hand: type[Hand]) -> None:
    await whole_game(name, hand, {}, 400)


HANGS = 90
"""Seconds after which a game has stopped."""


async def whole_game(name: str, hand: type[Hand], options: dict[str, Any], most: int) -> None:
    """Random moves of a seed are carried out by hand; what the screen's session played is what the reference plays."""
    random = Random(f"{name}{hand.__name__}")
    game = Game.load(name, **options)
    session = started(game, seed=3)
    async with asyncio.timeout(HANGS), opened(session, size=(120, 40)) as (pilot, screen):
        hand_ = hand(pilot, screen)
        while not session.is_over and len(session.steps) < most:
            before = len(session.steps)
            assert not session.state.is_chance  # dice roll by themselves
            moves = session.state.moves
            await hand_.make(random.randrange(len(moves)))
            assert len(session.steps) > before
    assert_same(session, options)


def assert_same(session: Session, options: dict[str, Any]) -> None:
    reference = Game.load(session.source, backend="reference", **options)
    state = reference.start(session.seed)
    for step in session.steps:
        assert step.move.text in [move.text for move in state.moves]
        state = state.play(step.move.text)
    assert state.position() == session.state.position()
