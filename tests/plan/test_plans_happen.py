"""Optimisations happen: for each a small ruleset whose plan has it, and has another one with the optimisation off.

Both are asserted, so that neither can rot: a plan that is always the same says nothing about the switch, and a switch
that does nothing says nothing about the plan. That the plans compute the right thing is tested elsewhere
(`tests/native/test_native_plans.py`, lockstep).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gdl.check.checker import check
from gdl.model import families
from gdl.model.model import Model
from gdl.text.source import Source
from interpreter.graph.graph import Ask
from interpreter.native.compile import compile_model
from interpreter.native.plan import choices, describing, fills, lifting, planes, planner, queries, report, turns

RULES = """
game "Plans"
players White, Black
board grid({size})
type side = L, R, M
pieces man of player
side has weight: 0..3 = 1
site has level: 0..9
game has tick: 0..900

setup
  put man of White on row(1)
  put man of Black on row({rows})

turn
  {turn}
  {change}

end
  {end}
"""


@dataclass(frozen=True)
class Case:
    """`plan` is in the report; with `switch` off, `instead` is, and `plan` is not."""

    plan: str
    instead: str
    switch: tuple[Any, str, Any]
    turn: str = "choose a in mine"
    change: str = "remove a"
    end: str = "draw if tick > 800"
    size: str = "8, 8"


def nothing(*_: object) -> None:
    """A decision that finds nothing."""


def as_rows(binders: tuple[choices.Binder, ...]) -> choices.Rows:
    """The names of a product one after another."""
    last, source = binders[-1]
    return choices.Rows(binders[:-1], (), choices.Filter(last, source, (), (), ()))


def without(*operators: str) -> tuple[Any, str, Any]:
    """These operators are never worked out for a whole set."""
    return lifting, "_OPERATORS", {name: case for name, case in lifting._OPERATORS.items() if name not in operators}


MOVE = "choose a in mine, b in a.{N, S} - mine"
KNOWN = "choose n in 1..3, i in 1..8 where i > n and [i - n, 1].level > tick"
FEW = "choose n in 1..3, i in {j in 1..8 where j > n and some {t in [j - n, 1] where t.level > 2}}"
CASES = {
    "planes by distance": Case("planes by distance -1 +1", "rows: for each", (planes, "_by_distance", nothing), MOVE),
    "not too many planes": Case("planes by distance", "rows: for each", (planes, "MAX_PLANES", 1), MOVE),
    "planes by value": Case("planes by value", "rows: for each", (planes, "_by_value", nothing),
                            "choose a in mine, d in {N, E} where d in {N} or a.r > 2"),
    "boards of few words": Case("planes by distance", "rows: for each", (planes, "MAX_WORDS", 0), MOVE),
    "products": Case("a product: ", "rows: for each", (choices, "Product", as_rows), "choose a in mine, b in theirs"),
    "conditions that are the same for all": Case("for all: ", "rows: for each", (lifting, "Uniform", nothing),
                                                 MOVE + " where tick % 2 = 0"),
    "conditions joined": Case("or for all", "rows: for each", without("or"), MOVE + " where a.r < 3 or tick % 2 = 0"),
    "conditions negated": Case("not something at", "a loop", without("not"),
                               "choose a in {s in empty where no s.N & theirs}"),
    "shifts of relations": Case("shifts -8", "a loop", (planner, "shift_groups", nothing),
                                "choose a in {s in empty where some s.W & theirs}"),
    "few shifts": Case("where something at shifts", "a loop", (planner, "MAX_GROUPS", 1),
                       "choose a in {s in empty where some s.orthogonal & theirs}"),
    "numbers of neighbours": Case("the number at shifts", "a loop", without("<", "<=", "="),
                                  "choose a in {s in empty where count(s.orthogonal & theirs) < 2}"),
    "neighbours all in a set": Case("where all of shifts", "a loop", without("within"),
                                    "choose a in {s in empty where s.orthogonal within empty}"),
    "one of several cases": Case("one of 2 cases", "a loop", (lifting, "MAX_SMALL", 1),
                                 "choose a in {s in empty where some d in {N, S} where some s.d & theirs}"),
    "rays back from a set": Case("and on by shifts", "a loop", (lifting, "_ray", nothing),
                                 "choose a in {s in empty where some (s.N through empty) & theirs}"),
    "rays whose first step is enough": Case("shifts +8 & ", "and on by shifts",
                                            (lifting, "_nearest", lambda piece: piece),
                                            "choose a in {s in empty where some (s.E through theirs) & theirs}"),
    "rays by table": Case("ray by table", "ray walked", (fills, "_whole", nothing),
                          "choose a in mine, b in a.N through empty"),
    "small tables of rays": Case("ray by table", "ray walked", (fills, "MAX_BYTES", 8),
                                 "choose a in mine, b in a.N through empty"),
    "floods by shifts": Case("flood by shifts -8 -1 +1 +8", "flood by a table", (fills, "MAX_IMAGE_SHIFTS", 3),
                             end="win me if some row(1).group(mine) & row(8)"),
    "floods continued": Case("from where the last one ended", "flood by shifts", (fills, "_grows", nothing),
                             end="win me if some row(1).group(mine) & row(8)"),
    "queries at once": Case("at once: ", "a loop", (queries, "lift_all", nothing),
                            end="win me if some s in mine where some s.N & theirs"),
    "a few things without a branch": Case("3 looked at without a branch", "a loop", (queries, "is_short", nothing),
                                          end="win me if some d in side where d.weight > 2"),
    "a few things behind a table": Case("3 looked at without a branch", "a loop over 1 name  <- union",
                                        (queries, "is_straight", lambda _, c: not c.heavy), size="3, 3",
                                        end="win me if count({d in side where d.weight > 0 and some l in lines(3) "
                                        "where l within mine + ({a1} when d = L otherwise {b2, c3})}) = tick"),
    "numbers below another": Case("where all below tick", "a loop", (lifting, "_is_number", nothing),
                                  end="win me if count({n in mine.level where n < tick}) = 3"),
    "numbers above another": Case("where not all up to tick", "a loop", (lifting, "_is_number", nothing),
                                  end="win me if count({n in mine.level where n > tick}) = 3"),
    "lines by shifts": Case("lines of 4 forms by shifts", "a loop", (queries, "MAX_LINE_SHIFTS", 1),
                            end="win me if some line in lines(5) where line within mine"),
    "lines by table": Case("lines by a table of all sets", "lines of", (queries, "MAX_TABLED", 1), size="3, 3",
                           end="win me if some line in lines(3) where line within mine"),
    "lines joined": Case("forms by shifts and 0 lines of their own, joined", "a loop", (queries, "MAX_LINE_SHIFTS", 1),
                         end="win me if count({s for line in lines(5), s in line where line within mine}) > 7"),
    "cells compared together": Case("64 cells of level compared together", "a loop",
                                    (lifting, "compared_cells", nothing),
                                    end="win me if some {s in site where s.level > 2}"),
    "a few first things": Case("a set for each of 1, 2, 3: ", "rows: for each", (choices, "_few", nothing), FEW,
                               "tick += i"),
    "numbers counted": Case("counted: for each n1 in all 1..3 the first", "rows: for each",
                            (choices, "_counted", nothing),
                            "roll n in 1..3 by 100 * n", "tick += n"),
    "elements known": Case("one of 7 known", "each asked", (lifting, "known_elements", nothing), KNOWN, "tick += i"),
    "sowing by a table": Case("sown by a table: last adds to level, up to 9 steps at once", "one set",
                              (report, "sowing", nothing), size="4, 4", change="let last = a\n  for n in 1..a.level\n"
                              "    last = last.E otherwise a1\n    last.level += 1"),
    "conditions that speak of no name": Case("for all: ", "each asked", (choices, "_same_for_all", lambda *_: {}),
                                             "choose a in mine where tick % 2 = 0"),
    "code for each player": Case("code of its own", "the same code", (turns, "MAX_SPECIAL", 1)),
    "not too much code": Case("code of its own", "the same code", (turns, "MAX_CODE", 1)),
    "options kept from `stuck` on": Case("which are kept for the turn", "one set", (report, "first_decisions",
                                         lambda _: set()), end="lose next if stuck"),
    "lines through a site": Case("of the sets that hold s", "a loop over 1 name", (families, "MIN_SETS", 9999),
                                 "choose s in empty where no l in lines(3) where s in l and l - {s} within mine",
                                 "put man of me on s"),
    "parts of a set by a tree": Case(", of the sets that lie within", "each kept: S",
                                     (families, "MIN_TREE", 10**9), 'choose S within mine where count(S) = 2 as "{S}"',
                                     "remove S"),
    "options described together": Case("described all at once", "one set", (describing, "MAX_STEPS", 10**18),
                                       "choose s in empty where no t in site where count(s.group(empty + t)) = t.c",
                                       "put man of me on s"),
    "draws by trial": Case("drawn by trial", "one set", (Ask, "doubt", None),
                           "choose a in mine where after remove a: some mine"),
}  # fmt: skip


def model(case: Case) -> Model:
    rows = case.size.split(",")[0]
    text = RULES.format(turn=case.turn, change=case.change, end=case.end, size=case.size, rows=rows)
    checked = check(Source("plans.gdl", text))
    assert checked.model is not None, [f"{f.span.where}: {f.message}" for f in checked.findings]
    return checked.model


@pytest.mark.parametrize("name", CASES)
def test_the_optimisation_happens(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = CASES[name]
    rules = model(case)
    on = report.report(rules)
    assert case.plan in on, on
    monkeypatch.setattr(*case.switch)
    off = report.report(rules)
    assert case.plan not in off, off
    assert case.instead in off, off


@pytest.mark.parametrize("name", ["planes by distance", "rays by table", "queries at once", "lines by shifts"])
def test_what_is_written_follows_the_plan(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler writes what the report says: other plans, other code."""
    case = CASES[name]
    rules = model(case)
    before = compile_model(rules, ()).binary
    assert compile_model(rules, ()).binary == before
    monkeypatch.setattr(*case.switch)
    assert compile_model(rules, ()).binary != before


def test_the_manual_prints_what_is_printed() -> None:
    text = Path(__file__).parents[2].joinpath("docs", "native.md").read_text(encoding="utf-8")
    (rules,) = re.findall(r"<!-- name: march -->\n```gdl\n(.*?)```", text, re.S)
    march = check(Source("march.gdl", rules)).model
    assert march is not None
    assert report.report(march) in text
