"""Lines through what was added last: games end with the reference's, whatever has come to a set in between.

Boards of three words and more, where this is done; several pieces in a turn, pieces that move or are taken away, given
to the other player, looked ahead at, or laid out before the game with lines that nobody has asked about.
"""

from __future__ import annotations

from itertools import product

import pytest
from sample import daily

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.plan import report
from interpreter.native.plan.through import through

RULES = """
game "Lines"
players White, Black
board grid({size})
pieces stone of player
game has tick: 0..200
setup
  {setup}
turn
  {turn}
end
  tick += 1
  win me if some line in lines({long}) where line within mine
  {end}
  draw if tick = 60
"""
TURNS = {
    "put": "choose s in empty\n  put stone of me on s",
    "put two": "choose s in empty\n  put stone of me on s\n  choose t in empty\n  put stone of me on t",
    "put a row": "choose s in empty\n  put stone of me on {s} + s.E & empty",
    "put for both": "choose s in empty\n  put stone of me on s\n  put stone of next on s.N & empty",
    "put, sometimes": "choose s in empty\n  put stone of me on s if tick % 3 != 1",
    "put for the other": "choose s in empty\n  put stone of next on s",
    "put and take": "choose s in empty\n  put stone of me on s\n  remove s.compass & theirs",
    "take and put": "choose s in site\n  remove s\n  put stone of me on s.E & empty",
    "move": "choose a in mine, b in a.compass & empty\n  move a to b",
    "move onto": "choose a in mine, b in a.compass - mine\n  move a to b",
    "move another's": "choose a in theirs, b in a.compass & empty\n  move a to b",
    "turn over": "choose s in empty\n  put stone of me on s\n  for t in s.compass & theirs\n    put stone of me on t",
    "look ahead": "choose s in empty where after put stone of me on s: no line in lines(3) where line within mine\n"
                  "  put stone of me on s",
    "ask in between": "choose s in empty\n  put stone of me on s\n"
                      "  tick += 1 if some line in lines(3) where line within mine and tick < 50\n"
                      "  choose t in empty\n  put stone of me on t",
}  # fmt: skip
SETUPS = {
    "none": "put stone of White on {}",
    "scattered": "put stone of White on {s in site where (3 * s.c + 5 * s.r) % 7 = 1}\n"
                 "  put stone of Black on {s in site where (3 * s.c + 5 * s.r) % 7 = 4}",
    "lines of the other": "put stone of Black on row(3)\n  put stone of White on row(6)",
}  # fmt: skip
ENDS = {"only mine": "", "the other's": "lose me if some line in lines(4) where line within theirs"}


def loaded(**parts: str) -> Game:
    checked = check(Source("lines.gdl", RULES.format(**parts)))
    assert checked.model is not None, [f"{f.span.where}: {f.message}" for f in checked.findings]
    return Game(checked.model)


@pytest.mark.parametrize(("setup", "turn"), daily(product(SETUPS, TURNS), 4))
def test_games_end_as_with_the_reference(turn: str, setup: str) -> None:
    for end, size, long in (("only mine", "15, 15", "3"), ("the other's", "12, 11", "4")):
        game = loaded(size=size, long=long, setup=SETUPS[setup], turn=TURNS[turn], end=ENDS[end])
        assert "through what was added last" in report.report(game.model)
        both_backends(game, seed=4, plies=70, games=2, longest=60)


@pytest.mark.parametrize("size, long, rows", [("15, 15", "5", 4), ("12, 12", "3", 4), ("13, 11", "5", 4)])
def test_a_site_sees_the_lines_through_it(size: str, long: str, rows: int) -> None:
    """Each site's two words hold the sites of all its lines, and a run of them is a line: by counting all lines."""
    columns, height = map(int, size.split(","))
    n, total = int(long), columns * height
    forms = []
    for step, east, north in ((1, 0, 1), (height, 1, 0), (height + 1, 1, 1), (height - 1, 1, -1)):
        firsts = 0
        for c in range(columns):
            for r in range(height):
                end_c, end_r = c + east * (n - 1), r + north * (n - 1)
                if 0 <= end_c < columns and 0 <= end_r < height:
                    firsts |= 1 << (c * height + r)
        forms.append((sum(1 << step * i for i in range(n)), firsts))
    plan = through(forms, total)
    assert plan is not None and len(plan.rows) == rows
    for site in range(total):
        seen = {site + i + 1 for i in range(64) if plan.above[site] >> i & 1}
        seen |= {site - i - 1 for i in range(64) if plan.below[site] >> 63 - i & 1}
        lines = {s + first for form, firsts in forms for first in range(total) if firsts >> first & 1
                 for s in range(form.bit_length()) if form >> s & 1
                 if form >> max(site - first, 0) & 1 and site >= first}  # fmt: skip
        assert seen == lines - {site}


def test_what_is_no_row_is_not_looked_at_from_a_site() -> None:
    """Forms that are no rows, rows that are too long for two words, and sites that two directions share."""
    assert through([(0b1011, 0xFFFF)], 16) is None
    assert through([(sum(1 << 20 * i for i in range(5)), 0xFFFF)], 96) is None
    assert through([(0b111, 0xFF), (0b10101, 0xFF)], 16) is None
    assert through([(0b111, 0b1011)], 16) is None
