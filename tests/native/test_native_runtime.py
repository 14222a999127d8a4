"""Jobs around a game – playouts, lists of options – on toy games whose truth is known."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from native_host import STACK, Host

from interpreter.game import results
from interpreter.graph.abi import FULL, REPORT_WORDS, UNFINISHED
from interpreter.graph.chance import PLAY, SETUP, Chance, mix
from interpreter.lab.tools import tally
from interpreter.lab.tools.simulate import OUTCOMES, Mean, Summary


@cache
def host(game: str, players: int = 2, body: tuple[int, ...] = (0, 0)) -> Host:
    return Host(game, ["playouts", "entries"], players, body)


def seed_key(seed: int) -> int:
    """What a seed of one word comes to, before number and lane."""
    return mix(seed + 0x9E3779B97F4A7C15 & (1 << 64) - 1)


def summary(host: Host, record: int, seed: int, first: int, count: int) -> Summary:
    assert host("playouts", record, seed_key(seed), first, count, 1000) == 0
    found = Summary(tuple("ABCDEF"[: host.players]))
    tally.take_in(found, host.report(REPORT_WORDS + 4 * host.players**3), [1] * host.players)
    return found


def test_tic_tac_toe_comes_out_as_it_must() -> None:
    """The exact frequencies, as in the test of the reference interpreter's random games."""
    found = summary(host("tictactoe"), 0, 1, 0, 200_000)
    for player, win in (("A", Fraction(737, 1260)), ("B", Fraction(121, 420))):
        for outcome, exact in (("win", win), ("draw", Fraction(8, 63)), ("loss", Fraction(55, 63) - win)):
            mean = found.results[player][outcome]
            assert abs(mean.mean - exact) < 4 * math.sqrt(exact * (1 - exact) / 200_000)
            assert mean.count == 200_000
    assert found.decisions == found.turns


def pig(seed: int, number: int, players: int) -> tuple[int, int, int]:
    """One game of Pig: who won, decisions, turns."""
    me = Chance(seed, number, SETUP).pick(players, 0)
    chance, count = Chance(seed, number, PLAY), 0
    totals, pot, decisions, turns = [0] * players, 0, 0, 0
    while True:
        hold = chance.pick(1 if pot == 0 else 2, count)
        count, decisions = count + 1, decisions + 1
        if hold:
            totals[me] += pot
        else:
            die = chance.pick(6, count) + 1
            count += 1
            if die > 1:
                pot += die
                continue
        pot, turns = 0, turns + 1
        if totals[me] >= 20:
            return me, decisions, turns
        me = (me + 1) % players


@pytest.mark.parametrize("players", [2, 3])
def test_games_are_those_of_the_seed_draw_for_draw(players: int) -> None:
    kernel = host("pig", players, (0,) * (1 + players))
    games = [pig(9, number, players) for number in range(40, 60)]
    found = summary(kernel, 0, 9, 40, 20)
    decisions, turns = Mean(), Mean()
    for _, n, m in games:
        decisions.add(n)
        turns.add(m)
    assert (found.decisions, found.turns) == (decisions, turns)
    wins = Counter(me for me, _, _ in games)
    for i, means in enumerate(found.results.values()):
        assert means["win"].total == wins[i]
        assert means["loss"].total == 20 - wins[i]
        utilities = [1 if me == i else -1 / (players - 1) for me, _, _ in games]
        assert means["utility"].total == pytest.approx(sum(utilities))


def test_a_set_up_without_rolls_may_be_left_out() -> None:
    kernel = host("tictactoe")
    assert summary(kernel, 0, 3, 0, 500) == summary(kernel, kernel.record(), 3, 0, 500)


def test_games_from_a_position() -> None:
    kernel = host("nim", 2, (1, 1, 0, 0))
    found = summary(kernel, kernel.record(), 3, 0, 100)
    assert found.results["B"]["win"].mean == 1
    assert (found.turns.mean, found.turns.error) == (2, 0)


def test_every_game_ends_in_one_of_the_rankings_there_are() -> None:
    """Three players who choose freely: each of the 125 rankings equally likely."""
    found = summary(host("race", 3, (0, 0, 0)), 0, 5, 0, 100_000)
    ends = [results.outcomes(("rank", scores), [1] * 3, False) for scores in product(range(5), repeat=3)]
    values = [results.utilities(("rank", scores), 3, False) for scores in product(range(5), repeat=3)]
    for i, means in enumerate(found.results.values()):
        for outcome in OUTCOMES:
            exact = sum(end[i] == outcome for end in ends) / 125
            assert abs(means[outcome].mean - exact) < 4 * math.sqrt(exact * (1 - exact) / 100_000)
        spread = sum(value[i] ** 2 for value in values) / 125
        assert means["utility"].squares / 100_000 == pytest.approx(spread, rel=0.02)


def test_a_game_without_end_is_given_up() -> None:
    """As in the reference: a game of so many plies has taken too long."""
    kernel = host("nim", 2, (1, 1, 1, 0))
    assert kernel("playouts", kernel.record(), 0, 0, 10, 4) == 0
    assert kernel("playouts", kernel.record(), 0, 0, 10, 3) == UNFINISHED
    assert kernel.report(1) == (0,)


def test_options_are_described_in_order() -> None:
    kernel = host("nim", 2, (2, 0, 3, 1))
    count = kernel("entries", kernel.record())
    at, size = kernel.report(2)
    rows = [kernel.words(at + 24 * i, 3) for i in range(count)]
    assert size == 24 * count
    assert rows == [(1, 1, option) for option in (1, 2, 21, 22, 23, 31)]


def test_memory_is_bounded() -> None:
    kernel = Host("nim", ["playouts", "entries"], 2, (900_000, 0, 0, 0))
    record = kernel.record()
    kernel("limit_memory", 1 << 21)
    assert kernel("entries", record) == FULL
    kernel("limit_memory", 1 << 26)
    assert kernel("report") == STACK
