"""Equilibria: values that are known, and what a tree must be like."""

from __future__ import annotations

import pytest

from interpreter.errors import UnsolvedError
from interpreter.players.equilibrium.equilibrium import near_equilibrium
from interpreter.players.equilibrium.expansion import expand
from interpreter.players.equilibrium.regrets import Regrets
from interpreter.players.equilibrium.sequence_form import SequenceForm
from interpreter.players.equilibrium.wrong import LeakError
from tests.support.trees import PLAYERS, Node, end, first, kuhn, matching, rolls, second

MEMORY = 1 << 28


def expanded(tree: Node) -> SequenceForm:
    return expand(tree, PLAYERS, MEMORY)


def test_kuhns_poker_has_twelve_sets_and_the_value_of_its_inventor() -> None:
    form = expanded(kuhn())
    assert [len(side.keys) for side in form.sides] == [6, 6]
    assert (form.histories, form.ends, form.longest) == (55, 30, 4)
    found = near_equilibrium(form, 1e-6)
    low, high = found.bounds
    assert low <= -1 / 18 <= high
    assert found.worth == pytest.approx(-1 / 18, abs=2e-6)
    assert high - low == pytest.approx(2 * found.exploitability)
    assert found.exploitability < 1e-6


def test_kuhns_equilibria_are_of_the_known_form() -> None:
    """The first player bets a jack with some chance up to a third, a king three times as often (Kuhn 1950); the second
    calls with a queen, and bets a jack, a third of the time."""
    form = expanded(kuhn())
    found = near_equilibrium(form, 1e-7)
    bets = [
        {tree_knows: found.strategies[me][form.sides[me].row(number)][1]
         for number, tree_knows in enumerate(_knows(form, me))}
        for me in range(2)
    ]  # fmt: skip
    alpha = bets[0]["0"]
    assert -1e-3 <= alpha <= 1 / 3 + 1e-3
    assert bets[0]["2"] == pytest.approx(3 * alpha, abs=1e-2)
    assert bets[0]["1 pb"] == pytest.approx(alpha + 1 / 3, abs=1e-2)
    assert bets[1]["0 p"] == pytest.approx(1 / 3, abs=1e-2)
    assert bets[1]["1 b"] == pytest.approx(1 / 3, abs=1e-2)
    assert bets[1]["2 b"] == pytest.approx(1, abs=1e-2)


def _knows(form: SequenceForm, me: int) -> list[str]:
    found = []
    for way in form.sides[me].ways:
        node = kuhn()
        for k in way:
            node = node.play(node.moves[k])
        found.append(node.knows)
    return found


def test_the_uniform_strategy_of_kuhns_poker_can_be_exploited_by_eleven_twelfths() -> None:
    regrets = Regrets(expanded(kuhn()))
    regrets.judge_average()
    low, high = regrets.bounds
    assert high - low == pytest.approx(11 / 12, abs=1e-12)
    assert regrets.worth == pytest.approx(1 / 8, abs=1e-12)
    assert list(regrets.judged[0]) == [0.5] * 12


def test_pennies() -> None:
    found = near_equilibrium(expanded(matching()), 1e-6)
    assert found.worth == pytest.approx(0, abs=1e-6)
    for strategy in found.strategies:
        assert list(strategy) == pytest.approx([0.5, 0.5], abs=1e-3)


@pytest.mark.parametrize("stake", [0.5, 2, 3, 7])
def test_pennies_of_other_worth(stake: float) -> None:
    """By hand: both take heads with 2 / (stake + 3), which comes to (stake - 1) / (stake + 3)."""
    found = near_equilibrium(expanded(matching(stake)), 1e-5)
    assert found.worth == pytest.approx((stake - 1) / (stake + 3), abs=1e-4)
    for strategy in found.strategies:
        assert strategy[0] == pytest.approx(2 / (stake + 3), abs=1e-3)


def test_given_strategies_are_judged() -> None:
    regrets = Regrets(expanded(matching()))
    regrets.judge([[1.0, 0.0], [0.25, 0.75]])
    assert regrets.worth == pytest.approx(-0.5)
    assert regrets.bounds == pytest.approx((-1.0, 0.5))


def test_so_many_iterations() -> None:
    assert near_equilibrium(expanded(kuhn()), None, 37).iterations == 37
    assert near_equilibrium(expanded(kuhn()), 1e-9, 5).iterations == 5
    assert near_equilibrium(expanded(kuhn()), 1e-3, 100_000).iterations < 1_000


def test_who_stops_it_gets_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    iterate = Regrets.iterate

    def stopped(regrets: Regrets, count: int) -> None:
        if regrets.iterations >= 50:
            raise KeyboardInterrupt
        iterate(regrets, count)

    monkeypatch.setattr(Regrets, "iterate", stopped)
    found = near_equilibrium(expanded(kuhn()), 1e-9)
    assert found.is_stopped
    assert found.iterations == 50
    assert 1e-9 < found.exploitability < 0.01


def test_games_without_a_decision() -> None:
    found = near_equilibrium(expanded(rolls(a=end(3), b=end(-1))))
    assert found.worth == pytest.approx(1)
    assert found.exploitability == 0


def test_options_that_tell_are_a_leak() -> None:
    tree = rolls(ace=first("?", bet=end(1), wait=end(0)), deuce=first("?", wait=end(0)))
    with pytest.raises(LeakError, match="to First all looks the same after `ace` and after `deuce`, but") as e:
        expanded(tree)
    assert "the options there are `bet, wait`, and here `wait`" in str(e.value)


def test_texts_that_tell_are_a_leak() -> None:
    tree = rolls(ace=first("?", bet=end(1)), deuce=first("?", fold=end(0)))
    with pytest.raises(LeakError, match="the options there are `bet`, and here `fold`"):
        expanded(tree)


def test_who_forgets_what_they_did_is_told() -> None:
    tree = first("a", left=first("b", x=end(1)), right=first("b", x=end(0)))
    with pytest.raises(LeakError, match="after `left` and after `right`, but the decisions on the way were others"):
        expanded(tree)


def test_what_one_wins_the_other_loses() -> None:
    with pytest.raises(UnsolvedError, match="after `a, b` the result is 2 for First and -1 for Second"):
        expanded(first("", a=second("", b=end(2, -1))))


def test_only_two_play() -> None:
    with pytest.raises(UnsolvedError, match="only games of two are solved; here are 3"):
        expand(end(1), ("A", "B", "C"), MEMORY)


def test_too_large_for_memory() -> None:
    with pytest.raises(UnsolvedError, match="1,000 lines of play fill 0 MB, and there are more"):
        expand(rolls(**{str(k): rolls(**{str(n): end(1) for n in range(50)}) for k in range(50)}), PLAYERS, 1000)
