"""Bags: several things that are alike. Beside `collections.Counter`, by both backends, hidden, drawn, told, refused."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from gdl.check.checker import check
from gdl.lint import lint
from gdl.text.source import Source
from interpreter import Game, PositionError, RuleError, State
from interpreter.drawing import beside_board
from interpreter.drawing.hands import hands
from interpreter.lab.tools.native_lockstep import both_backends

JEWELS = ("ruby", "opal", "pearl")
POUCHES = """game "Pouches"
players A, B
type jewel = ruby, opal, pearl
type action = insert, two, add, take, drop, like, clear, all, share, both, each, drain
player has pouch: bag(1000) of jewel
game has sack: bag(3) of jewel = 2
game has spare(action): bag(99) of jewel
game has total: 0..99999
game has worth: 0..999999
game has some_kinds: set of jewel
game has gone_through: 0..99999
game has turns: 0..40

define j.worth = 1 + 3 * index(j)

turn
  choose do in action, j in jewel where me.next.pouch(j) < 200 and spare(insert, j) < 90 and count(me.pouch) < 900
      and (do not in {take, drop} or j in me.pouch) as "{do} {j}"
  if do = insert
    me.pouch += j
  else if do = two
    me.pouch += {j, ruby}
  else if do = add
    me.pouch += sack
  else if do = take
    me.pouch -= j
  else if do = drop
    me.pouch -= me.pouch & {j, ruby}
  else if do = like
    me.pouch = me.next.pouch
  else if do = clear
    me.pouch = {}
  else if do = all
    me.pouch = {j, opal} & me.pouch + {pearl}
  else if do = share
    player.pouch += me.pouch
  else if do = both
    player.pouch(j) = 3
  else if do = each
    for k in me.pouch where k != j
      gone_through += 1
  else
    me.pouch -= me.pouch
  spare(insert) += j if do = insert
  total = count(me.pouch)
  worth = sum(k.worth for k in me.pouch, i in sack where k != i)
  some_kinds = {k in me.pouch where me.pouch(k) > 1}
  turns += 1

end
  draw if turns = 40
"""


def bag(state: State, name: str, *whose: str) -> Counter[str]:
    return Counter({j: int(state.value(name, *whose, j)) for j in JEWELS})


def counted(move: str, mine: Counter[str], other: Counter[str]) -> tuple[Counter[str], Counter[str]]:
    """The two bags after a move, by the standard library's multisets."""
    do, j = move.split()
    sack = Counter(dict.fromkeys(JEWELS, 2))
    match do:
        case "insert":
            mine = mine + Counter([j])
        case "two":
            mine = mine + Counter({j, "ruby"})
        case "add":
            mine = mine + sack
        case "take":
            mine = mine - Counter([j])
        case "drop":
            mine = mine - Counter({j, "ruby"} & set(+mine))
        case "like":
            mine = Counter(other)
        case "clear" | "drain":
            mine = Counter()
        case "all":
            mine = Counter(({j, "opal"} & set(+mine)) | {"pearl"})
        case "share":
            mine, other = mine + mine, other + mine
        case "both":
            mine, other = Counter({**mine, j: 3}), Counter({**other, j: 3})
    return +mine, +other


@pytest.mark.parametrize("seed", range(6))
def test_beside_counters(seed: int) -> None:
    game = Game.parse(POUCHES)
    dice = random.Random(seed)
    state, gone = game.start(), 0
    while not state.is_over:
        mover = state.to_move
        assert mover is not None
        other = "B" if mover == "A" else "A"
        options = [m for m in state.moves if not m.text.startswith("share") or dice.random() < 0.3]
        move = dice.choice(options)
        mine, others = counted(move.text, +bag(state, "pouch", mover), +bag(state, "pouch", other))
        after = state.play(move)
        assert (+bag(after, "pouch", mover), +bag(after, "pouch", other)) == (mine, others), move.text
        assert after.value("total") == mine.total()
        worth = {j: 1 + 3 * i for i, j in enumerate(JEWELS)}
        assert after.value("worth") == sum(worth[k] * 2 for k in mine.elements() for i in JEWELS if i != k)
        assert after.value("some_kinds") == [j for j in JEWELS if mine[j] > 1]
        if move.text.startswith("each"):
            gone += sum(1 for k in mine.elements() if k != move.text.split()[1])
        assert after.value("gone_through") == gone
        state = after


def test_both_backends_agree() -> None:
    both_backends(Game.parse(POUCHES), 20, plies=60)
    both_backends(Game.parse(CARDS), 20, plies=60)


CARDS = """game "Cards"
  summary "Hold the highest cards."
players 2..4
type card = duke, spy, king
game has deck: bag(3) of card = 3
player has hand: bag(2) of card
player has shown: bag(3) of card
hidden deck from player
hidden p.hand from player - p
setup
  for p in player
    deal 2 from deck to p.hand
turn
  choose c in me.hand as "{c}" asking "Lay down a card."
  me.hand  -= c
  me.shown += c
end
  rank p by sum(index(c) for c in p.shown) if no player.hand
looks
  deck as nothing
  hand  "{player} holds {hand}"
  shown "{player} has shown {shown}"
"""


def test_what_is_drawn_is_as_likely_as_it_is_often_there() -> None:
    """Nine cards, three of each: the second one is of the first one's kind in 2 of 8 cases."""
    state = Game.parse(DRAWING).start()
    assert {m.text: c for m, c in state.chance} == dict.fromkeys(("duke", "spy", "king"), Fraction(1, 3))
    state = state.play(state.parse("spy"))
    assert {m.text: c for m, c in state.chance} == {
        "duke": Fraction(3, 8), "spy": Fraction(2, 8), "king": Fraction(3, 8),
    }  # fmt: skip
    for drawn in ("spy", "king", "spy"):
        state = state.play(state.parse(drawn))
    assert {m.text: c for m, c in state.chance} == {"duke": Fraction(3, 5), "king": Fraction(2, 5)}


