"""The number of hidden cards: it is right, it is the same wherever somebody can't tell two situations apart, and it is
what people read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from cli.terminal.scene.cards import laid_out
from cli.terminal.scene.view import variables
from cli.web.page.seen import seen
from gdl import library
from interpreter.drawing import beside_board
from interpreter.drawing.hands import hands
from interpreter.drawing.table import table
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.game.unknown import UNKNOWN
from interpreter.graph.chance import Chance
from tests.support.sample import daily

HIDING = [name for name in library.names() if Game.load(name).model.hidden]
FAIR = [path for path in sorted((Path(__file__).parents[1] / "leaks").glob("*.gdl")) if "leaky" not in path.name]


def games(game: Game, many: int, plies: int) -> Iterator[State]:
    """The states of random games."""
    for number in range(many):
        state, chance = game.start(7, number), Chance(7, number)
        for ply in range(plies):
            yield state
            if state.is_over:
                break
            state = state.play(state.draw(chance, ply))


def numbers(state: State) -> dict[tuple[str, ...], int | None]:
    """All numbers that are told, by what they belong to."""
    view = state.public_view()
    return {
        (v.name, *map(str, labels)): view.number(v.name, *labels)
        for v in {h.what: None for h in state.game.model.hidden if not isinstance(h.what, str)}
        for labels in product(*(d.labels for d in v.holders))
    }


def really(state: State, name: str, *labels: str) -> int:
    """How many there are, as who sees everything counts them."""
    variable = next(v for v in state.game.model.variables if v.name == name)
    view = state.view()
    if variable.collection == "bag":
        return sum(view.value(name, *labels, thing) for thing in variable.held.labels)
    value: Any = view.value(name, *labels)
    return len(value) if isinstance(value, list) else int(value is not None)


@pytest.mark.parametrize("name", daily(HIDING, core=("hearts", "coup")))
def test_it_is_right(name: str) -> None:
    for state in games(Game.load(name), 3, 60):
        if state.together:
            continue
        for (variable, *labels), number in numbers(state).items():
            assert number is None or number == really(state, variable, *labels), (variable, labels, state.line)


@pytest.mark.parametrize("what", daily([*HIDING, *map(str, FAIR)], core=("hearts", "coup", "oh_hell")))
def test_who_cannot_tell_two_situations_apart_reads_the_same_numbers(what: str) -> None:
    game = Game.load(what)
    found: dict[tuple[str, int], dict[tuple[str, ...], int | None]] = {}
    for state in games(game, 25, 8):
        told = numbers(state)
        for player in game.players:
            assert found.setdefault((player, state.information(player)), told) == told


def test_hands_tell_how_many_cards_they_have() -> None:
    game = Game.load("hearts")
    view = game.start(3).view("North")
    assert {hand.owner: hand.count for hand in hands(view)} == {"East": 13, "South": 13, "West": 13, "North": None}
    assert "East holds 13 hidden cards" in [beside_board.text(words) for words in beside_board.told(view)]
    assert "East: hand (13)" in table(view).drawn


STOCKED = """game "Stocked"
players Ann, Bob
type card = cards(2..5, colour)
type colour = red, blue
game has stock: pile(8) of card
game has lying: pile(8) of card
player has hand: set of card
player has heap: pile(8) of card
hidden stock from player
hidden p.hand from player - p
hidden p.heap from player
setup
  stock = card
  shuffle stock
  for p in player
    deal 2 from stock to p.hand
    deal 1 from stock to p.heap
turn
  choose c in me.hand
  me.hand -= c
  put c on lying
  deal 1 from stock to me.hand if some stock
end
  draw if no me.hand
"""


def test_piles_and_hands_dealt_from_them_tell_how_many_cards_they_have() -> None:
    """Eight cards: each player has two, and one on the heap; the first play draws one of the two that are left."""
    state = Game.parse(STOCKED).start(3)
    assert numbers(state) == {
        ("stock",): 2, ("hand", "Ann"): 2, ("hand", "Bob"): 2, ("heap", "Ann"): 1, ("heap", "Bob"): 1,
    }  # fmt: skip
    view = state.play(state.moves[0]).view("Ann")
    assert {(hand.owner, hand.what): hand.count for hand in hands(view) if not hand.is_known} == {
        ("Bob", "hand"): 2, ("Bob", "heap"): 1, ("Ann", "heap"): 1, (None, "stock"): 1,
    }  # fmt: skip
    lines = ["".join(text for text, _ in line) for line in variables(view)]
    assert "stock: 1 hidden card" in lines
    assert any(re.fullmatch(r"Bob +2 hidden cards +1 hidden card", line) for line in lines), lines
    assert "stock: 1 hidden card" in [beside_board.text(words) for words in beside_board.told(view)]


def test_a_pile_is_a_stack_and_a_hand_a_fan() -> None:
    """What is nobody's, or declared as a pile, lies there; a hand is held. Sixteen cards: ten are in the stock."""
    view = Game.parse(STOCKED.replace("2..5", "2..9").replace("pile(8)", "pile(16)")).start(3).view("Ann")
    assert {(hand.owner, hand.what): hand.is_stack for hand in hands(view) if not hand.is_known} == {
        ("Bob", "hand"): False, ("Bob", "heap"): True, ("Ann", "heap"): True, (None, "stock"): True,
    }  # fmt: skip
    assert [(hand["name"], "stack" in hand) for hand in seen(view)["hands"] if not hand["known"]] == [
        ("Bob: hand", False), ("Bob: heap", True), ("stock", True), ("Ann: heap", True),
    ]  # fmt: skip
    shown = "\n".join("".join(part for part, _ in line) for line in laid_out(hands(view), 70).lines)
    assert "▒▒ (10)" in shown and "▒▒ ▒▒" in shown and "▒▒ ▒▒ ▒▒" not in shown
    assert table(view).drawn.count("stroke-dasharray") == 2 + 1 + 3 + 1  # Bob's hand and heap, stock, Ann's heap


