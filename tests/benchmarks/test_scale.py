"""How strong places of the scale of levels are, from games: what many games must say, and few."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from rivals.scale import Result, Scale, elo, expected, fitted, rising

PLACES = (1.0, 2.0, 3.0)


@pytest.mark.parametrize(("share", "difference"), [(0.64, 100), (0.76, 200), (0.909, 400), (0.5, 0)])
def test_elo_is_as_published(share: float, difference: float) -> None:
    """The table of the World Chess Federation's logistic model."""
    assert elo(share) == pytest.approx(difference, abs=1)
    assert expected(difference) == pytest.approx(share, abs=0.002)


def test_without_games_each_place_is_worth_what_it_usually_is() -> None:
    found = fitted([], PLACES)
    assert found.strengths == pytest.approx((0, 200, 400))
    assert found.rival == pytest.approx(400)


def test_many_games_say_all() -> None:
    results = [Result(2, 1, 7_000, 10_000), Result(3, 2, 6_000, 10_000), Result(None, 3, 8_000, 10_000)]
    found = fitted(results, PLACES)
    steps = [elo(0.7), elo(0.6), elo(0.8)]
    assert [*found.strengths, found.rival] == pytest.approx([0, *np.cumsum(steps)], abs=2)
    assert found.unevenness(PLACES).mean() == pytest.approx(np.std(steps), abs=2)


def test_a_step_with_few_games_goes_by_its_neighbours() -> None:
    """Two games that were lost say less than what two hundred said of the steps beside it."""
    places = (1.0, 2.0, 3.0, 4.0)
    beside = [Result(2, 1, 85, 100), Result(4, 3, 85, 100)]
    found = np.diff(fitted([*beside, Result(3, 2, 0, 2)], places).strengths)
    assert found[0] == pytest.approx(elo(0.85), abs=30)
    assert 150 < found[1] < found[0]
    many = np.diff(fitted([*beside, Result(3, 2, 0, 200)], places).strengths)
    assert many[1] < -300


def test_results_are_explained_whoever_is_named_first() -> None:
    one, other = fitted([Result(2, 1, 9, 12)], PLACES), fitted([Result(1, 2, 3, 12)], PLACES)
    assert one.strengths == pytest.approx(other.strengths)


@pytest.mark.parametrize("pair", [(2.0, 1.0), (3.0, 2.0), (None, 3.0), (None, 1.0)])
def test_more_games_make_the_steps_so_much_surer(pair: tuple[float | None, float]) -> None:
    """Games that come out as expected change no strength, only how sure all are: the gain is told before them."""
    results = [Result(2, 1, 8, 12), Result(3, 2, 9, 14), Result(None, 3, 5, 8)]
    before = fitted(results, PLACES)
    strengths = dict(zip((*PLACES, None), (*before.strengths, before.rival), strict=True))
    share = expected(strengths[pair[0]] - strengths[pair[1]])
    after = fitted([*results, Result(*pair, 4 * share, 4)], PLACES)
    less = [np.trace(np.diff(np.diff(one.covariance, axis=0), axis=1)) for one in (before, after)]
    assert after.strengths == pytest.approx(before.strengths, abs=0.01)
    assert before.gain(*pair, 4) == pytest.approx(less[0] - less[1], rel=1e-3)


def test_more_time_is_worth_places_as_they_are_at_the_upper_end() -> None:
    """Of which one is worth 300; what isn't sure of it makes the opponent less sure."""
    scale = Scale((1, 3, 4), (0, 200, 500), 600, np.diag([0.0, 0, 100, 0]))
    later = scale.with_more(0.5)
    assert later.strengths == scale.strengths
    assert later.rival == pytest.approx(600 + 150)
    assert later.covariance[-1, -1] == pytest.approx(100 / 4)


def test_strengths_rise() -> None:
    assert rising([0, 100, 90, 95, 300]) == [0, 100, 101, 102, 300]
