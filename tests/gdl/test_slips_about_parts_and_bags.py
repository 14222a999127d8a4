"""Slips about what belongs to what: attributes, parts of boards, bags, whole sets, loops that count, options."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.lint.fix import fixed
from gdl.text.source import Source

RULES = """game "Slips"
players White, Black
board grid(3, 3)
pieces stone of player
type suit = red, blue
type card = cards(1..3, suit)
type flower = rose, lily
player has hand: set of card
player has points: 0..20
define low = {c in card where c.rank = 1}
MORE
setup
  SETUP
turn
  choose s in empty
  put stone of me on s
  TURN
end
  win me if some line in lines(3) where line within mine
  draw if no empty
"""
VARIANT = 'game "Larger" extends "tictactoe"\n\n{}\n'


def advice(text: str) -> list[str]:
    """What is advised of the errors of a text."""
    return [f.hint for f in lint.lint([Source("slips.gdl", text)]) if f.severity == "error"]


def rules(more: str = "", setup: str = "put stone of White on {}", turn: str = "remove {}") -> str:
    return RULES.replace("MORE", more).replace("SETUP", setup).replace("TURN", turn)


@pytest.mark.parametrize(("condition", "said"), [
    ("me.hand.red", "`red` is a suit: write `{x in … where x.suit = red}`"),
    ("me.hand.low", "the define has no subject: write `low` alone; what is in two sets is `A & B`"),
    ("me.hand.s", "`s` is a name of its own: write it alone, without the dot"),
])  # fmt: skip
def test_what_stands_behind_a_dot_and_belongs_to_nobody(condition: str, said: str) -> None:
    assert advice(rules(turn=f"me.points += 1 if some {condition}")) == [said]


def test_the_name_of_a_type_behind_a_dot() -> None:
    text = rules("player has flowers: set of flower", turn="me.points += 1 if some me.flower\n  me.flowers += rose")
    assert advice(text) == ["`flower` is a type; what a player has of it is `.flowers`"]


@pytest.mark.parametrize(("type_", "said"), [
    ("edges site", "write `edges of site`"),
    ("corner of site", "write `corners of site`"),
    ("corners", "write `corners of site`"),
    ("side", "write `edges of site`"),
])  # fmt: skip
@pytest.mark.parametrize("name", ["wall", "corner"])
def test_parts_of_a_board(name: str, type_: str, said: str) -> None:
    assert advice(rules(f"type {name} = {type_}\ngame has built: set of {name}")) == [said]


@pytest.mark.parametrize(("given", "said"), [
    ("{rose, lily}", "write `sack += {rose, lily}` or `sack(rose) = 2` in `setup`"),
    ("{rose: 2, lily: 3}", "write `sack += {rose, lily}` or `sack(rose) = 2` in `setup`"),
    ("3 rose, 4 lily", "write `sack += {rose, lily}` or `sack(rose) = 2` in `setup`"),
    ("flower", "write `sack += flower` in `setup`"),
    ("10", "let the bag hold more: `bag(…)`"),
])  # fmt: skip
def test_what_a_bag_begins_with(given: str, said: str) -> None:
    (found,) = advice(rules(f"game has sack: bag(9) of flower = {given}"))
    assert found.endswith(said)


def test_what_is_advised_fills_the_bag() -> None:
    text = rules("game has sack: bag(9) of flower", "sack += {rose, lily}\n  sack(rose) = 2\n  sack += flower")
    assert advice(text) == []


def test_what_each_player_has_is_named_with_the_player() -> None:
    (found,) = advice(rules("player has sack: bag(9) of flower = {rose}"))
    assert "`player.sack += {rose}`" in found


def test_a_bag_filled_by_pairs() -> None:
    text = rules("game has sack: bag(9) of flower", "sack = {rose: 2, lily: 1}")
    assert advice(text) == ["say how many in a line for each thing: `sack(rose) = 2`"]


@pytest.mark.parametrize("word", ["all", "every", "all of"])
def test_a_whole_set_needs_no_word(word: str) -> None:
    (found,) = advice(rules("game has deck: set of card", f"deck = {word} card"))
    assert "`card` alone, if it is a type or a set, means all of them" in found


def test_all_in_a_condition_is_told_as_before() -> None:
    assert advice(rules(turn="remove s if all mine in row(1)")) == ["say `A within B`, or `no x in A where not …`"]


@pytest.mark.parametrize(("head", "said"), [
    ("repeat me.points", "the loop that counts is `for n in 1..me.points`"),
    ("repeat n", "the loop that counts is `for i in 1..n`"),
    ("repeat 3 times", "the loop that counts is `for n in 1..3`"),
    ("repeat for n in 1..3", "a loop with `for` stands alone: leave out `repeat`"),
    ("repeat until no empty",
     "`until …` stands below the block of the `repeat`, in its column; a loop that asks first is `while …`"),
])  # fmt: skip
def test_loops_that_count(head: str, said: str) -> None:
    assert advice(rules(turn=f"{head}\n    remove s")) == [said]


@pytest.mark.parametrize(("line", "said"), [
    ("size 3", "if the base has an option `size`, write `set size = 3`"),
    ("size = 3", "if the base has an option `size`, write `set size = 3`"),
    ("size to 3", "if the base has an option `size`, write `set size = 3`"),
    ("set size to 3", "write `=` for `to`"),
])  # fmt: skip
def test_a_variant_gives_an_option_a_value(line: str, said: str) -> None:
    assert advice(VARIANT.format(line)) == [said]


def test_an_option_of_the_same_file_has_its_value_in_its_line() -> None:
    text = rules('option size: 3..5 = 3 "squares"\nsize = 4')
    assert advice(text) == ["say the value in the line of the option: `option size: … = 4`"]


@pytest.mark.parametrize("range_", ["-9..20 = 0", "0..20"])
def test_signs_swapped(range_: str) -> None:
    text = rules(turn="me.points =- 1").replace("points: 0..20", f"points: {range_}")
    found = [f for f in lint.lint([Source("a.gdl", text)]) if f.code in ("R697", "T336")]
    assert {f.hint for f in found} == {"to take away, write `me.points -= 1`"}
    assert "  me.points -= 1\n" in fixed(text, "a.gdl", ["R697", "T336"]).text


@pytest.mark.parametrize("right", ["me.points = -1", "me.points -= 1", "me.points=-1"])
def test_a_number_below_nought_is_no_slip(right: str) -> None:
    text = rules(turn=right).replace("points: 0..20", "points: -9..20 = 0")
    assert "R697" not in {f.code for f in lint.lint([Source("a.gdl", text)])}
