"""Sowing as one addition: cells, walkers and broken rules are those of the reference, step by step."""

from __future__ import annotations

from itertools import product

import pytest
from sample import daily

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.plan import report

RULES = """
game "Sowing"
players South, North
type house
  for i in 0..{last} as "h{{i}}" at i, 0
  direction next = [(i + {stride}) % {count}]
house has seeds: {low}..{high} = {begin}
game has tick: 0..60
game has far: 0..{count} = 0
define a.home(p) = [{last}] when p = South otherwise [0]
turn
  choose a in house where a.seeds > 0{where}
  {sow}
  far = last.i
end
  tick += 1
  rank p by sum(h.seeds for h in house) if tick = 50
"""
BEGIN = "let last = a\n  for n in 1..a.seeds"
SOWN = {
    "plain": f"{BEGIN}\n    last = last.next\n    last.seeds += 1\n  a.seeds = {{low}}",
    "not where it began": f"{BEGIN}\n    last = last.next\n    last = last.next if last = a\n    last.seeds += 1\n"
                          "  a.seeds = {low}",
    "from hand to hand": f"{BEGIN}\n    a.seeds -= 1\n    last = last.next\n    last.seeds += 1",
    "not in the other's home": f"{BEGIN}\n    a.seeds -= 1\n    last = last.next\n"
                               "    last = last.next if last in a.home(opponent)\n    last.seeds += 1",
    "the first one at once": f"{BEGIN}\n    last.seeds += 1\n    last = last.next\n  a.seeds = {{low}}",
    "taken, not given": f"{BEGIN}\n    last = last.next\n    last.seeds -= 1 if last != a",
    "one or the other": f"{BEGIN}\n    if last.i % 2 = 0\n      last = last.next\n    else\n"
                        "      last = last.next.next\n    last.seeds += 1\n  a.seeds = {low}",
    "as many as another says": "let last = a\n  for n in 1..max({{a.seeds, tick}})\n"
                               "    last = last.next\n    last.seeds += 1\n  a.seeds = {low}",
}  # fmt: skip
OTHERS = {
    "two at a time": f"{BEGIN}\n    last = last.next\n    last.seeds += 2\n  a.seeds = {{low}}",
    "as the state says": f"{BEGIN}\n    last = last.next when tick % 2 = 0 otherwise last.next.next\n"
                         "    last.seeds += 1\n  a.seeds = {low}",
    "the number counts": f"{BEGIN}\n    last = last.next when n % 2 = 0 otherwise last.next.next\n"
                         "    last.seeds += 1\n  a.seeds = {low}",
    "beyond the limit and back": f"{BEGIN}\n    a.seeds += 1\n    last = last.next\n    a.seeds -= 1\n"
                                 "    last.seeds += 1",
    "begun elsewhere": "let last = a.next\n  for n in 1..a.seeds\n    last = last.next\n    last.seeds += 1\n"
                       "  a.seeds = {low}",
}  # fmt: skip
SHAPES = {"six": (6, 1, 0, 40, 3), "sixteen": (16, 1, 0, 60, 3), "by threes": (11, 3, 0, 50, 2),
          "full": (5, 1, 0, 4, 2), "from below": (7, 2, -2, 20, 2), "to the brim": (4, 1, 0, 250, 7)}  # fmt: skip


def loaded(shape: str, sow: str, where: str = "") -> Game:
    count, stride, low, high, begin = SHAPES[shape]
    text = RULES.format(count=count, last=count - 1, stride=stride, low=low, high=high, begin=begin, where=where,
                        sow=sow.format(low=low))  # fmt: skip
    checked = check(Source("sowing.gdl", text))
    assert checked.model is not None, [f"{f.span.where}: {f.message}" for f in checked.findings]
    return Game(checked.model)


@pytest.mark.parametrize(("shape", "sow"), daily(product(SHAPES, SOWN), 4))
def test_sowing_by_a_table_is_sowing_step_by_step(shape: str, sow: str) -> None:
    both_backends(loaded(shape, SOWN[sow]), seed=6, plies=50, games=3, longest=60)


@pytest.mark.parametrize("sow", OTHERS)
def test_what_depends_on_more_is_sown_step_by_step(sow: str) -> None:
    game = loaded("six", OTHERS[sow])
    assert "sown by a table" not in report.report(game.model)
    both_backends(game, seed=6, plies=50, games=2, longest=60)


@pytest.mark.parametrize("sow", SOWN)
def test_it_is_sown_by_a_table(sow: str) -> None:
    """Each of the first kind; otherwise the test of them would say nothing."""
    assert "sown by a table" in report.report(loaded("six", SOWN[sow]).model)
