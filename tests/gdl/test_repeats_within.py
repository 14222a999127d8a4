"""`repeats(…, within k)`: only the last k moments count."""

from __future__ import annotations

import pytest

from interpreter import Game, LoadError
from interpreter.game.rules import Backend
from interpreter.lab.tools.native_lockstep import both_backends

RULES = """game "Walk"

players White, Black
board grid(3, 3)
pieces king of player
game has calm: 0..99

setup
  put king of White on a1
  put king of Black on c3

turn
  choose a in mine, b in a.orthogonal & empty as "{{a}}-{{b}}"
  move a to b
  calm = calm + 1 when b.c != 3 otherwise 0

end
  draw if {question}
  lose next if stuck
"""
ROUND = ["a1-a2", "c3-b3", "a2-a1", "b3-c3"]
"""The position of the start comes back after four turns."""


def over_after(question: str, moves: list[str], backend: Backend) -> int | None:
    state = Game.parse(RULES.format(question=question), backend=backend).start()
    for ply, move in enumerate(moves, 1):
        state = state.play(move)
        if state.is_over:
            return ply
    return None


@pytest.mark.parametrize("backend", ["reference", "native"])
@pytest.mark.parametrize(("question", "ply"), [
    ("repeats(piece, next) = 1", 4),
    ("repeats(piece, next, within 4) = 1", 4),  # the start is four turns ago
    ("repeats(piece, next, within 3) = 1", None),
    ("repeats(piece, next, within 0) = 1", None),
    ("repeats(piece, next, within -2) = 1", None),
    ("repeats(piece, next, within 99) = 2", 8),
    ("repeats(piece, next, within 4) = 2", None),
    ("repeats(piece, next, within 8) = 2", 8),
    ("repeats(piece, next, within calm) = 1", None),
    ("repeats(piece, next, within calm + 5) = 1", 4),
])  # fmt: skip
def test_only_the_last_moments_count(question: str, ply: int | None, backend: Backend) -> None:
    assert over_after(question, ROUND * 2, backend) == ply


def test_both_backends_play_alike() -> None:
    for k in ("3", "calm", "2 * calm - 3"):
        rules = RULES.format(question=f"repeats(piece, next, within {k}) > 1")
        both_backends(Game.parse(rules), seed=3, plies=40, games=5, longest=200)


@pytest.mark.parametrize(("question", "code"), [
    ("repeats(piece, within mine) = 1", "T301"),
    ("repeats(within 3) = 1", "S10"),
    ("some n in 1..3 where repeats(piece, within n) = 1", "T315"),
    ("count(mine, within 3) = 1", "T320"),
    ("repeats(piece, within 2, next) = 1", "S10"),
])  # fmt: skip
def test_misuse(question: str, code: str) -> None:
    with pytest.raises(LoadError, match=code):
        Game.parse(RULES.format(question=question))
