"""The card table, as it follows from types: what is laid out for whom, in which order, in which colours."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import combinations
from math import dist
from xml.etree import ElementTree

import pytest
from columns import COLUMNS, COVERED
from tricks import tricks

from interpreter import Game, State
from interpreter.drawing.beside_board import text, told
from interpreter.drawing.cards import BACK, FOUR, INK, Card, faces
from interpreter.drawing.colours import NAMES
from interpreter.drawing.hands import Hand, hands, laid
from interpreter.drawing.scene import scene
from interpreter.drawing.svg import picture, words
from interpreter.drawing.table import table

PURSES = """game "Purses"
players A, B
type card = 1..9
player has purse: 0..9 = 3
player has held: 1..9
hidden p.purse from player - p
hidden p.held from player - p

turn
  choose n in 1..me.purse as "{n}"
  me.purse -= n
  me.held = n

end
  win me if me.purse = 0

looks
  purse "{player} has {purse} coins"
"""


def test_an_amount_is_told_in_words_and_is_no_card() -> None:
    """The rules take coins from a purse; what a player holds is another number each time."""
    game = Game.parse(PURSES)
    assert [variable.name for variable in laid(game.model)] == ["held"]
    lines = ["".join(part for part, _ in line[:4]) for line in told(game.start().view("A")) if len(line) == 4]
    assert lines == ["A has 3 coins", "B has ? coins"]


TRICKS = tricks("A, B, C", 4, is_won=True)
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def named(view_hands: list[Hand]) -> dict[str, Hand]:
    return {hand.name: hand for hand in view_hands}


def playing(plies: int, text: str = TRICKS, seed: int = 1) -> State:
    state = Game.parse(text).start(seed)
    for _ in range(plies):
        state = state.play(state.moves[0])
    return state


def test_ones_own_hand_is_seen_by_suit_and_rank_and_others_backs() -> None:
    state = playing(0)
    found = named(hands(state.view("B")))
    assert list(found)[-1] == "B: hand"
    own = found["B: hand"].cards
    held = state.value("hand", "B")
    assert sorted(card.label for card in own) == sorted(held)
    assert [card.label for card in own] == sorted(held, key=lambda x: ("cdhs".index(x[1]), "23456789TJQKA".index(x[0])))
    assert {card.label: f"{card.text}{card.sign}" for card in own} == {
        x: f"{'10' if x[0] == 'T' else x[0]}{SIGNS[x[1]]}" for x in held
    }
    assert found["A: hand"].cards == found["C: hand"].cards == (BACK,)
    assert found["A: hand"].place == "hand"


def test_others_sit_behind_the_viewer_in_turn() -> None:
    names = [hand.name for hand in hands(playing(0).view("B"))]
    assert names == ["C: hand", "A: hand", "deck", "B: hand"]


def test_the_middle_is_in_the_order_of_play() -> None:
    """B has begun the second trick, and C has followed: A, who comes first in the rules, is still to come."""
    state = playing(3)
    assert not any(hand.place == "middle" for hand in hands(state.view("A")))
    state = playing(2, TRICKS.replace("players A", "players C, A").replace(", C\n", "\n"))
    assert [(hand.owner, hand.cards[0].label) for hand in hands(state.view("B")) if hand.place == "middle"] == [
        ("C", state.value("played", "C")), ("A", state.value("played", "A"))
    ]  # fmt: skip
    text = TRICKS.replace("    player.played = {}\n", "    player.played = {}\n    next = C\n")
    state = playing(4, text)
    assert [hand.owner for hand in hands(state.view("B")) if hand.place == "middle"] == ["C"]
    assert [hand.owner for hand in hands(playing(5, text).view("B")) if hand.place == "middle"] == ["C", "A"]


def test_what_all_see_of_a_player_lies_before_them() -> None:
    found = named(hands(playing(3).view("A")))
    assert found["C: won"].place == "front" and len(found["C: won"].cards) == 3


def test_a_picture_shows_what_its_viewer_knows_and_no_more() -> None:
    """Whatever A can't tell apart looks the same to A: states are drawn that differ in hidden cards alone."""
    text = TRICKS.replace("cards(2..14, suit)", "cards(2..3, suit)").replace("deal 4", "deal 2")
    shown: dict[int, set[str]] = defaultdict(set)
    dealt: dict[int, set[str]] = defaultdict(set)
    game = Game.parse(text)
    for seed in range(150):
        state = game.start(seed)
        for ply in range(3):
            shown[state.information("A")].add(picture(state.view("A"), viewer="A"))
            dealt[state.information("A")].add(str([sorted(state.value("hand", p)) for p in "ABC"]))
            state = state.play(random.Random(seed * 7 + ply).choice(state.moves))
    assert sum(len(states) > 1 for states in dealt.values()) > 20
    assert all(len(pictures) == 1 for pictures in shown.values())


