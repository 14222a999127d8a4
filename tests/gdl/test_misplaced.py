"""Conditions, weights and lists that stand where something else is read are told where they belong."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.lint.fix import fixed
from gdl.text.source import Source

RULES = """game "Misplaced"

players Ann, Bob
type suit = clubs, hearts
type card = cards(1..9, suit)

game has stock: pile(18) of card
game has shown: card?
game has turns: 0..99
player has hand: set of card
player has off: 0..9
hidden stock from player

define c.worth =
  2 when c.rank = 7
  otherwise 1
define red = {hearts}
define high = {c in card where c.rank > 5}
define sum_of(n) = sum(i for i in 1..n)

define pass_on(n)
  turns += n

setup
  stock = card
  shuffle stock
  for p in player
    deal 3 from stock to p.hand

turn
  roll k in 1..6 by 2 when k = 6 otherwise 1 as "{k}"
  choose c in me.hand, d in me.hand where c != d and (c.suit in red or c in high) and c.worth + d.worth > k - 9
      as "{c} {d}"
  me.hand -= c
  shown = c
  remove 1 of stock if some stock
  put c on stock if stock.height < 18
  pass_on(1) if turns < 98 and sum_of(2) = 3
  me.off += 1 if shown = c and me.off < 9

end
  rank p by p.off if stuck or (after pass_on(1): turns > 90)
"""

SLIPS = [
    ("2 when c.rank = 7", "c.rank = 7: 2", "a condition stands behind its value: `2 when c.rank = 7`"),
    ("by 2 when k = 6 otherwise 1", "by {6: 2}", "a weight is one number for each outcome"),
    ("shown: card?", "shown: card or nothing", "write `card?` for one or nothing"),
    ("d in me.hand where c != d and", "d in me.hand, c != d where",
     "conditions stand behind `where`: `… where c != d`"),
    ("roll k in 1..6", "roll k > 2", "say among what: `k in S where k > 2"),
    ("if some stock", "if stock not empty", "write `some stock`"),
    ("(after pass_on(1): turns > 90)", "(turns > 90 after pass_on(1))",
     "the change stands before the question: `(after pass_on(1): …)`"),
    ("{hearts}", "hearts, clubs", "a set stands in braces: `{hearts, clubs}`"),
    ("{c in card where c.rank > 5}", "card where c.rank > 5",
     "put a set with a condition in braces: `{x in card where …}`"),
    ("  me.hand -= c", "  draw m from me.hand\n  me.hand -= m", "write `roll m in me.hand`, and below it"),
    ("  for p in player", "  for 1..2", "name what is gone through: `for n in 1..2`"),
    ("if some stock", "if turns", "compare it with a number: `turns > 0`, for example"),
    ("remove 1 of stock", "remove stock.top(1)", "write `remove 1 of stock` for the one on top"),
    ("remove 1 of stock", "remove stock.bottom(1)", "write `remove 1 under stock`"),
]  # fmt: skip


def told(text: str) -> list[str]:
    return [f.hint for f in lint.lint([Source("a.gdl", text)]) if f.severity == "error"]


def test_the_rules_without_a_slip_are_right() -> None:
    assert told(RULES) == []


@pytest.mark.parametrize(("right", "slip", "advice"), SLIPS)
def test_it_is_told_what_to_write_and_where(right: str, slip: str, advice: str) -> None:
    assert RULES.count(right) >= 1
    hints = told(RULES.replace(right, slip, 1))
    assert any(advice in hint for hint in hints), hints


@pytest.mark.parametrize(("right", "slip"), [
    ("shown: card?", "shown: card or nothing"),
    ("if some stock", "if stock not empty"),
    ("{hearts}", "hearts, clubs"),
])  # fmt: skip
def test_what_is_sure_is_fixed(right: str, slip: str) -> None:
    text = fixed(RULES.replace(right, slip, 1), "a.gdl", select=["S104"]).text
    assert told(text) == []
    assert text == RULES.replace(right, "{hearts, clubs}" if right == "{hearts}" else right)


def test_one_error_in_a_pile_is_told_once() -> None:
    """What is put on a pile that couldn't be read, or in a choice that couldn't, is no piece, and needn't be one."""
    assert len(told(RULES.replace("pile(18) of card", "pile of 18 card"))) == 1


def test_who_counts_what_is_one_is_told_how_to_choose_a_part() -> None:
    text = RULES.replace("c.worth + d.worth", "count(c) + d.worth")
    (hint,) = (f.hint for f in lint.lint([Source("a.gdl", text)]) if f.code == "R691")
    assert hint == "to choose a part of a set, write `c within me.hand`"
