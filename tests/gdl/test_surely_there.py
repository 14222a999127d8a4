"""A value that is always there needs no `otherwise`: a site named by its coordinates, and steps round a ring."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.text.source import Source
from interpreter import Game

RING = """game "Ring"

players White, Black
board ring(5)
pieces man of player
game has last: site?
game has place: site = [0]

setup
  put man of White on [0]
  put man of Black on [2]

turn
  choose a in mine, d in direction, n in -2..13 where a.d^n in empty as "{a}{d}{n}"
  CHANGE
  last = a
  move a to a.d^n

end
  win me if place = [4]
  lose next if stuck
"""


def errors(text: str) -> list[str]:
    return [f"{f.code} {f.message}" for f in lint.lint([Source("a.gdl", text)]) if f.severity == "error"]


@pytest.mark.parametrize("change", [
    "place = last otherwise [3]",
    "place = last.back otherwise [3].next",
    "place = a.next^n",
    "place = a.d",
    "place = a.d^n",
    "let home = [3]\n  place = home",
])  # fmt: skip
def test_nothing_is_missing(change: str) -> None:
    assert errors(RING.replace("CHANGE", change)) == []


@pytest.mark.parametrize("change", [
    "place = last otherwise [9]",  # no such site
    "place = last.next^n",
    "place = last.d",
    "let home = [3]\n  home = last\n  place = home",
])  # fmt: skip
def test_something_may_be_missing(change: str) -> None:
    assert [one[:4] for one in errors(RING.replace("CHANGE", change))] == ["T337"]


def test_where_the_board_ends_a_step_may_lead_off_it() -> None:
    """A row of five sites, not a ring."""
    row = RING.replace("ring(5)", "grid(5, 1)").replace("[", "site[").replace("[0]", "[1, 1]").replace("[2]", "[3, 1]")
    row = row.replace("[4]", "[5, 1]").replace("CHANGE", "place = a.E^n")
    assert [one[:4] for one in errors(row)] == ["T337"]


def test_steps_go_round_as_often_as_it_takes() -> None:
    """Whoever goes n steps from i on a ring of five comes to i + n modulo 5; fewer than one step leads nowhere else."""
    state = Game.parse(RING.replace("CHANGE", "place = a.d^n")).start()
    signs = {"next": 1, "back": -1}
    wanted = {f"0{d}{n}" for d, sign in signs.items() for n in range(-2, 14) if max(n, 0) * sign % 5 not in (0, 2)}
    assert {move.text for move in state.moves} == wanted
    for text, place in (("0next13", "3"), ("0back12", "3"), ("0back1", "4")):
        assert state.play(text).position()["pieces"]["man of White"] == [place]


def test_another_name_of_the_same_letter_is_not_meant() -> None:
    """A query's `let` above says nothing of a local with its name."""
    row = RING.replace("ring(5)", "grid(5, 1)").replace("[0]", "site[1, 1]").replace("[2]", "site[3, 1]")
    row = row.replace("[4]", "site[5, 1]").replace("CHANGE", "let goal = last\n  place = goal")
    query = "define p.near = some a in man of p, let goal = a.E where goal in man\n\nturn"
    (one,) = (f for f in lint.lint([Source("a.gdl", row.replace("turn", query, 1))]) if f.severity == "error")
    assert (one.code, one.hint) == (
        "T337", "write `… otherwise …` to say what to use then, or ask first whether it is there: `if some goal`",
    )  # fmt: skip


def test_who_keeps_a_name_of_a_query_is_told_to_choose_it() -> None:
    """Nobody has tested that there is one; to choose it says so."""
    row = RING.replace("ring(5)", "grid(5, 1)").replace("[0]", "site[1, 1]").replace("[2]", "site[3, 1]")
    row = row.replace("[4]", "site[5, 1]").replace("CHANGE", "place = goal")
    row = row.replace("a to a.d^n", "a to (goal otherwise a)")
    named = row.replace("where a.d^n in empty", ", let goal = a.d^n where a.r = 1").replace(" ,", ",")
    (one,) = (f for f in lint.lint([Source("a.gdl", named)]) if f.severity == "error")
    assert one.hint == "write `goal in a.d^n` instead of `let goal = a.d^n`: then it is chosen among what there is"
    chosen = named.replace("let goal = a.d^n", "goal in a.d^n").replace("(goal otherwise a)", "goal")
    assert errors(chosen) == []
    assert errors(named.replace("a.r = 1", "goal in empty")) == []
