"""The yardstick of `benchmarks/batch.py` plays the same games as the rulesets."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from interpreter import Game
from interpreter.bridges.batch import Batch

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
vectorised = __import__("vectorised")


@pytest.mark.parametrize(("name", "rows"), [("tictactoe", 1), ("connect_four", 6)])
def test_games_by_hand_are_the_same(name: str, rows: int) -> None:
    batch = Batch(Game.load(name), 50, seed=4, auto_reset=True)
    hand = getattr(vectorised, name)(50)
    for _ in range(100):
        assert np.array_equal(batch.counts, hand.masks.sum(1))
        assert np.array_equal(batch.players, hand.players)
        actions = batch.draw()
        batch.step(actions)
        hand.step(actions // rows)
        assert np.array_equal(batch.rewards, hand.rewards)
        assert np.array_equal(batch.done, hand.done)
