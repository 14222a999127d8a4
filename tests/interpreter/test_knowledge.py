"""What `hidden`, `secretly`, `by`, `together`, `deal`, `pay` mean: who decides, what each player sees and is told."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from interpreter import Game, LoadError, RuleError, State
from interpreter.game.unknown import UNKNOWN


def game(text: str) -> Game:
    return Game.parse(f'game "Case"\nplayers A, B, C\n{text}', backend="reference")


def told(state: State, player: str) -> list[str]:
    return [f"{o.who or 'chance'} {o.text or '?'}" for o in state.observations(player)]


IN_TURN = """
player has said: set of word
type word = yes, nay
define ask(p, q)
  by p
    choose w in word as "{me}: {w} to {q}"
    me.said += w
turn
  choose "go"
  ask(me.next, me)
  by C
    choose w in word as "{w}"
    by A
      choose "so" where me = A
  choose "done" where me = A or me = B or me = C
end
  draw if me = B
"""


def test_somebody_else_decides_and_then_who_was_to_move_again() -> None:
    state = game(IN_TURN).start()
    state = state.play("go")
    assert state.to_move == "B"
    assert [str(move) for move in state.moves] == ["B: yes to A", "B: nay to A"]
    state = state.play("B: nay to A")
    assert state.to_move == "C"
    state = state.play("yes")
    assert (state.to_move, state.value("said", "B")) == ("A", ["nay"])
    state = state.play("so")
    assert (state.to_move, str(state.moves[0])) == ("A", "done")
    assert state.play("done").to_move == "B"


BIDS = """
player has bid: 0..9
player has shown: 0..9
hidden p.bid from player - p
turn
  together p in player - {C}
    choose n in 1..2 as "{n}"
    p.shown = n
    choose secretly k in 3..4 as "{k}"
    p.bid = k
  choose "on"
end
  rank p by p.shown if me = C
"""


def test_nobody_learns_of_a_part_before_all_have_decided() -> None:
    state = game(BIDS).start()
    before = {p: state.information(p) for p in "ABC"}
    state = state.play("1")
    assert state.together
    assert (told(state, "A"), told(state, "B"), told(state, "C")) == (["A 1"], [], [])
    assert [state.information(p) == before[p] for p in "ABC"] == [False, True, True]
    state = state.play("3")
    assert (state.to_move, told(state, "B")) == ("B", [])
    assert (told(state, "A")) == ["A 1", "A 3"]
    state = state.play("2")
    assert state.information("C") == before["C"]
    state = state.play("4")
    assert not state.together
    assert told(state, "A") == ["A 1", "A 3", "B 2"]
    assert told(state, "B") == ["B 2", "B 4", "A 1"]
    assert told(state, "C") == ["A 1", "B 2"]
    assert state.view("C").value("shown", "A") == 1
    assert state.view("C").value("bid", "A") is UNKNOWN
    assert state.view("B").value("bid", "B") == 4


def test_the_order_of_parts_is_nothing_that_is_known() -> None:
    """B's part comes second; what A has chosen makes no difference to what B knows, or may do."""
    states = [game(BIDS).start().play(first).play(second) for first in "12" for second in "34"]
    assert len({state.information("B") for state in states}) == 1
    assert len({tuple(map(str, state.moves)) for state in states}) == 1
    assert len({state.information("A") for state in states}) == 4


def test_one_who_decides_together_with_nobody() -> None:
    text = NUMBERS + "turn\n  together p in {me}\n    choose k in 1..3\n    p.n = k\nend\n  draw if me = B\n"
    state = game(text).start().play("2")
    assert (state.to_move, told(state, "C")) == ("B", ["A 2"])


CARDS = """
type suit = Cl, He
type card = cards(9..14, suit)
game has deck: set of card = card
player has hand: set of card
hidden deck from player
hidden p.hand from player - p
setup
  for p in player
    deal {number} from deck to p.hand
turn
  choose secretly c in me.hand
  me.hand -= {{c}}
end
  pay p by count(p.hand) - 2 if no C.hand
"""


