"""What people write who know card games and have read the manual once: each slip is told what to write in its place."""

from __future__ import annotations

import re

import pytest

from gdl import lint
from gdl.lint.fix import fixed
from gdl.text.source import Source

RULES = """game "Slips"
players A, B
type suit = C, D, H, S
type card = cards(7..14, suit)
game has stock: pile(32) of card
game has lying: pile(32) of card
game has led: suit?
player has hand: set of card
hidden stock from player
hidden p.hand from player - p
setup
  stock = card
  shuffle stock
  for p in player
    deal 5 from stock to p.hand
turn
  choose c in me.hand
  me.hand -= c
  put c on lying
  led = c.suit
end
  win me if no me.hand
looks
  stock "left: {stock}"
  lying "lying: {lying}"
"""
"""A sound game, in which each test changes a part."""

SLIPS = [
    ("cards(7..14, suit)", "cards(suit, 7..14)", "write `cards(7..14, suit)`"),
    ("cards(7..14, suit)", "cards(8, suit)", "write `cards(2..14, suit)`"),
    ("cards(7..14, suit)", "cards(7..A, suit)", "ranks are numbers: write `14`"),
    ("type card = cards(7..14, suit)", "type rank = 7, 8, 9, J\ntype card = cards(rank, suit)", "`cards(7..14, suit)`"),
    ("type suit = C, D, H, S", "type suit = 1, 2, 3, 4", "write a range of numbers as `1..4`"),
    ("{stock}", "{stock.height}", "write `{stock}`"),
    ("{stock}", "{count(stock)}", "write `{stock}`"),
    ("{lying}", "{lying.top(1)}", "keep it in a variable of its own"),
    ("deal 5 from stock to p.hand", "deal 5 from stock to player.hand", "`for p in player`"),
    ("deal 5 from stock to p.hand", "deal 5 from stock to each player", "`for p in player`"),
    ("deal 5 from stock to p.hand", "deal 5 from stock to p", "say what of p gets them: `p.hand`"),
    ("deal 5 from stock to p.hand", "deal from stock to p.hand", "say how many"),
    ("deal 5 from stock to p.hand", "draw a card", "write `deal 5 from deck to p.hand`"),
    ("put c on lying", "draw d from stock", "to use it at once, `let d = stock.top(1)`, and below it `remove 1 of"),
    ("put c on lying", "draw d from stock to me.hand", "write `deal 1 from stock to me.hand`"),
    ("put c on lying", "draw two cards from stock", "write `deal 2 from stock to me.hand`"),
    ("put c on lying", "draw from stock", "write `deal 1 from stock to me.hand`"),
    ("put c on lying", "draw d from me.hand", "write `roll d in me.hand`"),
    ("put c on lying", "put c in lying", "write `on`"),
    ("put c on lying", "put c onto lying", "write `on`"),
    ("put c on lying", "put 1 of stock on lying", "write `move 1 of stock to …`"),
    ("put c on lying", "move c to lying", "write `put c on lying`"),
    ("put c on lying", "move 1 from stock to lying", "write `move 2 of a to b`"),
    ("put c on lying", "move c from me.hand to lying", "`put c on …` lays it on a pile"),
    ("put c on lying", "discard c", "`put c on pile`"),
    ("put c on lying", "clear lying", "write `x = {}`"),
    ("put c on lying", "lying = []", "write `{}`"),
    ("put c on lying", "lying.push(c)", "`put c on lying`"),
    ("me.hand -= c", "me.hand.add(c)", "`me.hand += c`"),
    ("led = c.suit", "led = random suit", "`roll x in suit`"),
    ("led = c.suit", "next = next player", "`next` alone"),
    ("led = c.suit", "led = {} if c = 8", "write `c.rank = 8`"),
    ("led = c.suit", "led = {} if c.rank = J", "write `11`"),
    ("led = c.suit", "led = {} if c.rank = 8 or 9", "write `c.rank in {8, 9}`"),
    ("led = c.suit", "led = {} if stock.empty", "write `no S`"),
    ("led = c.suit", "let x = stock.pop()", "`stock.top(1)`"),
    ("choose c in me.hand", "choose c in me.hand, s in C, D, H", "as a set, in braces"),
    ("choose c in me.hand", "by A when no led otherwise B\n    choose c in me.hand", "all of `… when … otherwise …`"),
    ("put c on lying", "put c on lying when some led otherwise stock", "all of `… when … otherwise …` in parentheses"),
    ("led = c.suit", "led = c.suit if some x in player where some x.hand or no x in player where no x.hand",
     "the `where` of the first `x` reaches to here"),
    ("led = c.suit", "let n = 1 + worth\ndefine worth =\n  sum(c.rank for c in lying)", "even a single line"),
    ("led = c.suit", "let n = worth\ndefine worth =\n  sum(n * n * n for n in 1..40)", "even a single line"),
    ("choose c in me.hand", "choose few within me.hand", "`where count(few) = 3`"),
    ("choose c in me.hand", "choose few within me.hand where count(few) < 9", "say what they have in common"),
]


def errors(text: str) -> list[str]:
    """What the errors of a text advise."""
    return [f.hint for f in lint.lint([Source("slips.gdl", text)]) if f.severity == "error"]


@pytest.mark.parametrize(("right", "slip", "advice"), SLIPS, ids=[slip for _, slip, _ in SLIPS])
def test_what_to_write_is_told(right: str, slip: str, advice: str) -> None:
    assert right in RULES
    said = errors(RULES.replace(right, slip))
    assert any(advice in hint for hint in said), said


@pytest.mark.parametrize("asked", [
    "next = me if WHAT", "next = me if some WHAT", "next = me if no WHAT", "next = me if WHAT = true",
    "next = me if true in WHAT", "next = me if count(WHAT) = 2", "let x = WHAT", "let x = WHAT otherwise false",
])  # fmt: skip
@pytest.mark.parametrize("what", ["player.passed", "me.saw(player)"])
def test_there_is_no_set_of_truths(asked: str, what: str) -> None:
    """The same advice wherever one stands: none leads to another form that is refused, too."""
    text = RULES.replace("setup\n", "player has passed: truth\nplayer has saw(player): truth\nsetup\n")
    (found,) = [f for f in lint.lint([Source("slips.gdl", text.replace("led = c.suit", asked.replace("WHAT", what)))])
                if f.severity == "error"]  # fmt: skip
    assert (found.code, found.span.text.strip()) == ("T319", what.split(".")[-1])
    assert "`some x in … where" in found.hint


def test_a_word_of_the_language_is_told_once() -> None:
    """However often it stands for a name."""
    text = RULES.replace("led", "set").replace("stock", "draw")
    found = [f for f in lint.lint([Source("slips.gdl", text)]) if f.code == "S105"]
    assert sorted(f.span.text for f in found) == ["draw", "set"]
    assert {f.span.line for f in found} == {5, 7}


@pytest.mark.parametrize(("right", "slip"), [
    ("cards(7..14, suit)", "cards(suit, 7..14)"), ("put c on lying", "put c in lying"), ("{stock}", "{stock.height}"),
])  # fmt: skip
def test_what_is_sure_is_mended(right: str, slip: str) -> None:
    assert fixed(RULES.replace(right, slip), "slips.gdl").text == RULES


def test_the_game_is_sound() -> None:
    assert not errors(RULES)
    assert not re.search(r"\t", RULES)
