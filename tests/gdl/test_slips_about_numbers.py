"""Slips about pieces with a number, points, edges and `through`: each is told what to write in its place."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.text.source import Source

RULES = """game "Slips"
players A, B
type net
  point 1 as "inn" at 0, 0
  point 2 at 1, 0
  define s.adjacent = net - s
board net
pieces robot(n: 1..4) of player
setup
  put robot(1) of A on inn
turn
  choose s in inn.adjacent through empty
  put robot(2) of me on s
end
  draw if no empty
"""


def hints(text: str) -> list[str]:
    """What is advised of the errors of a text."""
    return [f.hint for f in lint.lint([Source("slips.gdl", text)]) if f.severity == "error"]


def test_without_a_slip_nothing_is_wrong() -> None:
    assert hints(RULES) == []


@pytest.mark.parametrize(("right", "slip", "advice"), [
    ("robot(n: 1..4) of player", "robot n 1..4 of player", "`robot(n: 1..4)`"),
    ("robot(n: 1..4) of player", "robot number in 1..4 of player", "`robot(number: 1..4)`"),
    ("robot(n: 1..4) of player", "robot 1..4 of player", "`robot(number: 1..4)`"),
    ("robot(n: 1..4) of player", "robot n on inn", "`put robot … on …` puts one"),
    ("put robot(2) of me on s", "put robot 2 of me on s", "`put robot(2) of me on …`"),
    ("put robot(2) of me on s", "put robot n 2 of me on s", "`put robot(2) of me on …`"),
    ("put robot(2) of me on s", "put pieces robot 2 on s", "`put robot(2) on …`"),
    ("put robot(2) of me on s", "robot 2 on s", "`put robot(2) on …`"),
    ("put robot(2) of me on s", "remove robot n on s", "`remove s` takes away"),
    ('as "inn" at', "as inn at", 'put a point\'s name in quotes: `"inn"`'),
    ('as "inn" at', '"inn" at', "write `as` before a point's name"),
    ('as "inn" at 0, 0', 'as "inn" 0, 0', "write `at` before a point's place"),
    ('as "inn" at 0, 0', 'at 0, 0 as "inn"', '`point 1 as "inn" at 0, 0`'),
    ("through empty", "through when empty", "behind `through` stands the set"),
    ("draw if no empty", "win me through when no empty", "a condition stands behind `if`"),
    ("pieces robot", "type wall = edge of site\npieces robot", "write `edges of site`"),
    ("pieces robot", "type wall = edges of board\npieces robot", "the board's own sites are called `site`"),
])  # fmt: skip
def test_what_to_write_is_told(right: str, slip: str, advice: str) -> None:
    assert right in RULES
    assert any(advice in hint for hint in hints(RULES.replace(right, slip)))
