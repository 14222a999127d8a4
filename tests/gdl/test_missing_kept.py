"""A variable that always holds something gets what may be missing only where the rules have tested that it is there."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game

FRAME = """game "Kept"

players White, Black
board grid(4, 4)
pieces man of player
pieces stone(number: 1..6)
game has home: site = a1
game has spot: site?
game has last: site?
game has total: 0..99
site has from: site = a1

define keep(s)
  home = s

setup
  put man of White on row(1)
  put man of Black on row(4)

turn
{turn}

end
  lose next if stuck
  win me if repeats(piece, home, spot, last, total, from, next) = 1
"""


def found(turn: str) -> list[tuple[str, str]]:
    """The errors in such a turn, each with the place that it points at."""
    lines = "\n".join("  " + line for line in turn.strip("\n").split("\n"))
    findings = check(Source("kept", FRAME.format(turn=lines))).findings
    return [(f.code, f.span.text) for f in findings if f.severity == "error"]


STEP = "choose a in mine, d in compass where a.d in empty"
REFUSED = [
    ("choose a in mine, d in compass where a.d not in mine\nhome = a.d\nremove a", "a.d"),
    (f"{STEP} or a = home\nhome = a.d\nremove a", "a.d"),
    (f"{STEP}\nhome = a.d^2\nmove a to a.d", "a.d^2"),
    (f"{STEP}\nlet x: site = a.d^2\nmove a to x", "a.d^2"),
    (f"{STEP}\nmove a to a.d\nhome = spot", "spot"),
    (f"{STEP}\nmove a to a.d\nif some spot\n  spot = a.N\n  home = spot", "spot"),
    (f"{STEP}\nmove a to a.d\nhome = spot if no spot", "spot"),
    (f"{STEP}\nmove a to a.d\nfor s in mine\n  s.from = s.N", "s.N"),
    (f"{STEP}\nmove a to a.d\nfor s in mine where some s.N\n  s.from = s.N\n  spot = s.E\n  home = spot", "spot"),
    (f"{STEP}\nmove a to a.d\ntotal += a.number", "a.number"),
    (f"{STEP} and after home = a.d^2: no theirs\nmove a to a.d", "a.d^2"),
    (f"either\n  {STEP} and some spot\n  move a to a.d\nor\n  choose b in mine\nhome = spot", "spot"),
]


@pytest.mark.parametrize(("turn", "place"), REFUSED)
def test_what_may_be_missing_isnt_kept_where_something_always_is(turn: str, place: str) -> None:
    assert found(turn) == [("T337", place)]


ALLOWED = [
    f"{STEP}\nhome = a.d\nmove a to a.d",
    f"{STEP}\nlet x: site = a.d\nmove a to x",
    f"{STEP}\nlet x = a.d\nhome = x\nmove a to x",
    f"{STEP}\nspot = a.d\nhome = spot\nmove a to home",
    f"{STEP} and some spot\nmove a to a.d\nhome = spot",
    f"{STEP}\nmove a to a.d\nhome = spot if some spot",
    f"{STEP}\nmove a to a.d\nif no spot\n  spot = a\nelse\n  home = spot",
    f"{STEP}\nmove a to a.d\nfor s in mine where some s.N\n  s.from = s.N",
    f"{STEP}\nmove a to a.d\ntotal += a.number if some a.number and total < 90",
    f"{STEP} and after home = a.d: no theirs & home\nmove a to a.d",
    f"{STEP}\nkeep(a.d)\nmove a to a.d",
    "choose a in mine, let b = a.N where b in empty\nhome = b\nmove a to b",
]


@pytest.mark.parametrize("turn", ALLOWED)
def test_what_was_tested_may_be_kept(turn: str) -> None:
    assert found(turn) == []


def test_a_block_isnt_at_fault_for_what_it_is_given() -> None:
    """The call is told, with the line of the block that can't take it; not the block, which is right."""
    turn = "  choose a in mine, d in compass\n  keep(a.d)\n  remove a"
    (one,) = (f for f in check(Source("kept", FRAME.format(turn=turn))).findings if f.severity == "error")
    assert (one.code, one.span.text) == ("T337", "keep(a.d)")
    assert "`home = s`" in one.hint


def test_a_score_that_looks_ahead_is_checked_too() -> None:
    """A score stands in no section, so the walk through the sections doesn't come there."""
    score = "score p by count({s in mine where after s.from = s.N: no theirs})\n\nsetup"
    text = FRAME.format(turn=f"  {STEP}\n  move a to a.d").replace("setup", score)
    (one,) = (f for f in check(Source("kept", text)).findings if f.severity == "error")
    assert (one.code, one.span.text) == ("T337", "s.N")


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_what_was_tested_is_what_is_kept(backend: str) -> None:
    """a1 goes north-east: b2 is kept, and c3 after the next step from there."""
    game = Game.parse(FRAME.format(turn=f'  {STEP} as "{{a}}{{d}}"\n  home = a.d\n  move a to a.d'), backend=backend)
    state = game.start().play("a1NE")
    assert state.position()["variables"]["home"] == "b2"
    assert state.play("a4S").play("b2NE").position()["variables"]["home"] == "c3"
