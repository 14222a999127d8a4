"""Why a game ended, as a sentence for players: held against the rules as rule sheets have them."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter import Game
from interpreter.drawing.decided import decided


def why(game: Game, moves: str, position: dict[str, Any] | None = None) -> str:
    """What is said of a game that these moves end."""
    state = game.start(1) if position is None else game.position(position)
    for move in moves.split():
        state = state.play(move)
    found = decided(state.view())
    assert found is not None
    return found.why


MATE = "no legal move was left for White, and “check” applies to White"
MEN = {"pieces": {"man of White": ["a1", "d1", "g4"], "man of Black": ["d7", "b4", "f4"]},
       "variables": {"hand": {"White": 0, "Black": 0}}}  # fmt: skip

OFF = {"to move": "White", "variables": {
    "men": {"W0": {"White": 14}, "1": {"White": 1}, "24": {"Black": 15}}, "left": {"3": 1, "4": 1}}}  # fmt: skip


@pytest.mark.parametrize(("name", "moves", "position", "said"), [
    ("tictactoe", "a1 b1 a2 b2 a3", None, "X has 3 in a row"),
    ("tictactoe", "a1 a2 a3 b2 b1 b3 c2 c1 c3", None, "the board is full"),
    ("pop_out", "a b a b a b a", None, "Red has 4 discs in a row"),  # what a definition means
    ("chess", "f3 e5 g4 Qh4#", None, MATE),
    ("chess", "Kxa2", {"pieces": {"king of White": "a1", "queen of Black": "a2", "king of Black": "h8"}},
     "“dead” applies"),
    ("king_of_the_hill", "e4 h6 Ke2 h5 Ke3 h4 Kd4", None, "White's king is on d4"),
    ("nine_mens_morris", "g4-g1 xd7", MEN, "Black's left is 2, less than 3"),
    ("breakthrough", "b7-b8", {"pieces": {"man of White": "b7", "man of Black": "h5"}},
     "White's piece on b8 has no “forward”"),
    ("backgammon", "1/off", OFF, "White has 15 men on W0"),
])  # fmt: skip
def test_why_a_game_ended(name: str, moves: str, position: dict[str, Any] | None, said: str) -> None:
    assert why(Game.load(name), moves, position) == said


TOY = """game "Toy"
players A, B
board grid(3, 3)
pieces stone of player
game has passes: 0..9 = 0
game has turns: 0..9
define middle = [2, 2]
turn
  turns += 1
  choose a in empty
  put stone of me on a
end
"""


def toy(end: str) -> str:
    """What is said where a game ends so after its first move."""
    return why(Game.parse(TOY + f"  {end}\n"), "b2")


@pytest.mark.parametrize(("end", "said"), [
    ("win me if turns = 1", "turns: 1"),
    ("win me if repeats(piece, next) = 0", "this position had come up 0 times before"),
    ("draw if no theirs", "B has no piece left"),
    ("lose next if no stone of opponent", "B has no stone left"),
    ("win me if some mine & {b2, c2}", "A's piece is on b2"),
    ("win me if middle in mine", "A has a piece on b2"),
    ("win me if count(mine) = 1", "A has only one piece left"),
    ("win me if passes = 9 or no theirs", "B has no piece left"),
    ("win me if passes = 0 and some stone", "passes: 0, and there is a stone"),
    ("rank p by count(stone of p) if no theirs", "B has no piece left"),
    ("win {p in player where count(stone of p) > 0} if turns = 1", "turns: 1"),
    ("draw if no theirs or (count(mine) + 1) * 2 > 3", "B has no piece left"),  # both hold, one has words
    ("win me if (count(mine) + 1) * 2 > 3", ""),  # no words: then the rule is shown
])  # fmt: skip
def test_conditions_in_words(end: str, said: str) -> None:
    assert toy(end) == said


def test_options_say_nothing_and_only_what_holds_is_told() -> None:
    text = TOY.replace("game has", "option quick: truth = true \"whether it is quick\"\ngame has", 1)
    assert why(Game.parse(text + "  draw if quick and no theirs\n"), "b2") == "B has no piece left"
    assert why(Game.parse(text + "  draw if not quick or no theirs\n"), "b2") == "B has no piece left"


@pytest.mark.parametrize(("name", "options", "moves", "said"), [
    ("y", {"size": 2, "swap": False}, "a1 a2 b1", "one group of Red touches all “sides”"),
    ("havannah", {"size": 3, "swap": False}, "a1 c3 a2 d3 a3", "“bridge” applies"),  # `chain` has no words
    ("reversi", {"size": 4}, "b1 a3 d4 d3 c4 c1 b4 a1 d2", "no legal move was left for anybody"),
    ("leduc_holdem", {}, "raise fold", "Second chose “fold”"),
])  # fmt: skip
def test_ends_of_variants(name: str, options: dict[str, Any], moves: str, said: str) -> None:
    assert why(Game.load(name, **options), moves) == said