@pytest.mark.parametrize(("rules", "lying"), [
    (COLUMNS, {"column 2": ["1d", "4s"], "column 3": ["1c", "2d"], "home h": ["3h"]}),
    (COVERED, {"column 2": ["", "4s"], "column 3": ["", "2d"], "home h": ["3h"]}),
])  # fmt: skip
def test_several_piles_lie_side_by_side_each_in_its_order(rules: str, lying: dict[str, list[str]]) -> None:
    state = Game.parse(rules).start().play("3 home")
    found = hands(state.view("You"))
    assert {hand.name: [card.label for card in hand.cards] for hand in found} == lying
    assert {hand.place for hand in found} == {"table"}


def test_piles_in_words_are_kept_apart() -> None:
    """Of things side by side that aren't seen, there is one sign."""
    state = Game.parse(COLUMNS).start()
    assert [text(line) for line in told(state.view(), but=laid(state.game.model))] == ["notes: 1: 2, 3; 3: 1"]
    covered = Game.parse(COVERED).start().view("You")
    assert [text(line) for line in told(covered)][:2] == ["column 2: ?, 4s", "column 3: ?, 3h"]


TRUTHS = """game "Truths"
players A, B
game has late: truth
game has early: truth
player has out: truth
player has safe: truth
player has dealt: truth
game has seen(player): truth
game has turns: 0..9
turn
  choose "go"
  late        = true
  A.out       = true
  B.safe      = true
  me.dealt    = true
  seen(A)     = true
  turns      += 1
end
  draw if turns = 9
looks
  turns as nothing
  out   "{player} is out: {out}"
  safe  "{safe} means that {player} is safe"
  seen  "seen by: {seen}"
"""


def test_a_truth_is_told_by_the_text_that_says_it() -> None:
    state = Game.parse(TRUTHS).start(1).play("go")
    lines = [text(line) for line in told(state.view())]
    assert lines == ["late", "A is out", "yes means that B is safe", "dealt: A", "seen by: A"]


def test_hands_aren_t_told_in_words_again() -> None:
    view = playing(1).view("A")
    said = " ".join(words(scene(view.game.model), view))
    assert not any(card.label in said for hand in hands(view) for card in hand.cards if card.label)


def test_a_picture_has_room_for_fifty_cards() -> None:
    text = TRICKS.replace("deal 4", "deal 17")
    view = playing(0, text).view()
    root = ElementTree.fromstring(picture(view))
    assert float(root.attrib["width"]) < 700
    drawn = table(view, 0.0)
    assert drawn.width < 700 and drawn.drawn.count("<rect") == 52


def test_films_show_cards_frame_by_frame() -> None:
    from interpreter.drawing.film import Frame, film

    states = [playing(n) for n in range(3)]
    shown = film([Frame(state.view("A")) for state in states])
    ElementTree.fromstring(shown)
    assert shown.count("A: played") == 2


# ---- suits


def deck(looks: str = "", suits: str = "c, d, h, s") -> dict[str, str]:
    """The sign and colour of each suit's ace."""
    game = Game.parse(TRICKS.replace("c, d, h, s", suits) + (f"\nlooks\n{looks}" if looks else ""))
    (base,) = {v.type.base for v in laid(game.model) if v.name == "hand"}
    return {card.suit: card.sign + card.colour for card in faces(game.model, base).values()}


