"""`move` from or to a site that may be missing is refused, unless the rules have tested that it is there."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.text.source import Source

FRAME = """game "Missing"

players White, Black
board grid(4, 4)
pieces man, king of player
game has spot: site?

define a.jumps = {{d in compass where a.d in theirs and a.d^2 in empty}}
define a.ways =
  {{N, NE}} when a in man
  compass  when a in king
define a.walks = {{d in a.ways where a.d in empty}}

define shift(s, t)
  visited += {{s}}
  move s to t
game has visited: set of site

setup
  put man of White on row(1)
  put man of Black on row(4)

turn
{turn}

end
  lose next if stuck
  draw if repeats(piece, next) = 1
"""


def found(turn: str) -> list[tuple[str, str]]:
    """The errors in such a turn, each with the place that it points at."""
    lines = "\n".join("  " + line for line in turn.strip("\n").split("\n"))
    findings = check(Source("missing", FRAME.format(turn=lines))).findings
    return [(f.code, f.span.text) for f in findings if f.severity == "error"]


REFUSED = [
    ("choose a in mine, d in {E, W}\nmove a to a.d", "a.d"),
    ("choose a in mine\nmove a to spot", "spot"),
    ("choose a in mine, b in a.compass & empty\nmove a.N to b", "a.N"),
    ("choose a in mine, d in {E, W} where some a.d or a in king\nmove a to a.d", "a.d"),
    ("choose a in mine, d in {E, W} where not some a.d\nmove a to a.d", "a.d"),
    ("choose a in mine, d in {E, W} where some a.d\nmove a to a.d^2", "a.d^2"),
    ("choose a in mine, d in {E, W} where some a.E\nmove a to a.d", "a.d"),
    ("choose a in mine, b in empty\nif some spot\n  spot = b.N\n  move a to spot", "spot"),
    ("choose a in mine, b in a.compass & empty\nlet t = b.N\nmove a to t", "t"),
    ("choose a in mine, b in a.compass & empty where after move a to b.N: some theirs\nmove a to b", "b.N"),
    ("choose a in mine, d in compass\nshift(a, a.d)", "a.d"),
    ("choose a in mine, b in empty\nlet t = b\nfor i in 1..2\n  move a to t\n  t = t.N", "t"),
    ("choose a in mine, b in empty\nmove the(king of me) to b", "the(king of me)"),
    ("let t = a1\neither\n  choose a in mine\n  t = a.N\nor\n  choose b in mine\nmove t to a1", "t"),
]


@pytest.mark.parametrize(("turn", "place"), REFUSED)
def test_what_may_be_missing_is_no_end_of_a_move(turn: str, place: str) -> None:
    assert ("T342", place) in found(turn)


ALLOWED = [
    "choose a in mine, d in {E, W} where some a.d\nmove a to a.d",
    "choose a in mine, d in {E, W} where a.d in empty\nmove a to a.d",
    "choose a in mine, d in a.jumps\nremove a.d\nmove a to a.d^2",
    "choose a in mine, d in a.walks\nmove a to a.d",
    "choose a in mine, d in {d in a.walks where a in king} - {N}\nmove a to a.d",
    "choose a in mine, d in compass where not no a.d\nmove a to a.d",
    "choose a in mine, d in compass\nif no a.d\n  remove a\nelse\n  move a to a.d",
    "choose a in mine, d in compass\nif a in king and some a.d\n  move a to a.d",
    "choose a in mine\nmove a to spot if some spot",
    "choose a in mine, d in compass where some a.d\nlet t = a.d\nmove a to t",
    "choose a in mine, d in compass where some a.d and after move a to a.d: some theirs\nmove a to a.d",
    "choose a in mine, d in compass where some a.d\nshift(a, a.d)",
    "choose a in mine, d in compass where some a.d\nmove a to (a.d otherwise a)",
    "choose a in mine, b in empty where count(king of me) = 1\nmove the(king of me) to b",
    "let t = a1\nchoose a in mine\nfor i in 1..2\n  if some t.N\n    move t to t.N\n    t = t.N",
    "choose a in mine, b in empty\nfor s in mine where some s.N\n  move s to s.N",
    "choose a in mine, d in compass where a.d = b2\nmove a to a.d",
]


@pytest.mark.parametrize("turn", ALLOWED)
def test_what_was_tested_may_be_moved(turn: str) -> None:
    assert found(turn) == []


def test_a_branch_of_the_turn_doesnt_hear_what_another_has_tested() -> None:
    turn = "either\n  choose a in mine where some spot\n  move a to spot\nor\n  choose b in mine\n  move b to spot"
    lines = "\n".join("  " + line for line in turn.split("\n"))
    findings = check(Source("missing", FRAME.format(turn=lines))).findings
    assert [f.span.text for f in findings if f.code == "T342"] == ["spot"]
