"""“There is a man who may take something”: the last of several names at once, in a loop over the others; and sets that
are chosen by a condition. Games go as the reference's do, which tries each pair."""

from __future__ import annotations

import pytest

from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.plan import report

RULES = """
game "Takers"
players A, B
board grid(6, 6)
pieces man, king of player
game has gap: site?
game has tick: 0..80
define s.ahead = s.N when me = A otherwise s.S
define a.goals =
  a.ahead.{{W, E}} & (theirs + gap)  when a in man
  a.ahead & empty                   when a in man
  a.compass - mine                  when a in king
define a.prey(b) = {prey}
setup
  put man of A on row(2)
  put man of B on row(5)
  put king of A on c1
  put king of B on d6
turn
  choose a in mine, b in a.goals where {where} as "{{a}} to {{b}}"
  gap = a.ahead if a in man
  remove a.prey(b)
  move a to b
end
  tick += 1
  lose me if no mine
  draw if stuck or tick = 60
"""
PREY = {
    "what stands there": "b & occupied",
    "or what is passed": "b & occupied + (b.S when a in man and b = gap otherwise {})",
    "chosen twice": "(b & theirs when a in king otherwise b & occupied) + (b.S when a in man and b = gap)",
    "one or another": "(b.S when a in man and b = gap otherwise b.N when a in king) + b & theirs",
    "whole sets": "b & (theirs when a in king otherwise occupied)",
    "always something": "b + (b.S when a in man and b = gap)",
}
WHERE = {
    "compulsory": "some a.prey(b) or no x in mine, y in x.goals where some x.prey(y)",
    "compulsory for kings alone": "a in man or some a.prey(b)\n"
                                  "      or no x in mine & king, y in x.goals where some x.prey(y)",
    "three names": "some a.prey(b) or no x in mine, y in x.goals, z in y.compass & theirs\n"
                   "      where some x.prey(y) and z in man",
    "conditions of the first": "some a.prey(b) or no x in mine, y in x.goals\n"
                               "      where x in king and tick > 3 and some x.prey(y)",
}  # fmt: skip


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("prey", PREY)
def test_games_are_those_of_the_reference(prey: str, where: str) -> None:
    game = Game.parse(RULES.format(prey=PREY[prey], where=WHERE[where]))
    both_backends(game, seed=5, plies=50, games=3)


@pytest.mark.parametrize("prey", PREY)
def test_the_last_name_is_found_at_once(prey: str) -> None:
    plan = report.report(Game.parse(RULES.format(prey=PREY[prey], where=WHERE["compulsory"])).model)
    assert "at once" in plan and "names  <- some(" not in plan
