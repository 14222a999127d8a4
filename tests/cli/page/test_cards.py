"""The card table as a page is told of it: who sees which cards, and which can be taken where they lie."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
from page_node import NODE, called, expected, random_game
from tricks import tricks

from cli.web.page.seen import for_spectators, seen
from interpreter import Game
from interpreter.graph.chance import Chance

TRICKS = tricks("A, B, C", 2, "play the {x}", "2..3", is_won=True)
PATIENCE = """game "Patience"
players A
type suit = c, d, h, s
type card = cards(9..11, suit)
type jewel = ruby, opal
player has hand: set of card
player has open: card?
player has purse: bag(3) of jewel = 2
game has stock: set of card = card
game has pot: bag(3) of jewel
game has seen(card): 0..2
game has turns: 0..9

turn
  choose x in stock, j in me.purse
  me.hand += x
  me.open  = x
  me.purse -= j
  pot += j
  seen(x) += 1
  stock -= x

end
  win A if no A.purse

looks
  ruby red as gem
  opal white as gem
"""
PEGS = """game "Pegs"
players A
type colour = red, green, blue
type place = 1..2
type try = 1..4
game has goal(place): colour = blue
try has guess(place): colour?
try has right: 0..2
game has tried: 0..4

turn
  tried += 1
  let n: try = tried
  for i in place
    choose c in colour as "{c}"
    n.guess(i) = c
    goal(i) = c when i = 1 otherwise red
  n.right = 2 when n.guess(2) = red otherwise 1

end
  win A if tried = 4

looks
  red "R" red
  green "G" green
  blue "B" blue
  guess "guess {try}: {guess}"
  right "guess {try}, right: {right}"
"""


def test_pegs_lie_in_rows_with_what_is_told_of_each() -> None:
    """As on the box of the game: a row for each guess, its answer beside it; nothing of it is told again in words."""
    state = Game.parse(PEGS).start(1)
    for colour in "GRB":
        state = state.play(colour)
    shown = seen(state.view("A"))
    rows = [(hand["name"], [card["text"] for card in hand["cards"]]) for hand in shown["hands"]]
    assert rows == [("goal", ["B", "R"]), ("guess 1 (right: 2)", ["G", "R"]), ("guess 2 (right: 0)", ["B"])]
    assert shown["lines"] == ["tried: 2"]


def test_a_code_that_is_hidden_lies_there_by_its_backs() -> None:
    state = Game.load("mastermind").start(2)
    hands = seen(state.view("Breaker"))["hands"]
    assert [(hand["name"], [card["text"] for card in hand["cards"]]) for hand in hands] == [("the code", ["?"] * 4)]
    drawn = dict(zip(("name", "cards"), (hands[0]["name"], hands[0]["cards"]), strict=True))
    assert not any("label" in card for card in drawn["cards"])


def test_what_is_drawn_on_edges_is_not_told_again() -> None:
    state = Game.load("quoridor").start(1)
    wall = next(move for move in state.moves if move.text.endswith("h"))
    shown = seen(state.play(wall).view())
    assert not any("walls between" in line for line in shown["lines"])
    assert any(shown["sites"]["edges"].values()) if "edges" in shown["sites"] else len(shown["sites"]) > 1


def test_cards_can_be_taken_where_they_lie() -> None:
    state = Game.parse(TRICKS).start(4)
    shown = seen(state.view("A"), may_move=True)
    assert shown["taken"] == {"A: hand": sorted(state.value("hand", "A"))}
    assert [(hand["name"], hand["place"], hand["known"]) for hand in shown["hands"]] == [
        ("B: hand", "hand", False), ("C: hand", "hand", False), ("deck", "table", False), ("A: hand", "own", True),
    ]  # fmt: skip
    assert [card["label"] for card in shown["hands"][-1]["cards"]] == state.value("hand", "A")
    assert "taken" not in seen(state.view("A")) and "taken" not in seen(state.view("B"), may_move=True)


def test_a_value_that_is_chosen_elsewhere_is_no_card_of_ones_own() -> None:
    """Whoever names a card, as a guess, doesn't take it from the hand."""
    text = TRICKS.replace("turn\n", 'turn\n  choose g in card as "guess {g}"\n')
    assert "taken" not in seen(Game.parse(text).start(4).view("A"), may_move=True)


def test_what_pages_are_told_is_what_is_known() -> None:
    """Of situations that A can't tell apart a page is told the same; and of a hand whatever all know."""
    told: dict[Any, set[str]] = defaultdict(set)
    dealt: dict[Any, set[str]] = defaultdict(set)
    game = Game.parse(TRICKS)
    for seed in range(150):
        state, random = game.start(seed), Random(seed * 7)
        for _ in range(3):
            key = state.information("A")
            told[key].add(json.dumps(seen(state.view("A"), may_move=True)))
            dealt[key].add(str([sorted(state.value("hand", p)) for p in "ABC"]))
            public = json.dumps(seen(for_spectators(state))["hands"])
            assert not any(f'"{card}"' in public for p in "ABC" for card in state.value("hand", p))
            state = state.play(random.choice(state.moves))
    assert sum(len(states) > 1 for states in dealt.values()) > 20
    assert all(len(shown) == 1 for shown in told.values())


@pytest.mark.skipif(NODE is None, reason="needs Node")
@pytest.mark.parametrize(
    "text", [PATIENCE, PEGS, TRICKS.replace("hidden deck from player\nhidden p.hand from player - p\n", "")]
)
def test_pages_lay_out_what_the_program_does(text: str, tmp_path: Path) -> None:
    game = Game.parse(text)
    states = random_game(game, 3, 20)
    begin = {"seed": 3, "seats": dict.fromkeys(game.players, "human")}
    *_, views = called(tmp_path, [game], [("still", None), ("begin", begin), ("plies", states[-1].line)])
    assert len(views) > 4
    for ply, view in enumerate(views):
        wanted = expected(states, ply)
        assert wanted["hands"]
        for key in ("hands", "taken", "lines"):
            assert view.get(key) == wanted.get(key), (ply, key)


def test_dice_are_chosen_where_they_lie() -> None:
    """Those that a decision names, as people point at the dice they roll again; and only while it does."""
    game = Game.load("yahtzee")
    state = game.start(seed=1)
    assert state.is_chance and "taken" not in seen(state.view(), may_move=True)
    for ply in range(5):
        state = state.play(state.draw(Chance(1), ply))
    assert seen(state.view(), may_move=True)["taken"] == {"the dice": ["a", "b", "c", "d", "e"]}
    state = state.play("keep all")
    assert "taken" not in seen(state.view(), may_move=True)
