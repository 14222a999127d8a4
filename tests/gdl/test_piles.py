"""Piles: things in an order. Beside Python's lists, by both backends, shuffled, dealt, hidden, by hand, refused."""

from __future__ import annotations

import random
import re
from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game, PositionError, RuleError, State
from interpreter.drawing.hands import hands
from interpreter.lab.tools.native_lockstep import both_backends

CARDS = ("ace", "king", "ten")
PLACES = 6
TABLE = """game "Table"
players A, B
type card = ace, king, ten
type action = lay, slip, off, off_below, onto, onto_all, back, clear, fill, copy, take, give, twist
player has pile: pile(6) of card
game has middle: pile(6) of card
player has hand: bag(99) of card
game has on_top: card?
game has second: card?
game has lowest: card?
game has height: 0..99
game has worth: 0..99
game has aces: 0..9
game has kinds: set of card
game has turns: 0..40

turn
  choose do in action, c in card, n in 0..6 where do != take or me.hand(c) + n < 99 as "{do} {c} {n}"
  if do = lay
    put c on me.pile
  else if do = slip
    put c under me.pile
  else if do = off
    remove n of me.pile
  else if do = off_below
    remove n under me.pile
  else if do = onto
    move n of me.pile to middle
  else if do = onto_all
    move middle to me.pile
  else if do = back
    move n of me.pile to me.pile
  else if do = clear
    me.pile = {}
  else if do = fill
    me.pile = {c, ten}
  else if do = copy
    me.pile = me.next.pile
  else if do = take
    deal n from me.pile to me.hand
  else if do = give
    deal n from me.hand to middle
  else
    put me.pile.top(2) on me.pile
    put me.pile.bottom(n) under me.next.pile
  on_top = me.pile.top(1)
  second = me.pile.top(2)
  lowest = me.pile.bottom(n)
  height = count(me.pile) + 10 * middle.height
  worth = sum(1 + index(k) for k in me.pile)
  aces = count(k for k in me.pile where k = ace)
  kinds = me.pile + middle
  turns += 1

end
  draw if turns = 40
"""


def pile(state: State, name: str, *whose: str) -> list[str]:
    places = range(1, 1 + (8 if name == "deck" else PLACES))
    there = [state.value(name, *whose, place) for place in places]
    height = sum(thing is not None for thing in there)
    assert there[height:] == [None] * (len(there) - height), "nothing lies above the top"
    return there[:height]


def on(things: list[str], more: list[str]) -> list[str]:
    if len(things) + len(more) > PLACES:
        raise ValueError
    return things + more


def off(things: list[str], number: int) -> list[str]:
    if number > len(things):
        raise ValueError
    return things[: len(things) - number]


def handled(
    move: str, mine: list[str], other: list[str], middle: list[str]
) -> tuple[list[str], list[str], list[str]]:
    """The piles after a move, as lists; raises ValueError where the rules must stop."""
    do, card, number = move.split()
    n = int(number)
    match do:
        case "lay":
            mine = on(mine, [card])
        case "slip":
            mine = on([card], mine)
        case "off":
            mine = off(mine, n)
        case "off_below":
            off(mine, n)
            mine = mine[n:]
        case "onto":
            mine, middle = off(mine, n), on(middle, mine[len(mine) - n :] if n <= len(mine) else [])
        case "onto_all":
            mine, middle = on(mine, middle), []
        case "clear":
            mine = []
        case "fill":
            mine = [k for k in CARDS if k in (card, "ten")]
        case "copy":
            mine = list(other)
        case "take":
            mine = off(mine, n)
        case "twist":
            mine = on(mine, mine[-2:-1])
            other = on(mine[n - 1 : n] if n else [], other)
    return mine, other, middle


