"""Exact values in the module: theorems, and retrograde analysis done once more in plain Python."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import xor
from typing import NamedTuple

import pytest
from native_host import ME, Host
from test_native_mcts import pig_value

FULL, CYCLES, UNFINISHED = -102, -104, -101
VALUED, EXACT, ENDLESS = 2, 4, 8


class Solved(NamedTuple):
    """What is known of the first state."""

    states: int
    edges: int
    marks: int
    distance: int
    line: tuple[int, ...]
    values: tuple[float, ...]


MEMORY = 64 << 20


def solved(host: Host, step: int = 1 << 40, memory: int = MEMORY) -> Solved:
    assert host("solve_start", host.record(), memory) == 0
    while (known := host("solve_explore", step)) > 0:
        pass
    assert known == 0
    host("solve_begin")
    while (status := host("solve_values", step)) == UNFINISHED:
        pass
    if status == CYCLES:
        while host("solve_sweep") > 1e-12:
            pass
    return report(host)


def report(host: Host) -> Solved:
    host("solve_report")
    states, edges, marks, distance, plies, *rest = host.report(60)
    values = host.floats(host("report") + 40, host.players)
    return Solved(states, edges, marks, distance, tuple(rest[host.players : host.players + plies]), values)


certainly = pytest.mark.parametrize("certain", [False, True])
"""Values of their own for each state, or in its marks."""


@certainly
def test_tic_tac_toe_is_a_draw(certain: bool) -> None:
    """With the 5,478 positions that every textbook has."""
    host = Host("tictactoe", ["playouts", "solve"], certain=certain)
    found = solved(host)
    assert found[:4] == (5_478, 16_167, VALUED | EXACT, 9)
    assert found.values == (0, 0)
    assert len(found.line) == 9
    assert solved(host, step=100) == found


@pytest.mark.parametrize("heaps", [(1, 2, 3, 0), (3, 4, 5, 0), (2, 2, 3, 1), (5, 0, 0, 0), (6, 6, 2, 2)])
@certainly
def test_nim(heaps: tuple[int, ...], certain: bool) -> None:
    found = solved(Host("nim", ["playouts", "solve"], 2, heaps, certain))
    won = reduce(xor, heaps) != 0
    assert found.values == ((1, -1) if won else (-1, 1))
    assert found.states <= 2 * reduce(lambda a, b: a * (b + 1), heaps, 1)
    assert len(found.line) == found.distance
    assert found.distance % 2 == won


def retrograde(ring: int) -> dict[tuple[int, int, int], tuple[int, int]]:
    """Shuttle: for fields and who moves, who wins (1 or -1) and how soon, where somebody does."""
    values: dict[tuple[int, int, int], tuple[int, int]] = {}
    states = [(a, b, me) for a, b, me in product(range(ring), range(ring), (0, 1)) if a and b and a != b]
    for distance in range(1, 4 * ring * ring):
        for state in states:
            if state in values:
                continue
            me, sign = state[2], 1 - 2 * state[2]
            results = []
            for step in (1, 2):
                after = list(state)
                after[me] = (state[me] + step) % ring
                after[2] = 1 - me
                if after[0] == after[1]:
                    results.append((sign, 0))
                elif after[me] == 0:
                    results.append((-sign, 0))
                else:
                    value = values.get((after[0], after[1], after[2]), (0, 0))
                    results.append(value if value[1] < distance else (0, 0))
            if any(value == sign for value, _ in results):
                values[state] = (sign, distance)
            elif all(value == -sign for value, _ in results):
                values[state] = (-sign, distance)
    return values


@pytest.mark.parametrize("ring", [4, 5, 7])
@certainly
def test_games_that_need_not_end(ring: int, certain: bool) -> None:
    values = retrograde(ring)
    seen = set()
    for a, b in product(range(1, ring), repeat=2):
        if a == b:
            continue
        found = solved(Host("shuttle", ["playouts", "solve"], 2, (ring, a, b), certain))
        value, distance = values.get((a, b, 0), (0, 0))
        assert found.values == (value, -value)
        assert found.distance == distance
        assert found.marks == VALUED | EXACT | (0 if value else ENDLESS)
        seen.add(value)
    assert len(seen) > 1


@certainly
def test_a_player_may_have_several_plies_in_turn(certain: bool) -> None:
    """Two turns of three squares, then the first player takes the last two, and wins."""
    found = solved(Host("handful", ["playouts", "solve"], 2, (0,), certain))
    assert found[:4] == (256, 1024, VALUED | EXACT, 8)
    assert found.values == (1, -1)


def test_three_players() -> None:
    """Who comes last may choose among wins only by chance, so the others' shares aren't all certain."""
    host = Host("race", ["playouts", "solve"], 3, (0, 0, 0))
    found = solved(host)
    assert found.states == 1 + 5 + 25 + 125
    assert found.marks & VALUED
    assert found.distance == 3
    assert sum(found.values) == pytest.approx(0)


def test_dice_and_cycles_are_swept() -> None:
    host = Host("pig", ["playouts", "solve"], 2, (0, 0, 0))
    found = solved(host)
    assert found.marks == 0
    record = host.record()
    me = host.words(record + ME, 1)[0]
    assert (found.values[me] + 1) / 2 == pytest.approx(pig_value()[0, 0, 0], abs=1e-6)


def test_memory_is_bounded() -> None:
    host = Host("tictactoe", ["playouts", "solve"])
    assert host("solve_start", host.record(), 400_000) == 0
    assert host("solve_explore", 1 << 40) == FULL
    host("limit_memory", 1 << 20)
    assert host("solve_start", host.record(), MEMORY) == FULL


@pytest.mark.parametrize(("name", "body"), [("tictactoe", (0, 0)), ("nim", (6, 6, 4, 2))])
def test_where_options_lead_is_found_again_if_there_is_no_room_to_keep_it(name: str, body: tuple[int, ...]) -> None:
    """States alone have room in the first memory in which all can be explored."""
    host = Host(name, ["playouts", "solve"], 2, body)
    plenty = solved(host)
    assert host("keeps_edges") == 1
    for memory in range(20_000, 4_000_000, 10_000):
        if host("solve_start", host.record(), memory) == 0 and host("solve_explore", 1 << 40) == 0:
            break
    assert host("keeps_edges") == 0
    again = solved(host, step=1_000, memory=memory)
    assert again[:5] == plenty[:5]
    assert again.values == pytest.approx(plenty.values)
