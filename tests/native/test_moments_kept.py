"""How many moments `repeats` can look back on in compiled rules: many where each is small, and fewer where it is large,
so that there is room for a record with all of them."""

from __future__ import annotations

import pytest

from interpreter import Game
from interpreter.graph.abi import FULL
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.compile import compile_model
from interpreter.native.host.instance import Instance

LONG = """
game "Long"
players White, Black
board grid(2, 2)
pieces man of player
game has tick: 0..9000

setup
  put man of White on a1

turn
  choose a in man, b in empty
  move a to b
  tick += 1

end
  draw if tick = {ends} or repeats(piece, tick, next) = 1
"""
LARGE = """
game "Large"
players White, Black
board stacks(grid(64, 4))
pieces man of player

setup
  put man of White on row(1)
  put man of Black on row(4)

turn
  choose a in mine, b in a.orthogonal & (empty + mine)
  move a to b

end
  win me if no theirs
  draw if repeats(piece, next) = 1
"""


@pytest.mark.parametrize(("ends", "left"), [(8_192, 0), (8_193, 1)])
def test_a_long_game_is_played_to_the_last_moment_that_is_kept(ends: int, left: int) -> None:
    """A turn adds a moment, and the one when the game ends isn't kept."""
    game = Game.parse(LONG.format(ends=ends), backend="native")
    assert game.native is not None
    batch = game.native.random_games(1, 0, 1, 20_000, None)
    assert (batch.totals[0], len(batch.unplayed)) == (1 - left, left)


def test_large_moments_leave_room_to_play() -> None:
    """Each takes 16 kB. Compiled rules that have no room leave all to the reference interpreter; none is left here."""
    game = Game.parse(LARGE)
    compiled = compile_model(game.model, ("playouts", "entries"))
    assert Instance(compiled).call("playouts", 0, 1, 0, 1, 20_000) != FULL
    assert both_backends(game, seed=1, plies=4, games=1, longest=4, compiled=compiled).plies == 4
