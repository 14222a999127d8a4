"""Counters of players are drawn like their pieces, if nothing else is said of them."""

from __future__ import annotations

import pytest

from interpreter import Game
from interpreter.drawing.beside_board import text, told


@pytest.mark.parametrize(("symbols", "white", "black"), [(True, "○", "●"), (False, "W", "B")])
def test_men_in_hand_look_like_their_owners_men_on_the_board(symbols: bool, white: str, black: str) -> None:
    view = Game.load("nine_mens_morris").start().view("White")
    said = [text(line) for line in told(view, symbols=symbols)]
    assert f"White has {white * 9} in hand" in said
    assert f"Black has {black * 9} in hand" in said
