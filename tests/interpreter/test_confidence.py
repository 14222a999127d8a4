"""Intervals hold what they say: by the tables, by adding up what can happen, and in games whose truth is known."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable
from itertools import product

import pytest

from interpreter import Game
from interpreter.lab.matches import Bout, Match, Pairing, Standing
from interpreter.lab.study.intervals import jackknife, median
from interpreter.lab.tools.confidence import (
    Pairs,
    beta_below,
    mean,
    share,
    share_interval,
    share_of_rounds,
    student,
    worth,
)

HELD = 183
"""Of 200 intervals of 95 %, at least so many hold the truth, but once in a hundred times."""


def test_shares_as_in_the_tables() -> None:
    """Newcombe (1998), “Two-sided confidence intervals for the single proportion”, table I, the “exact” method."""
    for count, games, low, high in ((81, 263, 0.2527, 0.3676), (15, 148, 0.0578, 0.1617), (0, 20, 0, 0.1684),
                                    (1, 29, 0.0009, 0.1776)):  # fmt: skip
        assert share_interval(count, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("confidence", "low", "high"), [(0.90, 0.0368, 0.5069), (0.99, 0.0109, 0.6482)])
def test_other_confidences_end_where_the_tails_are_as_likely(confidence: float, low: float, high: float) -> None:
    """Two of ten: the ends by their definition, P(2 or more | low) = P(2 or fewer | high) = half of what is missing."""
    found = share_interval(2, 10, confidence)
    assert found == pytest.approx((low, high), abs=5e-5)
    assert 1 - _at_most(1, 10, found[0]) == pytest.approx((1 - confidence) / 2)
    assert _at_most(2, 10, found[1]) == pytest.approx((1 - confidence) / 2)


def _at_most(most: int, games: int, share: float) -> float:
    return math.fsum(math.comb(games, k) * share**k * (1 - share) ** (games - k) for k in range(most + 1))


def test_beta_is_what_binomials_add_up_to() -> None:
    """Abramowitz and Stegun 26.5.24: a of n or more are as likely as beta(a, n − a + 1) is below the share."""
    for n, x in product((1, 2, 7, 40, 300), (0.01, 0.2, 0.5, 0.77, 0.999)):
        for a in {1, n // 3 or 1, n // 2 or 1, n}:
            assert beta_below(x, a, n - a + 1) == pytest.approx(1 - _at_most(a - 1, n, x), abs=1e-11), (x, a, n)
    assert (beta_below(0, 2, 3), beta_below(1, 2, 3), beta_below(-1, 2, 3), beta_below(2, 2, 3)) == (0, 1, 0, 1)


def test_student_as_in_the_tables() -> None:
    """The 97.5 % column of any table of Student's t; the expansion is worst at three degrees, by 4 thousandths."""
    for freedom, quantile, error in (
        (1, 12.7062, 1e-4), (2, 4.3027, 1e-4), (3, 3.1824, 4e-3), (4, 2.7764, 1e-3), (5, 2.5706, 4e-4),
        (8, 2.306, 1e-4), (10, 2.2281, 1e-4), (20, 2.0860, 1e-4), (30, 2.0423, 1e-4), (60, 2.0003, 1e-4),
        (120, 1.9799, 1e-4), (10**9, 1.95996, 1e-5),
    ):  # fmt: skip
        assert student(freedom) == pytest.approx(quantile, abs=error), freedom
    assert student(0) == math.inf


def test_nothing_is_told_of_no_games() -> None:
    assert share_interval(0, 0) == (0, 1)
    assert math.isnan(share(0, 0)[0]) and share(0, 0)[1:] == (0, 1)
    assert math.isnan(mean(0, 0, 0)[0]) and mean(0, 0, 0)[1:] == (-math.inf, math.inf)
    assert mean(1, 7, 49) == (7, -math.inf, math.inf)
    assert Pairs().error is None and math.isnan(Pairs().ratio[0]) and Pairs.of([(2, 1)]).error is None


def test_means_and_ratios_are_as_they_are_defined() -> None:
    """Of nine numbers: x̄ ± t·s/√n; of nine pairs, the error of Σy/Σx by what each is off the line (Cochran 1977)."""
    ys, xs = [3.0, 1, 4, 1, 5, 9, 2, 6, 5], [4.0, 2, 4, 3, 6, 8, 2, 7, 9]
    t, n = 2.306, 9
    middle, reach = statistics.mean(ys), t * statistics.stdev(ys) / math.sqrt(n)
    assert mean(n, sum(ys), sum(y * y for y in ys)) == pytest.approx((middle, middle - reach, middle + reach), abs=1e-3)
    pairs, r = Pairs.of(zip(xs, ys, strict=True)), sum(ys) / sum(xs)
    assert pairs.mean == mean(n, sum(ys), sum(y * y for y in ys))
    assert pairs == Pairs.of(zip(xs[:4], ys[:4], strict=True)) + Pairs.of(zip(xs[4:], ys[4:], strict=True))
    off = [y - r * x for x, y in zip(xs, ys, strict=True)]
    error = math.sqrt(sum(d * d for d in off) / (n * (n - 1))) / statistics.mean(xs)
    assert pairs.error == pytest.approx(error)
    assert pairs.ratio == pytest.approx((r, r - t * error, r + t * error), abs=1e-4)
    alone = r * (1 - r) * (1.96 / t / error) ** 2
    assert pairs.share() == pytest.approx(share(r * alone, alone), abs=1e-3)


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