def test_cards_that_are_dealt_are_seen_by_who_gets_them_alone() -> None:
    state = game(CARDS.format(number=4)).start(seed=3)
    hands = {p: state.value("hand", p) for p in "ABC"}
    assert sorted(card for hand in hands.values() for card in hand) == sorted(
        f"{rank}{suit}" for rank in ("9", "T", "J", "Q", "K", "A") for suit in ("Cl", "He")
    )
    for viewer in "ABC":
        seen = {p: state.view(viewer).value("hand", p) for p in "ABC"}
        assert seen == {p: hands[p] if p == viewer else UNKNOWN for p in "ABC"}
    assert state.public_view().position()["variables"] == {"deck": "?", "hand": dict.fromkeys("ABC", "?")}
    assert told(state, "A") == ["chance ?"] * 12


def test_more_cards_than_there_are_cant_be_dealt() -> None:
    with pytest.raises(RuleError, match="nothing to roll among"):
        game(CARDS.format(number=5)).start()


def test_dealing_is_chance_before_the_first_turn() -> None:
    first = game(CARDS.format(number=1)).beginning()
    assert (first.is_chance, first.turns, len(first.moves)) == (True, -1, 12)
    second = first.play(first.moves[0])
    assert (second.is_chance, len(second.moves)) == (True, 11)


def test_what_is_paid_is_the_result() -> None:
    state = game(CARDS.format(number=1)).start()
    while not state.is_over:
        state = state.play(state.moves[0])
    assert state.results == {"A": -2.0, "B": -2.0, "C": -2.0}
    assert state.outcomes == dict.fromkeys("ABC", "draw")
    assert state.position()["over"] == {"pay": {"A": -2, "B": -2, "C": -2}}


PIECES = """
board grid(3, 1)
pieces man(strength: 1..3), flag of player
hidden s.{part} from player - s.owner
setup
  put man(2) of A on a1
  put flag of B on b1
turn
  choose s in empty
  put man(1) of C on s
end
  draw if no empty
"""


@pytest.mark.parametrize(("part", "seen"), [
    ("number", [("man", "A", None), ("flag", "B", None), None]),
    ("kind", [("?", "A", None), ("?", "B", None), None]),
    ("owner", [("?", None, None), ("?", None, None), None]),
    ("piece", [None, None, None]),
])  # fmt: skip
def test_hiding_a_part_of_a_piece_hides_what_follows_it(part: str, seen: list[object]) -> None:
    state = game(PIECES.format(part=part)).start()
    view = state.view("C")
    found = [(p.kind, p.owner, p.number) if (pieces := view.pieces(s)) and (p := pieces[0]) else None
             for s in ("a1", "b1", "c1")]  # fmt: skip
    assert found == seen
    assert all(view.is_seen(s) == (part != "piece") for s in ("a1", "b1", "c1"))
    own = state.view("A").pieces("a1")[0]
    assert (own.kind, own.owner, own.number) == ("man", "A", 2)


def test_states_keep_what_is_known_when_they_are_pickled() -> None:
    state = game(BIDS).start().play("1").play("3")
    again = pickle.loads(pickle.dumps(state))
    assert [again.information(p) for p in "ABC"] == [state.information(p) for p in "ABC"]
    assert told(again.play("2").play("4"), "C") == ["A 1", "B 2"]


def test_a_hidden_turn_tells_nobody_but_who_decides() -> None:
    text = "hidden turn from player - me\n" + NUMBERS + TURN.replace("draw", "draw if me = B")
    state = game(text).start().play("2")
    assert (told(state, "A"), told(state, "B")) == (["A 2"], ["A ?"])