DRAWING = """game "Drawing"
players A
type card = duke, spy, king
game has deck: bag(3) of card = 3
turn
  roll c in deck
  deck -= c
end
  draw if no deck
"""


def test_what_comes_twice_is_one_option_and_all_of_a_bag_is_hidden() -> None:
    game = Game.parse(CARDS)
    state = next(s for s in map(game.start, range(50)) if s.value("hand", "A", "spy") == 2)
    assert [m.text for m in state.moves] == ["spy"]
    own, others = state.view("A"), state.view("B")
    assert beside_board.text(next(iter(beside_board.told(own)))) == "A holds 2 x spy"
    assert beside_board.text(next(iter(beside_board.told(others)))) == "A holds 2 hidden cards"
    assert [[card.text for card in hand.cards] for hand in hands(own)][-1] == ["spy", "spy"]
    assert not next(hand for hand in hands(others) if hand.name.startswith("A: hand")).is_known


def test_information_is_what_was_seen() -> None:
    """B knows the own cards, in the order in which they came, and nothing of A's."""
    keys: dict[tuple[Any, ...], set[int]] = {}
    game = Game.parse(CARDS)
    for state in map(game.start, range(60)):
        hand = tuple(state.value("hand", "B", c) for c in ("duke", "spy", "king"))
        keys.setdefault(hand, set()).add(state.information("B"))
    assert len(keys) > 3
    assert all(len(found) <= (1 if 2 in hand else 2) for hand, found in keys.items())
    assert len(set.union(*keys.values())) == sum(map(len, keys.values()))


def test_lint_knows_that_a_bag_counts_what_is_equal() -> None:
    """In a set equal numbers are one (R669), in a bag they aren't."""
    text = DRAWING.replace("type card = duke, spy, king", "type card = 1..3").replace("if no deck", "if sum(deck) < 4")
    assert not [f.code for f in lint([Source("x.gdl", text)]) if f.code == "R669"]
    state = Game.parse(text).start()
    while not state.is_over:
        left = sum(c * int(state.value("deck", str(c))) for c in (1, 2, 3))
        assert left >= 4
        state = state.play(state.moves[0])
    assert sum(c * int(state.value("deck", str(c))) for c in (1, 2, 3)) < 4


def test_what_becomes_known_is_found() -> None:
    open_hands = CARDS.replace("hidden p.hand from player - p\n", "")
    codes = {f.code for f in lint([Source("x.gdl", open_hands)], ignore=["P551"])}
    assert "H953" in codes
    assert not {f.code for f in lint([Source("x.gdl", CARDS)])}


@pytest.mark.parametrize(("old", "new", "said"), [
    ("of jewel = 2", "of jewel = 9", "T306 `sack` holds 0..3 of each thing, not this"),
    ("bag(3) of jewel = 2", "bag of jewel = 2", "T344 a bag says how many of each it can hold"),
    ("bag(3) of jewel = 2", "bag(0) of jewel", "T344 a bag holds from 1 to 1,000 of each, not 0"),
    ("bag(3) of jewel = 2", "bag(9999) of jewel", "T344 a bag holds from 1 to 1,000 of each, not 9,999"),
    ("bag(3) of jewel = 2", "bag(3) of truth", "T344 there is no bag of truth"),
    ("bag(3) of jewel = 2", "bag(3) of nothing_known", "N202"),
    ("total = count(me.pouch)", "let b: bag(3) of jewel = me.pouch", "T344 a bag belongs to the game"),
    ("me.pouch += sack", "me.pouch += 3", "T344 `pouch` holds a set of jewels, not a number"),
    ("me.pouch += sack", "me.pouch += A", "T344 `pouch` holds a set of jewels, not a player"),
    ("me.pouch += sack", "pouch += sack", "T338"),
    ("me.pouch += sack", "me.pouch(j, j) += 1", "T320"),
    ("= count(me.pouch)", "= me.pouch", "T3"),
])  # fmt: skip
def test_refused(old: str, new: str, said: str) -> None:
    assert old in POUCHES
    found = [f"{f.code} {f.message}" for f in check(Source("x.gdl", POUCHES.replace(old, new, 1))).findings]
    assert any(one.startswith(said) for one in found), found


@pytest.mark.parametrize(("change", "times"), [("deck -= c", 4), ("deck += c", 1), ("deck += deck", 1)])
def test_what_isnt_there_cant_be_taken_nor_more_put_in_than_it_holds(change: str, times: int) -> None:
    text = DRAWING.replace("roll c in deck", "choose c in card").replace("deck -= c", change)
    state = Game.parse(text).start()
    for _ in range(times - 1):
        state = state.play("king")
    with pytest.raises(RuleError, match="deck"):
        state.play("king")


def test_a_position_by_hand() -> None:
    game = Game.parse(CARDS)
    position: dict[str, Any] = {"to move": "A", "variables": {"hand": {"A": ["spy", "spy"], "B": {"king": 1}}}}
    state = game.position(position)
    assert [state.value("hand", "A", c) for c in ("duke", "spy", "king")] == [0, 2, 0]
    assert [state.value("hand", "B", c) for c in ("duke", "spy", "king")] == [0, 0, 1]
    position["variables"]["hand"]["A"] = ["spy", "spy", "spy"]
    with pytest.raises(PositionError, match=r"hand\.A\.spy"):
        game.position(position)
    position["variables"]["hand"]["A"] = ["prince"]
    with pytest.raises(PositionError, match="prince"):
        game.position(position)
