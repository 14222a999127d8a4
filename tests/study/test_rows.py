"""Random games noted ply by ply: the games of `simulate`, the same on both backends, and what stands where in them."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
import pytest
from sample import rulesets

from interpreter import Game
from interpreter.graph.chance import Chance
from interpreter.lab.study import endings
from interpreter.lab.study.rows import CHOSEN, NUMBER, OPTIONS, TURN, Rows, rows
from interpreter.lab.study.sums import TraceSums, summed
from interpreter.lab.tools.simulate import simulate

LIMIT = 20_000
SOME = (
    "breakthrough", "sparks", "sparklies", "spectral_reapers", "big_balls", "lasca", "peg_solitaire", "pig", "einstein",
)  # fmt: skip


def classes(found: Rows) -> list[int]:
    """For each row the first that is the same state."""
    return np.unique(found.hashes, return_inverse=True)[1].tolist()


def same_classes(a: list[int], b: list[int]) -> bool:
    return len(set(zip(a, b, strict=True))) == len(set(a)) == len(set(b))


@pytest.mark.parametrize("name", SOME)
def test_games_are_those_of_simulate(name: str) -> None:
    game = Game.load(name)
    found = rows(game, 3, 5, 20, LIMIT)
    *_, summary = simulate(game, 20, 3, 5)
    assert found.column(TURN)[found.is_end].sum() == summary.turns.total
    assert found.is_decision.sum() == summary.decisions.total
    others = max(len(game.players) - 1, 1)
    for seat, player in enumerate(game.players):
        assert found.utilities[:, seat].sum() / others == pytest.approx(summary.results[player]["utility"].total)


@pytest.mark.parametrize("name", SOME)
def test_both_backends_note_the_same(name: str) -> None:
    compiled = rows(Game.load(name), 1, 0, 3, LIMIT, looking=True)
    plain = rows(Game.load(name, backend="reference"), 1, 0, 3, LIMIT)
    assert (compiled.head[:, :7] == plain.head[:, :7]).all()
    assert (compiled.utilities == plain.utilities).all()
    assert same_classes(classes(compiled), classes(plain))
    for a, b in zip(compiled.grounds, plain.grounds, strict=True):
        assert (a.changed == b.changed).all()
        assert (a.codes is None) == (b.codes is None)
        assert a.codes is None or b.codes is None or (a.codes == b.codes).all()


def test_options_taken_are_found_where_they_are_drawn_by_trial() -> None:
    game = Game.load("chess")
    found = rows(game, 2, 0, 1, LIMIT, looking=True)
    state, chance = game.start(2, 0), Chance(2, 0)
    for ply, row in enumerate(found.head[:40]):
        entries = state._stop.entries
        move = state.draw(chance, ply)
        assert (row[OPTIONS], row[CHOSEN]) == (len(entries), [e.same(move.entry) for e in entries].index(True))
        state = state.play(move)


def test_a_game_without_end_is_left_out_and_said() -> None:
    found = rows(Game.load("breakthrough"), 0, 0, 10, 50)
    ended = {int(n) for n in found.head[:, NUMBER]}
    assert {problem.number for problem in found.problems} == set(range(10)) - ended
    assert all(problem.is_endless and "50 plies" in problem.text for problem in found.problems)
    whole = rows(Game.load("breakthrough"), 0, 0, 10, LIMIT)
    kept = np.isin(whole.head[:, NUMBER], sorted(ended))
    assert (whole.head[kept] == found.head).all()


@pytest.mark.parametrize("name", ("breakthrough", "big_balls", "pig"))
def test_sums_of_parts_are_the_sum(name: str) -> None:
    game = Game.load(name)

    def part(first: int, count: int) -> TraceSums:
        return summed(game.model, game.machine.layout, rows(game, 0, first, count, LIMIT))

    whole, parts = part(0, 30), part(0, 7) + part(7, 22) + part(29, 1)
    plain = ("games rows lengths decisions turns choices.options choices.branching choices.seats choices.forced "
             "board.captures board.taken states.repeated states.tree")  # fmt: skip
    for part_of in map(attrgetter, plain.split()):
        assert part_of(whole) == part_of(parts), part_of
    assert (whole.choices.course == parts.choices.course).all()
    assert (whole.choices.spread == parts.choices.spread).all()
    assert (whole.choices.standing == parts.choices.standing).all()
    assert (whole.board.material == parts.board.material).all()
    for a, b in zip(whole.states.counted(), parts.states.counted(), strict=True):
        assert (a == b).all()


@pytest.mark.parametrize("name", ("tictactoe", "sparks", "go", "spectral_reapers"))
def test_endings_are_counted_alike_on_both_backends(name: str) -> None:
    compiled, plain = Game.load(name), Game.load(name, backend="reference")
    assert endings.counted(compiled, 1, 0, 5, LIMIT) == endings.counted(plain, 1, 0, 5, LIMIT)


@pytest.mark.parametrize("name", rulesets())
def test_lines_that_end_a_game_change_nothing_else(name: str) -> None:
    """Rules whose ends are numbered have the same graph, so the same draws lead the same way."""
    game = Game.load(name)
    marked = endings.marked(game)
    assert len(marked.game.machine.graph.nodes) == len(game.machine.graph.nodes)
    assert any(marked.lines)
