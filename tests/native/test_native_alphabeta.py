"""Alpha-beta search in the module, beside plain minimax, and on games whose value is known."""

from __future__ import annotations

import random
from functools import cache, reduce
from operator import xor
from typing import NamedTuple

import pytest
from native_host import ME, Host

from interpreter.graph.abi import KIND

VICTORY, SURE = 100_000_000_000_000, 99_999_999_000_000
UNFIT, GIVEN_UP = -105, -106


class Found(NamedTuple):
    """What a search reports."""

    value: int
    best: int
    exact: int
    distance: int
    searched: int
    line: tuple[int, ...]


@cache
def host(game: str, players: int = 2, body: tuple[int, ...] = (0, 0)) -> Host:
    return Host(game, ["playouts", "alphabeta"], players, body)


FULL_WIDTH, QUIETLY, REDUCED, ASPIRING, VALUED = 0, 1, 2, 4, 8


def search(
    host: Host, depth: int, moves: tuple[int, ...] = (), samples: int = 0, bits: int = 10, features: int = FULL_WIDTH,
    chunk: int = 1 << 40,
) -> Found:  # fmt: skip
    """The result at this depth, those before it searched first."""
    record = host.record()
    for k in moves:
        host("run", record, 1, k, 0, 1 << 40)
    assert host("alphabeta_start", bits, samples) == 0
    assert host("alphabeta_begin", record, features) > 0
    for d in range(1, depth + 1):
        while (status := host("alphabeta", d, chunk)) == GIVEN_UP:
            chunk += chunk // 8
        assert status == 0
    report = host.report(5)
    assert host("alphabeta_line", depth) == 0
    plies, *line = host.report(50)
    return Found(*report, tuple(line[:plies]))


def minimax(host: Host, moves: tuple[int, ...], depth: int, ply: int = 0) -> int:
    """The same by definition, for the player to move. Positions with one option cost no depth."""
    record = host.record()
    count = 0
    for k in moves:
        count = host("run", record, 1, k, 0, 1 << 40)
    count = count if moves else host("run", record, 0, -1, 0, 1 << 40)
    me = host.words(record + ME, 1)[0]
    if count == 0:
        kind, mask = host.words(record + KIND, 2)
        return 0 if kind == 3 else (VICTORY - ply) * (1 if mask >> me & 1 else -1)
    if depth == 0 and count > 1:
        return 0
    values = []
    for k in range(count):
        value = minimax(host, (*moves, k), depth - (count > 1), ply + 1)
        values.append(value if mover(host, (*moves, k)) == me else -value)
    return max(values)


def mover(host: Host, moves: tuple[int, ...]) -> int:
    record = host.record()
    for k in moves:
        host("run", record, 1, k, 0, 1 << 40)
    return host.words(record + ME, 1)[0]


def random_start(host: Host, rng: random.Random, plies: int) -> tuple[int, ...]:
    record = host.record()
    moves: list[int] = []
    count = host("run", record, 0, -1, 0, 1 << 40)
    while count and len(moves) < plies:
        moves.append(rng.randrange(count))
        count = host("run", record, 1, moves[-1], 0, 1 << 40)
    return tuple(moves) if count else random_start(host, rng, plies)


@pytest.mark.parametrize(
    ("game", "body", "plies", "depth"),
    [("tictactoe", (0, 0), 3, 3), ("handful", (0,), 4, 4), ("nim", (2, 1, 2, 1), 1, 4)],
)
def test_the_value_is_that_of_minimax(game: str, body: tuple[int, ...], plies: int, depth: int) -> None:
    kernel, rng = host(game, 2, body), random.Random(1)
    for _ in range(3):
        moves = random_start(kernel, rng, plies)
        for d in (depth - 1, depth):
            assert search(kernel, d, moves).value == minimax(kernel, moves, d)


def test_tic_tac_toe_is_a_draw() -> None:
    found = search(host("tictactoe"), 9)
    assert (found.value, found.exact, found.distance, len(found.line)) == (0, 1, 0, 9)
    assert search(host("tictactoe"), 8).exact == 1  # the ninth move is forced
    assert search(host("tictactoe"), 4).exact == 0
    assert search(host("tictactoe"), 9, bits=2)[:2] == found[:2]  # a table that is much too small


def test_the_line_is_played_out() -> None:
    """A line is one of options that there are, and its end is worth the value."""
    kernel = host("tictactoe")
    found = search(kernel, 9, (0, 0))  # X in a corner, O beside it: X wins
    assert found.exact == 1
    assert found.distance == len(found.line) == 5
    assert found.value == VICTORY - 5
    assert found.best == found.line[0]
    record = kernel.record()
    count = 9
    for k in (0, 0, *found.line):
        assert k < count
        count = kernel("run", record, 1, k, 0, 1 << 40)
    assert count == 0
    assert kernel.words(record + KIND, 2) == (1, 1)


@pytest.mark.parametrize("heaps", [(1, 2, 3, 0), (3, 4, 5, 0), (2, 2, 3, 1), (4, 4, 0, 0)])
def test_nim(heaps: tuple[int, ...]) -> None:
    total = sum(heaps)
    found = search(host("nim", 2, heaps), total)
    assert found.exact == 1
    assert (found.value > SURE) == (reduce(xor, heaps) != 0)
    assert abs(found.value) == VICTORY - found.distance


def test_random_games_at_the_horizon_are_the_same_for_the_same_position() -> None:
    kernel = host("tictactoe")
    first = search(kernel, 2, samples=200)
    assert first == search(kernel, 2, samples=200)
    assert first.best == 4  # the middle
    assert 0 < first.value < 1_000_000


def test_a_player_may_have_several_plies_in_turn() -> None:
    """Two squares are left of eight: who is to move takes both and wins."""
    found = search(host("handful", 2, (0b11011101,)), 2)
    assert (found.value, found.distance, found.exact) == (VICTORY - 2, 2, 1)


def test_three_players_are_refused() -> None:
    kernel = host("race", 3, (0, 0, 0))
    assert kernel("alphabeta_start", 4, 0) == UNFIT


def test_a_search_may_be_given_up_and_gone_on_with() -> None:
    kernel = host("tictactoe")
    assert kernel("alphabeta_start", 10, 0) == 0
    assert kernel("alphabeta_begin", kernel.record(), FULL_WIDTH) == 9
    assert kernel("alphabeta", 9, 1000) == GIVEN_UP
    assert kernel("alphabeta", 9, 1_000_000) == 0
    assert kernel.report(1) == (0,)


@pytest.mark.parametrize("features", [FULL_WIDTH, REDUCED, ASPIRING, VALUED])
def test_what_is_interrupted_comes_to_the_same(features: int) -> None:
    kernel = host("tictactoe")
    for moves in ((0, 0), (4, 1), (0, 3, 2)):
        whole = search(kernel, 7, moves, features=features)
        pieces = search(kernel, 7, moves, features=features, chunk=40)
        assert pieces[:2] == whole[:2]
