"""Parts of bags as one decision: beside `collections.Counter`, by both backends, hidden, picked one by one, refused."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import comb

import pytest

from gdl.check.checker import check
from gdl.lint import lint
from gdl.lint.rule import example
from gdl.text.source import Source
from interpreter import Game, State
from interpreter.game.choosing import Chooser
from interpreter.lab.tools.native_lockstep import both_backends

JEWELS = ("ruby", "opal", "pearl", "jade")
MARKET = """game "Market"
players A, B
type jewel = ruby, opal, pearl, jade
game has sack: bag(4) of jewel = 3
player has pouch: bag(12) of jewel
game has counted: 0..99
game has rubies: 0..99
game has worth: 0..999
game has kinds: set of jewel
game has sevens: 0..99
game has again: 0..99
game has paid: 0..99
game has turns: 0..30

define j.price = 1 + 2 * index(j)

turn
  choose j in jewel, S within sack where count(S) in 1..3 and S(j) != 1 as "take {S} for {j}"
  sack -= S
  me.pouch += S
  counted = count(S)
  rubies = S(ruby) + 10 * S(j)
  worth = sum(k.price for k in S)
  kinds = S
  sevens = 0
  for k in S
    sevens += k.price
  again = count(k for k in S where k != j)
  paid = count(jewel)
  paid += 10 if some P within me.pouch where count(P) = 2 and sum(k.price for k in P) = 6
  choose T within S where some T and T(jade) < 2 as "back {T}"
  me.pouch -= T
  sack += T
  turns += 1

end
  draw if turns = 30 or no sack or stuck
"""


def parts(bag: Counter[str], sizes: range) -> Iterator[Counter[str]]:
    """What can be taken out of a bag, in no order of ours."""
    for row in product(*(range(bag[j] + 1) for j in JEWELS)):
        if sum(row) in sizes:
            yield Counter({j: n for j, n in zip(JEWELS, row, strict=True) if n})


def spelled(part: Counter[str]) -> str:
    return "+".join(j for j in JEWELS for _ in range(part[j]))


def held(state: State, name: str, *whose: str) -> Counter[str]:
    return +Counter({j: int(state.value(name, *whose, j)) for j in JEWELS})


@pytest.mark.parametrize("seed", range(8))
def test_beside_counters(seed: int) -> None:
    game, dice = Game.parse(MARKET), random.Random(seed)
    price = {j: 1 + 2 * i for i, j in enumerate(JEWELS)}
    state = game.start()
    while not state.is_over:
        me = state.to_move
        assert me is not None
        sack, pouch = held(state, "sack"), held(state, "pouch", me)
        taken = {f"take {spelled(part)} for {j}": (part, j)
                 for part in parts(sack, range(1, 4)) for j in JEWELS if part[j] != 1}  # fmt: skip
        assert sorted(move.text for move in state.moves) == sorted(taken)
        text = dice.choice(sorted(taken))
        part, j = taken[text]
        state = state.play(text)
        sack, pouch = sack - part, pouch + part
        assert (held(state, "sack"), held(state, "pouch", me)) == (sack, pouch)
        figures = {
            "counted": part.total(),
            "rubies": part["ruby"] + 10 * part[j],
            "worth": sum(price[k] for k in part.elements()),
            "sevens": sum(price[k] for k in part.elements()),
            "again": sum(1 for k in part.elements() if k != j),
            "paid": 4 + 10 * any(sum(price[k] for k in two.elements()) == 6 for two in parts(pouch, range(2, 3))),
        }
        assert {name: state.value(name) for name in figures} == figures
        assert state.value("kinds") == [k for k in JEWELS if part[k]]
        back = {f"back {spelled(one)}": one for one in parts(part, range(1, 4)) if one["jade"] < 2}
        assert sorted(move.text for move in state.moves) == sorted(back)
        if not back:
            break
        text = dice.choice(sorted(back))
        state = state.play(text)
        assert held(state, "sack") == sack + back[text]
        assert held(state, "pouch", me) == pouch - back[text]


def test_both_backends_agree() -> None:
    both_backends(Game.parse(MARKET), 40, plies=60)
    both_backends(Game.parse(DICE), 40, plies=60)
    both_backends(Game.parse(HANDS), 40, plies=60)


DICE = """game "Keep dice"
players A, B
type die = 1..6
game has tray: bag(5) of die
player has got: 0..200
setup
  for n in 1..5
    roll d in die
    tray += d
turn
  choose k in 1..2, S within tray where count(S) <= k + 1 and 3 > S(6) and some S as "{k}: keep {S}"
  tray -= S
  me.got += sum(S) + sum(d for d in S) + S(7 - k) + (max(S) otherwise 0)
