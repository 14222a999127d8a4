"""Whole games on the full screen: by keys alone, by mouse alone, by typing alone; each is the game of the reference."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from patience import HANGS
from screens import Hand, Keys, Mouse, Typing, opened, started

from cli.session.session import Session
from gdl import library
from interpreter import Game

pytestmark = pytest.mark.asyncio

DAILY: tuple[tuple[str, type[Hand], dict[str, Any], int], ...] = (
    ("tictactoe", Keys, {}, 9),
    ("tictactoe", Mouse, {}, 9),
    ("tictactoe", Typing, {}, 9),
    ("sparks", Keys, {"base": 3}, 6),
    ("pig", Mouse, {}, 4),
    ("backgammon", Typing, {}, 4),
    ("quarto", Mouse, {}, 4),
    ("pentago", Keys, {}, 3),
    ("kalah", Keys, {}, 3),
    ("chinese_checkers", Mouse, {}, 4),
    ("draughts", Typing, {}, 4),
    ("nim", Keys, {}, 3),
    ("hex", Mouse, {"size": 4}, 6),
    ("y", Keys, {"size": 4}, 4),
    ("spectral_reapers", Mouse, {}, 4),
    ("dots_and_boxes", Keys, {"columns": 2, "rows": 2}, 12),
    ("dots_and_boxes", Mouse, {"columns": 2, "rows": 2}, 12),
    ("quoridor", Keys, {"size": 5, "walls": 3}, 5),
    ("quoridor", Mouse, {}, 5),
)
"""Boards of all kinds, each by one hand, and how many plies; all of them by all hands, to the end: `pytest -m deep`."""


@pytest.mark.parametrize(("name", "hand", "options", "most"), DAILY, ids=lambda it: getattr(it, "__name__", None))
async def test_game(name: str, hand: type[Hand], options: dict[str, Any], most: int) -> None:
    await whole_game(name, hand, options, most)


@pytest.mark.deep
@pytest.mark.parametrize("hand", [Keys, Mouse, Typing], ids=lambda hand: hand.__name__.lower())
@pytest.mark.parametrize("name", sorted(library.names()))
async def test_every_game_that_ships(name: str, hand: type[Hand]) -> None:
    await whole_game(name, hand, {}, 400)


async def whole_game(name: str, hand: type[Hand], options: dict[str, Any], most: int) -> None:
    """Random moves of a seed are carried out by hand; what the screen's session played is what the reference plays."""
    random = Random(f"{name}{hand.__name__}")
    game = Game.load(name, **options)
    if game.model.hides:
        pytest.skip("its people hand the screen over: see test_hidden_games")
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
