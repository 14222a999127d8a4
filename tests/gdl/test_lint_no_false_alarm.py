"""Findings that came where nothing is wrong; beside each the like of it where something is."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.check.names import MAX_TRAIL
from gdl.lint.rule import example
from gdl.text.source import Source

MEN = "pieces man, king of player"


def codes(text: str) -> list[str]:
    return [f.code for f in lint.lint([Source("a.gdl", text)])]


@pytest.mark.parametrize(
    ("end", "found"),
    [
        ("win me if me in White\ndraw if no empty", False),  # the first of its type, a number 0 within
        ("win me if some mine and b2.owner in White\ndraw if no empty", False),
        ("win me if some s in mine where s in a1\ndraw if no empty", False),
        ("win me if some p in White where p = me\ndraw if no empty", False),
        ("win me if b2 in row(4)\ndraw if no empty", True),
        ("win me if some a1.W\ndraw if no empty", True),
        ("win me if some l in lines(4) where l within mine\ndraw if no empty", True),
    ],
)
def test_one_thing_is_never_an_empty_set(end: str, found: bool) -> None:
    assert ("R665" in codes(example(end=end))) == found


PLACE = "either\n  choose {}\n  put man of me on s\nor\n  choose {}\n  remove s"
TELL = 'type colour = red, green, blue\ntype suit = hearts, spades\ntype die = 1..6'


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("s in empty", "s in man of me", False),  # place or flip
        ("s in empty", "s in man", False),
        ("s in row(1) & empty", "s in {t in mine where t.r = 1}", False),
        ("s in site where s in empty", "s in mine - king", False),
        ("s in man of me", "s in king of me", False),
        ("s in man of me", "s in man of opponent", False),
        ("s in empty", "s in row(1)", True),
        ("s in empty - a1", "s in empty & row(1)", True),
        ("s in man of me", "s in mine", True),
        ("s in site where s in empty", "s in row(2)", True),
        # what is told of cards: a colour or a number, in the same words
        ('c in colour as "tell {c}"', 'n in 1..3 as "tell {n}"', False),
        ('c in colour as "tell {c}"', 'n in suit as "tell {n}"', False),
        ('n in 4..6 as "tell {n}"', 'n in 1..3 as "tell {n}"', False),
        ('c in {red} as "tell {c}"', 'c in {green, blue} as "tell {c}"', False),
        ('n in 1..4 as "tell {n}"', 'n in 3..5 as "tell {n}"', True),
        ('n in die as "tell {n}"', 'n in 1..3 as "tell {n}"', True),
        ('c in colour as "tell {c}"', 'c in {green, blue} as "tell {c}"', True),
        ('s in empty as "tell {s}"', 'n in 1..3 as "tell {n}"', False),
    ],
)  # fmt: skip
def test_options_of_sets_with_nothing_in_common_are_told_apart(one: str, other: str, found: bool) -> None:
    looks = 'man of White "W"\nman of Black "B"\nking of White "K"\nking of Black "k"'
    turn = PLACE.format(one, other)
    for name in ("c", "n"):
        turn = "\n".join(
            line if f"choose {name} in" not in line else f"{line}\n  let s = a1" for line in turn.split("\n")
        )
    text = example(TELL, pieces=MEN, setup="put king of White on a1", turn=turn, looks=looks)
    found_codes = codes(text)
    assert not [c for c in found_codes if c[0] in "NTS" and c != "N251"], text
    assert ("R670" in found_codes) == found


def chain(length: int) -> str:
    """So many defines, each in terms of the next."""
    lines = [f"define d{i}(a) = d{i + 1}(a + 1)" for i in range(length - 1)]
    return "\n".join([*lines, f"define d{length - 1}(a) = a"])


def test_a_long_chain_of_defines_is_no_ring() -> None:
    turn = "choose s in empty where d0(s.r) > s.c\nput stone of me on s"
    assert not {"N204", "R612"} & set(codes(example(chain(MAX_TRAIL), turn=turn)))
    longer = example(chain(MAX_TRAIL + 1), turn=turn)
    assert "R612" in codes(longer)
    assert "N204" not in codes(longer)


def test_defines_of_two_boards_that_are_called_alike_are_no_ring() -> None:
    boards = """\
type isle
  for i in 1..4 at i, 0
  define s.adjacent = {t in isle where abs(t.i - s.i) = 1}
type coast
  for place in isle, r in 1..3 at place, r
  define s.adjacent = {t in coast where t.place in s.place.adjacent} - s
