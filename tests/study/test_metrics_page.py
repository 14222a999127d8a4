"""The page about metrics: every metric has its definition, and every example on it is true."""

from __future__ import annotations

import re
from functools import cache
from math import isfinite
from pathlib import Path

import pytest

from cli.reports.study.words import FAMILIES
from interpreter import Game
from interpreter.lab.study.figures import Study
from interpreter.lab.study.gather import gather
from interpreter.lab.study.metrics.report import report
from interpreter.lab.study.metrics.tension import NAMES, tension
from interpreter.lab.study.plan import Plan
from interpreter.work.chunks import threads

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "metrics.md").read_text(encoding="utf-8")
TOYS = dict(re.findall(r"<!-- name: (\w+) -->\n```gdl\n(.*?)```", PAGE, re.S))
EXAMPLES = re.findall(r"`([\w.]+)` of `(\w+)` is ([\d.]+)", PAGE)
COURSES = re.findall(r"`(\w+)` of the course ([\d. ]+) is ([\d.]+)", PAGE)


@cache
def studied(toy: str) -> Study:
    """A toy game's study."""
    game = Game.parse(TOYS[toy], toy)
    *_, last = gather(game, Plan(4_000, 40, (50, 100), seed=3), threads(game))
    return report(last.gathered)


@pytest.mark.parametrize(("name", "toy", "known"), EXAMPLES)
def test_an_example_is_true(name: str, toy: str, known: str) -> None:
    metric = studied(toy).metrics[name]
    value = float(known.rstrip("."))
    if not isfinite(metric.high - metric.low):  # the same in all games, an opinion, or bounded on one side only
        assert metric.value == pytest.approx(value, abs=0.02 if "tree" in name else 6e-5), metric
        return
    slack = 6e-5 + 0.35 * (metric.high - metric.low)  # one of these intervals in twenty misses what it should hold
    assert metric.low - slack <= value <= metric.high + slack, metric


@pytest.mark.parametrize(("name", "course", "known"), COURSES)
def test_an_example_of_a_course_is_true(name: str, course: str, known: str) -> None:
    first = [float(value) for value in course.split()]
    found = tension([(value, 1 - value) for value in first], [k % 2 for k in range(len(first) - 1)])
    assert getattr(found, name) == pytest.approx(float(known.rstrip(".")), abs=6e-4)


def test_every_metric_has_its_definition_and_an_example() -> None:
    defined = {name for line in re.findall(r"^### (.*)$", PAGE, re.M) for name in re.findall(r"`(\w+)`", line)}
    assert defined == {name for _, names in FAMILIES for name in names}
    shown = {name.split(".")[0] for name, *_ in EXAMPLES} | {name for name, *_ in COURSES}
    assert defined - shown == {"elo"}
    assert set(NAMES) == {name for name, *_ in COURSES}


def test_whatever_a_study_finds_is_on_the_page() -> None:
    for toy in TOYS:
        study = studied(toy)
        assert {name.split(".")[0] for name in study.metrics} <= {name for _, names in FAMILIES for name in names}
        assert study.is_complete
        assert study.problems == ()
