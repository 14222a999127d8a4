"""An `after` within another that is joined by `and` or `or`."""

from __future__ import annotations

import pytest

from gdl.lint import lint
from gdl.text.source import Source

GAME = """\
game "Ahead"

players White, Black
board grid(3, 3)
pieces man of player

turn
  choose s in empty
      where {}
  put man of me on s

end
  draw if stuck
"""
PUT, GONE = "after put man of me on s", "after remove site"


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        (f"{PUT}: some mine and {GONE}: no mine", 1),
        (f"{PUT}: some mine or not {GONE}: no mine", 1),
        (f"({PUT}: some mine) and {GONE}: no mine", 0),
        (f"{PUT}: some mine and ({GONE}: no mine)", 0),
        (f"{PUT}: (some mine and {GONE}: no mine)", 0),
        (f"{PUT}: {GONE}: no mine", 0),
        (f"not ({PUT}: no mine) and not ({GONE}: some mine)", 0),
        (f"some mine or {PUT}: some mine", 0),
    ],
)
def test_which_are_meant(condition: str, found: int) -> None:
    findings = lint([Source("ahead.gdl", GAME.format(condition))])
    assert [f.code for f in findings if f.code == "R676"] == ["R676"] * found


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("no t in s.adjacent where t in mine and some mine", ["some mine"]),
        (f"no t in s.adjacent where t in mine and {PUT}: some mine", [f"{PUT}: some mine"]),
        ("no t in s.adjacent, u in t.adjacent where u in mine and no theirs and some mine", ["no theirs"]),
        ("(no t in s.adjacent where t in mine) and some mine", []),
        ("no t in s.adjacent where (t in mine and some mine)", []),
        ("no t in s.adjacent where some mine and t in mine", []),
        ("some t in s.adjacent where t in mine and some mine", []),
    ],
)
def test_the_condition_of_a_no_that_reaches_further(condition: str, found: list[str]) -> None:
    findings = lint([Source("a.gdl", GAME.format(condition))], select=["R690"])
    assert [f.span.text for f in findings] == found