"""
    own = example(boards, board="board coast", turn="choose s in empty - mine.adjacent\nput stone of me on s",
                  end="lose next if stuck")  # fmt: skip
    assert not [c for c in codes(own) if c[0] in "NTSR"]
    ring = "define middle = centre\ndefine centre = middle"
    assert "N204" in codes(example(ring, end="win me if some middle\ndraw if no empty"))


@pytest.mark.parametrize(
    ("area", "found"),
    [
        ("mine", True), ("(stone of me)", True), ("(mine + theirs)", True), ("occupied", True),
        ("empty", False), ("(site - stone)", False), ("(row(1) & mine)", False), ("(mine - a1)", False),
        ("({t in mine where t.c > 1})", False), ("(site - occupied)", False), ("dark", False),
    ],
)  # fmt: skip
def test_rays_that_are_stopped_within_a_set_are_meant(area: str, found: bool) -> None:
    turn = f"choose s in empty where no (s.orthogonal through {area}) & theirs\nput stone of me on s"
    assert ("B450" in codes(example(turn=turn))) == found


@pytest.mark.parametrize(
    ("held", "value", "found"),
    [("spot", "s", False), ("spot?", "s", False), ("set of spot", "{s}", False), ("1..3", "n", True)],
)
def test_a_board_whose_sites_something_keeps_is_used(held: str, value: str, found: bool) -> None:
    text = example(f"type spot\n  point 1 at 0, 0\n  point 2 at 2, 0\ngame has place: {held}", board="board spot",
                   pieces="", turn=f"choose s in spot, n in 1..2\nplace = {value}",
                   end=f"win me if place = {'2' if found else '{[2]}'}")  # fmt: skip
    assert ("B452" in codes(text)) == found


def test_a_name_of_one_value_for_each_player_needs_no_text() -> None:
    """`me.start` is one site, whoever moves; `me.half` is several, and their moves are written alike."""
    starts = "define p.start = {s in site where s.c = index(p) + 1 and s.r = 1}\n"
    half = "define p.start = {s in site where s.c = index(p) + 1}\n"
    turn = 'either\n  choose a in me.start & empty as "enter"\n  put stone of me on a\nor\n  choose "pass"'
    for define, found in ((starts, False), (half, True)):
        codes = [f.code for f in lint.lint([Source("a.gdl", example(define, turn=turn))])]
        assert ("R671" in codes) == found


@pytest.mark.parametrize(
    ("ways", "found"),
    [("a.d - mine", False), ("mine & a.d", False), ("a.d - mine - theirs", False), ("mine.d - a", True)],
)
def test_a_part_of_one_value_is_at_most_one(ways: str, found: bool) -> None:
    """`b in a.d - mine` is the site a step away or nothing: `a` and `d` tell which. `mine.d` is several sites."""
    text = example(turn=f'choose a in mine, d in compass, b in {ways} as "{{a}}{{d}}"\nmove a to b')
    assert ("R671" in [f.code for f in lint.lint([Source("a.gdl", text)])]) == found


@pytest.mark.parametrize(
    ("there", "found"),
    [
        ("mine & man", False),
        ("mine & occupied - man", False),
        ("{s in man where s.c > 1} & theirs", False),
        ("(s.N through mine & man) & theirs", False),
        ("man & king", True),
        ("mine & empty", True),
        ("{s in man where s.c > 1} & king of me", True),
        ("(s.N through mine & man) & empty", True),
        ("(s.N through (mine & man)) & empty", False),
    ],
)
def test_sets_have_sites_in_common(there: str, found: bool) -> None:
    turn = f"choose s in empty where some {there} or s = b2\nput man of me on s\nput king of me on s & b2"
    assert ("B456" in codes(example(pieces=MEN, turn=turn))) == found


@pytest.mark.parametrize(
    ("counted", "found"),
    [
        ("p for p in player where p.done", False),
        ("s for s in mine, t in s.N", False),
        ("s.c for s in mine", False),
        ("p.done for p in player", True),
        ("(s.c = 2) for s in mine", True),
        ("s.N for s in mine", True),
    ],
)
def test_what_is_counted_is_no_question(counted: str, found: bool) -> None:
    turn = "choose s in empty\nput stone of me on s\nme.done = true"
    end = f"win me if count({counted}) = 2 and b2 in mine\ndraw if no empty"
    assert ("R698" in codes(example("player has done: truth", turn=turn, end=end))) == found


@pytest.mark.parametrize(
    ("chosen", "found"),
    [("0..me.coins", False), ("0..3", True)],
)
def test_a_range_may_ask_for_room(chosen: str, found: bool) -> None:
    turn = f"choose s in empty, n in {chosen} where me.coins > 1\nput stone of me on s\nme.coins -= n"
    end = "win me if me.coins = 0\ndraw if no empty"
    assert ("R680" in codes(example("player has coins: 0..9 = 9", turn=turn, end=end))) == found


def test_a_shuffled_pile_has_an_order_and_no_place() -> None:
    """What lies open after a shuffle is said in the author's words."""
    text = """game "Open"

players Ann, Bob
type card = 1..9
game has deck: pile(9) of card
hidden deck from player - Ann
game has open: pile(9) of card

setup
  deck = card
  shuffle deck

turn
  choose "go" where some deck
  put deck.top(1) on open
  remove 1 of deck
  shuffle open

end
  win me if no deck
"""
    found = lint.lint([Source("a.gdl", text)])
    assert not any("place" in finding.message for finding in found)
