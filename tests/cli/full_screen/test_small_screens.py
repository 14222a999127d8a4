"""At 80×24 each game is played without scrolling: the board, or the part of it that is in use, is seen as a whole."""

from __future__ import annotations

from random import Random

import pytest
from sample import daily
from screens import opened, started

from cli.terminal.full_screen import in_use
from gdl import library
from interpreter import Game

pytestmark = pytest.mark.asyncio
PLIES = 24
LARGE = ("hive", "battleship", "cant_stop")
"""No size of these boards fits beside the list of moves."""


@pytest.mark.parametrize("name", daily(library.names(), core=LARGE))
async def test_board_in_use_is_seen(name: str) -> None:
    random = Random(name)
    game = Game.load(name)
    # of several people from whom something is hidden, each would be asked first to take the seat
    session = started(game, seed=3, **dict.fromkeys(game.players[1:], "random"))
    for _ in range(PLIES):
        if not session.is_over:
            session.play(random.choice(session.state.moves))
    if session.is_over:  # what decided it would be told above the board
        session = started(game, seed=3, **dict.fromkeys(game.players[1:], "random"))
    async with opened(session) as (_, screen):
        board, layout = screen.shown.board, screen.shown.board.layout_shown
        if layout is None or not layout.cells or in_use.fits(layout, board.size):
            return
        part = in_use.box(layout, board._used())
        seen = board.size.region.translate(board.scroll_offset)
        assert seen.contains_region(part), (seen, part, screen.classes)