@pytest.mark.parametrize("seed", range(4))
def test_beside_lists(seed: int) -> None:
    game = Game.parse(TABLE)
    dice = random.Random(seed)
    state, stopped, done = game.start(), 0, Counter[str]()
    while not state.is_over:
        mover = state.to_move
        assert mover is not None
        other = "B" if mover == "A" else "A"
        move = dice.choice([m for m in state.moves if not m.text.startswith(("give", "back")) or dice.random() < 0.2])
        do, _, n = move.text.split()
        before = pile(state, "pile", mover), pile(state, "pile", other), pile(state, "middle")
        hand = {c: int(state.value("hand", mover, c)) for c in CARDS}
        try:
            if do == "give":
                if int(n) > min(sum(hand.values()), PLACES - len(before[2])):
                    raise ValueError
                wanted = before
            elif do == "back":
                off(before[0], int(n))
                wanted = before
            else:
                wanted = handled(move.text, *before)
        except ValueError:
            with pytest.raises(RuleError):
                state.play(move)
            stopped += 1
            if stopped > 200:
                break
            continue
        after = state.play(move)
        mine = pile(after, "pile", mover)
        if do == "give":
            given = pile(after, "middle")[len(before[2]) :]
            left = {c: int(after.value("hand", mover, c)) for c in CARDS}
            assert Counter(hand) == Counter(left) + Counter(given)
            wanted = before[0], before[1], before[2] + given
        assert (mine, pile(after, "pile", other), pile(after, "middle")) == wanted, move.text
        if do == "take":
            taken = Counter(before[0][len(before[0]) - int(n) :] if int(n) else [])
            assert {c: int(after.value("hand", mover, c)) for c in CARDS} == {c: hand[c] + taken[c] for c in CARDS}
        assert after.value("on_top") == (mine[-1] if mine else None)
        assert after.value("second") == (mine[-2] if len(mine) > 1 else None)
        assert after.value("lowest") == (mine[int(n) - 1] if 1 <= int(n) <= len(mine) else None)
        assert after.value("height") == len(mine) + 10 * len(wanted[2])
        assert after.value("worth") == sum(1 + CARDS.index(c) for c in mine)
        assert after.value("aces") == mine.count("ace")
        assert after.value("kinds") == [c for c in CARDS if c in mine + wanted[2]]
        done[do] += 1
        state = after
    assert len(done) > 8
    assert stopped > 5


def test_both_backends_agree() -> None:
    calm = TABLE.replace('as "{do} {c} {n}"', 'and me.pile.height in n..5 and me.next.pile.height < 6 and '
                         'middle.height + me.pile.height < 6 and (do != give or n <= count(me.hand)) as "{do} {c} {n}"')
    calm = calm.replace("turns = 40", "turns = 40 or stuck")
    both_backends(Game.parse(calm), 30, plies=60)
    both_backends(Game.parse(WAR), 20, plies=80)
    both_backends(Game.parse(TABLE), 20, plies=60)  # which stop where a pile is too high or too low


WAR = """game "War"
  summary "Turn up the top card; the higher one takes both."
players A, B
type suit = red, black
type card = cards(1..4, suit)
player has deck: pile(8) of card
game has stock: pile(8) of card
game has battles: 0..40
hidden stock from player
hidden p.deck from player
setup
  stock = card
  shuffle stock
  for p in player
    deal 4 from stock to p.deck
turn
  choose "turn up" asking "Turn up the top cards."
  battles += 1
  let one = me.deck.top(1)
  let other = next.deck.top(1)
  remove 1 of me.deck
  remove 1 of next.deck
  if some x in one, y in other where x.rank > y.rank
    put one under me.deck
    put other under me.deck
  else
    put other under next.deck
    put one under next.deck
end
  win {p in player where p.deck.height = 8} if some p in player where p.deck.height = 8
  draw if battles = 40
"""


@pytest.mark.parametrize("seed", range(5))
def test_war_beside_two_queues(seed: int) -> None:
    """What is turned up and what lies beneath, beside two Python lists that begin alike."""
    state = Game.parse(WAR).start(seed)
    decks = {p: pile(state, "deck", p) for p in "AB"}
    assert sorted(decks["A"] + decks["B"]) == sorted(f"{r}{s}" for r in range(1, 5) for s in ("red", "black"))
    mover, other, battles = "A", "B", 0
    while not state.is_over:
        state = state.play("turn up")
        one, its = decks[mover].pop(), decks[other].pop()
        if int(one[0]) > int(its[0]):
            decks[mover][:0] = [its, one]
        else:
            decks[other][:0] = [one, its]
        battles += 1
        for p in "AB":
            assert pile(state, "deck", p) == decks[p]
        mover, other = other, mover
    assert battles == 40 or not all(decks.values())


SHUFFLED = """game "Shuffled"
players A, B
type card = ace, king, ten
game has deck: pile(8) of card
turn
  deck = card
  shuffle deck
  choose "go on"
end
  draw if deck.height = 3
"""


