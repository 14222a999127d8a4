"""Work that is split: results in the tasks' order, the same whoever does them."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from threading import current_thread

import pytest
from support.playing import load

from interpreter import Game
from interpreter.game.rules import Backend
from interpreter.graph.backend import Batch, GivenUp
from interpreter.lab.matches import Match
from interpreter.lab.tools.perft import divide
from interpreter.lab.tools.simulate import Summary, simulate
from interpreter.work.chunks import Pieces, Threads, threads


@dataclass(frozen=True)
class Number:
    value: int


def slowly(game: Game, task: Number) -> tuple[int, int, str]:
    """The first tasks take longest."""
    time.sleep(0.02 if task.value < 2 else 0)
    return task.value, id(game), current_thread().name


def failing(game: Game, task: Number) -> int:
    if task.value == 3:
        raise ValueError("three")
    return task.value


def test_results_are_in_order_and_each_thread_has_its_own_game() -> None:
    game = load("tictactoe")
    found = list(threads(game, 3).each(slowly, map(Number, range(20))))
    assert [value for value, _, _ in found] == list(range(20))
    who = {(table, name) for _, table, name in found}
    assert len(who) == len({table for table, _ in who}) == len({name for _, name in who})
    assert id(game) not in {table for table, _ in who}
    alone = list(threads(game).each(slowly, map(Number, range(3))))
    assert {table for _, table, _ in alone} == {id(game)}


def test_the_first_tasks_error_comes_after_the_results_before_it() -> None:
    given = []
    with pytest.raises(ValueError, match="three"):
        given.extend(threads(load("tictactoe"), 2).each(failing, map(Number, range(9))))
    found = []
    with pytest.raises(ValueError, match="three"):
        for value in threads(load("tictactoe"), 2).each(failing, map(Number, range(9))):
            found.append(value)  # noqa: PERF402 - what came before the error counts
    assert found == [0, 1, 2]


def test_tasks_are_asked_for_when_somebody_is_free() -> None:
    asked = []

    def tasks() -> Iterator[Number]:
        for number in range(100):
            asked.append(number)
            yield Number(number)

    results = threads(load("tictactoe"), 2).each(slowly, tasks())
    next(results)
    assert isinstance(results, Generator)
    results.close()
    assert len(asked) < 10


def test_pieces_make_up_the_whole_and_grow() -> None:
    pieces = Pieces(5, 1000, Threads(load("tictactoe"), 2, aim=1.0))
    cut = []
    for first, count in pieces:
        cut.append((first, count))
        pieces.took(count, 0.01 * count)
    assert cut[:4] == [(5, 1), (6, 4), (10, 16), (26, 64)]
    assert [first for first, _ in cut[1:]] == [first + count for first, count in cut[:-1]]
    assert sum(count for _, count in cut) == 1000
    assert max(count for _, count in cut) <= 100


@pytest.mark.parametrize(("name", "backend"), [("spectral_reapers", "auto"), ("spectral_reapers", "reference")])
def test_figures_are_the_same_to_the_last_bit_however_games_are_cut(name: str, backend: Backend) -> None:
    game = Game.load(name, players=3, backend=backend)

    def last(aim: float, jobs: int) -> Summary:
        *_, summary = simulate(game, 12, seed=2, workers=Threads(game, jobs, aim))
        return summary

    assert last(1e-9, 2) == last(100, 1) == list(simulate(game, 12, seed=2))[-1]


def test_both_backends_give_the_same_figures_to_the_last_bit() -> None:
    both = [Game.load("spectral_reapers", players=3, backend=backend) for backend in ("native", "reference")]
    assert list(simulate(both[0], 9))[-1] == list(simulate(both[1], 9))[-1]


def test_what_compiled_rules_give_up_is_done_by_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    game, reference = Game.load("tictactoe", backend="native"), Game.load("tictactoe", backend="reference")

    def give_up(*_: object) -> Batch:
        raise GivenUp("too much")

    monkeypatch.setattr(game.native, "behind", give_up)
    expected = list(divide(reference.start(), 3))
    assert list(divide(game.start(), 3, jobs=2)) == expected
    assert list(divide(game.start(), 3)) == expected


def test_a_match_is_the_same_in_larger_pieces() -> None:
    def played(aim: float) -> list[tuple[object, ...]]:
        game = load("sparks")
        bouts = Match(game, ["mcts:20", "random"], seed=3).play(10, workers=Threads(game, 2, aim))
        return [(bout.pairing, bout.outcomes, bout.utilities, bout.decisions) for bout in bouts]

    assert played(1e-9) == played(100)
