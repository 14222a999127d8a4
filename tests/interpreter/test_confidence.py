"""Intervals hold what they say: by the tables, by adding up what can happen, and in games whose truth is known."""

from __future__ import annotations

import math
import random
import statistics
from itertools import product

import pytest

from interpreter import Game
from interpreter.lab.matches import Match
from interpreter.lab.study.intervals import jackknife, median
from interpreter.lab.tools.confidence import Pairs, mean, share, share_interval

HELD = 183
"""Of 200 intervals of 95 %, at least so many hold the truth, but once in a hundred times."""


def test_shares_as_in_the_tables() -> None:
    """Newcombe (1998), “Two-sided confidence intervals for the single proportion”, table I, the “exact” method."""
    for count, games, low, high in ((81, 263, 0.2527, 0.3676), (15, 148, 0.0578, 0.1617), (0, 20, 0, 0.1684),
                                    (1, 29, 0.0009, 0.1776)):  # fmt: skip
        assert share_interval(count, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("games", [5, 12])
def test_points_of_games_with_draws_are_held_whatever_their_shares_are(games: int) -> None:
    """All that so many games may come to, added up: won, drawn and lost as often as you like."""
    intervals = [share_interval(points / 2, games) for points in range(2 * games + 1)]
    for won, drawn in product([k / 12 for k in range(13)], repeat=2):
        if won + drawn > 1:
            continue
        truth, held = won + drawn / 2, 0.0
        for wins in range(games + 1):
            for draws in range(games - wins + 1):
                low, high = intervals[2 * wins + draws]
                if low - 1e-12 <= truth <= high + 1e-12:
                    ways = math.comb(games, wins) * math.comb(games - wins, draws)
                    lost = max(0.0, 1 - won - drawn)
                    held += ways * won**wins * drawn**draws * lost ** (games - wins - draws)
        assert held >= 0.95, (won, drawn)


def test_where_all_are_the_same_there_is_no_interval() -> None:
    assert mean(30, 270, 30 * 81) == (9, -math.inf, math.inf)
    assert Pairs.of([(2, 4.0)] * 9).ratio == (2, -math.inf, math.inf)
    assert Pairs.of([(2, 1.0)] * 9).share() == pytest.approx(share(4.5, 9))


def test_ratios_shares_and_medians_hold_in_clustered_games() -> None:
    """Games of 1 to 9 decisions, in which every decision is forced in one game of five: 0.2 × 5 / 5 of all."""
    held = dict.fromkeys(("ratio", "share", "rare", "median", "spread"), 0)
    for seed in range(200):
        draw = random.Random(seed)
        lengths = [draw.randint(1, 9) for _ in range(60)]
        forced = [(n, float(n if draw.random() < 0.2 else 0)) for n in lengths]
        rare = [(n, float(draw.random() < 0.03)) for n in lengths]
        pairs, sometimes = Pairs.of(forced), Pairs.of(rare)
        held["ratio"] += pairs.ratio[1] <= 0.2 <= pairs.ratio[2]
        held["share"] += pairs.share()[1] <= 0.2 <= pairs.share()[2]
        held["rare"] += sometimes.share()[1] <= 0.03 / 5 <= sometimes.share()[2]
        _, low, high = median(sorted(lengths))
        held["median"] += low <= 5 <= high
        held["spread"] += _spread_is_held(draw)
    assert min(held["share"], held["rare"], held["median"], held["spread"]) >= HELD, held
    assert held["ratio"] >= 176, held  # sums of few games are not yet normal


def _spread_is_held(draw: random.Random) -> bool:
    """The standard deviation of numbers from 1 to 9, each as likely, of which each game has some that are the same."""
    import numpy as np

    blocks = np.zeros((20, 3))
    for game in range(400):
        count, value = draw.randint(1, 5), draw.randint(1, 9)
        blocks[game % 20] += (count, count * value, count * value * value)

    def deviation(sums: np.ndarray) -> np.ndarray:
        return np.sqrt([(sums[2] - sums[1] ** 2 / sums[0]) / (sums[0] - 1)])

    found = jackknife(blocks, deviation)
    assert found is not None
    return bool(abs(found[0][0] - statistics.pstdev(range(1, 10))) <= found[1][0])


COIN = """game "Coin"

players A, B
game has fallen: 0..2

turn
  choose "toss"
  roll n in 1..2
  fallen = n

end
  win A if fallen = 1
  win B if fallen = 2
"""


def test_matches_in_which_dice_decide() -> None:
    """Both games of a round have the same dice, so a seat gets the same in both: they are one observation."""
    game, held = Game.parse(COIN), {"seat": 0, "player": 0}
    for seed in range(200):
        match = Match(game, ["random", "random"], seed=seed)
        for _ in match.play(20):
            pass
        _, low, high = match.seats["A"].share("win")
        held["seat"] += low <= 0.5 <= high
        _, low, high = match.standings[0].share("win")
        held["player"] += low <= 0.5 <= high
    assert min(held.values()) >= HELD, held