def test_every_order_is_equally_likely() -> None:
    """All ways of the rolls, each with its chance: six orders of three cards, a sixth each."""
    chances: dict[tuple[Any, ...], Fraction] = {}

    def go(state: State, chance: Fraction) -> None:
        if state.chance:
            for move, how_likely in state.chance:
                go(state.play(move), chance * how_likely)
            return
        order = tuple(pile(state, "deck"))
        chances[order] = chances.get(order, Fraction(0)) + chance

    go(Game.parse(SHUFFLED).start(), Fraction(1))
    assert chances == dict.fromkeys(permutations(CARDS), Fraction(1, 6))


def test_a_shuffle_is_told_to_nobody() -> None:
    """What players saw is the same whatever order came."""
    game = Game.parse(WAR)
    states = [game.start(seed) for seed in range(20)]
    assert len({tuple(pile(state, "deck", "A")) for state in states}) > 10
    for p in "AB":
        assert len({state.information(p) for state in states}) == 1
    for hand in hands(states[0].view("A")):
        assert not hand.is_known


def test_positions_by_hand() -> None:
    game = Game.parse(TABLE)
    state = game.position({"variables": {"pile": {"A": ["ten", "ace"], "B": {"1": "king"}}, "middle": []}})
    assert (pile(state, "pile", "A"), pile(state, "pile", "B"), pile(state, "middle")) == (["ten", "ace"], ["king"], [])
    for wrong in ({"2": "king"}, {"1": None, "2": "king"}):
        with pytest.raises(PositionError, match="there is a gap below something in `middle`"):
            game.position({"variables": {"middle": wrong}})
    with pytest.raises(PositionError):
        game.position({"variables": {"middle": ["king"] * 7}})


@pytest.mark.parametrize(("old", "new", "said"), [
    ("pile(6) of card\ngame", "pile of card\ngame", "T345 a pile says how many it can hold"),
    ("pile(6) of card\ngame", "pile(0) of card\ngame", "T345 a pile holds from 1 to 1,000, not 0"),
    ("pile(6) of card\ngame", "pile(6) of truth\ngame", "T345 there is no pile of truth"),
    ("pile(6) of card\ngame", "pile(6) of card = card\ngame", "T345 a pile is empty at first"),
    ("put c on me.pile", "me.pile += c", "T345 a pile keeps an order"),
    ("put c on me.pile", "me.pile -= c", "T345 a pile keeps an order"),
    ("put c on me.pile", "me.pile(1) = c", "T345 only the ends of a pile can change"),
    ("put c on me.pile", "move player.pile to middle", "T345 these are several piles"),
    ("put c on me.pile", "move middle to player.pile", "T345 these are several piles"),
    ("put c on me.pile", "deal 1 from player.pile to me.hand", "T345 these are several piles"),
    ("put c on me.pile", "deal 1 from middle to (me when n > 2).pile", "T345 this pile may be missing"),
    ("put c on me.pile", "put card on me.pile", "T345 a set has no order"),
    ("put c on me.pile", "put me on me.pile", "T345 on `pile` lies a card, not a player"),
    ("put c on me.pile", "remove me.pile", "T345 say how many things to take from the pile"),
    ("put c on me.pile", "remove 9 of me.pile", "T336"),
    ("put c on me.pile", "remove c of me.pile", "T301"),
    ("put c on me.pile", "move me.pile to me.hand", "T345 what lies on `pile` fits a pile"),
    ("put c on me.pile", "shuffle me.hand", "T345 `shuffle` takes a pile"),
    ("put c on me.pile", "let p: pile(3) of card = me.pile", "T345 a pile belongs to the game"),
    ("me.pile.top(1)", "me.pile.top", "T320 `top` takes one argument"),
    ("me.pile.top(1)", "me.pile.top(c)", "T301 `top` takes a number"),
    ("me.pile.top(1)", "player.pile.top(1)", "T345 of which pile?"),
    ("me.pile.top(1)", "me.pile.middle", "N205 a card has no `middle`"),
    ("middle.height", "middle.height(2)", "T320 `height` takes no argument"),
])  # fmt: skip
def test_refused(old: str, new: str, said: str) -> None:
    assert old in TABLE
    found = [f"{f.code} {f.message}" for f in check(Source("x.gdl", TABLE.replace(old, new, 1))).findings]
    assert any(one.startswith(said) for one in found), found


