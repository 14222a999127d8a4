"""Intervals of 95 % hold the truth in 95 of 100 studies: of games whose figures are known by hand, over many seeds."""

from __future__ import annotations

import random
from itertools import product
from math import isfinite, log10

import pytest
from sample import daily
from test_metrics_page import EXAMPLES, TOYS

from gdl import library
from interpreter import Game
from interpreter.lab.study.gather import gather
from interpreter.lab.study.metrics.first_moves import Sample, spread
from interpreter.lab.study.metrics.report import report
from interpreter.lab.study.metrics.skill import gain, together
from interpreter.lab.study.metrics.tension import NAMES, curve, tension
from interpreter.lab.study.plan import Plan
from interpreter.lab.study.searched_games import SearchTask, play
from interpreter.lab.tools.confidence import mean
from interpreter.work.chunks import threads

FULL = 1 + library.read("tictactoe").text.splitlines().index("  draw if no empty")
"""The line that ends drawn games."""
FACTS = {  # of 255,168 games 131,184 are won by X, 77,904 by O; random moves weigh them by their lengths
    "won.X.random": 737 / 1260, "won.O.random": 121 / 420, "drawn.random": 8 / 63, f"ending.{FULL}": 8 / 63,
    "points.X.random": 737 / 1260 + 4 / 63, "first_player.random": 737 / 1260 + 4 / 63,
    "tree_leaves": log10(255_168), "tree_nodes": log10(549_946), "states": 5478, "perfect_play": 0.5,
    "opening_best": 0.5, "opening_lead": 0, "swapped": 0.5, "turns_middle": 8, "states_likely": 5478,
}  # fmt: skip
"""Of Tic-tac-toe."""


def held(game: Game, truths: dict[str, float], seeds: range, games: int) -> dict[str, tuple[int, int]]:
    """For each figure in how many studies its interval, as far as it has ends, held the truth, and in how many there
    was one; what is said to be exact must be so each time."""
    counts: dict[str, tuple[int, int]] = {}
    for seed in seeds:
        *_, last = gather(game, Plan(games, 0, seed=seed), threads(game))
        metrics = report(last.gathered).metrics
        for name, truth in truths.items():
            metric = metrics.get(name)
            if metric is None or (not isfinite(metric.low) and not isfinite(metric.high)):
                continue
            holds = metric.low - 6e-5 <= truth <= metric.high + 6e-5
            assert holds or metric.sort != "exact", (name, seed)
            before = counts.get(name, (0, 0))
            counts[name] = before[0] + holds, before[1] + 1
    return counts


def too_seldom(counts: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Figures that were held so seldom as intervals of 95 % are once in some thousand times."""
    return {name: (n, of) for name, (n, of) in counts.items() if n < 0.95 * of - 3.2 * (0.0475 * of) ** 0.5}


def truths(toy: str) -> dict[str, float]:
    return {name: float(value.rstrip(".")) for name, of, value in EXAMPLES if of == toy}


@pytest.mark.parametrize("toy", daily(["limit", "sway"], 2, ()))
def test_in_small_studies(toy: str) -> None:
    counts = held(Game.parse(TOYS[toy], toy), truths(toy), range(40), 60)
    assert len(counts) >= 4
    assert not too_seldom(counts), counts


@pytest.mark.deep
@pytest.mark.parametrize(("games", "toy"), daily(product([60, 400], TOYS), 3))
def test_in_two_hundred_studies(toy: str, games: int) -> None:
    counts = held(Game.parse(TOYS[toy], toy), truths(toy), range(200), games)
    assert not too_seldom(counts), counts


@pytest.mark.deep
def test_in_two_hundred_studies_of_tic_tac_toe() -> None:
    counts = held(Game.load("tictactoe"), FACTS, range(200), 200)
    assert set(counts) == set(FACTS) - {"states_likely"}
    assert not too_seldom(counts), counts


def test_the_spread_of_first_moves() -> None:
    """Of moves that are worth as much as each other, and of others."""
    for points in ([0.5] * 9, [0.6, 0.5, 0.45, 0.5], [0.7, 0.3], [1.0, 0.5, 0.0, 0.0]):
        middle = sum(points) / len(points)
        truth = (sum((p - middle) ** 2 for p in points) / (len(points) - 1)) ** 0.5
        found = 0
        for seed in range(200):
            draw = random.Random(seed)
            won = [sum(draw.random() < p for _ in range(200)) for p in points]
            _, low, high = spread([Sample(200, n, n) for n in won])
            found += low <= truth <= high
        assert not too_seldom({"spread": (found, 200)}), (points, found)


def test_the_spread_of_first_moves_where_places_are_shared() -> None:
    """Three players' points are 0, ½ or 1: they vary by 1/6 around ½, less than those of games won or lost (1/4), and
    so do games that are mostly drawn. The spread of alike moves was taken for nothing, for certain, too often; that of
    others for less than it is."""
    for shares, truth in (((1, 1, 1), 0.0), ((1, 8, 1), 0.0), ((1, 1, 1), 0.05)):
        found, values = 0, []
        for seed in range(200):
            draw, samples = random.Random(seed), []
            for k in range(40):
                shift = truth * (39 / 40) ** 0.5 * (1 if k % 2 else -1)  # by which the better end is likelier
                weights = [shares[0] / sum(shares) - shift, shares[1] / sum(shares), shares[2] / sum(shares) + shift]
                points = draw.choices((0.0, 0.5, 1.0), weights, k=60)
                samples.append(Sample(60, sum(points), sum(p * p for p in points)))
            value, low, high = spread(samples)
            found += low <= truth <= high
            values.append(value)
        assert not too_seldom({"spread": (found, 200)}), (shares, truth, found)
        if truth:
            assert abs(sum(values) / len(values) - truth) < 0.01


def test_what_thinking_longer_is_worth() -> None:
    """Stronger players that win 60 of 100, and then 75 of 100: 70.4 and 190.8 Elo, by the formula."""
    found = {"one": 0, "both": 0}
    for seed in range(200):
        draw = random.Random(seed)
        first, second = (gain(sum(draw.random() < p for _ in range(8)), 8) for p in (0.6, 0.75))
        found["one"] += second[1] <= 190.85 <= second[2]
        _, low, high = together([first, second])
        found["both"] += low <= 70.44 + 190.85 <= high
    assert not too_seldom({name: (n, 200) for name, n in found.items()}), found


@pytest.mark.deep
def test_tension_of_thirty_games() -> None:
    """The truth is what 6,000 games come to; of it 200 times thirty are taken."""
    game = Game.load("tictactoe", k=3, m=4)
    games = [play(game, SearchTask(0, number, (8, 8), 200)) for number in range(6_000)]
    found = [tension(*curve(one)) for one in games]
    counts: dict[str, tuple[int, int]] = {}
    for name in NAMES:
        values = [getattr(one, name) for one in found]
        whole = [value for value in values if value is not None]
        truth = sum(whole) / len(whole)
        for first in range(0, len(values), 30):
            some = [value for value in values[first : first + 30] if value is not None]
            _, low, high = mean(len(some), sum(some), sum(v * v for v in some))
            before = counts.get(name, (0, 0))
            counts[name] = before[0] + (low <= truth <= high), before[1] + 1
    assert not too_seldom(counts), counts
