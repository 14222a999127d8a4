"""The same games in OpenSpiel: the same figures, after any number of iterations."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from interpreter import Game
from interpreter.equilibrium.equilibrium import near_equilibrium
from interpreter.equilibrium.expansion import expand
from interpreter.equilibrium.regrets import Regrets
from interpreter.equilibrium.sequence_form import SequenceForm
from interpreter.equilibrium.solving import expanded
from tests.support.open_spiel_tree import PLAYERS, Tree

pyspiel = pytest.importorskip("pyspiel")


@cache
def game(name: str) -> tuple[Any, SequenceForm]:
    """A game there, and in sequence form."""
    found = pyspiel.load_game(name)
    return found, expand(Tree(found.new_initial_state()), PLAYERS, 1 << 30)


@pytest.mark.parametrize(
    ("name", "histories", "sets"),
    [("kuhn_poker", 58, 12), ("leduc_poker", 9_457, 936), ("liars_dice", 294_883, 24_576)],
)
def test_sizes_and_the_uniform_strategy(name: str, histories: int, sets: int) -> None:
    theirs, form = game(name)
    assert (form.histories, form.sets) == (histories, sets)
    regrets = Regrets(form)
    regrets.judge_average()
    low, high = regrets.bounds
    assert high - low == pytest.approx(pyspiel.nash_conv(theirs, pyspiel.UniformRandomPolicy(theirs)), abs=1e-10)


def test_published_figures_of_leduc() -> None:
    form = game("leduc_poker")[1]
    regrets = Regrets(form)
    regrets.judge_average()
    low, high = regrets.bounds
    assert high - low == pytest.approx(4.7472, abs=5e-5)
    found = near_equilibrium(form, 2e-5)
    assert found.worth == pytest.approx(-0.0856, abs=5e-5)


@pytest.mark.parametrize("iterations", [1, 2, 7, 30])
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_the_same_strategy_after_as_many_iterations(name: str, iterations: int) -> None:
    theirs, form = game(name)
    solver = pyspiel.CFRPlusSolver(theirs)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    regrets = Regrets(form)
    regrets.iterate(iterations)
    regrets.judge_average()
    low, high = regrets.bounds
    policy = solver.average_policy()
    assert (high - low) / 2 == pytest.approx(pyspiel.exploitability(theirs, policy), abs=1e-10)
    assert regrets.worth == pytest.approx(
        pyspiel.expected_returns(theirs.new_initial_state(), policy, -1, True)[0], abs=1e-10
    )


@pytest.mark.parametrize(
    ("ruleset", "name", "players", "options", "iterations"),
    [
        ("kuhn_poker", "kuhn_poker", 2, {}, 20),
        ("leduc_holdem", "leduc_poker", None, {}, 10),
        ("liars_dice", "liars_dice", 2, {"single": True}, 1),
    ],
)
def test_rulesets_that_ship_are_the_same_games(
    ruleset: str, name: str, players: int | None, options: dict[str, bool], iterations: int
) -> None:
    """As many lines of play and sets; evenly played, and after iterations, the same exploitability."""
    form = expanded(Game.load(ruleset, players=players, **options), 1 << 30)
    theirs, other = game(name)
    assert (form.histories, form.ends, form.sets) == (other.histories, other.ends, other.sets)
    regrets = Regrets(form)
    regrets.judge_average()
    low, high = regrets.bounds
    assert high - low == pytest.approx(pyspiel.nash_conv(theirs, pyspiel.UniformRandomPolicy(theirs)), abs=1e-10)
    solver = pyspiel.CFRPlusSolver(theirs)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    regrets.iterate(iterations)
    regrets.judge_average()
    low, high = regrets.bounds
    assert (high - low) / 2 == pytest.approx(pyspiel.exploitability(theirs, solver.average_policy()), abs=1e-10)


def test_liars_dice_is_solved_below_a_hundredth() -> None:
    form = expanded(Game.load("liars_dice", players=2, single=True), 1 << 30)
    found = near_equilibrium(form, 0.01)
    assert found.exploitability < 0.01
    assert (form.histories, form.sets) == (294_883, 24_576)
