"""A position that says nothing of what stands or lies where: refused where the game begins with something, for `setup`
doesn't run there; accepted where that is how the game begins, and where the empty board is asked for."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter import Game, PositionError

BEGIN_WITH_SOMETHING = ("chess", "backgammon", "gin_rummy", "sparks", "draughts", "big_balls")
BEGIN_WITH_NOTHING = ("go", "hex", "tictactoe", "pig", "gomoku")


@pytest.mark.parametrize("data", [{}, {"seen": None}, {"next": None}, {"over": False}])
@pytest.mark.parametrize("name", BEGIN_WITH_SOMETHING)
def test_it_is_refused(name: str, data: dict[str, Any]) -> None:
    game = Game.load(name)
    for position in (data, {**data, "to move": game.players[1]}):
        with pytest.raises(PositionError, match="it says nothing of what stands or lies where"):
            game.position(position)


@pytest.mark.parametrize("name", BEGIN_WITH_NOTHING)
def test_it_is_how_such_a_game_begins(name: str) -> None:
    game = Game.load(name)
    assert game.position({}).to_move == game.start().to_move
    assert [move.text for move in game.position({}).moves] == [move.text for move in game.start().moves]


def test_an_empty_board_can_be_asked_for() -> None:
    chess = Game.load("chess").position({"pieces": {}})  # nobody can move, nobody is in check
    assert chess.is_over
    assert not Game.load("backgammon").position({"pieces": {}}).is_over


def test_a_state_in_which_all_is_as_by_default_is_read_again() -> None:
    """Backgammon without any men: nothing stands anywhere, and the position says so."""
    empty = Game.load("backgammon").position({"variables": {}})
    assert empty.game.position(empty.position()) == empty
