"""Published numbers for the shipped games of moving, capturing and sowing."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from interpreter import Game, State
from interpreter.perft import perft


@cache
def load(name: str, **options: Any) -> Game:
    return Game.load(name, **options)


def counts(start: State, depth: int) -> list[int]:
    """Sequences of so many turns, from one turn on."""
    return [d.sequences for d in perft(start, depth)]


Deep = tuple[str, dict[str, Any], dict[str, Any] | None, str, int, int]
DEEP: list[Deep] = [
    # the tests of RG, the successor of Regular Boardgames (J. Kowalski, M. Mika, J. Sutowicz, M. Szykuła)
    ("breakthrough", {}, None, "turns", 4, 256_036),
    # OEIS A133046 (A. Bik, M. Fierz): a king that takes the same men another way round counts twice
    ("draughts", {}, None, "turns", 8, 845_931),
    ("draughts", {}, None, "turns", 10, 18_391_564),
    # the tests of an Awale engine in Rust (kudchuet)
    ("oware", {}, None, "turns", 8, 711_414),
    ("oware", {}, None, "turns", 10, 18_137_964),
    # the tests of RG
    ("amazons", {}, None, "turns", 2, 4_307_152),
]
"""Depths too far for the reference interpreter: game, options, position (None: the start), unit, depth, sequences."""


# From the start, turn by turn. A whole path of jumps is one turn, and so is a sowing with all that it brings.
TURNS: list[tuple[str, dict[str, Any], list[int]]] = [
    # the tests of RG, as above
    ("breakthrough", {}, [22, 484, 11_132]),
    ("draughts", {}, [7, 49, 302, 1_469, 7_361, 36_768, 179_740]),  # OEIS A133046
    ("amazons", {}, [2_176]),  # the tests of RG
    ("oware", {}, [6, 36, 190, 1_014, 5_219, 27_332]),  # the tests of kudchuet
]


@pytest.mark.parametrize(("name", "options", "expected"), TURNS, ids=lambda v: v if isinstance(v, str) else "")
def test_turns_from_the_start(name: str, options: dict[str, Any], expected: list[int]) -> None:
    assert counts(load(name, **options).start(), len(expected)) == expected


# ---- games solved --------------------------------------------------------------------------------------


def value(state: State) -> float:
    """What the first player gets if both do their best; the game must not go in circles."""
    first = state.game.players[0]
    known: dict[State, float] = {}

    def best(state: State) -> float:
        if state.results:
            return state.results[first]
        if state not in known:
            better, aim = (max, 1.0) if state.to_move == first else (min, -1.0)
            found = -aim
            for move in state.moves:
                found = better(found, best(state.play(move)))
                if found == aim:
                    break
            known[state] = found
        return known[state]

    return best(state)


# G. Irving, J. Donkers, J. Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000: won, drawn or lost, for 1, 2, … seeds
@pytest.mark.parametrize(("houses", "values"), [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DWWW")])
def test_small_kalahs(houses: int, values: str) -> None:
    found = [value(load("kalah", houses=houses, start=n + 1).start()) for n in range(len(values))]
    assert found == [{"W": 1, "D": 0, "L": -1}[v] for v in values]


# P. Norvig, "Mel's Konane Board" (pytudes, 2021): who wins, Black to move, after these two stones were taken away
@pytest.mark.parametrize(
    ("size", "gone", "winner"),
    [(4, "a1 b1", "White"), (4, "c3 b3", "White"), (5, "a1 b1", "Black"), (5, "c3 b3", "Black")],
)
def test_small_boards_of_konane(size: int, gone: str, winner: str) -> None:
    game = load("konane", size=size)
    full = game.start().position()["pieces"]
    pieces = {stone: [s for s in sites if s not in gone.split()] for stone, sites in full.items()}
    start = game.position({"to move": "Black", "pieces": pieces})
    assert value(start) == (1 if winner == "Black" else -1)
