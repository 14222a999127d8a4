"""Slips in the lines of a table: each is told what to write, and nothing is said of what only follows from it."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.text.findings import Finding
from gdl.text.fixes import applied
from gdl.text.source import Source

RULES = """game "Table"
players White, Black
board grid(4, 4)
pieces man, king of player
define a.goals(n) =
  corners
  a.N^n when a in king
setup
  put man of White on row(1)
  put king of Black on row(4)
turn
  choose a in mine, b in a.goals(2) & empty
  move a to b
end
  win me if some mine & row(2)
  lose next if stuck
"""
"""A sound game, in which each test changes the second line of the table: the only one that uses `a` and `n`."""
LINE = "  a.N^n when a in king\n"
SLIPS = [
    ("  a.N^n if a in king\n", "begins with `when`"),
    ("  a.N^n where a in king\n", "begins with `when`"),
    ("  a.N^n when a in king,\n", "stand without `,` at their ends"),
    ("  a.N^n when a in king;\n", "stand without `;` at their ends"),
    ("  a in king: a.N^n\n", "a condition stands behind its value: `a.N^n when a in king`"),
    ("  when a in king: a.N^n\n", "a condition stands behind its value: `a.N^n when a in king`"),
    ("  if a in king: a.N^n\n", "a condition stands behind its value: `a.N^n when a in king`"),
    ("  a.N^m when a in king\n", "did you mean"),
]


def found(text: str) -> list[Finding]:
    return lint.lint([Source("table.gdl", text)])


def test_the_table_itself_is_sound() -> None:
    assert found(RULES) == []


@pytest.mark.parametrize(("slip", "advice"), SLIPS)
def test_a_slip_is_told_with_what_to_write(slip: str, advice: str) -> None:
    first = next(f for f in found(RULES.replace(LINE, slip)) if f.severity == "error")
    assert advice in first.hint


@pytest.mark.parametrize("slip", [slip for slip, advice in SLIPS if "`when`" in advice or "stand without" in advice])
def test_the_fix_makes_it_right(slip: str) -> None:
    (first,) = (f for f in found(RULES.replace(LINE, slip)) if f.severity == "error")
    assert first.fix is not None
    assert found(applied(RULES.replace(LINE, slip), first.fix.edits)) == []


@pytest.mark.parametrize("slip", [slip for slip, _ in SLIPS])
def test_what_the_wrong_line_would_use_is_not_told_as_unused(slip: str) -> None:
    """Only this line uses the subject and the parameter; `goals` was “the same for every `a`” without it."""
    assert "N252" not in {f.code for f in found(RULES.replace(LINE, slip))}


def test_a_parameter_of_another_define_is_still_told() -> None:
    text = RULES.replace("setup\n", "define spare(k) = corners\nsetup\n", 1).replace("& empty", "& empty - spare(1)")
    assert "N252" in {f.code for f in found(text.replace(LINE, "  a.N^n if a in king\n"))}


def test_a_local_is_not_told_as_unused_because_of_a_misspelt_name() -> None:
    text = RULES.replace("  move a to b\n", "  let steps = b.r\n  move a to b if stesp > 1\n")
    assert [f.code for f in found(text) if f.code in ("N201", "N253")] == ["N201"]
    unused = RULES.replace("  move a to b\n", "  let steps = b.r\n  move a to b\n")
    assert "N253" in {f.code for f in found(unused)}


def test_a_case_for_any_value() -> None:
    text = RULES.replace("  corners\n", "").replace(LINE, "  _, 2: corners\n  otherwise row(1)\n")
    (finding,) = found(text)
    assert finding.hint.startswith("a value may be anything: write its type, such as `player` or `1..6`")
