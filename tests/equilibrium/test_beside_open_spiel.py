"""The same games in OpenSpiel: the same figures, after any number of iterations, but where rounding decides there."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from sample import daily

from interpreter import Game
from interpreter.players.equilibrium.equilibrium import near_equilibrium
from interpreter.players.equilibrium.expansion import expand
from interpreter.players.equilibrium.regrets import Regrets
from interpreter.players.equilibrium.sequence_form import SequenceForm
from interpreter.players.equilibrium.solving import expanded
from tests.support.open_spiel_tree import PLAYERS, Tree
from tests.support.plain_regrets import PlainRegrets

pyspiel = pytest.importorskip("pyspiel")


@cache
def game(name: str) -> tuple[Any, SequenceForm]:
    """A game there, and in sequence form."""
    found = pyspiel.load_game(name)
    if found.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        found = pyspiel.convert_to_turn_based(found)
    return found, expand(Tree(found.new_initial_state()), PLAYERS, 1 << 30)


@pytest.mark.parametrize(
    ("name", "histories", "sets"),
    [
        ("kuhn_poker", 58, 12), ("leduc_poker", 9_457, 936),
        pytest.param("liars_dice", 294_883, 24_576, marks=pytest.mark.deep),  # a tree that is walked in Python
    ],
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


BIDS = "goofspiel(imp_info=True,num_cards=4,points_order="
DARK, ABRUPT = "dark_hex(num_rows=2,num_cols=2)", "dark_hex(num_rows=2,num_cols=2,gameversion=adh)"


@pytest.mark.parametrize(
    ("iterations", "name"),
    daily(product(
        [1, 2, 7, 30],
        ["kuhn_poker", "leduc_poker", BIDS + "ascending)", BIDS + "descending)", DARK],
    ), 3),
)  # fmt: skip
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
        pytest.param("liars_dice", "liars_dice", 2, {"single": True}, 1, marks=pytest.mark.deep),  # as above
        ("goofspiel", BIDS + "ascending)", 2, {"cards": 4, "prizes": "ascending", "blind": True}, 100),
        ("goofspiel", BIDS + "descending)", 2, {"cards": 4, "prizes": "descending", "blind": True}, 100),
        ("dark_hex", DARK, None, {"size": 2}, 100),
    ],
)
def test_rulesets_that_ship_are_the_same_games(
    ruleset: str, name: str, players: int | None, options: dict[str, Any], iterations: int
) -> None:
    """As many lines of play and sets; evenly played, and after iterations, the same exploitability. Where prizes come
    in order, each is a roll with one outcome here, which they leave out."""
    form = expanded(Game.load(ruleset, players=players, **options), 1 << 30)
    theirs, other = game(name)
    assert (form.ends, form.sets) == (other.ends, other.sets)
    if "prizes" not in options:
        assert form.histories == other.histories
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


# ---- nothing rounded -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kuhn_poker", BIDS + "ascending)", DARK, ABRUPT])
def test_the_strategies_of_the_method_without_rounding(name: str) -> None:
    """In fractions a regret that comes to nothing is nothing. What rounding leaves of it must not decide here."""
    theirs, form = game(name)
    plain = PlainRegrets(Tree(theirs.new_initial_state()), PLAYERS, Fraction)
    regrets = Regrets(form)
    for _ in range(3):
        plain.iterate(1)
        regrets.iterate(1)
        regrets.judge_average()
        for me, side in enumerate(form.sides):
            average = plain.average(me)
            assert set(side.keys) == set(average)
            for number, key in enumerate(side.keys):
                assert list(regrets.judged[me][side.row(number)]) == pytest.approx(average[key], abs=1e-10)


def test_where_open_spiel_goes_by_what_rounding_leaves() -> None:
    """In Dark Hex of 2×2 where a try on a taken cell ends the turn, regrets come to nothing after the first iteration:
    in numbers of 64 bits the method that is followed word by word does what OpenSpiel does, in fractions it does what
    is done here."""
    theirs, form = game(ABRUPT)
    exact, rounded = (PlainRegrets(Tree(theirs.new_initial_state()), PLAYERS, number) for number in (Fraction, float))
    solver, regrets = pyspiel.CFRPlusSolver(theirs), Regrets(form)
    for _ in range(2):
        solver.evaluate_and_update_policy()
    exact.iterate(2)
    rounded.iterate(2)
    regrets.iterate(2)
    regrets.judge_average()
    low, high = regrets.bounds
    assert (high - low) / 2 == pytest.approx(_exploitability(form, exact), abs=1e-10)
    their_own = pyspiel.exploitability(theirs, solver.average_policy())
    assert their_own == pytest.approx(_exploitability(form, rounded), abs=1e-10)
    assert (high - low) / 2 == pytest.approx(5 / 36, abs=1e-10)
    assert their_own == pytest.approx(11 / 36, abs=1e-10)


def _exploitability(form: SequenceForm, plain: PlainRegrets) -> float:
    judge = Regrets(form)
    averages = [plain.average(me) for me in range(2)]
    judge.judge([[share for key in side.keys for share in averages[me][key]] for me, side in enumerate(form.sides)])
    low, high = judge.bounds
    return (high - low) / 2