TURN = "turn\n  choose k in 1..3\n  me.n = k\nend\n  draw\n"
TOGETHER = "turn\n  together p in player\n    {}\nend\n  draw\n"
NUMBERS = "player has n: 0..3\n"


@pytest.mark.parametrize(("text", "said"), [
    ("turn\n  by player\n    choose 'x'\nend\n  draw\n", "one player decides here"),
    ("turn\n  either\n    by B\n      choose 'x'\n  or\n    choose 'y'\nend\n  draw\n", "somebody else may have"),
    ("turn\n  most 1\n    by B\n      choose 'x'\nend\n  draw\n", "nobody else can decide within `most`"),
    ("setup\n  by A\n    choose 'x'\nturn\n  choose 'y'\nend\n  draw\n", "no `by` in setup"),
    ("turn\n  together n in 1..3\n    choose 'x'\nend\n  draw\n", "players decide together"),
    (TOGETHER.format("choose 'x'\n    draw"), "the game can't end"),
    (TOGETHER.format("roll n in 1..2\n    choose 'x'"), "there can be no roll"),
    (TOGETHER.format("by A\n      choose 'x'"), "nobody else decides"),
    ("game has n: 0..3\n" + TOGETHER.format("choose k in 1..3\n    n = k"), "change the same `n`"),
    (NUMBERS + TOGETHER.format("choose k in 1..3 where k > max(player.n)\n    p.n = k"), "part sees `n` of others"),
    (NUMBERS + "hidden q from player\n" + TURN, "no `q` to hide"),
    (NUMBERS + "hidden n from player\n" + TURN, "hidden p.n from"),
    (NUMBERS + "hidden p.n(q) from player\n" + TURN, "takes no arguments, not 1"),
    (NUMBERS + "hidden p.n from 3\n" + TURN, "`from` takes players"),
    (NUMBERS + "hidden p.n from {q in player where stuck}\n" + TURN, "`stuck` works only in `end`"),
    (NUMBERS + "hidden p.n from player\nhidden p.n from p\n" + TURN, "is declared already"),
    (NUMBERS + "replace hidden p.n from player\n" + TURN, "to replace"),
    ("hidden turn from player\nturn\n  choose 'x'\nend\n  draw\n", "the player who decides knows the decision"),
    ("hidden end from player - me\nturn\n  choose 'x'\nend\n  draw\n", "nobody decides in `end`"),
])  # fmt: skip
def test_what_cant_be_meant_is_said(text: str, said: str) -> None:
    with pytest.raises(LoadError) as caught:
        game(text.replace("'", '"'))
    assert said in str(caught.value)


def test_new_words_are_names_elsewhere() -> None:
    """What is a word of the language only in its place may be the name of a thing, as before."""
    text = """type hidden = from, together
hidden has score: 0..3
type pay = deal, rank
player has score: 0..9
turn
  choose hand in hidden
  hand.score = 2
  choose deals in pay
  me.score = hand.score + index(deals)
end
  rank p by p.score if me = C
"""
    state = game(text.replace("choose hand", "choose secretly in hidden\n  choose hand", 1)).start()
    assert [str(move) for move in state.moves] == ["from", "together"]


def test_a_variant_hides_more_or_less(tmp_path: Path) -> None:
    (tmp_path / "base.gdl").write_text(f'game "Base"\nplayers A, B\n{NUMBERS}hidden p.n from player - p\n{TURN}')
    (tmp_path / "open.gdl").write_text('game "Open" extends "base.gdl"\nreplace hidden p.n from {}\n')
    (tmp_path / "again.gdl").write_text('game "Again" extends "base.gdl"\nhidden p.n from player\n')
    assert Game.load(tmp_path / "base.gdl").start().view("A").value("n", "B") is UNKNOWN
    assert Game.load(tmp_path / "open.gdl").start().view("A").value("n", "B") == 0
    with pytest.raises(LoadError, match="replace hidden p"):
        Game.load(tmp_path / "again.gdl")
