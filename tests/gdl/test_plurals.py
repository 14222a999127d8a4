"""One of several things, in words: `1 coin`."""

from __future__ import annotations

import pytest

from gdl.text.plurals import of_one, plural, singular
from interpreter import Game, LoadError
from interpreter.drawing import beside_board, results


@pytest.mark.parametrize(("many", "one"), [
    ("coins", "coin"), ("boxes", "box"), ("tries", "try"), ("classes", "class"), ("dice", "die"), ("houses", "house"),
    ("pass", "pass"), ("bonus", "bonus"), ("chess", "chess"), ("has", "has"), ("to", "to"), ("keys", "key"),
])  # fmt: skip
def test_the_word_for_one(many: str, one: str) -> None:
    assert singular(many) == one


@pytest.mark.parametrize(("one", "many"), [
    ("card", "cards"), ("box", "boxes"), ("city", "cities"), ("die", "dice"), ("key", "keys"), ("class", "classes"),
    ("wolf", "wolves"), ("bonus tile", "bonus tiles"),
])  # fmt: skip
def test_the_word_for_many(one: str, many: str) -> None:
    assert plural(one) == many


def test_only_the_word_behind_the_number_changes() -> None:
    assert of_one(" coins in two boxes") == " coin in two boxes"
    assert of_one(": coins") == ": coins"


def test_beside_the_board_and_at_the_end() -> None:
    state = Game.load("coup").start(1)
    while "1 coin" not in " ".join(lines := [*map(beside_board.text, beside_board.told(state.view()))]):
        state = state.play((state.moves or [move for move, _ in state.chance])[0])
    assert any(line.endswith("has 1 coin") for line in lines) and not any("1 coins" in line for line in lines)


def test_who_is_called_you_wins_as_one_says_it() -> None:
    state = Game.load("blackjack").start(1)
    while not state.is_over:
        state = state.play((state.moves or [move for move, _ in state.chance])[-1])
    assert results.result(state.view()).split(" (")[0] in ("You won", "You lost", "You drew")


def test_names_of_several_words_are_read_and_typed_with_blanks() -> None:
    state = Game.load("yahtzee").start(3)
    while state.is_chance:
        state = state.play(state.chance[0][0])
    state = state.play("keep all")
    lines = map(beside_board.text, beside_board.told(state.view()))
    (line,) = [line for line in lines if line.startswith("A's open")]
    assert ", three alike, four alike, full house, small straight," in line
    move = next(move for move in state.moves if move.text.startswith("three_alike"))
    assert state.parse(move.text.replace("_", " ")) == move


CITIES = """game "Cities"
players A, B
type city = Rome, Oslo, Bonn
game has free: set of city = city
turn
  choose c in free
  free -= c
end
  win me if no free
"""


def test_what_is_chosen_is_named_in_good_english() -> None:
    assert Game.parse(CITIES.replace("c in", "c within")).start().prompt == "Choose nothing, or up to 3 cities."


def test_messages_name_types_in_good_english() -> None:
    with pytest.raises(LoadError, match="a set of cities"):
        Game.parse(CITIES.replace("no free", "free"))
