"""The bound on work: what rays, steps and sets can hold, and that it is never below what a value has."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.model import statements as m
from gdl.model.cost import elements, most
from gdl.text.source import Source

TEXT = """\
game "X"

players White, Black
board {board}
pieces man of player

turn
  choose a in mine, b in {set}
  remove b

end
  lose next if stuck
"""


def bound(set_: str, board: str = "grid(9, 10)") -> int:
    """How many elements the set may have that `b` stands for."""
    rules = check(Source("x.gdl", TEXT.format(set=set_, board=board))).model
    assert rules is not None
    (choose,) = (s for s in m.walk(rules.turn) if isinstance(s, m.Choose))
    return most(choose.binders[1][1])


@pytest.mark.parametrize(
    ("set_", "size"),
    [
        ("{a}", 1),
        ("{a.N, a.S}", 2),
        ("a.orthogonal", 4),
        ("a.compass & mine", 8),
        ("a.leap", 8),
        ("a.N through empty", 10),  # no more than the longest line
        ("a.E through empty", 9),
        ("a.NE through empty", 9),
        ("a.orthogonal through empty", 38),  # four of these
        ("a.orthogonal.orthogonal", 9),
        ("row(2)", 9),
        ("row(2) - mine", 9),
        ("mine", 90),
        ("mine & row(2)", 9),
        ("site", 90),
        ("{t.N for t in row(3) + row(4)}", 18),
        ("a.adjacent through empty", 90),
    ],
)
def test_what_a_set_can_hold(set_: str, size: int) -> None:
    assert bound(set_) == size


def test_a_ray_on_a_ring_ends_where_it_began() -> None:
    assert bound("a.next through empty", "ring(12)") == 12


def test_no_bound_is_above_the_type() -> None:
    rules = check(Source("x.gdl", TEXT.format(set="a.compass.compass.compass", board="grid(3, 3)"))).model
    assert rules is not None
    for e in m.deep(rules.turn):
        if e.type.size >= 2:
            assert most(e) <= elements(e)


def test_a_name_for_one_value_costs_nothing() -> None:
    condition = "some x in site, y in site, z in site, v in {x.c + y.r}, u in {z.N} where u = x and v > z.c"
    text = TEXT.format(set=f"mine where {condition}", board="grid(8, 8)")
    codes = {f.code for f in check(Source("x.gdl", text)).findings}
    assert "T332" not in codes
