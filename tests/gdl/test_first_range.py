"""A local has the range of its first value: where it changes, and a comparison can never come out, that is why."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.text.source import Source

RULES = """game "Add up"

players Ann, Bob
type card = 1..9
game has table: set of card = card

turn
  choose c in table
  {let}
  choose t in table - c where t <= left
  {change}
  table -= t {asked}
  table -= c

end
  lose next if stuck
  win me if no table
"""


def told(let: str, change: str, asked: str) -> list[tuple[str, str]]:
    text = RULES.format(let=let, change=change, asked=asked)
    return [(f.code, f.hint) for f in lint.lint([Source("add.gdl", text)]) if f.code in ("R651", "R666")]


LARGER = "`left` has only the range of its first value; give it a larger one: `let left: {} = c`"


@pytest.mark.parametrize(("asked", "codes", "range_"), [
    ("if left = 0", ["R651"], "0..9"),
    ("if left > 9", ["R651"], None),
    ("if left >= 12", ["R651"], "1..12"),
    ("if some table and 0 = left", ["R651", "R666"], "0..9"),
])
def test_a_comparison_that_never_comes_out_tells_of_the_range(asked: str, codes: list[str], range_: str | None) -> None:
    hint = "check the comparison, or delete it" if range_ is None else LARGER.format(range_)
    assert told("let left = c", "left -= t", asked) == [(code, hint) for code in codes]


@pytest.mark.parametrize(("let", "change"), [
    ("let left: 1..9 = c", "left -= t"),  # its range is said
    ("let left = c", "let other = left"),  # it doesn't change
])
def test_other_comparisons_are_told_as_before(let: str, change: str) -> None:
    assert told(let, change, "if left = 0") == [("R651", "check the comparison, or delete it")]


def test_with_the_range_of_the_hint_nothing_is_told() -> None:
    assert told("let left: 0..9 = c", "left -= t", "if left = 0") == []
