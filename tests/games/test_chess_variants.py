"""Variants of chess that say only what differs, counted against Fairy-Stockfish (pyffish 0.0.90)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.lint import lint
from gdl.text.source import Source
from interpreter import Game

AMAZON = """\
rename queen as amazon

define a.attacks += a.leap when a in amazon
"""
QUEENLESS = "remove pieces queen\n"
LOS_ALAMOS = """\
  notation "board; me w b"

set castles = false
remove pieces bishop
replace board grid(6, 6)
replace define p.start    = site - site
replace define promotions = {queen, rook, knight}

replace setup
  for p in player
    put pawn of p    on p.row(2)
    put rook of p    on p.home({1, 6})
    put knight of p  on p.home({2, 5})
    put queen of p   on p.home(3)
    put king of p    on p.home(4)
"""
DUCK = """\
pieces duck

replace define p.safe = true

after turn
  choose s in empty as "@{s}"
  remove duck
  put duck on s

looks
  duck "D" "◆" gold
"""


def counts(game: Game, depth: int) -> list[int]:
    states, found = [game.start()], []
    for _ in range(depth):
        states = [state.play(move) for state in states for move in state.moves]
        found.append(len(states))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (AMAZON, [22, 484]),
        (QUEENLESS, [21, 441]),
        (LOS_ALAMOS, [10, 100, 1212]),
        (DUCK, [20, 640]),  # 20 moves, then the duck on one of 32 squares
    ],
)
def test_as_many_moves_as_elsewhere(tmp_path: Path, text: str, expected: list[int]) -> None:
    path = tmp_path / "variant.gdl"
    path.write_text(f'game "Variant" extends "chess"\n{"" if text.startswith("  ") else chr(10)}{text}')
    assert [f.code for f in lint([Source(str(path), path.read_text())])] == []
    assert counts(Game.load(path, backend="native"), len(expected)) == expected
