"""Candidates listed at once, and counted roughly: the options are those of them that aren't passed over."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from playing import load
from sample import daily

from interpreter import Game
from interpreter.bridges.batch import Batch
from interpreter.graph.abi import CANDIDATE, HUGE, LISTED, LISTING, NO_CANDIDATE, PASSED_OVER, ROUGHLY
from interpreter.graph.chance import Chance
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.host.instance import Instance
from interpreter.native.plan import describing
from interpreter.work.engine import engine, put

FOUND = Path(__file__).parents[1] / "found"


def described(instance: Instance, at: int, option: int) -> tuple[int, ...]:
    assert instance.run(at, -1, option, 0, HUGE) > 0
    place, values = instance.described(instance.compiled.out)
    return place, len(values), *values[:6]


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "go", "sparks", "draughts", "backgammon", "amazons", "oware"])
def test_rows_are_what_is_described(name: str) -> None:
    game = Game.load(name)
    instance = engine(game, "alphabeta").take()
    memory = instance.call("weights_at")  # room enough, where there are no weights
    chance, state = Chance(3, 0), game.start()
    while not state.is_over and state.ply < 40:
        if not state.is_chance:
            options = [described(instance, put(instance, state), k) for k in range(len(state.ways))]
            count = instance.run(put(instance, state), LISTING, 0, memory, HUGE)
            assert instance.run(put(instance, state), 0, -1, 0, ROUGHLY) == count >= len(options)
            kept = []
            for k in range(count):
                place, values, *rest = instance.words(memory + LISTED * k, LISTED // 8)
                after = instance.run(put(instance, state), 1, CANDIDATE + k, 0, ROUGHLY)
                if after != PASSED_OVER:
                    kept.append((place, values, *rest[: min(values, 6)]))
            assert kept == options
            assert instance.run(put(instance, state), 1, CANDIDATE + count, 0, HUGE) == NO_CANDIDATE
        state = state.play(state.draw(chance, state.ply))


@pytest.mark.parametrize(
    ("together", "name"),
    daily(product(
        [True, False],
        ["chess", "go", "amazons", "stratego", "sparks", "oware", "backgammon", "lasca"],
    ), 4),
)  # fmt: skip
def test_options_described_together_are_those_described_one_by_one(
    name: str, together: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(describing, "MAX_STEPS", 0 if together else 10**18)
    game = load(name)
    assert describing.describes_at_once(game.machine.graph) == (together and not game.machine.graph.mosts)
    both_backends(game, seed=8, plies=12, games=1, longest=0)


def test_batches_know_decisions_that_look_ahead_from_those_that_dont() -> None:
    """Both in one game: each lane has the options that its state has."""
    game = Game.load(FOUND / "doubt_in_one_of_two_decisions.gdl")
    batch = Batch(game, 4, seed=2)
    for _ in range(12):
        for lane in range(4):
            state = batch.state(lane)
            assert batch.counts[lane] == batch.masks[lane].sum() == len(state.moves)
        batch.step(batch.draw())
