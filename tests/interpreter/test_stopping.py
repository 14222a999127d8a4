"""Searches are asked for slices of work, and are stopped in the midst of one. No test here looks at the real clock."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from interpreter import Game
from interpreter.graph.abi import GIVEN_UP, PLIES, TRACING
from interpreter.native.host import running
from interpreter.players import information_tree, mcts
from interpreter.players.alphabeta import AlphaBeta, Limit
from interpreter.players.information_tree import InformationTree
from interpreter.players.mcts import Budget, Manner, MonteCarlo, Tree
from interpreter.players.player import Player, Seat
from interpreter.work.engine import engine, put
from interpreter.work.slices import SLICE, Slices


class Clock:
    """A clock that goes on when somebody works."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        """The time that has been worked."""
        return self.now

    thread_time = perf_counter


class Worker:
    """An instance whose iterations take so many seconds each, those from number `dear` on ten times as many. It notes
    how many it was asked for, and how long they took."""

    def __init__(self, clock: Clock, cost: float, dear: int = 1 << 60) -> None:
        self.clock, self.cost, self.dear = clock, cost, dear
        self.done = 0
        self.slices: list[tuple[int, float]] = []

    def call(self, job: str, *given: int) -> int:
        """Do a job; those that take no time give 0."""
        if job not in ("mcts", "knowing"):
            return 0
        count, began = given[-1], self.clock.now
        for _ in range(count):
            self.done += 1
            self.clock.now += self.cost * (10 if self.done > self.dear else 1)
        self.slices.append((count, self.clock.now - began))
        return count if job == "mcts" else 0

    def report(self, count: int) -> list[int]:
        """Visits of the root."""
        return [self.done] * count

    def word(self, _: int) -> SimpleNamespace:
        """The word by which it is halted."""
        return SimpleNamespace(value=0)


def of_tree(worker: Worker, seconds: float) -> None:
    instance: Any = worker
    Tree(0, None, instance).search(1, seconds, 0, lambda _: True)


def of_information(worker: Worker, seconds: float) -> None:
    tree: Any = InformationTree.__new__(InformationTree)
    tree.instance, tree.broken, tree.count, tree._halting = worker, 0, 1, None
    tree.search(1, seconds, 0, lambda _: True)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    for module in (mcts, information_tree):
        monkeypatch.setattr(module, "time", found)
    return found


@pytest.mark.parametrize("searched", [of_tree, of_information])
@pytest.mark.parametrize("cost", [1e-6, 1e-4, 3e-3])
def test_slices_take_as_long_as_they_may(searched: Any, cost: float, clock: Clock) -> None:
    worker = Worker(clock, cost)
    searched(worker, 3.0)
    assert worker.slices[0][0] == 1
    assert max(took for _, took in worker.slices) <= SLICE * 1.001
    steady = worker.slices[len(worker.slices) // 2 : -1]
    assert steady
    assert min(count for count, _ in steady) >= int(SLICE / cost) * 0.99


@pytest.mark.parametrize("searched", [of_tree, of_information])
def test_slices_shrink_where_work_gets_dearer(searched: Any, clock: Clock) -> None:
    """Only the slice in which that happens takes longer."""
    worker = Worker(clock, 1e-5, 50_000)
    searched(worker, 3.0)
    long = [took for _, took in worker.slices if took > SLICE * 1.05]
    assert len(long) <= 1
    assert max(long, default=0.0) <= 10 * SLICE


def test_a_piece_that_takes_longer_than_a_slice_comes_alone() -> None:
    slices = Slices()
    slices.took(10 * SLICE, 1)
    assert slices.count == 1
    slices.took(SLICE / 100, 1)
    assert slices.count == 2


# ---- in the midst of a slice


@pytest.mark.parametrize("system", ["this one", "emscripten"])
def test_a_random_game_is_stopped_at_its_next_decision(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in a browser, where a word of memory has no address."""
    game = Game.load("breakthrough")
    instance = engine(game, "mcts", "hints").take()
    if system == "emscripten":
        monkeypatch.setattr(running.sys, "platform", system)
    word = instance.word(instance.call("halting"))
    for halted in (1, 0):
        word.value = halted
        record = put(instance, game.start())
        left = instance.run(record, 4096, -1, 5, TRACING)
        assert (left > 0) == bool(halted)
        played = instance.words(record + PLIES, 1)[0]
        assert (played == 1) if halted else (played > 20), played


def test_a_tree_search_that_is_stopped_can_be_gone_on_with() -> None:
    game = Game.load("breakthrough")
    player = MonteCarlo(Seat(game, game.players[0]), Budget())
    (tree,) = player._trees
    instance = tree.follow(game.start(), 64 << 20, Manner.RANDOM)
    word = instance.word(instance.call("halting"))
    assert instance.call("mcts", 7, 50) == 50
    word.value = 1
    assert instance.call("mcts", 7, 50) == 0
    assert tree.visits() == 50
    assert instance.word(instance.call("halting")).value == 0
    assert instance.call("mcts", 7, 50) == 50
    assert tree.visits() == 100
    player.close()


@pytest.mark.parametrize("manner", Manner)
def test_a_player_that_is_halted_decides(manner: Manner) -> None:
    """Halted while it asks whether to go on: the next slice ends at once, and it isn't asked again."""
    game = Game.load("breakthrough")
    player = MonteCarlo(Seat(game, game.players[0]), Budget(iterations=1_000_000), manner=manner)
    asked = 0

    def pause(_: Player, part: float | None) -> bool:
        nonlocal asked
        asked += 1
        if asked == 3:
            player.halt()
        return True

    player.pause = pause
    assert player.choose(game.start()) in game.start().moves
    assert asked == 3
    player.close()
    player.halt()  # it doesn't think: nothing happens


def test_random_games_at_the_horizon_are_given_up() -> None:
    """A search that has no values plays sixteen random games for a position; it is stopped before the first."""
    game = Game.load("breakthrough")
    player = AlphaBeta(Seat(game, game.players[0]), Limit(seconds=600))
    instance = player._ready()
    instance.call("alphabeta_begin", put(instance, game.start()), 0)
    assert player._halting is not None
    player._halting.value = 1
    assert instance.call("alphabeta", 1, 1 << 40) == GIVEN_UP
    player._halting.value = 0
    assert instance.call("alphabeta", 1, 1 << 40) == 0
    player.close()
