"""`S within X`: a part of a set as one decision, beside `itertools`; typed, picked one after the other, compiled."""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest

from gdl.check import subsets
from gdl.check.checker import check
from gdl.model.growing import failing_for_good
from gdl.model.nodes import Expr, Var
from gdl.model.statements import Choose
from gdl.text.source import Source
from interpreter import Game, State
from interpreter.errors import MoveError
from interpreter.game.choosing import Chooser
from interpreter.lab.tools.native_lockstep import both_backends

HAND = """game "Laying"
  summary "Lay what you like."
players A, B
type suit = red, blue, green, black
type card = cards(2..{high}, suit)
player has hand: set of card
setup
  let deck = card
  for p in player, n in 1..5
    roll c in deck
    p.hand += c
    deck  -= c
turn
  choose S within me.hand where {sizes} as "lay {{S}}" asking "What do you lay?"
  me.hand -= S
end
  win me if no me.hand
  draw if stuck
"""
SIZES = {
    "count(S) = 2": {2},
    "2 = count(S)": {2},
    "count(S) in 1..3": {1, 2, 3},
    "some S and count(S) < 3": {1, 2},
    "3 > count(S) and count(S) >= 1": {1, 2},
    "count(S) <= 2 and no c in S where c.rank = 2": {0, 1, 2},
}


RANKS = [*map(str, range(10)), *"TJQKA"]


def cards(state: State) -> list[str]:
    return list(state.value("hand", state.to_move))


@pytest.mark.parametrize("high", [3, 14])
@pytest.mark.parametrize("sizes", SIZES)
def test_all_parts_and_no_others(sizes: str, high: int) -> None:
    """With the larger deck there are more parts than a set can hold: they are counted out, on machine words, too."""
    if high == 3 and "rank = 2" in sizes:
        pytest.skip("half of the cards are twos")
    text = HAND.format(high=high, sizes=sizes)
    text = text.replace("n in 1..5", "n in 1..4") if high == 3 else text
    game = Game.parse(text)
    both_backends(game, 2, plies=30)
    dice = random.Random(sizes)
    state = game.start(7)
    while not state.is_over and state.ply < 20:
        if not state.is_chance:
            allowed = [c for c in cards(state) if "rank = 2" not in sizes or not c.startswith("2")]
            found = chain.from_iterable(combinations(allowed, n) for n in sorted(SIZES[sizes]))
            assert [m.text for m in state.moves] == [f"lay {'+'.join(part) or 'nothing'}" for part in found]
        state = state.play(dice.choice(state.moves))


@pytest.mark.parametrize("dealt", [2, 5, 17])
def test_parts_are_counted_where_something_is_asked_about_them(dealt: int) -> None:
    """As many as `itertools` finds, of a hand of two cards and of one of seventeen."""
    text = HAND.format(high=14, sizes="count(S) = 1").replace("n in 1..5", f"n in 1..{dealt}")
    text = text.replace("setup\n", "game has seen: 0..9999\nsetup\n", 1)
    asked = "count(T for T within me.hand where count(T) in 2..3 and sum(c.rank for c in T) > 20)"
    text = text.replace("  me.hand -= S\n", f"  me.hand -= S\n  seen = {asked}\n")
    game = Game.parse(text)
    both_backends(game, 2, plies=60)
    state, dice = game.start(3), random.Random(dealt)
    while not state.is_over:
        mover = None if state.is_chance else state.to_move
        state = state.play(dice.choice(state.moves))
        if mover is not None:
            ranks = [RANKS.index(card.rstrip("abcdeghklnru")) for card in state.value("hand", mover)]
            parts = chain(combinations(ranks, 2), combinations(ranks, 3))
            assert state.value("seen") == sum(sum(part) > 20 for part in parts)


def test_what_a_part_may_hold_is_known_before() -> None:
    """A part of a few known elements may have any size, wherever else they lie."""
    text = HAND.format(high=14, sizes="some S").replace("within me.hand", "within me.hand & {2red, 3red, 4red}")
    assert not [f.code for f in check(Source("few.gdl", text)).findings if f.code.startswith("T")]


ONE_RANK = "count(S) in 1..4 and count(S.rank) = 1"
RUNS = "count(S) in 3..4 and max(c.rank for c in S) - min(c.rank for c in S) + 1 = count(S) and count(S.suit) = 1"


def numbered(sizes: str) -> int:
    """How many parts have a number, as one of which a part is kept."""
    (choose,) = (s for s in Game.parse(HAND.format(high=14, sizes=sizes)).model.turn if isinstance(s, Choose))
    return len(choose.variables[0].type.values)


