"""Searches in several threads: what each finds is put together, and none depends on how the others are run."""

from __future__ import annotations

import threading
from itertools import product
from typing import Any

import pytest
from clocks import by_work
from sample import daily

from interpreter import Game
from interpreter.errors import PlayerError
from interpreter.game.plies import Step
from interpreter.lab.matches import Match
from interpreter.native.host.instance import Instance
from interpreter.players import Seat, make
from interpreter.players.mcts import Budget, MonteCarlo
from interpreter.players.merged import Row, best, merged
from interpreter.players.specs import maker, with_threads, without_threads
from interpreter.work.helpers import together


@pytest.fixture(autouse=True)
def _four_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.players.specs.processors", lambda: 4)


def player(name: str, spec: str, seed: int = 0) -> MonteCarlo:
    game = Game.load(name)
    made = make(spec, Seat(game, game.players[0], seed))
    assert isinstance(made, MonteCarlo)
    return made


# ---- what is put together --------------------------------------------------------------------------


def open_row(visits: int, *worth: float) -> Row:
    return Row(visits, False, False, 0, worth)


def test_visits_add_up_and_worth_is_weighed_by_them() -> None:
    (row,) = merged([[open_row(3, 1.0, -1.0)], [open_row(1, -1.0, 1.0)]])
    assert row == open_row(4, 0.5, -0.5)


def test_what_one_tree_has_proved_holds() -> None:
    won = Row(5, True, True, 3, (1.0, -1.0))
    rows = merged([[open_row(90, 0.1, -0.1), open_row(10, 0.0, 0.0)], [open_row(50, 0.0, 0.0), won]])
    assert rows[1] == Row(15, True, True, 3, (1.0, -1.0))
    assert best(rows, 0) == 1
    assert best(rows, 1) == 0, "what loses for certain is left alone"


def test_a_tree_that_knows_nothing_is_left_out() -> None:
    assert merged([[], [open_row(3, 0.0, 0.0)]]) == [open_row(3, 0.0, 0.0)]
    assert merged([[], []]) == []
    assert best([], 0) == -1


@pytest.mark.parametrize(
    ("rows", "chosen"),
    [
        ([open_row(1, 0.9, 0), open_row(2, 0.1, 0), open_row(2, 0.9, 0)], 1),  # the first of those tried most often
        ([Row(0, True, True, 5, (1.0, 0)), Row(0, True, True, 3, (1.0, 0)), open_row(9, 0.9, 0)], 1),  # the sooner win
        ([Row(0, True, True, 5, (-1.0, 0)), Row(0, True, True, 7, (-1.0, 0))], 1),  # the later loss
        ([Row(0, True, True, 5, (0.0, 0)), open_row(9, -0.2, 0)], 0),  # a certain draw
        ([Row(0, True, True, 5, (0.0, 0)), open_row(9, 0.2, 0)], 1),
        ([Row(0, True, True, 5, (-1.0, 0)), open_row(0, 0.0, 0)], 1),
    ],
)
def test_the_best_row(rows: list[Row], chosen: int) -> None:
    assert best(rows, 0) == chosen


@pytest.mark.parametrize("name", ["breakthrough", "pig", "sparklies", "tictactoe"])
def test_the_choice_of_one_tree_is_that_of_the_search_itself(name: str) -> None:
    """`merged.best` and the kernel's own choice are the same."""
    one = player(name, "mcts:300")
    state = one.seat.game.start(5)
    for _ in range(6):
        if state.is_over:
            break
        if not state.is_chance:
            one.analyse(state)
            (tree,) = one._trees
            assert tree.instance is not None
            assert best(tree.rows(len(state.game.players)), one._me(state)) == tree.instance.call("mcts_best")
        state = state.play(state.ways[0])
    one.close()


def test_the_sum_of_the_trees_is_what_is_said() -> None:
    two = player("breakthrough", "mcts:401/2")
    state = two.seat.game.start()
    found = two.analyse(state)
    apart = [tree.rows(2) for tree in two._trees]
    assert sorted(tree.visits() for tree in two._trees) == [200, 201]
    assert found.effort.startswith("401 iterations")
    for move, a, b in zip(state.moves, *apart, strict=True):
        (option,) = [o for o in found.options if o.move == move]
        assert option.visits == a.visits + b.visits
        total = a.visits * a.worth[0] + b.visits * b.worth[0]
        assert option.prospect.expected["White"] * option.visits == pytest.approx(total)
    assert apart[0] != apart[1], "each thread has draws of its own"
    two.close()


