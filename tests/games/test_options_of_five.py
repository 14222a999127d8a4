"""Options of the five games, together: both backends play them alike, and what they promise holds in random games."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest
from playing import load, turns

from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends

TOGETHER: list[tuple[str, int | None, dict[str, Any]]] = [
    ("big_balls", None, {"balls": 4, "faces": 3}),
    ("big_balls", None, {"rows": 9, "corner": 2, "balls": 3, "faces": 12, "own_captures": False}),
    ("fire_and_ice", None, {"holding": "sides", "winning": "straight"}),
    ("fire_and_ice", None, {"holding": "straight", "islands": 5, "handicap": "{A1, B1}", "weaker": "Ice"}),
    ("fire_and_ice", None, {"islands": 1, "suicide": False, "extra": 3}),
    ("sparklies", None, {"size": 5, "layout": "diagonals", "reds": "{c3}", "colours": 5}),
    ("sparklies", None, {"size": 4, "reds": "{a1, b2}", "greens": "{a2, d4}"}),
    ("spectral_reapers", None, {"opening": 4, "spread": 2}),
    ("spectral_reapers", 3, {"opening": 2, "heap": 5, "stock": 9, "placings": False}),
    ("spectral_reapers", 4, {"heap": 5, "spread": 2, "stock": 11}),
]


@pytest.mark.parametrize(("name", "players", "options"), TOGETHER)
def test_both_backends_play_alike(name: str, players: int | None, options: dict[str, Any]) -> None:
    both_backends(Game.load(name, players=players, **options), seed=6, plies=25, games=1, longest=120)


@pytest.mark.parametrize("islands", [1, 2, 3])
def test_two_who_reach_what_wins_at_once_do_not_draw(islands: int) -> None:
    """No draws: who controls enough islands by the first part of a turn has won."""
    game = load("fire_and_ice", islands=islands)
    for number in range(40):
        end = list(turns(game, seed=7, number=number))[-1].after
        assert sorted((end.outcomes or {}).values()) == ["loss", "win"]


def test_somebody_holds_four_islands_of_a_full_board() -> None:
    """A full island has one holder."""
    game = load("fire_and_ice", islands=4)
    for number in range(20):
        end = list(turns(game, seed=8, number=number))[-1].after
        assert sorted((end.outcomes or {}).values()) == ["loss", "win"]


def test_a_full_board_that_nobody_has_won_is_a_draw() -> None:
    """Forty-eight turns after the first counter; both can't hold seven islands."""
    game = load("fire_and_ice", islands=7)
    for number in range(10):
        end = list(turns(game, seed=8, number=number))[-1].after
        full = end.turns == 48
        assert (set((end.outcomes or {}).values()) == {"draw"}) == full


def test_without_placings_all_who_do_not_win_lose_alike() -> None:
    game = load("spectral_reapers", players=4, placings=False)
    for number in range(4):
        end = list(turns(game, seed=9, number=number))[-1].after
        stores = {p: int(str(end.value("store", p))) for p in game.players}
        best = {p for p in game.players if stores[p] == max(stores.values())}
        results = end.results or {}
        assert len({results[p] for p in best}) == 1
        assert len({results[p] for p in game.players if p not in best}) == 1
        assert abs(sum(results.values())) < 1e-9


@pytest.mark.parametrize(("players", "opening"), [(2, 1), (2, 2), (2, 4), (3, 2), (3, 4)])
def test_ways_to_distribute(players: int, opening: int) -> None:
    """Three or four beads in each pit and one less than full: choose the pits, and the one that gets three."""
    start = load("spectral_reapers", players=players, opening=opening).start()
    ways = [start]
    for _ in range(opening):
        ways = [state.play(move) for state in ways for move in state.moves]
    assert len(ways) == comb(2 * players, opening) * opening
    assert all(state.to_move == "B" for state in ways)
