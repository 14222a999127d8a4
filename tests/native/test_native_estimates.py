"""Tree search with learnt values: children are valued as soon as they are there, and nothing is played at random."""

from __future__ import annotations

import random
from array import array
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from interpreter import Game, State
from interpreter.native.host.instance import Instance
from interpreter.players import Seat
from interpreter.players.learning.training import fresh
from interpreter.players.learnt import UNTAUGHT
from interpreter.players.mcts import Budget, Manner, MonteCarlo, Tree
from interpreter.players.taught import taught as taught_engine
from interpreter.work.engine import put


@cache
def game(name: str) -> Game:
    return Game.load(name)


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Files of weights, drawn at random: values that differ from state to state."""
    found = {}
    for name in ("tictactoe", "pig", "breakthrough"):
        draw, weights = random.Random(name), fresh(game(name), 1)
        values = array("f", [draw.uniform(-0.2, 0.2) for _ in weights.values])
        path = tmp_path_factory.mktemp("weights") / f"{name}.weights"
        path.write_bytes(replace(weights, values=values).encoded())
        found[name] = str(path)
    return found


def tree(name: str, weights: str) -> Tree:
    return Tree(0, taught_engine(game(name), "mcts", "hints", source=weights))


def searcher(name: str, weights: str, iterations: int, threads: int = 1) -> MonteCarlo:
    player = MonteCarlo(Seat(game(name), game(name).players[0]), Budget(iterations=iterations, threads=threads))
    own = taught_engine(game(name), "mcts", "hints", source=weights)
    player._trees = [Tree(number, own) for number in range(threads)]
    return player


def valued(instance: Instance, state: State, me: str) -> float:
    """What a state is thought to be worth to a player, or what it is worth for certain."""
    if state.results is not None:
        return float(state.results[me])
    worth = instance.call("estimated", put(instance, state)) / 1_000_000
    return float(worth if state.mover == me else -worth)


def test_an_iteration_brings_the_best_of_the_children(taught: dict[str, str]) -> None:
    one = tree("tictactoe", taught["tictactoe"])
    start = game("tictactoe").start()
    instance = one.follow(start, 1 << 28, Manner.RANDOM)
    one.search(5, 0.0, 1, lambda part: True)
    (k,) = [k for k, row in enumerate(one.rows(2)) if row.visits]
    reached = start.play(start.moves[k])
    best = max(valued(instance, reached.play(move), "O") for move in reached.moves)
    assert one.rows(2)[k].worth == pytest.approx((-best, best))
    assert best != 0
    assert one.report(2) == (1, 1 + 9 + 8)
    one.close()


def test_of_chance_the_mean_of_all_is_taken(taught: dict[str, str]) -> None:
    one = tree("pig", taught["pig"])
    start = game("pig").start(1)
    while start.is_chance:
        start = start.play(start.ways[-1])
    instance = one.follow(start, 1 << 28, Manner.RANDOM)
    me = start.to_move or ""
    for k, move in enumerate(start.moves):
        after = start.play(move)
        if after.is_chance:
            estimates = [valued(instance, after.play(way), me) for way in after.ways]
            mean = sum(estimates) / len(estimates)
            while one.rows(2)[k].visits == 0:
                one.search(5, 0.0, 1, lambda part: True)
            row = one.rows(2)[k]
            assert row.visits == 1  # later visits look further
            assert row.worth[game("pig").players.index(me)] == pytest.approx(mean)
            break
    else:
        raise AssertionError("no roll follows")
    one.close()


def test_nothing_is_played_at_random(taught: dict[str, str]) -> None:
    """Each iteration takes its children at once; random games wait until a node was visited often."""
    nodes = {}
    for weights in (taught["breakthrough"], UNTAUGHT):
        one = tree("breakthrough", weights)
        one.follow(game("breakthrough").start(), 1 << 28, Manner.RANDOM)
        one.search(5, 0.0, 200, lambda part: True)
        visits, nodes[weights] = one.report(2)
        assert visits == 200
        one.close()
    assert nodes[taught["breakthrough"]] > 200 * 15 > nodes[UNTAUGHT]


@pytest.mark.parametrize("threads", [1, 2])
def test_forced_wins_are_found_and_proved(taught: dict[str, str], threads: int) -> None:
    player = searcher("tictactoe", taught["tictactoe"], 400, threads)
    state = game("tictactoe").start()
    for text in ("a1", "b1"):
        state = state.play(next(move for move in state.moves if move.text == text))
    found = player.analyse(state)
    assert found.prospect.is_sure
    assert found.prospect.expected == {"X": 1.0, "O": -1.0}
    player.close()


def test_the_same_seed_searches_the_same_tree(taught: dict[str, str]) -> None:
    def rows(*chunks: int) -> object:
        one = tree("breakthrough", taught["breakthrough"])
        one.follow(game("breakthrough").start(), 1 << 28, Manner.RANDOM)
        for chunk in chunks:
            one.search(9, 0.0, chunk, lambda part: True)
        try:
            return one.rows(2)
        finally:
            one.close()

    assert rows(60) == rows(10, 50)


def test_searches_side_by_side_look_at_different_things(taught: dict[str, str]) -> None:
    """Nothing is random with values, so that all threads would grow the same tree; those after the first see them
    blurred, each in its way and always alike."""
    own = taught_engine(game("breakthrough"), "mcts", "hints", source=taught["breakthrough"])

    def rows(number: int, key: int) -> object:
        one = Tree(number, own)
        one.follow(game("breakthrough").start(), 1 << 28, Manner.RANDOM)
        one.search(key, 0.0, 60, lambda part: True)
        try:
            return one.rows(2)
        finally:
            one.close()

    assert rows(1, 5) == rows(1, 5)
    assert len({str(rows(number, 5)) for number in range(4)}) == 4


def test_memory_is_bounded(taught: dict[str, str]) -> None:
    one = tree("breakthrough", taught["breakthrough"])
    one.follow(game("breakthrough").start(), 8 << 20, Manner.RANDOM)
    one.search(9, 0.0, 30_000, lambda part: True)
    assert one.report(1) == (30_000,)
    assert one.instance is not None
    assert one.instance.size <= 8 << 20
    one.close()


def test_careful_games_stay_what_they_are(taught: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """They are played, whatever values there are; and so are those of who asks for none."""
    asked: list[str] = []

    def noted(game: Game, *jobs: str, source: str = "", **others: Any) -> object:
        asked.append(source)
        return taught_engine(game, *jobs, source=source, **others)

    monkeypatch.setattr("interpreter.players.mcts.taught", noted)
    seat = Seat(game("tictactoe"), "X")
    MonteCarlo(seat, Budget(iterations=5))
    MonteCarlo(seat, Budget(iterations=5), manner=Manner.CAREFUL)
    MonteCarlo(replace(seat, weights=UNTAUGHT), Budget(iterations=5))
    assert asked == ["", UNTAUGHT, UNTAUGHT]
