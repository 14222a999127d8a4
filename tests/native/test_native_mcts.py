"""Monte-Carlo tree search in the module, on toy games whose values are known."""

from __future__ import annotations

from functools import cache, reduce
from operator import xor
from typing import NamedTuple

import pytest
from native_host import ME, Host

from interpreter.graph.abi import KIND

OPEN, SETTLED, EXACT = 0, 1, 3


@cache
def host(game: str, players: int = 2, body: tuple[int, ...] = (0, 0)) -> Host:
    return Host(game, ["playouts", "mcts", "hints"], players, body)


class Option(NamedTuple):
    """What the search knows of an option."""

    visits: int
    state: int
    distance: int
    worth: tuple[float, ...]


def options(host: Host) -> list[Option]:
    count = host("mcts_options")
    at = host.report(1)[0] if count else 0
    size = 24 + 8 * host.players
    return [
        Option(*host.words(at + size * k, 3), host.floats(at + size * k + 24, host.players)) for k in range(count)
    ]


def searched(host: Host, iterations: int, seed: int = 1, moves: tuple[int, ...] = ()) -> int:
    """The option found after these moves from the beginning."""
    record = host.record()
    for k in moves:
        host("run", record, 1, k, 0, 1 << 40)
    assert host("mcts_start", record, 0) == 0
    assert host("mcts", seed, iterations) <= iterations
    return host("mcts_best")


def test_never_loses_at_tic_tac_toe() -> None:
    """Against every way to play, on either side."""
    kernel = host("tictactoe")

    def play(moves: tuple[int, ...], mine: bool) -> None:
        record = kernel.record()
        count = 9
        for k in moves:
            count = kernel("run", record, 1, k, 0, 1 << 40)
        if count == 0:
            drawn = kernel.words(record + KIND, 1) == (3,)
            assert drawn or not mine, f"lost by {moves}"
        elif mine:
            play((*moves, searched(kernel, 5_000, moves=moves)), False)
        else:
            for k in range(count):
                play((*moves, k), True)

    play((), False)
    play((), True)


@pytest.mark.parametrize("heaps", [(3, 4, 5, 0), (1, 1, 2, 3), (7, 2, 4, 0)])
def test_nim_is_proven(heaps: tuple[int, ...]) -> None:
    """Positions whose exclusive or isn't 0 are won by making it 0."""
    kernel = host("nim", 2, heaps)
    moves = [(heap, n) for heap in range(4) for n in range(1, heaps[heap] + 1)]
    winning = [k for k, (heap, n) in enumerate(moves) if reduce(xor, heaps) ^ heaps[heap] ^ heaps[heap] - n == 0]
    assert searched(kernel, 200_000) in winning
    proven = kernel.report(4)[2] == EXACT
    assert proven
    for k, option in enumerate(options(kernel)):
        if option.state:
            assert option.worth == ((1, -1) if k in winning else (-1, 1))


def test_a_win_within_the_turn_is_found_before_the_first_iteration() -> None:
    """Of eight squares six are taken: who is to move takes the other two, and has won."""
    kernel = host("handful", 2, (0b11011101,))
    searched(kernel, 0)
    visits, _, state, distance, plies, *line = kernel.report(8)
    assert (visits, state, distance, plies) == (0, EXACT, 2, 2)
    assert line[:2] == [0, 0]


def test_all_is_lost() -> None:
    """Two single objects: whatever is taken, the other takes the last one."""
    kernel = host("nim", 2, (1, 1, 0, 0))
    searched(kernel, 100)
    assert kernel.report(4)[2:] == (EXACT, 2)
    assert [(o.state, o.distance, o.worth) for o in options(kernel)] == [(EXACT, 1, (-1, 1))] * 2


