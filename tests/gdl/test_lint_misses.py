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
