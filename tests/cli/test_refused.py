"""What is said of a text that is no move: of several moves the first, in the words of the looks, and what is asked."""

from __future__ import annotations

import pytest

from cli.session.refused import enumerated, why_not
from cli.terminal.scene.reading import MistypedError, read_move
from interpreter import Game, State

DICE = """game "Dice"
players White
board ring(9)
pieces man of player
type die = 1..6
die has left: 0..4 = 1
setup
  put man of White on [0]
turn
  choose n in die, a in mine where n.left > 0 as "{a}+{n}" asking "Move a man."
  n.left -= 1
  move a to a.next^n
  choose "stay" asking "Stay there?"
end
  win me if no die.left
looks
  left LOOK
"""


def state(look: str = '"to be played: {left}"') -> State:
    return Game.parse(DICE.replace("LOOK", look)).start()


def refused(at: State, typed: str) -> str:
    with pytest.raises(MistypedError) as told:
        read_move(at, typed, ("quit", "moves"))
    return str(told.value)


@pytest.mark.parametrize(("look", "said"), [
    ('"to be played: {left}"', "1 isn't in “to be played”"),
    ('"{left} to be played"', "1's “left” is 0, and must be more than 0"),  # no list with a name before it
    ("as nothing", "1's “left” is 0, and must be more than 0"),
])  # fmt: skip
def test_what_is_gone_is_told_by_the_name_that_the_looks_give_it(look: str, said: str) -> None:
    at = state(look).play("0+1").play("stay")
    assert refused(at, "1+1").startswith(f"`1+1` is not legal now: {said}")


def test_of_several_moves_the_first_is_explained() -> None:
    at = state().play("0+1").play("stay")
    assert refused(at, "1+1 2+2").startswith("`1+1` is not legal now: 1 isn't in “to be played”")


def test_what_answers_another_question_is_told_what_is_asked() -> None:
    assert why_not(state(), "stay") == "`stay` is not legal now. Move a man."
    assert why_not(state().play("0+1"), "0+2") == "`0+2` is not legal now. Stay there?"


def test_a_name_of_what_another_decision_offers_is_not_legal_now() -> None:
    """It is no nonsense: in Yahtzee `twos` is a box, and filled when the dice are thrown."""
    at = Game.load("yahtzee").start(1)
    while at.is_chance:
        at = at.play(at.moves[0])
    assert why_not(at, "twos").startswith("`twos` is not legal now")
    assert why_not(at, "twos").endswith(f". {at.prompt}")  # the rules' own question
    assert why_not(at, "two pairs").startswith("`two pairs` is not a move of this game")


def test_signs_alone_are_no_move() -> None:
    """Signs between two things may be left out, but no move consists of them."""
    at = Game.load("backgammon").start(1)
    assert why_not(at, "xx") == "`xx` is not a move of this game."


def test_a_move_of_the_game_is_no_command_of_another_program() -> None:
    its_own = Game.parse(DICE.replace("LOOK", "as nothing").replace('"stay"', '"stop"')).start()
    assert "command" not in refused(its_own, "stop")
    assert "Did you mean the command `quit`?" in refused(state(), "stop")


def test_moves_with_a_comma_stand_in_quotes() -> None:
    assert enumerated(["chance, 13", "ones"]) == "`chance, 13`, `ones`"
    assert enumerated(["a1", "b2"]) == "a1, b2"
