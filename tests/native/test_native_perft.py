"""Counting in the module: the numbers that are known from elsewhere, and those of plain enumeration."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from native_host import Host

from interpreter.graph.abi import HUGE
from interpreter.lab.tools.perft import STATES_LIMIT, Depth

FULL, TOO_GREAT = -102, -103


def depths(host: Host, depth: int, by_turns: bool = True, option: int = -1, limit: int = STATES_LIMIT) -> list[Depth]:
    assert host("perft_start", host.record(), option, limit) == 0
    found = []
    for n in range(1, depth + 1):
        assert host("perft_next", int(by_turns), HUGE) == 0
        found.append(Depth(n, *host.report(3)))
    return found


def test_tic_tac_toe_in_full() -> None:
    """255,168 games and 5,478 positions, as in the reference's test."""
    host = Host("tictactoe", ["perft", "playouts"])
    found = depths(host, 10)
    assert [d.ended for d in found] == [0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872, 0]
    assert [d.sequences for d in found[:4]] == [9, 72, 504, 3024]
    assert 1 + sum(d.positions for d in found) == 5_478
    assert found == depths(host, 10, by_turns=False)


def test_divide_adds_up() -> None:
    host = Host("tictactoe", ["perft", "playouts"])
    total = depths(host, 5)[-1]
    parts = [depths(host, 5, option=k)[-1] for k in range(9)]  # the first turn is complete with its one decision
    assert [depths(host, 1, option=k)[0].sequences for k in range(9)] == [1] * 9
    assert sum(part.sequences for part in parts) == total.sequences
    assert sum(part.ended for part in parts) == total.ended


def test_dice() -> None:
    """Pig, in which a turn may be as long as luck lasts, ply by ply beside plain enumeration."""
    host = Host("pig", ["perft", "playouts"], 2, (0, 0, 0))
    layer: Counter[tuple[int, ...]] = Counter({(0, 0, 0, 0, 0): 1})  # me, dice rolled?, pot, totals
    for found in depths(host, 9, by_turns=False):
        onward: Counter[tuple[int, ...]] = Counter()
        for (me, rolling, pot, *totals), ways in layer.items():
            if max(totals) >= 20:
                continue
            if rolling:
                for die in range(1, 7):
                    state = (1 - me, 0, 0, *totals) if die == 1 else (me, 0, min(pot + die, 20), *totals)
                    onward[state] += ways
                continue
            onward[me, 1, pot, *totals] += ways
            if pot:
                totals[me] += pot
                onward[me if totals[me] >= 20 else 1 - me, 0, 0, *totals] += ways
        layer = onward
        ended = sum(ways for state, ways in layer.items() if max(state[3:]) >= 20)
        assert (found.sequences, found.positions, found.ended) == (layer.total(), len(layer), ended)


def test_a_turn_of_several_decisions_is_one_unit() -> None:
    """Taking three of eight squares in any order: 8 · 7 · 6 sequences, 56 sets; then nothing is left of the turn."""
    host = Host("handful", ["perft", "playouts"], 2, (0,))
    one, two, three = depths(host, 3)
    assert (one.sequences, one.positions, one.ended) == (8 * 7 * 6, 56, 0)
    assert (two.sequences, two.positions, two.ended) == (336 * 5 * 4 * 3, 28, 0)
    assert (three.sequences, three.positions, three.ended) == (40320, 1, 40320)
    taken = {frozenset(order[:3]) for order in permutations(range(8), 3)}
    assert one.positions == len(taken)
    assert [d.positions for d in depths(host, 8, by_turns=False)] == [8, 28, 56, 70, 56, 28, 8, 1]


def test_bounds() -> None:
    """The fourth layer of Tic-tac-toe has 756 positions."""
    host = Host("tictactoe", ["perft", "playouts"])
    record = host.record()
    for limit, last in ((755, FULL), (756, 0)):
        assert host("perft_start", record, -1, limit) == 0
        assert [host("perft_next", 1, HUGE) for _ in range(4)] == [0, 0, 0, last]
    host("limit_memory", (1 << 20) + (1 << 15))
    assert host("perft_start", record, -1, STATES_LIMIT) == 0
    assert [host("perft_next", 1, HUGE) for _ in range(4)][-1] == FULL


def test_numbers_that_are_too_great_are_said_to_be() -> None:
    """There are more than 2**63 ways to take 32 objects from four heaps."""
    host = Host("nim", ["perft", "playouts"], 2, (8, 8, 8, 8))
    assert host("perft_start", host.record(), -1, STATES_LIMIT) == 0
    statuses = [host("perft_next", 1, HUGE) for _ in range(24)]
    assert statuses[0] == 0
    assert TOO_GREAT in statuses


def test_counting_again_starts_anew() -> None:
    host = Host("tictactoe", ["perft", "playouts"])
    assert depths(host, 4) == depths(host, 4)
