"""Examples of how moves are written: one of each look, found quickly where there are very many moves."""

from __future__ import annotations

import pytest

from interpreter import Game
from interpreter.drawing import examples

RULES = """game "Looks"
players A, B
board grid(12, 3)
pieces stone of player
turn
  either
    choose s in empty, t in s.adjacent & empty as "{s}{mark(t)}{t}"
    put stone of me on {s, t}
  or
    choose s in empty, n in 10..12 as "s{s} {n}: 7"
    put stone of me on s
  or
    choose "pass"
end
  win me if no empty
  draw if repeats(piece, next) = 2
"""


def test_what_was_chosen_and_numbers_stand_for_any() -> None:
    """The site `a1` within `aa1`, or the letter `s` of the text, isn't the site `s…` that was chosen."""
    moves = {move.text: move for move in Game.parse(RULES).start().moves}
    looks = {text: examples.look(moves[text], text) for text in ("a1-b1", "l2-l3", "sa1 10: 7", "sl3 12: 7", "pass")}
    assert looks == {"a1-b1": "·-·", "l2-l3": "·-·", "sa1 10: 7": "s· ·: ·", "sl3 12: 7": "s· ·: ·", "pass": "pass"}
    assert [*examples.of_moves(moves.values())] == ["·-·", "pass", "s· ·: ·"]


def test_a_longer_value_goes_before_a_shorter_one() -> None:
    game = Game.parse(RULES.replace("grid(12, 3)", "grid(30, 1)"))
    move = next(move for move in game.start().moves if move.text == "aa1-ab1")
    assert examples.look(move, move.text) == "·-·"


def test_after_very_many_moves_no_more_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "MANY", 100)
    looked: list[int] = []
    of_moves = examples.of_moves
    monkeypatch.setattr(examples, "of_moves", lambda moves: looked.append(len(moves)) or of_moves(moves))
    game = Game.parse(RULES)
    assert len(game.start().moves) > 100
    assert len(examples.of_game(game)) == 3
    assert len(looked) == 1