@pytest.mark.parametrize("suits", ["c, d, h, s", "C, D, H, S", "clubs, diamonds, hearts, spades", "s, h, c, d"])
def test_common_suits_need_no_looks(suits: str) -> None:
    wanted = {"c": "♣#206040", "d": "♦#1820c0", "h": "♥#d03010", "s": "♠"}
    assert deck(suits=suits) == {name: wanted[name[0].lower()] for name in suits.split(", ")}


def test_other_suits_are_as_looks_say() -> None:
    assert deck(suits="sun, c, moon") == {"sun": "", "c": "", "moon": ""}
    assert deck('  sun "s" "☀" gold\n  moon "m" "☾" navy', "sun, moon") == {"sun": "☀gold", "moon": "☾navy"}


def test_two_colours_for_four_suits_are_four() -> None:
    two = '  c "c" "♣"\n  d "d" "♦" red\n  h "h" "♥" red\n  s "s" "♠"'
    assert deck(two) == {"c": "♣#206040", "d": "♦#1820c0", "h": "♥#d03010", "s": "♠"}


def test_looks_that_tell_all_suits_apart_are_kept() -> None:
    four = '  c "c" "♣" navy\n  d "d" "♦" orange\n  h "h" "♥" red\n  s "s" "♠"'
    assert deck(four) == {"c": "♣navy", "d": "♦orange", "h": "♥red", "s": "♠"}


BLIND = {
    # Machado, Oliveira and Fernandes, “A Physiologically-based Model for Simulation of Color Vision Deficiency” (2009),
    # severity 1
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}


def linear(colour: str) -> list[float]:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def lab(rgb: list[float]) -> tuple[float, float, float]:
    """CIE L*a*b*, daylight."""
    x, y, z = (
        sum(a * b for a, b in zip(row, rgb, strict=True)) / white
        for row, white in zip(((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)),
                              (0.9505, 1.0, 1.089), strict=True)
    )  # fmt: skip
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(colour: str, sight: str) -> tuple[float, float, float]:
    rgb = linear(colour)
    return lab([min(max(sum(a * b for a, b in zip(row, rgb, strict=True)), 0.0), 1.0) for row in BLIND[sight]])


@pytest.mark.parametrize("sight", BLIND)
def test_suits_differ_to_all_eyes(sight: str) -> None:
    """By 20 in L*a*b*, of which 2.3 can just be told."""
    inks = [colour or INK for colour in FOUR.values()]
    for one, other in combinations(inks, 2):
        assert dist(seen(one, sight), seen(other, sight)) > 20, (one, other)


def test_what_is_printed_can_be_read() -> None:
    """A contrast of 4.5 at least (WCAG 2.2, 1.4.3)."""

    def light(colour: str) -> float:
        return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True)) + 0.05

    for colour in (*FOUR.values(), *NAMES):
        for card in (Card("7", sign="x", colour=colour), Card("7", colour=colour)):
            dark, pale = sorted((light(card.ground), light(card.ink)))
            assert pale / dark >= 4.5, card


# ---- dice


DICE = """game "Dice"
players A, B
type cup = a, b, c
type face = 1..6
cup has shows: 1..6
game has left(face): 0..3
game has round: 1..6
player has age: 1..6 = 3
game has drawn: 1..6
game has rolls: 0..9

turn
  for s in cup
    roll n in 1..6
    s.shows = n
    left(n) += 1
  roll k in {x in 1..6 where x > 2}
  drawn = k
  choose r in 1..6
  round = r
  rolls += 1

end
  draw if rolls > 0

looks
  left "to be played: {left}"
"""


def test_what_is_rolled_and_kept_is_dice() -> None:
    """Not what is chosen, nor what is drawn from a few numbers, though they are of the same range."""
    state = Game.parse(DICE).start(5)
    while state.is_chance:
        state = state.play(state.moves[state.turns % len(state.moves)])
    found = named(hands(state.view()))
    assert list(found) == ["shows", "to be played"]
    assert [(card.label, card.text, card.picture) for card in found["shows"].cards] == [
        (cup, str(state.value("shows", cup)), f"die{state.value('shows', cup)}") for cup in "abc"
    ]
    counted = [str(n) for n in range(1, 7) for _ in range(state.value("left", n))]
    assert [card.text for card in found["to be played"].cards] == counted and len(counted) == 3
