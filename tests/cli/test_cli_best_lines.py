"""Best lines that `gdl solve` shows: they stop at the first repetition, and say whether they reach the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import gdl

RULES = """game "To and fro"
players A, B
board grid(4, 2)
pieces man of player
define a.goals = {b2} when a = b1 otherwise {b1} when a = b2 otherwise {d1} when a = c1 otherwise {c1}
setup
  put man of A on b1
  put man of B on c1
turn
  choose a in mine, b in a.goals
  move a to b
end
  win me if no theirs
"""


@pytest.mark.parametrize("with_table", [False, True])
def test_a_line_stops_where_a_position_comes_back(with_table: bool, tmp_path: Path) -> None:
    """Each has one move at a time, to and fro: the position of the start comes back after four."""
    path = tmp_path / "fro.gdl"
    path.write_text(RULES, encoding="utf-8")
    table = ("--db", str(tmp_path / "fro.db")) if with_table else ()
    for _ in range(2):  # the second time, the table answers
        assert "best play: b1-b2 c1-d1 b2-b1 d1-c1 …\n" in gdl("solve", str(path), *table).stdout


def test_a_line_to_the_end_says_no_more(tmp_path: Path) -> None:
    path = tmp_path / "short.gdl"
    path.write_text(RULES.replace("win me if no theirs", "win me if some man of B & d1"), encoding="utf-8")
    assert "best play: b1-b2 c1-d1\n" in gdl("solve", str(path)).stdout


def test_moves_that_are_written_alike_are_told_apart(tmp_path: Path) -> None:
    """What is played is the option that was found, not one with the same text: three steps of A lead to the goal."""
    path = tmp_path / "alike.gdl"
    text = RULES.replace("choose a in mine, b in a.goals", 'choose a in mine, b in a.adjacent & empty as "go"')
    path.write_text(text.replace("win me if no theirs", "win A if some man of A & a2"), encoding="utf-8")
    assert "a win for A within" in (said := gdl("solve", str(path)).stdout)
    assert "best play: go go go\n" in said
