"""Sides that are alike by the rules: sets, edges and pieces that face somewhere have images, too."""

import pytest

from interpreter import Game
from interpreter.lab.lint.mirrors import unlike

PAIRS = """game "Pairs"
players White, Black
board grid(4, 4)
pieces man of player
define p.home = row(1) when p = White otherwise row(4)
define p.ahead = N when p = White otherwise S
setup
  for p in player
    put man of p on p.home
turn
  choose S within mine where count(S) = 2 and some S.(me.ahead) as "{S}"
  for s in S where s.(me.ahead) in empty
    move s to s.(me.ahead)
end
  lose next if stuck
"""

FENCES = """game "Fences"
players White, Black
board grid(4, 4)
pieces runner of player
type edge = edges of site
game has walls: set of edge
define a.open = {b in a.orthogonal & empty where no a.edges & b.edges & walls}
setup
  put runner of White on a1
  put runner of Black on d4
turn
  either
    choose a in mine, b in a.open
    move a to b
  or
    choose e in mine.edges - walls where count(e.sites) = 2 as "wall {e}"
    walls += e
end
  lose next if stuck
  draw if count(walls) = 20
"""

FACING = """game "Facing"
players White, Black
board grid(4, 4)
type way = 0..7
pieces man(way: way) of player
setup
  put man(0) of White on row(1)
  put man(4) of Black on row(4)
turn
  either
    choose a in mine, b in a.(N.turned(a.way)) - mine
    move a to b
  or
    choose a in mine, n in way where n != a.way as "{a} {n}"
    put man(n) of me on a
end
  win me if no theirs
  lose next if stuck
"""

LINKS = """game "Links"
players White, Black
board grid(4, 4)
pieces man of player
type hop = up, across
type link
  for s in site, h in hop where some s.N
player has links: set of link
setup
  put man of White on row(1)
  put man of Black on row(4)
turn
  choose l in link - player.links where l.s in mine.compass
  me.links += l
end
  draw if no link - player.links
  lose next if stuck
"""

GOALS = """game "Goals"
players White, Black
board grid(4, 4)
pieces man of player
player has goal: site = b4
setup
  put man of White on row(1)
  put man of Black on row(4)
  Black.goal = c2
turn
  choose a in mine, b in a.compass - mine where a != me.goal
  move a to b
end
  win me if me.goal in mine
  lose next if stuck
"""


@pytest.mark.parametrize("rules", [PAIRS, FENCES, FACING, LINKS, GOALS])
def test_sides_that_are_alike_by_the_rules(rules):
    assert not any(found.swapped for found in unlike(Game.parse(rules), 0))


@pytest.mark.parametrize(("rules", "right", "wrong"), [
    (PAIRS, "count(S) = 2 and", "count(S) = 2 and (me = White or no S & a4) and"),
    (FENCES, "count(e.sites) = 2", "count(e.sites) = 2 and (me = White or a1 not in e.sites and d4 not in e.sites)"),
])  # fmt: skip
def test_sides_that_differ_in_what_they_may_choose(rules, right, wrong):
    assert right in rules
    assert any(found.swapped for found in unlike(Game.parse(rules.replace(right, wrong)), 0))