@pytest.mark.parametrize(
    ("games", "rank"), [(5, None), (6, 1), (8, 1), (9, 2), (10, 2), (15, 4), (20, 6), (25, 8), (30, 10), (50, 18)]
)
def test_medians_lie_between_the_ranks_of_the_tables(games: int, rank: int | None) -> None:
    """Conover, Practical Nonparametric Statistics, and others: of 20 numbers, the sixth from either end."""
    ends = (-math.inf, math.inf) if rank is None else (rank, games + 1 - rank)
    assert median(range(1, games + 1)) == (games // 2 + 1, *ends)


def test_a_mean_has_the_same_error_by_the_jackknife() -> None:
    """Efron and Stein (1981): for a mean, leaving out one at a time gives s/√n exactly. Empty blocks don't count."""
    import numpy as np

    ys = [3.0, 1, 4, 1, 5, 9, 2, 6, 5]
    blocks = np.array([(1, y) for y in ys] + [(0, 0)] * 3)
    found = jackknife(blocks, lambda sums: np.array([sums[1] / sums[0]]))
    assert found is not None
    _, low, high = mean(len(ys), sum(ys), sum(y * y for y in ys))
    assert (found[0][0], 2 * found[1][0]) == pytest.approx((statistics.mean(ys), high - low))
    assert jackknife(blocks, lambda sums: None) is None
    assert jackknife(blocks[8:], lambda sums: sums) is None
    assert jackknife(blocks[7:], lambda sums: sums) is not None


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


def hold(interval: Callable[[int, int], tuple[float, float, float]], truth: float, p: float, n: int) -> float:
    """How often the intervals of all that n games may come to hold the truth, if each is won with this probability."""
    found = 0.0
    for won in range(n + 1):
        _, low, high = interval(won, n)
        if low <= truth <= high:
            found += math.comb(n, won) * p**won * (1 - p) ** (n - won)
    return found


@pytest.mark.parametrize("n", [2, 10, 40, 200])
@pytest.mark.parametrize("p", [0.5, 0.9, 0.92, 0.95, 0.98, 0.99, 0.999])
def test_utilities_are_held_however_rare_a_loss_is(p: float, n: int) -> None:
    """Summed over all that may happen. Student's interval holds a share of 0.92 in 87 % of all matches of 40 games: it
    misses if one game alone was lost."""
    assert hold(lambda won, n: worth(2 * won - n, n), 2 * p - 1, p, n) >= 0.95


@pytest.mark.parametrize("rounds", [5, 20, 50, 200])
@pytest.mark.parametrize("tossed", [0.5, 0.8, 0.9, 0.98])
def test_rounds_that_the_dice_decide(tossed: float, rounds: int) -> None:
    """Both players sit on each seat with the same dice. With this probability these give both games to one seat, else
    the first player wins both. Summed over all that may happen. By the error of the mean alone, 90 % of all matches of
    50 such rounds held the share: it misses if one or two rounds alone weren't tossed."""

    def interval(decided: int, n: int) -> tuple[float, float, float]:
        return share_of_rounds([(2, 2)] * decided + [(2, 1)] * (n - decided))

    assert hold(interval, 1 - tossed / 2, 1 - tossed, rounds) >= 0.95


@pytest.mark.parametrize("rounds", [5, 20])
@pytest.mark.parametrize(("more", "less"), [(0.02, 0.03), (0.3, 0.2), (0.1, 0.0)])
def test_rounds_of_three_players(more: float, less: float, rounds: int) -> None:
    """The dice mostly give each of three players one game of a round; now and then the first one wins all, or none."""
    found = 0.0
    for all_won in range(rounds + 1):
        for none_won in range(rounds - all_won + 1):
            ways = math.comb(rounds, all_won) * math.comb(rounds - all_won, none_won)
            likely = ways * more**all_won * less**none_won * (1 - more - less) ** (rounds - all_won - none_won)
            if likely > 1e-9:
                _, low, high = share_of_rounds(
                    [(3, 3)] * all_won + [(3, 0)] * none_won + [(3, 1)] * (rounds - all_won - none_won)
                )
                found += likely * (low - 1e-9 <= more + (1 - more - less) / 3 <= high + 1e-9)
    assert found >= 0.95


def test_a_match_counts_rounds() -> None:
    """Two games of a round are one observation: of 20 rounds one was decided by the players."""
    standing = Standing()
    for i in range(20):
        for mine in (0, 1):
            won = i == 0 or mine == 0
            utility, outcome = (1.0, "win") if won else (-1.0, "loss")
            standing.add(Bout(Pairing(i, (mine, 1 - mine)), (outcome,) * 2, (utility,) * 2, (0.0,) * 2, (0,) * 2,
                              (0,) * 2, b""), [mine])  # fmt: skip
    assert standing.share("win") == share_of_rounds([(2, 2)] + [(2, 1)] * 19)
    assert standing.utility == pytest.approx([2 * end - 1 for end in standing.share("win")])
