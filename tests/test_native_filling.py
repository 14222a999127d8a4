"""Floods and rays of compiled rules: what is kept from one to the next, and what is a shift."""

from __future__ import annotations

import pytest

from interpreter import Game
from interpreter.native.compiled import compile_model
from interpreter.native.lockstep import both_backends
from interpreter.simulate import playouts, simulate, summarize

FLOOD = """
game "Bridge"
players Red, Blue
board {board}
pieces stone of player
game has tick: 0..60
define first = {{s in site where s.r = 1}}
define chain = first.group(mine) & {{s in site where s.r = 4}}
turn
  either
    choose s in empty
    put stone of me on s
  or
    choose s in mine where tick % 3 = 0 as "take {{s}}"
    remove s
end
  tick += 1
  win me if some chain
  draw if tick = 60 or stuck
"""
RAYS = """
game "Flips"
players Red, Blue
board {board}
pieces stone of player
define s.ray(d) = s.d through theirs
turn
  choose s in empty
  put stone of me on s + {{t for d in compass, t in s.ray(d) & theirs where some s.ray(d) & mine}}
end
  win me if not some empty and count(mine) > count(theirs)
  draw if no empty
"""


@pytest.mark.parametrize("board", ["rhombus(4)", "rhombus(9)", "grid(5, 5)", "grid(12, 12)"])
def test_floods_after_stones_were_added_and_taken(board: str) -> None:
    agree(FLOOD.format(board=board))


@pytest.mark.parametrize("board", ["grid(4, 4)", "grid(8, 8)", "grid(9, 9)", "grid(3, 20)"])
def test_rays_on_boards_of_one_word_and_more(board: str) -> None:
    agree(RAYS.format(board=board))


def agree(text: str) -> None:
    """Step by step, and in many games in one call, where what an earlier game left may do no harm."""
    reference, native = (Game.parse(text, name="made", backend=backend) for backend in ("reference", "native"))
    both_backends(reference, seed=5, games=2, compiled=compile_model(reference.model))
    *_, ours = simulate(native, 40, seed=1)
    theirs = summarize(reference, playouts(reference, 40, seed=1))
    assert (ours.decisions, ours.turns, ours.results) == (theirs.decisions, theirs.turns, theirs.results)
