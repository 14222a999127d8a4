"""What people write who have read the manual once: each slip is told what to write in its place."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.text.source import Source

RULES = """game "Slips"
players X, O
board grid(5, 5)
pieces man, king of player
setup
  put man of X on row(1)
  put man of O on row(5)
turn
  choose a in mine, b in a.adjacent - mine
  move a to b
end
  win me if some mine & row(5)
  lose next if stuck
"""


def told(text: str) -> list[tuple[str, str]]:
    """What is said and advised of the errors of a text."""
    return [(f.message, f.hint) for f in lint.lint([Source("slips.gdl", text)]) if f.severity == "error"]


@pytest.mark.parametrize(("right", "slip", "advice"), [
    ("some mine & row(5)", "some mine in row(5)", "write `some mine & row(5)` to ask for what is in both sets"),
    ("no theirs", "no theirs in row(5)", "write `no theirs & row(5)` to ask for what is in both sets"),
    ("some mine & row(5)", "four in a row", "write `some line in lines(4) where line within mine`"),
    ("some mine & row(5)", "Five in a row", "write `some line in lines(5) where line within mine`"),
    ("move a to b", "remove king of X on d1", "name the sites alone: `remove d1`"),
    ("choose a in mine, b in a.adjacent - mine", "choose a, b in mine", "`choose a in mine, b in mine`"),
    ("a.adjacent - mine", "a.adjacent and b not in mine", "a condition begins with `where`"),
    ("some mine & row(5)", "board is full", "write `no empty`: then the board is full"),
    ("some mine & row(5)", "board empty", "write `no piece`: then the board is empty"),
    ("players X, O", "remove king\nplayers X, O", "what a base has goes by `remove pieces …`"),
])  # fmt: skip
def test_a_slip_is_told_what_to_write(right: str, slip: str, advice: str) -> None:
    text = RULES.replace("lose next if stuck", "lose next if no theirs") if right == "no theirs" else RULES
    assert told(text) == []
    hints = [hint for _, hint in told(text.replace(right, slip, 1))]
    assert any(advice in hint for hint in hints), hints


def test_a_size_that_is_two_numbers_is_one() -> None:
    ((_, hint),) = told('game "Small go" extends "go"\nset size = 5x5\n')
    assert hint.startswith("a size is one number: write `5`")


def test_a_variant_with_other_players_is_told_where_the_base_names_its_own() -> None:
    """The line of the base is right as it stands: it is the variant's players that it doesn't fit."""
    found = told('game "Kalah for three" extends "kalah"\n\nplayers A, B, C\n')
    assert ("there is no player `North` here: slips.gdl:3 names others",
            "keep the base's players, or replace what names them, too") in found  # fmt: skip