ROWS = """game "Rows"
players A
type card = 1..9
type row = r1, r2, r3
type action = lay, slip, all_lay, all_off, all_clear, all_fill, take, lowest, fill
game has line(row): pile(6) of card
game has heap: pile(18) of card
game has turns: 0..40

define r.high = line(r).top(1) otherwise 0
define c.best = the({r in row where r.high < c and no q in row where q.high < c and q.high > r.high})

turn
  choose do in action, c in card as "{do} {c}"
  if do = lay
    put c on line(c.best)
  else if do = slip
    put c under line(c.best otherwise r1)
  else if do = all_lay
    put c on line(row - c.best)
  else if do = all_off
    remove 1 under line({r in row where line(r).height > 1})
  else if do = all_clear
    line(row - c.best) = {}
  else if do = all_fill
    line({r in row where r.high < c}) = {c, 9}
  else if do = take
    move line(c.best) to heap
  else if do = lowest
    remove 1 of line(c.best)
  else
    line(c.best otherwise r2) = {c, 9}
  turns += 1

end
  draw if turns = 40 or heap.height > 12
"""


def laid(move: str, rows: list[list[int]], heap: list[int]) -> None:
    """What a move does to three rows and a heap, as lists; raises ValueError where the rules must stop."""
    do, number = move.split()
    card = int(number)
    high = [row[-1] if row else 0 for row in rows]
    below = [h for h in high if h < card]
    where = [i for i, h in enumerate(high) if below and h == max(below)]
    best = rows[where[0]] if len(where) == 1 else None
    others = [row for row in rows if row is not best]
    match do:
        case "lay" if best is not None:
            best[:] = on(best, [card])
        case "slip":
            one = rows[0] if best is None else best
            one[:] = on([card], one)
        case "all_lay":
            for row in others:
                row[:] = on(row, [card])
        case "all_off":
            for row in rows:
                del row[: len(row) > 1]
        case "all_clear":
            for row in others:
                row.clear()
        case "all_fill":
            for row, h in zip(rows, high, strict=True):
                if h < card:
                    row[:] = sorted({card, 9})
        case "take" if best is not None:
            heap += best
            best.clear()
        case "lowest" if best is not None:
            best[:] = off(best, 1)
        case "fill":
            one = rows[1] if best is None else best
            one[:] = sorted({card, 9})


@pytest.mark.parametrize("seed", range(4))
def test_several_piles_and_one_that_may_be_missing(seed: int) -> None:
    """A change is made on each pile that is meant; which these are is asked before anything changes."""
    game, dice, done = Game.parse(ROWS), random.Random(seed), Counter[str]()
    for _ in range(6):
        state, rows, heap = game.start(), [[], [], []], list[int]()
        while not state.is_over:
            move = dice.choice(state.moves)
            try:
                laid(move.text, rows, heap)
            except ValueError:
                with pytest.raises(RuleError):
                    state.play(move)
                break
            state = state.play(move)
            assert [[state.value("line", r, i) for i in range(1, 7)] for r in ("r1", "r2", "r3")] == [
                row + [None] * (6 - len(row)) for row in rows
            ], move.text
            assert state.value("heap", len(heap) or 1) == (heap[-1] if heap else None)
            done[move.text.split()[0]] += 1
    assert len(done) == 9


def test_both_backends_agree_on_several_piles() -> None:
    for seed in range(6):
        assert both_backends(Game.parse(ROWS), seed=seed, plies=40, games=20, longest=60).failure is None


def test_each_pile_is_shuffled() -> None:
    text = ROWS.replace("\n\nturn", "\n\nsetup\n  line(row) = {1, 2, 3}\n  shuffle line(row)\n\nturn", 1)
    game = Game.parse(text)
    orders = [[tuple(state.value("line", r, i) for i in (1, 2, 3)) for r in ("r1", "r2", "r3")]
              for state in (game.start(seed=seed) for seed in range(300))]  # fmt: skip
    for column in zip(*orders, strict=True):
        assert set(column) == set(permutations((1, 2, 3)))
    assert len({tuple(order) for order in orders}) > 100


