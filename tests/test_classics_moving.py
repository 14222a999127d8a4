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
    ("draughts", {}, None, "turns", 11, 85_242_128),
    # R. Halbersma's, as below; A. Bik, "BikDam"
    ("international", {}, None, "turns", 6, 167_140),
    ("international", {}, None, "turns", 7, 1_049_442),
    ("brazilian_draughts", {}, None, "turns", 7, 187_302),
    ("canadian_draughts", {}, None, "turns", 6, 584_100),
    ("russian_draughts", {}, None, "turns", 7, 190_146),
    # the tests of an Awale engine in Rust (kudchuet)
    ("oware", {}, None, "turns", 8, 711_414),
    ("oware", {}, None, "turns", 9, 3_592_872),
    # the tests of RG
    ("amazons", {}, None, "turns", 2, 4_307_152),
]
"""Depths too far for the reference interpreter: game, options, position (None: the start), unit, depth, sequences."""


# From the start, turn by turn. A whole path of jumps is one turn, and so is a sowing with all that it brings.
TURNS: list[tuple[str, dict[str, Any], list[int]]] = [
    # the tests of RG, as above
    ("breakthrough", {}, [22, 484, 11_132]),
    # R. Halbersma, "Perft for all recognized draughts variants" (FMJD forum) and the tests of dctl
    ("brazilian_draughts", {}, [7, 49, 302, 1_469, 7_473]),
    ("canadian_draughts", {}, [11, 121, 1_222, 10_053]),
    ("russian_draughts", {}, [7, 49, 302, 1_469, 7_482]),
    ("draughts", {}, [7, 49, 302, 1_469, 7_361, 36_768, 179_740]),  # OEIS A133046
    ("amazons", {}, [2_176]),  # the tests of RG
    ("oware", {}, [6, 36, 190, 1_014, 5_219, 27_332]),  # the tests of kudchuet
]


@pytest.mark.parametrize(("name", "options", "expected"), TURNS, ids=lambda v: v if isinstance(v, str) else "")
def test_turns_from_the_start(name: str, options: dict[str, Any], expected: list[int]) -> None:
    assert counts(load(name, **options).start(), len(expected)) == expected


# ---- from positions ------------------------------------------------------------------------------------


def from_fen(fen: str) -> dict[str, Any]:
    """A position of draughts on ten by ten in the usual notation (squares numbered from above), as data."""
    mover, *sides = fen.split(":")
    pieces: dict[str, list[str]] = {}
    for side in sides:
        owner = {"W": "White", "B": "Black"}[side[0]]
        for text in side[1:].split(","):
            row, place = divmod(int(text.strip("K")) - 1, 5)
            column = 2 * place + (row % 2 == 0)
            pieces.setdefault(f"{'king' if 'K' in text else 'man'} of {owner}", []).append(
                f"{'abcdefghij'[column]}{10 - row}"
            )
    return {"to move": {"W": "White", "B": "Black"}[mover], "pieces": pieces}


def different(state: State, depth: int) -> list[int]:
    """As `counts`, but ways through a turn that come to the same count once."""
    layer, found = {state: 1}, []
    for turns in range(state.turns + 1, state.turns + depth + 1):
        after: dict[State, int] = {}
        for start, ways in layer.items():
            now, ends = {start}, set[State]()
            while now:
                reached = {nxt for s in now for nxt in map(s.play, s.moves)}
                now = {s for s in reached if not s.is_over and s.turns < turns}
                ends |= reached - now
            for end in ends:
                after[end] = after.get(end, 0) + ways
        layer = {s: n for s, n in after.items() if not s.is_over}
        found.append(sum(after.values()))
    return found


# The FMJD forum (viewtopic.php?t=2308), also in the tests of R. Halbersma's dctl: a random position, Woldouby's,
# kings alone, and men about to be crowned. Equal captures are counted once.
@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46", [14, 55, 1_168]),
        ("W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38", [6, 12, 30, 73, 215, 590]),
        (f"W:W{','.join(f'K{n}' for n in range(31, 51))}:B{','.join(f'K{n}' for n in range(1, 21))}", [17, 79, 352]),
        ("W:W6,7,8,9,10:B41,42,43,44,45", [9, 81, 795]),
    ],
)
def test_positions_of_international_draughts(fen: str, expected: list[int]) -> None:
    assert different(load("international").position(from_fen(fen)), len(expected)) == expected


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
