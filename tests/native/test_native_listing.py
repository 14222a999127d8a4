"""Candidates listed at once, and counted roughly: the options are those of them that aren't passed over."""

from __future__ import annotations

import pytest

from interpreter import Game
from interpreter.game.chance import Chance
from interpreter.graph.abi import CANDIDATE, HUGE, LISTED, LISTING, NO_CANDIDATE, PASSED_OVER, ROUGHLY
from interpreter.native.host.instance import Instance
from interpreter.players.search import UNTAUGHT, engine, put


def described(instance: Instance, at: int, option: int) -> tuple[int, ...]:
    assert instance.run(at, -1, option, 0, HUGE) > 0
    place, values = instance.described(instance.compiled.out)
    return place, len(values), *values[:6]


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "go", "sparks", "draughts", "backgammon", "amazons", "oware"])
def test_rows_are_what_is_described(name: str) -> None:
    game = Game.load(name)
    instance = engine(game, "alphabeta", weights=UNTAUGHT).take()
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