@cache
def pig_value(goal: int = 20) -> dict[tuple[int, int, int], float]:
    """The probability that the player to move wins, by own total, other's total and pot: iterated until it stands."""
    values = {(a, b, pot): 0.5 for a in range(goal) for b in range(goal) for pot in range(goal + 7 - a)}
    while True:
        change = 0.0
        for (a, b, pot), old in values.items():
            hold = 0.0 if pot == 0 else 1.0 if a + pot >= goal else 1 - values[b, a + pot, 0]
            after = [values.get((a, b, pot + die), 1.0) for die in range(2, 7)]
            new = max(hold, (1 - values[b, a, 0] + sum(after)) / 6)
            values[a, b, pot] = new
            change = max(change, abs(new - old))
        if change < 1e-9:
            return values


def test_dice_are_averaged() -> None:
    """Pig: decisions of the search lose little, and its estimates come near the true values."""
    values = pig_value()
    for pot, *totals in [(12, 0, 0), (4, 0, 0), (6, 10, 15), (3, 15, 10), (1, 18, 2), (12, 3, 18)]:
        game = host("pig", 2, (pot, *totals))
        record = game.record()
        game("run", record, 0, -1, 0, 1 << 40)
        me = game.words(record + ME, 1)[0]
        a, b = totals if me == 0 else totals[::-1]  # the set-up has rolled for who begins
        hold = 1.0 if a + pot >= 20 else 1 - values[b, a + pot, 0]
        roll = (1 - values[b, a, 0] + sum(values.get((a, b, pot + die), 1.0) for die in range(2, 7))) / 6
        game("mcts_start", record, 0)
        game("mcts", 5, 12_000)
        worth = {1: hold, 0: roll}[game("mcts_best")]
        assert worth > max(hold, roll) - 0.02
        for option, exact in zip(options(game), (roll, hold), strict=True):
            if option.visits > 5_000:
                assert abs((option.worth[me] + 1) / 2 - exact) < 0.2


def test_three_players_each_for_themselves() -> None:
    """Everybody's best number is 4; the last to choose is settled, and so all the others are."""
    kernel = host("race", 3, (0, 0, 0))
    assert searched(kernel, 30_000) == 4
    chosen = options(kernel)[4]
    assert chosen.state & SETTLED
    assert chosen.worth == (0, 0, 0)
    assert searched(kernel, 30_000, moves=(4,)) == 4
    assert searched(kernel, 1_000, moves=(3, 2)) == 4
    assert kernel.report(4)[2:] == (EXACT, 1)


def test_the_tree_is_kept() -> None:
    kernel = host("tictactoe")
    searched(kernel, 5_000)
    before = options(kernel)
    assert kernel("mcts_advance", 4) == 0
    kernel("mcts_best")
    assert kernel.report(1)[0] == before[4].visits
    replies = options(kernel)
    assert 0 < before[4].visits - sum(o.visits for o in replies) < 20  # some before it was expanded
    nodes = kernel.report(2)[1]
    assert kernel("mcts", 1, 1_000) == 1_000
    kernel("mcts_best")
    assert kernel.report(2)[1] > nodes
    for _ in range(3):  # and so on down, until nothing is left to be known
        assert kernel("mcts_advance", kernel("mcts_best")) == 0
        kernel("mcts", 1, 3_000)


def test_the_same_seed_searches_the_same_tree() -> None:
    kernel = host("tictactoe")

    def found(seed: int, *chunks: int) -> list[Option]:
        kernel("mcts_start", kernel.record(), 0)
        for chunk in chunks:
            kernel("mcts", seed, chunk)
        return options(kernel)

    assert found(7, 900) == found(7, 100, 500, 300)
    assert found(7, 900) != found(8, 900)


def test_memory_is_bounded() -> None:
    kernel = Host("nim", ["playouts", "mcts", "hints"], 2, (9, 9, 9, 8))
    kernel("limit_memory", 3 << 20)
    kernel("mcts_start", kernel.record(), 0)
    assert kernel("mcts", 1, 100_000) == 100_000
    kernel("mcts_best")
    nodes = kernel.report(2)[1]
    assert 10_000 < nodes < (1 << 20) // 24
    assert kernel("mcts_advance", 0) == 0
    assert kernel("mcts", 1, 10_000) == 10_000
