"""Strategies learnt from lines of play that were drawn, judged where one can look at everything."""

from __future__ import annotations

import pytest

from interpreter import Game
from interpreter.errors import UnsolvedError
from interpreter.players.equilibrium.regrets import Regrets
from interpreter.players.equilibrium.sampling import Sampled, sample
from interpreter.players.equilibrium.solving import expanded
from tests.support.hidden_games import KUHN, PENNIES

MEMORY = 1 << 27


def exploitability(game: Game, sampled: Sampled) -> float:
    """Of sampled strategies; all alike in sets that were never come to."""
    form = expanded(game, MEMORY)
    strategies: list[list[float]] = []
    for side, mine, found in zip(form.sides, sampled.sides, sampled.strategies, strict=True):
        shares = {key: found[mine.row(number)] for number, key in enumerate(mine.keys)}
        strategies.append([])
        for number, key in enumerate(side.keys):
            row = side.row(number)
            strategies[-1] += shares.get(key, [1 / (row.stop - row.start)] * (row.stop - row.start))
    regrets = Regrets(form)
    regrets.judge(strategies)
    low, high = regrets.bounds
    return (high - low) / 2


def test_it_comes_nearer_to_an_equilibrium() -> None:
    """The error falls with the square root of the iterations (Lanctot and others 2009)."""
    game = Game.parse(KUHN)
    few, many = sample(game, MEMORY, 1_000, 1), sample(game, MEMORY, 100_000, 1)
    assert exploitability(game, many) < 0.01
    assert exploitability(game, many) < exploitability(game, few)
    assert many.worth == pytest.approx(-1 / 18, abs=5 * many.error)
    assert [len(side.keys) for side in many.sides] == [6, 6]


def test_decisions_at_once() -> None:
    game = Game.parse(PENNIES, stake=3)
    found = sample(game, MEMORY, 50_000, 2)
    assert exploitability(game, found) < 0.02
    assert found.strategies[0][0] == pytest.approx(1 / 3, abs=0.05)


def test_a_seed_names_what_is_drawn() -> None:
    game = Game.parse(KUHN)
    one, same, another = (sample(game, MEMORY, 500, seed) for seed in (1, 1, 2))
    assert one.strategies == same.strategies
    assert one.strategies != another.strategies


def test_memory_has_an_end() -> None:
    with pytest.raises(UnsolvedError, match="information sets fill 0 MB, and there are more"):
        sample(Game.parse(KUHN), 1 << 10, 1_000)