@pytest.mark.parametrize(("sizes", "wanted"), [
    (ONE_RANK, 13 * (4 + 6 + 4 + 1)), (RUNS, 4 * (11 + 10)),
    ("some S and count(S.rank) = 1", 13 * (4 + 6 + 4 + 1)),  # no size is said: a rank has four cards
    (RUNS.replace("3..4", "3..13"), 4 * 11 * 12 // 2),
    ("count(S) = 2 and count(S.rank) = 3", 0),
    ("count(S) = 2 and (some S & me.hand or count(S.rank) = 1)", 52 * 51 // 2),  # isn't known before the game
])  # fmt: skip
def test_parts_that_can_never_be_chosen_have_no_number(sizes: str, wanted: int) -> None:
    assert numbered(sizes) == wanted


@pytest.mark.parametrize("condition", ["count(S.rank) = 1", "count(S.suit) = 1 and some c in S where c.rank > 6",
                                       "sum(c.rank for c in S) = 15"])  # fmt: skip
def test_the_same_parts_however_a_condition_is_asked(condition: str) -> None:
    """What is known before the game, and the same behind something that isn't."""
    known, asked = (HAND.format(high=14, sizes=f"count(S) in 1..3 and {one}")
                    for one in (condition, f"(count(me.hand) > 52 or ({condition}))"))  # fmt: skip
    games, dice = (Game.parse(known), Game.parse(asked)), random.Random(condition)
    both_backends(games[0], 2, plies=30)
    for seed in range(12):
        one, other = (game.start(seed) for game in games)
        while not one.is_over and one.ply < 20:
            moves = [move.text for move in one.moves]
            assert moves == [move.text for move in other.moves]
            number = dice.randrange(len(moves))
            one, other = one.play(one.moves[number]), other.play(other.moves[number])
        assert one.outcomes == other.outcomes


def fifteens(ranks: int, most: int) -> int:
    """The number of ways to make 15 with two cards or more, counted card by card. Picture cards count 10."""
    ways = {(0, 0): 1}
    for pips in (min(rank, 10) for rank in range(1, ranks + 1) for _ in range(4)):
        for (number, total), n in list(ways.items()):
            ways[number + 1, total + pips] = ways.get((number + 1, total + pips), 0) + n
    return sum(n for (number, total), n in ways.items() if 2 <= number <= most and total == 15)


def test_parts_grow_from_parts_that_can_still_become_some() -> None:
    """Of 2.9 million parts of two to five cards a third are asked about."""
    text = HAND.format(high=14, sizes="count(S) in 2..5 and sum(c.pips for c in S) = 15").replace("2..14", "1..13")
    text = text.replace("setup\n", "define c.pips = c.rank when c.rank < 10 otherwise 10\nsetup\n", 1)
    (choose,) = (s for s in Game.parse(text).model.turn if isinstance(s, Choose))
    assert len(choose.variables[0].type.values) == fifteens(13, 5)


@pytest.mark.parametrize(("condition", "most"), [
    ("sum(c.pips for c in S) = me.number", 9), ("me.number > sum(c.pips for c in S)", 8),
    ("sum(c.pips for c in S) <= count(me.hand) + 4", 56),
])  # fmt: skip
def test_what_follows_from_a_condition_is_known_before(condition: str, most: int) -> None:
    """How much a player's number may be in play isn't known, but that it is at most 9."""
    text = HAND.format(high=14, sizes=f"count(S) in 1..3 and {condition}").replace("2..14", "1..13")
    text = text.replace("setup\n", "define c.pips = c.rank + 6\nplayer has number: 0..9\nsetup\n", 1)
    pips = [rank + 6 for rank in range(1, 14) for _ in range(4)]
    assert len(parts(text)) == sum(sum(part) <= most for n in (1, 2, 3) for part in combinations(pips, n))


LASTING = (
    "count(S.rank) = 1", "3 > count(S.suit)", "sum(c.rank for c in S) = 9", "no c in S where c.rank in {2, 5}",
    "S within {c in card where c.rank < 4}", "count(card - S) >= 13", "count(S.suit) + count(S.rank) <= 3",
    "not (some S.suit & {red} or count(S) > 4)", "sum(1 for c in S where c.rank > 2) < 3",
)  # fmt: skip
OTHERS = (
    "count(S.suit) = count(S)", "count(S.rank) - count(S.suit) = 1", "max(c.rank for c in S) = 3",
    "some S.suit & {red}", "sum(c.rank for c in S) % 5 = 0", "min(c.rank for c in S) > 4",
    "sum(c.rank - 4 for c in S) = 1",     "count({c in card where count(S) < 4 and c in S}) = 3",
    "count(card - S.rank.cards) = 4",
)  # fmt: skip


@pytest.mark.parametrize("condition", [*LASTING, *OTHERS])
def test_what_fails_for_good_says_so(condition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 16 cards, parts of up to seven: the same as if each of these 26,333 were asked about."""
    noted: list[bool] = []

    def judged(asked: Expr, variable: Var) -> Expr | None:
        noted.append(failing_for_good(asked, variable) is not None)
        return failing_for_good(asked, variable)

    text = HAND.format(high=5, sizes=f"count(S) in 0..7 and {condition}")
    text = text.replace("setup\n", "define r.cards = {c in card where c.rank = r}\nsetup\n", 1)
    monkeypatch.setattr(subsets, "failing_for_good", judged)
    monkeypatch.setattr(subsets, "MAX_SETS", 26_332)
    grown = parts(text)
    monkeypatch.setattr(subsets, "failing_for_good", lambda *_: None)
    assert parts(text) == grown
    assert any(noted) == (condition in LASTING)


def parts(text: str) -> tuple[str, ...]:
    """All parts that can ever be chosen."""
    (choose,) = (s for s in Game.parse(text).model.turn if isinstance(s, Choose))
    return choose.variables[0].type.values.labels


@pytest.mark.parametrize(("sizes", "said"), [
    ("count(S) < 5 and no c in S where c.rank = 14", "T332 there are 213,053 such parts of 52 elements"),
    ("count(S.rank) <= 5", "T332 there may be 4,503,599,627,370,496 such parts"),
    ("some S", "T332 there are 4,503,599,627,370,495 such parts of 52 elements; the limit is 100,000"),
    ("count(S) < 5", "T332 there are 294,204 such parts"),
    ("count(S) > count(me.hand) - 2", "T332 there are"),
    ("count(S) > me.index", "N205"),  # what is wrong with the condition comes first: without it there might be fewer
    ("count(S) = 2 and S in me.hand", "T3"),
])  # fmt: skip
def test_too_many(sizes: str, said: str) -> None:
    found = [f"{f.code} {f.message}" for f in check(Source("x.gdl", HAND.format(high=14, sizes=sizes))).findings]
    assert any(one.startswith(said) for one in found), found


@pytest.mark.parametrize(("source", "code"), [("3", "T331"), ("lines(3)", "N2"), ("nobody", "N201"), ("true", "T331")])
def test_parts_are_those_of_sets(source: str, code: str) -> None:
    text = HAND.format(high=14, sizes="count(S) = 1").replace("within me.hand", f"within {source}")
    found = [f.code for f in check(Source("x.gdl", text)).findings]
    assert any(one.startswith(code) for one in found), found


@pytest.mark.parametrize("line", [
    'choose S within lines(3) where S within empty as "{S}"',
    'choose s in site where some S within lines(3) where s in S',
])  # fmt: skip
def test_sets_have_no_parts_together(line: str) -> None:
    text = f'game "Lines"\nplayers A, B\nboard grid(4, 4)\npieces m\nturn\n  {line}\nend\n  draw if stuck\n'
    (found,) = (f for f in check(Source("x.gdl", text)).findings if f.severity == "error")
    assert (found.code, found.span.text, found.hint) == (
        "T331", "lines(3)", "for one of them, say `S in lines(3)`",
    )  # fmt: skip


@pytest.fixture(scope="module")
def few() -> State:
    """A situation in which parts of five cards are chosen."""
    state = Game.parse(HAND.format(high=3, sizes="count(S) in 1..3").replace("n in 1..5", "n in 1..4")).start(3)
    while state.is_chance:
        state = state.play(state.moves[0])
    return state


def test_parts_are_typed_in_any_order(few: State) -> None:
    first, second, third = cards(few)[:3]
    wanted = f"lay {first}+{second}+{third}"
    for typed in (f"lay {third}+{first}+{second}", f"lay {second} {third} {first}", f"LAY {third}, {second},{first}"):
        assert few.parse(typed).text == wanted
    with pytest.raises(MoveError):
        few.parse(f"lay {first}+{first}+{second}")


def test_parts_are_picked_one_after_the_other(few: State) -> None:
    """From a list; on a board in any order (`labels`: what can be pointed at)."""
    first, _, third = cards(few)[:3]
    chooser = Chooser(few.moves, ())
    assert chooser.choice().others == tuple(cards(few))
    after = chooser.choice([f"={first}", f"={third}"])
    assert f"lay {first}+{third}" in after.others
    picked = chooser.choice([f"={first}", f"={third}", f"=lay {first}+{third}"])
    assert [few.moves[i].text for i in picked.fitting] == [f"lay {first}+{third}"]


def test_a_line_of_the_board_is_chosen_as_one() -> None:
    game = Game.parse("""game "Lines"
players A, B
board grid(3, 3)
pieces stone of player
turn
  choose line in lines(3) where line within empty as "{line}"
  put stone of me on line
end
  lose next if stuck
""")
    assert {m.text for m in game.start().moves} == {
        "a1+a2+a3", "b1+b2+b3", "c1+c2+c3", "a1+b1+c1", "a2+b2+c2", "a3+b3+c3", "a1+b2+c3", "a3+b2+c1",
    }  # fmt: skip
    both_backends(game, 4, plies=9)
    state = game.start()
    chooser = Chooser(state.moves, game.model.board.labels)
    choice = chooser.choice(["b2", "c3"])
    assert [state.moves[i].text for i in choice.fitting] == ["a1+b2+c3"]
