"""Rays back from a set, for the whole board at once: in rounds that each go as far as all before, step by step, in a
loop. They say what the reference interpreter says, which goes along each ray by itself."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.compile import compile_model
from interpreter.native.plan import while_writing

RULES = """
game "Rays"

players White, Black
board {board}
{directions}
pieces man of player
game has hole: site?

setup
  put man of White on {{s in site where (s.c * 7 + s.r * 3) % 5 = 0}}
  put man of Black on {{s in site where (s.c * 7 + s.r * 3) % 5 = 2}}

turn
  either
    choose a in {{s in empty where {where}}}
    put man of me on a
    hole = a
  otherwise
    choose "pass"

end
  remove hole.{{N, E}}
  draw if no empty
"""
CONDITIONS = {
    "all directions": "some d in compass where some (s.d through theirs) & mine and some (s.d through theirs) & theirs",
    "over empty sites": "some (s.N through empty) & theirs and no (s.W through empty) & mine",
    "not near": "some (s.E through theirs) & theirs - row(2)",
    "to the edge": "some (s.S through empty + theirs) & row(1)",
}
BOARDS = ["grid(1, 1)", "grid(2, 5)", "grid(8, 8)", "grid(9, 9)", "grid(1, 60)", "grid(60, 1)", "grid(14, 16)"]


def made(where: str, board: str, directions: str = "") -> str:
    return RULES.format(board=board, where=where, directions=directions)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("where", CONDITIONS)
def test_rays_of_every_length(where: str, board: str) -> None:
    both_backends(Game.parse(made(CONDITIONS[where], board)), seed=1, plies=6, games=1, longest=12)


def test_rays_that_go_round() -> None:
    round_ = "direction Round = [c % 7 + 1, r]"
    text = made("some (s.Round through empty) & theirs and no (s.Round through theirs) & mine", "grid(7, 5)", round_)
    both_backends(Game.parse(text), seed=2, plies=10, games=2, longest=20)


@pytest.mark.parametrize(("board", "rounds"), [("grid(8, 8)", True), ("grid(9, 9)", True), ("grid(3, 3)", False)])
def test_long_rays_are_made_in_rounds(board: str, rounds: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = check(Source("rays.gdl", made(CONDITIONS["over empty sites"], board))).model
    assert rules is not None
    before = compile_model(rules, ()).binary
    monkeypatch.setattr(while_writing, "MIN_DOUBLED", 999)
    assert (compile_model(rules, ()).binary != before) == rounds
