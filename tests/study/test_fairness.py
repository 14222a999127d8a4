"""Games that are deliberately unfair are told so by the interval of a figure, the fair games they come from aren't."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from sample import daily

from gdl.library import read
from interpreter import Game
from interpreter.lab.study.figures import Study
from interpreter.lab.study.gather import gather
from interpreter.lab.study.metrics.report import report
from interpreter.lab.study.plan import Plan
from interpreter.work.chunks import threads

PLAN = Plan(200, 40, (50, 100), seed=4, traced_games=20)
SMALL = {"columns": 4, "rows": 4}
ONE_ROW = ("put man of Black on row(size) + row(size - 1)", "put man of Black on row(size) & corners")
GIFT = ("rank p by count(disc of p)", "rank p by count(disc of p) + (30 when p = White otherwise 0)")
STUCK = ("lose next if stuck", "win Horizontal if stuck")
PAIRS: dict[str, tuple[dict[str, Any], dict[str, Any], tuple[str, str], str]] = {
    # game: options of the fair one, options of the other, a change of its text, whom it favours
    "tictactoe": ({}, {"m": 4, "n": 4, "k": 3}, ("", ""), "X"),  # three in a row on 4 by 4 is won at once
    "breakthrough": ({}, {}, ONE_ROW, "White"),
    "connect_four": (SMALL, {**SMALL, "line": 3}, ("", ""), "Red"),
    "reversi": ({"size": 6}, {"size": 6}, GIFT, "White"),
    "domineering": ({}, {}, STUCK, "Horizontal"),
}


@cache
def studied(name: str, fair: bool) -> Study:
    options, others, (old, new), _ = PAIRS[name]
    if fair or not old:
        game = Game.load(name, **(options if fair else others))
    else:
        text = read(name).text
        assert old in text
        game = Game.parse(text.replace(old, new), **others)
    *_, last = gather(game, PLAN, threads(game))
    return report(last.gathered)


def unfair(study: Study) -> list[str]:
    shares = (re.match("(?:More|Less) than a fair share for (.+?):", remark) for remark in study.remarks)
    return [found[1] for found in shares if found]


@pytest.mark.parametrize("name", daily(PAIRS, 3, ()))
def test_the_fair_game_is_not_flagged(name: str) -> None:
    assert unfair(studied(name, True)) == []


@pytest.mark.parametrize("name", daily(PAIRS, 3, ()))
def test_the_unfair_one_is_flagged(name: str) -> None:
    found = studied(name, False)
    favoured = PAIRS[name][3]
    assert unfair(found) == [favoured]
    assert found.metrics[f"points.{favoured}.strong"].low > 0.6