CHANGES = [
    "put n on stock", "put n under stock", "put stock.top(1) on side", "put side.top(1) under stock",
    "remove 1 of stock", "remove 2 under stock", "move stock to side", "move 2 of stock to side", "move stock to stock",
    "move 1 of stock to stock", "stock = side", "stock = {}", "stock = {1, 3}", "shuffle stock",
    "deal 2 from stock to side", "deal 1 from side to me.heap", "deal 1 from stock to me.sack", "move stock to A.heap",
    "player.heap = {}", "put 2 on player.heap", "remove 1 of player.heap",
]
"""All that changes piles."""


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_done_with_a_pile_its_number_is_right(change: str) -> None:
    """And all know it, as nothing of it hangs on what is hidden."""
    game = Game.parse(f"""game "Changes"
players A, B
type card = 1..4
game has stock: pile(30) of card
game has side: pile(30) of card
player has heap: pile(30) of card
player has sack: bag(9) of card
game has turns: 0..3
hidden stock from player
hidden side from player
hidden p.heap from player
hidden p.sack from player - p
setup
  stock = card
  side = {{2, 3}}
  player.heap = card
turn
  choose n in 1..2
  turns += 1
  {change}
end
  draw if turns = 1
""")
    state = game.start(1)
    state = state.play(state.moves[0])
    for (name, *labels), number in numbers(state).items():
        assert number == really(state, name, *labels), (name, labels)


def test_an_empty_pile_is_no_hand() -> None:
    state = Game.parse(STOCKED).start(3)
    for _ in range(2):
        state = state.play(state.moves[0])
    assert numbers(state)["stock",] == 0
    assert not any(hand.what == "stock" for hand in hands(state.public_view()))


def test_a_pass_is_not_told_before_all_have_passed() -> None:
    state = Game.load("hearts").start(3)
    passed = state.play(state.moves[0]).play(state.play(state.moves[0]).moves[0])
    assert really(passed, "hand", passed.mover or "") == 11
    assert numbers(passed)["hand", passed.mover or ""] == 13


def test_what_goes_wrong_in_play_is_not_told() -> None:
    """In Cluedo a card may be shown to somebody who has seen it already."""
    state = Game.load("cluedo").start(1)
    assert state.public_view().number("seen", "A") is None
    assert state.public_view().number("hand", "A") == 6


def test_a_position_by_hand_tells_no_numbers() -> None:
    """Who set it up may have given anybody any number of cards."""
    game = Game.load("hearts")
    state = game.start(3)
    data = {**state.position(), "variables": {**state.position()["variables"], "tricks": 1}}
    assert game.position(data).public_view().number("hand", "East") is None


def test_numbers_do_not_need_the_hidden_things() -> None:
    """The counters of two deals are equal, whatever was dealt."""
    game = Game.load("oh_hell")
    counts = game.observer.counts
    hand = next(v for v in game.model.variables if v.name == "hand")
    one, other = game.start(1), game.start(2)
    assert one.value("hand", "B") != other.value("hand", "B")
    assert counts.of(one.knowledge, hand, 1) == counts.of(other.knowledge, hand, 1) == 7


def test_unknown_stays_unknown() -> None:
    view = Game.load("hearts").start(3).view("North")
    assert view.value("hand", "East") is UNKNOWN
    with pytest.raises(KeyError):
        view.number("pockets")


def test_a_single_card_that_all_know_of_is_told_in_words() -> None:
    """Both players of Leduc hold one card from the start; of what nobody can count only a question mark is told."""
    state = Game.load("leduc_holdem").start(4)
    lines = [beside_board.text(words) for words in beside_board.told(state.view("First"))]
    assert "Second holds a hidden card" in lines
    lines = [beside_board.text(words) for words in beside_board.told(Game.load("love_letter").start(4).view("A"))]
    assert "B holds ?" in lines
