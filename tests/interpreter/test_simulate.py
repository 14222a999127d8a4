"""Random games: the same for the same seed, in any order; statistics as in the textbooks."""

from __future__ import annotations

import math
import statistics
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import Game
from interpreter.lab.tools.simulate import KEPT, EndlessError, Mean, playout, playouts, summarize

# Uniformly random Tic-tac-toe, exactly: won by X, by O, drawn.
EXACT = {"X": (Fraction(737, 1260), Fraction(8, 63)), "O": (Fraction(121, 420), Fraction(8, 63))}


def test_tic_tac_toe_comes_out_as_it_must() -> None:
    game = Game.load("tictactoe")
    summary = summarize(game, playouts(game, 600, seed=1))
    assert summary.games == 600
    for player, (win, draw) in EXACT.items():
        means = summary.results[player]
        for outcome, exact in (("win", win), ("draw", draw), ("loss", 1 - win - draw)):
            error = math.sqrt(exact * (1 - exact) / 600)
            assert abs(means[outcome].mean - exact) < 4 * error
        assert means["utility"].mean == pytest.approx(means["win"].mean - means["loss"].mean)
    assert summary.decisions.mean == summary.turns.mean  # a turn is one decision


def test_a_game_has_its_number_for_good() -> None:
    game = Game.load("big_balls")
    in_order = [one.end for one in playouts(game, 5, seed=4)]
    assert [playout(game, 4, number).end for number in reversed(range(5))] == in_order[::-1]
    assert [one.end for one in playouts(game, 2, seed=4, first=3)] == in_order[3:]
    assert len(set(in_order)) == 5
    assert playout(game, 5, 0).end != in_order[0]


def test_chance_is_no_decision() -> None:
    game = Game.load("big_balls")
    one = playout(game, 1, 0)
    assert one.turns <= one.decisions <= 2 * one.turns


def test_a_game_without_end_is_given_up() -> None:
    with pytest.raises(EndlessError, match="game 3 of seed 2 hasn't ended after 10 plies"):
        playout(Game.load("sparks"), 2, 3, limit=10)


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=50))
def test_means_and_errors(values: list[int]) -> None:
    mean = Mean()
    for value in values:
        mean.add(value)
    assert mean.mean == pytest.approx(statistics.fmean(values))
    assert mean.error == pytest.approx(statistics.stdev(values) / math.sqrt(len(values)), abs=1e-9)


def test_intervals_of_frequencies() -> None:
    """Clopper and Pearson's for 81 of 263 and 0 of 20, as in Newcombe's (1998) table I."""
    mean = Mean()
    for i in range(263):
        mean.add(i < 81)
    low, high = mean.share_interval
    assert (round(low, 4), round(high, 4)) == (0.2527, 0.3676)
    never = Mean(count=20)
    low, high = never.share_interval
    assert low == 0
    assert high == pytest.approx(0.1684, abs=5e-5)
    assert Mean().error is None


@pytest.mark.parametrize("hidden", ["", "player has secret: 0..9\nhidden p.secret from player - p\n"])
def test_a_long_game_does_not_keep_all_its_positions(hidden: str) -> None:
    """Each position may hold all those before it: 20,000 plies of Shogi took 8 GB."""
    text = f"""game "Long"
players A, B
board grid(2, 2)
pieces stone of player
game has done: 0..3000
{hidden}
setup
  put stone of A on a1
  put stone of B on b2
turn
  choose a in mine, b in a.compass & empty
  move a to b
  done += 1
end
  draw if done = 3000
  draw if repeats(piece, next) = 2999
"""
    end = playout(Game.parse(text, backend="reference"), 1, 0).end
    trail, positions, texts = end._trail, 0, 0
    while trail is not None:
        trail, entry, _ = trail
        positions += not isinstance(entry, str)
        texts += isinstance(entry, str)
    assert (texts + positions, len(end.line)) == (3000, 3000)
    assert positions <= KEPT
