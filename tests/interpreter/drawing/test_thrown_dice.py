"""Dice and cards that are numbers: what is kept of a throw is dice, what several hold hidden are cards."""

from __future__ import annotations

from interpreter import Game, State
from interpreter.drawing.dice import faces
from interpreter.drawing.hands import hands
from interpreter.drawing.unknown import so_many

CUPS = """game "Cups"
players North, South
type face = 1..6
player has cup: bag(5) of face
player has kept: bag(5) of face
player has best: bag(5) of face
player has last: face?
player has level: bag(5) of face
hidden p.cup from player - p
hidden p.level from player - p
turn
  for n in 1..3
    roll secretly f in face
    me.cup += f
  choose secretly S within me.cup where count(S) = 2 as "keep {S}"
  me.kept = S
  choose f in me.kept as "best {f}"
  me.best += f
  me.last = f
  me.level += 1
  me.cup = {}
end
  win me if 6 in me.best
"""
DECK = """game "Deck"
players North, South
type card = 1..13
game has deck: pile(13) of card
player has hand: bag(1) of card
player has secret: card?
hidden deck from player
hidden p.hand from player - p
hidden p.secret from player - p
setup
  deck = card
  shuffle deck
  for p in player
    deal 3 from deck to p.hand
turn
  choose secretly c in me.hand
  me.hand -= c
  me.secret = c
end
  win me if no me.hand
"""


def after(text: str, plies: int) -> State:
    """The state after this number of plies; each takes the first move."""
    state = Game.parse(text).start(1)
    for _ in range(plies):
        state = state.play((state.ways if state.is_chance else state.moves)[0])
    return state


def test_what_is_kept_chosen_and_moved_of_a_throw_is_drawn_as_dice() -> None:
    """`level` is counted by the rules, and no die ever lay there."""
    found = {hand.name: {card.picture[:3] for card in hand.cards} for hand in hands(after(CUPS, 6).view())}
    assert found["North: kept"] == found["North: best"] == found["North: last"] == {"die"}
    assert found["North: level"] == {""}


def counted(state: State, name: str, *whose: str) -> str:
    """What South, who doesn't see it, is told of how much is there."""
    (variable,) = (variable for variable in state.game.model.variables if variable.name == name)
    return so_many(state.view("South"), variable, whose)


def test_what_is_hidden_is_told_as_what_it_is() -> None:
    """Dice are dice; of numbers several are cards, and one that may be there is just a number."""
    assert counted(after(CUPS, 1), "cup", "North") == "1 hidden die"
    assert counted(after(CUPS, 3), "cup", "North") == "3 hidden dice"
    played = after(DECK, 1)
    assert counted(played, "deck") == "7 hidden cards"
    assert counted(played, "hand", "North") == "2 hidden cards"
    assert counted(played, "secret", "North") == "?"


THROWS = """game "Throws"
players A, B
type die = 1..6
game has total: 0..60
turn
  roll a in die, b in a..6 by (1 when a = b otherwise 2) as "{a}-{b}"
  roll secretly c in die as "{c}"
  roll d in die as "a {d}"
  roll e in 1..4 as "{e}"
  roll f in die as "{f}"
  total += 1
  choose "on"
end
  draw if total = 9
"""


def test_thrown_dice_are_shown_as_dice_where_their_numbers_alone_are_told() -> None:
    """With a weight; not what is secret, what says more, what no die shows."""
    state, shown = Game.parse(THROWS).start(1), []
    while state.is_chance:
        move = state.ways[-1]
        shown.append((move.text, faces(move.choose, move.text)))
        state = state.play(move)
    assert shown == [("6-6", "⚅⚅"), ("6", ""), ("a 6", ""), ("4", ""), ("6", "⚅")]
    assert faces(state.moves[0].choose, "1") == ""
