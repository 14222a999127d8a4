"""Sets of more than 1,024 elements, on boards and of types, beside the reference interpreter; and where it ends."""

from __future__ import annotations

import pytest

from interpreter import Game, LoadError
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.compile import compile_model

STONES = """game "Stones"
players B, W
board {board}
pieces stone of player
turn
  choose s in empty where count(s.adjacent) > 3
  put stone of me on s
  remove {{t in s.adjacent & theirs where no t.group(theirs).adjacent & empty}}
end
  win me if {won}
  draw if stuck
"""
NUMBERS = """game "Numbers"
players B, W
type num = 1..{high}
game has left: set of num = num
turn
  choose x in left where x % 7 = 1
  left -= {{y in left where y % x = 0}}
end
  lose me if count(left) < {high} / 2
"""


def played(text: str, plies: int) -> int:
    """So many plies on both backends."""
    game = Game.parse(text)
    compiled = compile_model(game.model, ("playouts", "entries"))
    return both_backends(game, seed=1, plies=plies, games=1, longest=plies, compiled=compiled).plies


@pytest.mark.parametrize(("board", "won"), [
    ("grid(36, 30)", "some line in lines(2) where line within mine"), ("hexhex(20)", "count(a1.group(mine)) > 2"),
])  # fmt: skip
def test_great_boards(board: str, won: str) -> None:
    assert played(STONES.format(board=board, won=won), 5) == 5


def test_sets_of_numbers() -> None:
    assert played(NUMBERS.format(high=4096), 2) == 2


def test_where_it_ends() -> None:
    with pytest.raises(LoadError, match=r"sets of more than 4,096 elements"):
        Game.parse(NUMBERS.format(high=4097), backend="native")