def test_the_names_stay_free() -> None:
    """A ruleset may call things of its own `pile`, `shuffle` and `top`."""
    text = TABLE.replace("type card = ace", "define c.top = c\ndefine shuffle\n  turns += 1\n\ntype card = ace")
    text = text.replace("me.pile.top(1)", "the(me.pile.top)").replace("me.pile.top(2)", "me.next.pile.bottom(1)")
    text = text.replace("turns += 1\n\nend", "shuffle if turns < 40\n\nend")
    text = text.replace("put me.pile.next.pile.bottom(1) on", "put me.pile.bottom(1) on")
    assert not [f.message for f in check(Source("x.gdl", text)).findings]


HELD = """game "Held"
players A, B
type n = 1..3
game has deck: pile(4) of n
player has hand: bag(2) of n
hidden p.hand from player - p
hidden deck from B
setup
  A.hand += {1, 3}
  A.hand += 3
  put 2 on deck
  put 1 on deck
turn
  choose "go on"
end
  draw
"""


def test_a_bag_and_a_pile_are_read_as_a_whole() -> None:
    state = Game.parse(HELD).start()
    assert state.value("deck") == [2, 1]  # from the bottom
    assert state.value("hand", "A") == [1, 3, 3]
    assert (state.value("hand", "B"), state.value("hand", "A", "3"), state.value("deck", "1")) == ([], 2, 2)
    seen = state.view("B")
    assert [str(seen.value(*what)) for what in (("deck",), ("hand", "A"), ("hand", "B"))] == ["?", "?", "[]"]
    for labels in ((), ("C",), ("A", "4"), ("A", "1", "1")):
        with pytest.raises(KeyError):
            state.value("hand", *labels)


@pytest.mark.parametrize("most", [1, 2, 7, 13, 70])
def test_the_height_of_compiled_piles(most: int) -> None:
    """The top is found by halving: at each height, of a pile of its own and of one of several."""
    text = f"""game "Heights"
players A, B
type card = 1..3
player has pile: pile({most}) of card
game has heap: pile({most}) of card
game has seen: 0..20000
turn
  choose n in 0..1 as "{{n}}"
  seen = heap.height + 100 * me.pile.height + (10000 when some me.pile and no heap otherwise 0)
end
  draw if seen = 20000
"""
    for backend in ("native", "reference"):
        game = Game.parse(text, backend=backend)
        for height in range(most + 1):
            heap, own = [1] * height, [2] * (most - height)
            state = game.position({"variables": {"heap": heap, "pile": {"A": own, "B": [3] * most}}})
            assert state.play("0").value("seen") == height + 100 * len(own) + 10000 * (not height)


@pytest.mark.parametrize(("change", "said"), [
    ("remove 3 of stock", "`stock` has 1 too few to take so many away"),
    ("deal 3 from stock to me.hand", "`stock` has 1 too few to take so many away"),
    ("remove n of stock", "9 things would be taken from `stock`, which holds 0..4"),
    ("put 1 on lying", "`lying` would hold 3 things, but it has room for 2"),
])  # fmt: skip
def test_what_is_wrong_with_a_pile_is_told_by_its_name(change: str, said: str) -> None:
    rules = f"""game "Piles"
players A, B
type card = 1..4
game has stock: pile(4) of card
game has lying: pile(2) of card
player has hand: set of card
setup
  stock = {{1, 2}}
  lying = {{1, 2}}
turn
  choose n in 1..9
  {change}
end
  draw if no stock
"""
    with pytest.raises(RuleError, match=re.escape(said)):
        Game.parse(rules).start(1).play("9")


def test_positions_list_a_pile_from_the_bottom() -> None:
    """As the manual says; places on which nothing lies aren't named."""
    game = Game.parse(
        'game "Piles"\nplayers A, B\ntype suit = red, blue\ntype card = cards(1..3, suit)\n'
        "game has stock: pile(6) of card\nplayer has column: pile(3) of card\n"
        "setup\n  stock = {c in card where c.suit = red}\n  put the({c in card where c.suit = blue and c.rank = 2}) "
        'on A.column\nturn\n  choose "go"\n  remove 1 of stock\nend\n  draw if no stock\n'
    )
    start = game.start()
    red, blue = [start.value("stock"), start.value("column", "A")]
    assert start.position()["variables"] == {"stock": list(red), "column": {"A": list(blue)}}
    assert len(red) == 3 and len(blue) == 1
    after = start.play("go")
    assert after.position()["variables"]["stock"] == list(red)[:2]
    assert game.position(after.position()).position() == after.position()
