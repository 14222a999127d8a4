"""Where one number is needed and a define of several lines gives a set, what to do is said, and nothing is changed."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.lint.rule import example
from gdl.text.findings import Finding
from gdl.text.source import Source
from interpreter import Game

TABLE = "define p.points =\n  count(stone of p)\n  2 * count(stone of p & corners)"
ADDED = "define p.points = (count(stone of p)\n  + 2 * count(stone of p & corners))"
FULL = "rank p by p.points if no empty"


def wrong(text: str) -> list[Finding]:
    return [f for f in lint.lint([Source("a.gdl", text)]) if f.severity == "error"]


@pytest.mark.parametrize(("end", "code"), [(FULL, "E703"), ("win me if me.points > 3\ndraw if no empty", "T301")])
def test_lines_are_to_be_added(end: str, code: str) -> None:
    (one,) = wrong(example(TABLE, end=end))
    assert (one.code, one.fix) == (code, None)
    assert one.hint.startswith("the lines of `points` form a set: to add them up, join them with `+`")


def test_a_score_of_several_lines() -> None:
    (one,) = wrong(example(f"{TABLE}\nscore p by p.points"))
    assert one.hint.startswith("the lines of `points` form a set")


def test_a_single_line_below_is_a_table_too() -> None:
    below = "define p.points =\n  count(stone of p)"
    (one,) = wrong(example(below, end=FULL))
    assert one.hint.endswith("is a table, which gives a set: begin its value beside the `=`")
    assert wrong(example(below.replace("=\n ", "="), end=FULL)) == []


def test_the_advice_works() -> None:
    text = example(ADDED, end=FULL)
    assert wrong(text) == []
    state = Game.parse(text).start()
    while not state.is_over:
        state = state.play(state.moves[0])
    # a1 b1 c1 a2 … in turn: White has a1, a3, c1, c3 and the middle, Black the four others
    assert state.scores == {"White": 5 + 2 * 4, "Black": 4}


def test_of_other_sets_of_numbers_it_is_asked_which() -> None:
    (one,) = wrong(example(end="win me if mine.c > 2\ndraw if no empty"))
    assert one.hint.startswith("say which number")
    assert one.fix is None
    (one,) = wrong(example(end="win me if mine > 2\ndraw if no empty"))
    assert one.fix is not None
