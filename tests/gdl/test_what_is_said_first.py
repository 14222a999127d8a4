"""Mistakes in the text as authors make them: the finding stands where the mistake is, and its hint helps."""

from __future__ import annotations

import pytest

from gdl.lint import lint
from gdl.text.findings import Finding
from gdl.text.source import Source

PLAIN = """game "Plain"

players White, Black
board grid(6, 6)
pieces man of player

setup
  put man of White on row(1)
  put man of Black on row(6)

turn
  choose a in mine, b in a.adjacent - mine
  if b in theirs
    remove b
  move a to b

end
  win me if no theirs
  lose next if stuck
"""


def errors(text: str) -> list[Finding]:
    return [f for f in lint([Source("a.gdl", text)], most=0) if f.severity == "error"]


@pytest.mark.parametrize(
    ("old", "new", "code", "marked", "hint"),
    [
        ("    remove b\n", "    remove b\n    else\n", "S104", "else", "in the same column as its `if`"),
        ("setup\n", "has quiet: 0..9\n\nsetup\n", "S104", "quiet", "`game has quiet: …`"),
        ("grid(6, 6)", "grid(6 x 6)", "S104", "x", "`grid(6, 6)`"),
        ("win me if no theirs", "draw if repeats = 2", "N201", "repeats", "`repeats(piece, next)`"),
        ("win me if no theirs", "win me if no theirs when stuck", "S104", "when", "`and`"),
        ("win me if no theirs", "rank player by count(man of player)", "N206", "player", "`rank p by "),
    ],
)
def test_a_slip_is_explained(old: str, new: str, code: str, marked: str, hint: str) -> None:
    assert errors(PLAIN) == []
    assert PLAIN.count(old) == 1
    first = errors(PLAIN.replace(old, new))[0]
    assert (first.code, first.span.text) == (code, marked)
    assert hint in first.hint


@pytest.mark.parametrize(
    ("name", "what"),
    [("wide", "a define"), ("mark", "a define that is there from the start"), ("White", "a player")],
)
def test_a_new_name_that_is_taken(name: str, what: str) -> None:
    ours = PLAIN.replace("choose a in mine, b", f"choose a in mine, {name} in mine, b")
    (found,) = errors(ours.replace("setup\n", "define wide = 6\n\nsetup\n"))
    assert (found.code, found.message) == ("N206", f"`{name}` is in use already: it is {what}")


def test_a_define_has_no_name_that_something_has() -> None:
    """Behind the dot, too: else the define would be meant everywhere, and what is kept nowhere."""
    kept = PLAIN.replace("setup\n", "site has shade: 0..3\n\ndefine p.shade = 3 when p = White otherwise 0\n\nsetup\n")
    (found,) = errors(kept)
    assert (found.code, found.span.text) == ("N203", "shade")
    assert errors(kept.replace("p.shade", "shade(p)")) == []


@pytest.mark.parametrize(
    ("base", "declared", "code", "marked", "there"),
    [
        ("dobutsu", "pieces lion of player", "N203", "lion", "(dobutsu.gdl:10)"),
        ("oware", "house has seeds: 0..48 = 3", "N203", "seeds", "(oware.gdl:15)"),
        ("oware", "define s.seeds = 3", "N203", "seeds", "(oware.gdl:15)"),
        ("hex", "pieces chain of player", "N203", "chain", "(hex.gdl:16)"),
        ("pylos", "type hue = red, usual", "N203", "usual", "(pylos.gdl:8)"),
        ("pylos", "type level = red, green", "O804", "level", "(pylos.gdl)"),
    ],
)
def test_what_the_base_has_already_is_told_where_the_variant_says_it(
    base: str, declared: str, code: str, marked: str, there: str
) -> None:
    """Even if the base's declaration is read later, or what it becomes makes no sense there; without folders."""
    (found,) = errors(f'game "A variant" extends "{base}"\n\n{declared}\n')
    assert (found.code, found.span.source.name, found.span.text) == (code, "a.gdl", marked)
    assert found.message.endswith(f" already {there}")
    assert found.hint.endswith("choose another name for yours")


def test_a_define_of_a_board_is_none_to_replace() -> None:
    (found,) = errors('game "V" extends "nine_mens_morris"\n\nreplace define s.lines = {{s, s.N, s.E}}\n')
    assert (found.code, found.span.text) == ("O803", "lines")
    assert "belongs to the board `squares` (nine_mens_morris.gdl:12)" in found.hint


def test_a_value_for_an_option_of_the_base_can_only_be_chosen_otherwise() -> None:
    (found,) = errors('game "V" extends "hex"\n\nset size = 25\n')
    assert (found.code, found.hint) == ("O806", "choose another value")