end
  rank p by p.got if no tray
"""

HANDS = """game "Hands"
players 2..3
type card = duke, spy, king
game has deck: bag(4) of card = 4
player has hand: bag(4) of card
player has laid: bag(4) of card
hidden deck from player
hidden p.hand from player - p
setup
  for p in player
    deal 3 from deck to p.hand
turn
  together p in player
    choose S within me.hand where count(S) = 2 as "lay {S}"
    me.laid += S
    me.hand -= S
end
  rank p by sum(index(c) for c in p.laid)
"""


def test_numbers_in_a_bag_are_dice() -> None:
    """`sum(S)` adds each number as often as it is there, as it does for a bag."""
    state = Game.parse(DICE).position({"to move": "A", "variables": {"tray": {6: 2, 3: 1}}})
    assert len([m for m in state.moves if m.text.startswith("1")]) == 4  # 3, 6, 3+6, 6+6
    after = state.play("2: keep 3+6+6")
    assert after.value("got", "A") == (3 + 6 + 6) + (3 + 6 + 6) + 0 + 6


def test_others_decide_without_being_seen() -> None:
    state = Game.parse(HANDS.replace("2..3", "A, B")).start(3)
    first, second = sorted(state.moves, key=lambda move: move.text), state.to_move
    assert len(first) > 1 and second == "A"
    assert len({state.play(move).information("B") for move in first}) == 1


def test_a_part_is_picked_thing_by_thing_and_typed_in_any_order() -> None:
    state = Game.parse(DICE).position({"to move": "A", "variables": {"tray": {6: 2, 3: 1}}})
    for text in ("1: keep 6+3", "1: keep 6, 3", "1: keep 3 6"):
        assert state.play(text).value("got", "A") == state.play("1: keep 3+6").value("got", "A")
    chooser = Chooser(state.moves, ())
    picks: tuple[str, ...] = ()
    for pick in ("=1", "=6", "=6"):
        picks = chooser.pick(picks, pick)
    (number,) = chooser.choice(picks).fitting
    assert state.moves[number].text == "1: keep 6+6"


def test_lint_says_nothing_of_how_large_a_part_is() -> None:
    found = {f.code for text in (MARKET, DICE, HANDS) for f in lint([Source("x.gdl", text)])}
    assert not found & {"R666", "G104", "N202", "T332"}, found


@pytest.mark.parametrize("size", ["count(S) = 2", "count(S) in 1..2", "2 = count(S) and a1 in S"])
def test_nor_where_the_set_is_known_before_the_game(size: str) -> None:
    turn = f"choose S within row(1) + row(2) where {size}\nput stone of me on S"
    assert "R666" not in {f.code for f in lint([Source("x.gdl", example(turn=turn))])}


def test_a_number_of_parts_is_a_matter_of_counting() -> None:
    """Five dice: as many parts of three as there are ways to put three marks between six faces, (6 + 3 - 1) over 3,
    without those that have a face more often than the tray."""
    text = MARKET.replace("count(S) in 1..3", "count(S) = 3").replace("S(j) != 1", "S(j) = 0")
    state = Game.parse(text.replace("bag(4) of jewel = 3", "bag(4) of jewel = 4")).start()
    assert len({m.text.split(" for ")[0] for m in state.moves}) == comb(4 + 3 - 1, 3)


@pytest.mark.parametrize(("old", "new", "said"), [
    ("S(j) != 1", "S(A) != 1", "T312 a jewel is needed here, not a player"),
    ("S(j) != 1", "S(j, j) != 1", "T320 `S` takes one argument, not 2"),
    ("j in jewel, S within sack", "j in jewel, S within sack(ruby)", "T331"),
    ("me.pouch -= T", "me.pouch = T(ruby)", "T344 `pouch` holds a set of jewels"),
    ("me.pouch -= T", "T -= S", "T"),
])  # fmt: skip
def test_refused(old: str, new: str, said: str) -> None:
    assert old in MARKET
    found = [f"{f.code} {f.message}" for f in check(Source("x.gdl", MARKET.replace(old, new, 1))).findings]
    assert any(one.startswith(said) for one in found), found


def test_too_many_parts() -> None:
    text = DICE.replace("type die = 1..6", "type die = 1..30").replace("bag(5)", "bag(500)").replace("k + 1", "100")
    (found,) = [f for f in check(Source("x.gdl", text)).findings if f.code == "T332"]
    assert "such parts, of up to 500 each of 30 elements" in found.message
    assert "count(S) = 3" in found.hint
