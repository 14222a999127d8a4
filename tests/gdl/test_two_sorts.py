"""Sets of two sorts that are joined or compared: each is told what to write, and that is then accepted."""

from __future__ import annotations

import re

import pytest

from gdl import lint
from gdl.text.findings import Finding
from gdl.text.source import Source

RULES = """game "Sorts"
players White, Black
board grid(4, 4)
pieces man of player
type suit = red, blue
type card = cards(1..3, suit)
site has hue: suit
player has hand: set of card
define s.ways = {d in compass where some s.d}
setup
  put man of White on row(1)
  put man of Black on row(4)
turn
  choose a in mine, x in SET
end
  lose next if stuck
"""


def errors(written: str) -> list[Finding]:
    text = RULES.replace("SET", written)
    return [f for f in lint.lint([Source("sorts.gdl", text)], most=0) if f.severity == "error" and f.code != "E780"]


@pytest.mark.parametrize(("written", "advised"), [
    ("a.ways & empty", ["{d in a.ways where a.d in empty}", "a.(a.ways) & empty"]),
    ("empty & a.ways", ["{d in a.ways where a.d in empty}", "a.(a.ways) & empty"]),
    ("a.compass & orthogonal", ["{d in orthogonal where a.d in a.compass}", "a.orthogonal & a.compass"]),
    ("a.ways - empty", ["{d in a.ways where a.d not in empty}", "a.(a.ways) - empty"]),
    ("mine + a.ways", ["mine.(a.ways)"]),
    ("a.adjacent & opponent", ["a.adjacent & piece of opponent"]),
    ("a.adjacent - me", ["a.adjacent - mine"]),
    ("me.hand & red", ["{x in me.hand where x.suit = red}"]),
    ("me.hand - {red, blue}", ["{x in me.hand where x.suit not in {red, blue}}"]),
    ("a.adjacent & blue", ["{x in a.adjacent where x.hue = blue}"]),
    ("empty & 3", ["{x in empty where x.c = 3}"]),
    ("{d in compass where d in empty}", ["a.d in empty"]),
    ("{d in compass where d = man}", ["a.d in man"]),
])  # fmt: skip
def test_the_hint_says_what_is_written_instead(written: str, advised: list[str]) -> None:
    (finding,) = errors(written)
    assert finding.code == "T311"
    said = re.findall(r"`([^`]+)`", finding.hint)
    assert said == advised


@pytest.mark.parametrize("right", [
    "{d in a.ways where a.d in empty}", "a.(a.ways) & empty", "{d in orthogonal where a.d in a.compass}",
    "a.orthogonal & a.compass", "a.(a.ways) - empty", "mine.(a.ways)", "a.adjacent & piece of opponent",
    "{z in me.hand where z.suit not in {red, blue}}", "{z in a.adjacent where z.hue = blue}",
    "{d in compass where a.d in empty}",
])  # fmt: skip
def test_what_is_advised_is_accepted(right: str) -> None:
    assert errors(right) == []


def test_the_site_that_is_chosen_is_named() -> None:
    """Its name stands in the same line."""
    text = RULES.replace("x in SET", "x in compass where x in empty")
    (finding,) = [f for f in lint.lint([Source("sorts.gdl", text)], most=0) if f.code == "T311"]
    assert finding.hint == "a step leads to a site: write `a.x in empty`"