# ---- what can be relied on ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "name"),
    daily(product(["mcts:60/3", "careful:30/2"], ["sparks", "big_balls", "einstein"]), 3),
)
def test_iterations_and_a_seed_name_the_games_of_threads(name: str, kind: str) -> None:
    def games(jobs: int) -> list[Any]:
        match = Match(Game.load(name), [kind, "mcts:30"], seed=3)
        return [(bout.pairing, bout.outcomes, bout.decisions) for bout in match.play(4, jobs)]

    assert games(1) == games(2)


@pytest.mark.parametrize(("kind", "budget"), [("mcts", "2000/2"), ("mcts", "200ms/2"), ("careful", "200/4")])
def test_a_forced_win_is_found_with_threads(kind: str, budget: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """X takes the second corner, and threatens two lines at once."""
    by_work(monkeypatch)
    searcher = player("tictactoe", f"{kind}:{budget}")
    game = searcher.seat.game
    state = game.start()
    for text in ("a1", "b1"):
        state = state.play(next(move for move in state.moves if move.text == text))
    for _ in range(3):
        if not state.is_over and state.to_move == game.players[0]:
            state = state.play(searcher.choose(state))
        if not state.is_over:
            state = state.play(state.moves[0])
    assert state.results == {"X": 1.0, "O": -1.0}
    searcher.close()


def test_more_threads_than_iterations() -> None:
    few = player("tictactoe", "mcts:2/4")
    state = few.seat.game.start()
    assert few.choose(state) in state.moves
    assert sum(tree.visits() for tree in few._trees) == 2
    few.close()


def test_trees_are_kept_from_move_to_move() -> None:
    searcher = player("breakthrough", "mcts:2000/2")
    state = searcher.seat.game.start()
    first = searcher.choose(state)
    step = Step(state, first, state.play(first))
    searcher.played(step)
    searcher.choose(step.after)
    kept = [tree.visits() - 1000 for tree in searcher._trees]
    assert min(kept) > 0
    assert sum(kept) > 50
    searcher.close()


def test_memory_is_shared_among_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    searcher = player("breakthrough", "mcts:20/2")
    searcher.memory = 64 << 20
    asked: list[int] = []
    own = searcher._trees[0].engine
    take = own.take

    def noted(memory: int) -> Instance:
        asked.append(memory)
        return take(memory)

    monkeypatch.setattr(own, "take", noted)
    searcher.choose(searcher.seat.game.start())
    assert asked == [32 << 20] * 2
    searcher.close()


def test_who_says_now_is_heard_by_all_threads() -> None:
    searcher = player("breakthrough", "mcts:1000000000/2")
    searcher.pause = lambda _, part: False
    assert searcher.choose(searcher.seat.game.start()) is not None  # all of its iterations take hours
    assert threading.active_count() < 20
    searcher.close()


def test_an_interruption_stops_all_threads() -> None:
    searcher = MonteCarlo(Seat(Game.load("breakthrough"), "White"), Budget(iterations=10**9, threads=3))

    def interrupt(*_: object) -> bool:
        raise KeyboardInterrupt

    searcher.pause = interrupt
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        searcher.choose(searcher.seat.game.start())
    assert threading.active_count() == before
    searcher.pause = None
    searcher.budget = Budget(iterations=10, threads=3)
    searcher.choose(searcher.seat.game.start())
    searcher.close()


def test_trouble_in_a_thread_is_raised_where_the_result_is_awaited() -> None:
    def work(part: int, goes_on: object) -> None:
        if part == 2:
            raise ValueError("trouble")

    with pytest.raises(ValueError, match="trouble"):
        together([0, 1, 2], work, lambda _: True, first_stops_all=False)


# ---- names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["mcts:1s/2", "mcts:500/4", "mcts:/2", "careful:20ms/1"])
def test_names_with_threads(spec: str) -> None:
    maker(spec)


@pytest.mark.parametrize(
    "spec",
    ["mcts:1s/0", "mcts:1s/-1", "mcts:1s/5", "mcts:1s/10000", "mcts:1s/two", "mcts:1s/", "mcts:1s/1/1",
     "mcts:9/9999999999"],
)  # fmt: skip
def test_names_with_wrong_threads(spec: str) -> None:
    with pytest.raises(PlayerError, match="threads are a number from 1 to 4, as many as this machine has"):
        maker(spec)


def test_threads_are_for_those_who_can() -> None:
    specs = ["mcts", "mcts:1s", "careful:50", "mcts:1s/3", "alphabeta:4", "random", "mine.py:Greedy"]
    assert [with_threads(spec, 2) for spec in specs] == [
        "mcts:1s/2", "mcts:1s/2", "careful:50/2", "mcts:1s/3", "alphabeta:4", "random", "mine.py:Greedy",
    ]  # fmt: skip
    assert [with_threads(spec, 1) for spec in specs] == specs
    assert without_threads("mcts:1s/2") == "mcts:1s"
    assert without_threads("a/b.py:C") == "a/b.py:C"
