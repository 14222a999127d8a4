"""Cells compared together, sets for each of a few things, lines joined: options and states are those of the reference.

Arrays of several shapes, limits that differ from cell to cell, numbers that don't begin with 0, cells that may be
missing; and what is not a row of numbers, which is asked one by one.
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

TRACK = """
game "Cells"
players White, Black
type track
  for i in 0..{last} as "{{i}}" at i, 0
  direction next = [(i + 1) % {count}]
type die = 1..6
track has men(player): {range} = {first}
track has flag: truth
die has left: 0..4 = 1
game has tick: 0..60

define p.pip(i) = [i] when p = White otherwise [{last} - i]
define i.behind(n) = i - n

turn
  either
    choose {choose}
    {change}
  or
    choose "pass"

end
  tick += 1
  for x in die
    x.left = (tick + x) % 3
  for t in track
    t.flag = (tick + t.i) % 4 = 0
  rank p by count({{t in track where t.men(p) > {first}}}) if tick = 40
"""
CHANGE = "a.men(me) = {low} + (tick * 7 + a.i * 5) % {span}"
CONDITIONS = {
    "more": "a.men(me) > {first}",
    "others": "a.men(opponent) <= {first} + 1",
    "equal": "a.men(me) = {first}",
    "one of some": "a.men(me) in {{{first}, {first} + 1}}",
    "one of some, apart": "a.men(me) in {{{low}, {first} + 2}}",
    "even": "a.men(me) % 2 = 0",
    "beside": "a.next.men(me) >= {first}",
    "with its number": "a.men(me) + a.i % 3 > {first} + 1",
    "not": "not a.men(me) > {first}",
    "truth": "a.flag",
    "no truth": "not a.flag or a.men(me) > {first}",
    "or": "a.men(me) > {first} or tick % 3 = 0",
    "and the last": "a.men(me) >= {first} and a.i != max(t.i for t in track where t.men(me) > {low})",
    "itself": "a = [4] or a.men(me) > {first}",
}
SHAPES = {"few": (5, 0, 5, 1), "more than a vector": (26, 0, 15, 3), "two words": (70, 0, 9, 2),
          "from below": (9, -3, 4, 0), "from above": (12, 40, 60, 45), "wide": (6, 0, 250, 100),
          "two bytes": (6, 0, 300, 100)}  # fmt: skip


def rules(shape: str, choose: str, change: str) -> Game:
    count, low, high, first = SHAPES[shape]
    words = {"first": str(first), "low": str(low), "span": str(high - low + 1)}
    text = TRACK.format(last=count - 1, count=count, range=f"{low}..{high}", first=first,
                        choose=choose.format(**words), change=change.format(**words))  # fmt: skip
    checked = check(Source("cells.gdl", text))
    assert checked.model is not None, [f"{f.span.where}: {f.message}" for f in checked.findings]
    return Game(checked.model)


@pytest.mark.parametrize(("shape", "condition"), daily(product(SHAPES, CONDITIONS)))
def test_cells_are_compared_as_the_reference_does(shape: str, condition: str) -> None:
    game = rules(shape, f"a in track where {CONDITIONS[condition]}", CHANGE)
    both_backends(game, seed=3, plies=25, games=2, longest=45)


SEVERAL = {
    "two names": "n in die, i in {{i in 0..24 where n.left > 0 and i > n and some me.pip(i.behind(n)) "
                 "and me.pip(i).men(me) > {first}}}",
    "the greatest": "n in die, i in {{i in 0..24 where n.left > 0 and "
                    "(i > n or i = max({{j in 0..24 where me.pip(j).men(me) > {first}}}))}}",
    "a condition on the first": "n in die, i in 1..9 where n.left > 1 and me.pip(i).men(opponent) < {first} + 2 "
                                "and i >= n",
}  # fmt: skip


@pytest.mark.parametrize(("shape", "choose"), daily(product(["few", "more than a vector", "from below"], SEVERAL), 3))
def test_sets_for_each_of_a_few_things(shape: str, choose: str) -> None:
    game = rules(shape, SEVERAL[choose], "me.pip(i).men(me) = {low} + (tick * 7 + n * 5) % {span}")
    both_backends(game, seed=5, plies=25, games=2, longest=45)


LINES = """
game "Mills"
players White, Black
board {board}
pieces man of player
game has tick: 0..60
define p.mills = {{s for line in lines({long}), s in line where line within man of p}}
turn
  choose s in empty + (theirs - opponent.mills otherwise theirs)
  if s in theirs
    remove s
  else
    put man of me on s
  tick += 1
end
  rank p by count(p.mills) if tick = 50
"""


@pytest.mark.parametrize(
    ("board", "long"),
    daily(product(
        ["grid(4, 4)", "grid(3, 7)", "grid(9, 8)", "grid(15, 15)", "hexhex(4)", "rhombus(5)"],
        [2, 3],
    ), 4),
)  # fmt: skip
def test_lines_are_joined_as_the_reference_does(board: str, long: int) -> None:
    checked = check(Source("mills.gdl", LINES.format(board=board, long=long)))
    assert checked.model is not None, [f"{f.span.where}: {f.message}" for f in checked.findings]
    assert "joined" in report.report(checked.model)
    both_backends(Game(checked.model), seed=1, plies=50, games=2, longest=60)
