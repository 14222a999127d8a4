"""Rows and players that are mixed up in how a game is won, where the game still goes on: found, and at the line."""

import pytest
from sample import daily

from gdl.text.source import Source
from interpreter.lab.lint.judge import Effort, judge

DASH = """game "Dash"

players White, Black
board grid(4, 6)
pieces runner of player

define s.ahead = s.{NW, N, NE} when me = White otherwise s.{SW, S, SE}

setup
  put runner of White on row(1)
  put runner of Black on row(6)

turn
  choose a in mine, b in a.ahead - mine
  move a to b

end
  win me if no theirs
  win me if some mine & row(6 when me = White otherwise 1)
  lose next if stuck

looks
  runner of White "W"
  runner of Black "B"
"""
GOAL = "win me if some mine & row(6 when me = White otherwise 1)"
SWAPPED = {
    "both rows": ("win me if some mine & row(1 when me = White otherwise 6)", "G251"),
    "white's row": ("win me if some mine & row(1)", "G251"),
    "black's row": ("win me if some mine & row(6)", "G251"),
    "a row that isn't there": ("win me if some mine & row(6 when me = White otherwise 0)", "G252"),
    "who wins": ("win next if some mine & row(6 when me = White otherwise 1)", "G253"),
    "names": ("win Black if some runner of White & row(6)\n  win White if some runner of Black & row(1)", "G253"),
}


def codes(text):
    """The codes of warnings, and of notes about how games are won, by the lines that they point at."""
    found = judge(Source("dash.gdl", text), effort=Effort(games=200, iterations=20)).findings
    told = [one.finding for one in found if one.finding.severity != "note" or one.finding.code == "G253"]
    return {(finding.code, finding.span.text.split(" if ")[0]) for finding in told}


@pytest.mark.parametrize("name", daily(SWAPPED, 4, ()))
def test_found_at_its_line(name):
    line, code = SWAPPED[name]
    assert (code, line.split(" if ")[0]) in codes(DASH.replace(GOAL, line))


def test_nothing_is_said_of_the_game_as_it_should_be():
    assert codes(DASH) == set()


def test_who_loses_by_a_line_of_theirs_is_meant():
    assert "G253" not in {code for code, _ in codes(DASH.replace(GOAL, GOAL.replace("win me", "lose me")))}
