"""What lint finds in small rulesets that are wrong in one place."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.lint.rule import example
from gdl.text.source import Source

MOVING = {"setup": "put stone of White on row(1)", "turn": "choose a in mine, b in a.adjacent & empty\nmove a to b"}


def codes(text: str) -> list[str]:
    return [f.code for f in lint.lint([Source("a.gdl", text)])]


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        ({"end": "win me if some mine & row(4)\ndraw if no empty"}, ["R665"]),
        ({"end": "win me if b2 in row(4)\ndraw if no empty"}, ["R651", "R665"]),
        ({"end": "win me if some l in lines(5) where l within mine\ndraw if no empty"}, ["R665"]),
        ({"end": "win me if count(mine) = 10\ndraw if no empty"}, ["R651"]),
        ({"end": "win me if some s in mine where s.r = 4\ndraw if no empty"}, ["R651", "R666"]),
        ({"turn": "choose s in empty where s.c > 0\nput stone of me on s"}, ["R666"]),
        ({"end": "win me if sum({s.r for s in mine}) > 5\ndraw if no empty"}, ["R669"]),
        ({"end": "win me if sum(mine.r) > 5\ndraw if no empty"}, ["R669"]),
        ({**MOVING, "end": "win me if row(3) within mine"}, ["E755"]),
        ({**MOVING, "end": "win me if row(3) within mine\nlose next if stuck"}, []),
        ({"more": "game has n: 0..9", "turn": "choose s in empty\nput stone of me on s\nn = n + 1"}, ["N254"]),
        ({"more": "define all = king of White + stone of White", "pieces": "pieces stone, king of player", "looks": "",
          "end": "win me if count(all) = 4\ndraw if no empty"}, ["P550"]),
    ],
)  # fmt: skip
def test_a_fault_is_found(parts: dict[str, str], found: list[str]) -> None:
    assert codes(example(**parts)) == found


def test_next_may_have_been_set_by_what_is_extended() -> None:
    """In Kalah whoever ends in their store moves again; behind that the other player is *not* next already."""
    variant = 'game "No second turns" extends "kalah"\n\nafter turn\n  next = me.next\n'
    assert codes(variant) == []


def test_next_may_have_been_set_in_the_turn() -> None:
    text = example(
        turn="choose s in empty\nput stone of me on s\nnext = me if s = b2",
        end="next = me.next\nwin me if some line in lines(3) where line within mine\ndraw if no empty",
    )
    assert codes(text) == []


def test_the_options_with_which_a_set_is_empty_are_named() -> None:
    text = example(
        'option size: 3..5 = 4 "squares"\noption line: 3..4 = 3 "in a row"', board="board grid(size, size)",
        end="win me if some l in lines(line) where l within mine\ndraw if no empty",
    )  # fmt: skip
    (finding,) = lint.lint([Source("a.gdl", text)])
    assert (finding.code, "size = 3, line = 4" in finding.message) == ("R665", True)


@pytest.mark.parametrize(
    ("begun", "area", "found"),
    [
        ("empty", "empty", True), ("site", "mine", True), ("empty", "free", True), ("mine", "(mine - a1)", True),
        ("occupied", "theirs", True), ("(mine + theirs)", "mine", True), ("land", "({x in free where x.c > 1})", True),
        ("{a1, b1}", "a1", True), ("land", "(a1 & free)", True), ("occupied", "(mine + theirs)", True),
        ("mine", "empty", False), ("free", "empty", False), ("mine", "(mine + theirs)", False), ("a1", "mine", False),
        ("free", "land", False), ("theirs", "occupied", False), ("(empty - a1)", "empty", False),
    ],
)  # fmt: skip
def test_ways_that_begin_wherever_they_may_go_on_are_one_step(begun: str, area: str, found: bool) -> None:
    """A way over sites where ways begin anyway is a step from the last of them."""
    defines = "define land = empty - c3\ndefine free = land - b2"
    text = example(defines, turn=f"choose s in empty - ({begun}.adjacent through {area})\nput stone of me on s")
    assert ("B455" in codes(text)) == found
    measured = f"choose s in empty where distance({begun}.N through {area}, a1) in {{0, 1}}\nput stone of me on s"
    told = [f for f in lint.lint([Source("a.gdl", example(defines, turn=measured))]) if f.code == "B455"]
    assert (len(told), any("which is the same" in f.hint for f in told)) == (found, False)


_BETS = "player has bets: 0..5"
_BET = "choose s in empty\nput stone of me on s\nme.bets += 1 if me.bets < 5"


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("me.bets = -1", ["R651"]),
        ("me.bets in {-1, 6}", ["R666"]),
        ("me.bets not in {-1, 6}", ["R666"]),
        ("me.bets in {-1, 3}", ["R696"]),
        ("some p in player where p.bets in {99, 3}", ["R696"]),
        ("me.bets in {0, 5}", []),
        ("me.bets in 4..99", []),
        ("sum(p.bets for p in player) > 10", ["R651"]),
        ("sum(p.bets for p in player) >= 10", []),
        ("me.broke", ["R666"]),
        ("me.rich", []),
        ("more(me.bets)", []),
    ],
)
def test_a_number_out_of_the_range_of_what_is_compared_is_told(condition: str, found: list[str]) -> None:
    """`bets` is 0..5 by its declaration, so two players have 10 together at most."""
    defines = {
        "me.broke": "define p.broke = p.bets < 0 or p.bets = 5",
        "me.rich": "define p.rich = p.bets >= 5",
        "more(me.bets)": "define more(n) = n > 4",
    }
    more = f"{_BETS}\n{defines.get(condition, '')}"
    assert codes(example(more, turn=_BET, end=f"win me if {condition}\ndraw if no empty")) == found


_HANDS = """type card = 1..13
game has deck: set of card = card
player has hand: set of card
player has low: truth"""


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("some me.hand & {0, 14}", ["0", "14"]),
        ("some {1, 14} & me.hand", ["14"]),
        ("{0, 13} within me.hand", ["0"]),
        ("me.hand within {1, 2, 14}", ["14"]),
        ("me.hand = {14}", ["14"]),
        ("some me.hand - {14}", ["14"]),
        ("some me.hand & {1, 13}", []),
        ("some me.hand & (0..14)", []),
        ("some (me.hand + {14}) & {14}", []),
        ("14 in (me.hand + {14}) - {14}", []),
    ],
)
def test_a_number_that_a_set_never_holds_is_told(condition: str, found: list[str]) -> None:
    """`hand` holds 1 to 13 by its declaration."""
    turn = "choose c in me.hand\nme.hand -= {c}\nme.low = true"
    deal = "for p in player\n  deal 3 from deck to p.hand"
    text = example(_HANDS, board="", pieces="", setup=deal, turn=turn, end=f"win me if {condition}\ndraw if stuck")
    told = lint.lint([Source("a.gdl", text)], ["R696"])
    assert [f.message for f in told] == [f"`me.hand` never holds {n}" for n in found]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("me.hand -= {14}", ["14"]),
        ("me.hand -= {c, 0}", ["0"]),
        ("me.hand -= 14", ["14"]),
        ("player.hand -= 14..20", ["14..20"]),
        ("me.hand -= {c}", []),
        ("me.hand -= {1, 13}", []),
        ("me.hand -= {12..14}", []),
        ("me.count -= 9", []),
    ],
)
def test_a_number_that_is_taken_away_from_a_set_that_never_holds_it_is_told(change: str, found: list[str]) -> None:
    turn = f"choose c in me.hand\nme.hand -= {{c}}\n{change}\nme.low = true"
    deal = "for p in player\n  deal 3 from deck to p.hand"
    more = f"{_HANDS}\nplayer has count: -99..9"
    text = example(more, board="", pieces="", setup=deal, turn=turn, end="win me if me.low\ndraw if stuck")
    told = lint.lint([Source("a.gdl", text)], ["R696"])
    assert [f.message.rpartition(" never holds ")[2] for f in told] == found


def test_what_is_out_of_range_with_some_options_only_is_no_fault() -> None:
    """Column 5 is there on the largest board; column 6 never is."""
    option = 'option size: 3..5 = 3 "squares"'
    turn = "choose s in empty where s.c in {{1, {}}}\nput stone of me on s"
    for column, found in ((5, []), (6, ["R696"])):
        assert codes(example(option, board="board grid(size, size)", turn=turn.format(column))) == found


def test_the_reason_names_the_range_of_what_is_compared_and_not_that_of_the_number_itself() -> None:
    text = example(_BETS, turn=_BET, end="win me if me.bets = -1\ndraw if no empty")
    (finding,) = lint.lint([Source("a.gdl", text)])
    assert finding.message == "this can never hold: `me.bets` is 0..5"


ROBOTS = {
    "pieces": "pieces robot(power: 1..4) of player",
    "setup": "put robot(1) of White on a1\nput robot(1) of Black on c3",
    "end": "lose next if stuck",
}
STEP = "choose a in mine, b in a.compass & empty{}\nlet k = a.power\nremove a\n{}"


@pytest.mark.parametrize(
    ("where", "put", "found"),
    [
        ("", "put robot(k + 1) of me on b", ["P555"]),
        ("", "put robot(a.power - 1) of me on b", ["P555"]),
        ("", "put robot(5) of me on b", ["R661"]),  # never, not only at times
        ("", "put robot(min({4, k + 1})) of me on b", []),
        ("", "put robot(k % 4 + 1) of me on b", []),
        ("", "put robot(k + 1) of me on b if k < 4", []),
        ("", "put robot(k + 1 when k < 4 otherwise k) of me on b", []),
        (" where a.power < 4", "put robot(k + 1) of me on b", []),
        ("", "let m = k + 1\nput robot(m) of me on b if m in 1..4", []),
        ("", "for n in 1..5\n  put robot(n) of me on b", ["P555"]),
        ("", "for n in 1..4\n  put robot(n) of me on b", []),
    ],
)
def test_a_number_that_a_kind_may_not_have(where: str, put: str, found: list[str]) -> None:
    text = example(turn=STEP.format(where, put), **ROBOTS)
    told = lint.lint([Source("a.gdl", text)], ["P555", "R661"])
    assert [f.code for f in told] == found
    assert all("1..4" in f.message for f in told if f.code == "P555")


@pytest.mark.parametrize(
    ("where", "put", "hint"),
    [
        ("", "index(h)", "the first has the index 0: write `index(h) + 1`"),
        (" where index(me) = 0 or b in row(1)", "index(h)", "the first has the index 0: write `index(h) + 1`"),
        (" where me.left(h) > 0", "index(h)", "the first has the index 0: write `index(h) + 1`"),
        ("", "index(h) + 2", "with another number nothing is put"),
        ("", "index(h) + 1", ""),
        (" where h != low", "index(h)", ""),
        (" where index(h) > 0", "index(h)", ""),
    ],
)
def test_an_index_begins_with_0(where: str, put: str, hint: str) -> None:
    """A comparison of another index, as `index(me)`, asks nothing about this one."""
    robots = ROBOTS | {"pieces": "pieces robot(power: 1..4) of player\ntype level = low, middle, high, top"}
    text = example("player has left(level): 0..9 = 9",
                   turn=f"choose b in empty, h in level{where}\nput robot({put}) of me on b", **robots)  # fmt: skip
    told = lint.lint([Source("a.gdl", text)], ["P555"])
    assert [f.hint[: len(hint)] for f in told] == ([hint] if hint else [])


def test_a_number_that_is_asked_for_at_the_end_comes_too_late() -> None:
    robots = ROBOTS | {"end": "win me if some s in mine where s.power = 4\nlose next if stuck"}
    text = example(turn=STEP.format("", "put robot(k + 1) of me on b"), **robots)
    assert [f.code for f in lint.lint([Source("a.gdl", text)], ["P555"])] == ["P555"]


@pytest.mark.parametrize(
    ("asked", "has", "found"),
    [
        ("me.points >= goal", "0..5", ["O857"]),
        ("goal = me.points", "0..5", ["O857"]),
        ("me.points > goal", "0..9", ["O857"]),
        ("me.points >= goal", "0..goal", []),
        ("me.points >= goal", "0..9", []),
        ("me.points + 4 >= goal", "0..5", []),
        ("me.points < goal and me.points > 4", "0..9", []),
        ("goal > 5 and me.points > 4", "0..9", []),  # known before the game: a rule that is switched off
    ],
)
def test_an_option_larger_than_the_number(asked: str, has: str, found: list[str]) -> None:
    text = example(
        f'option goal: 3..9 = 5 "points"\nplayer has points: {has}',
        turn="choose s in empty\nput stone of me on s\nme.points += 1 if s.r = s.c and me.points < 3",
        end=f"win me if {asked}\ndraw if no empty",
    )
    told = lint.lint([Source("a.gdl", text)], ["O857"])
    assert [f.code for f in told] == found
    assert all("with goal = 9" in f.message for f in told)


def test_an_option_of_nought_that_switches_a_rule_off() -> None:
    text = example(
        'option extra: 0..3 = 0 "turns more"\nplayer has used: 0..3',
        turn="choose s in empty\nput stone of me on s\nnext = me if me.used < extra\nme.used += 1 if next = me",
    )
    assert lint.lint([Source("a.gdl", text)], ["O857"]) == []
