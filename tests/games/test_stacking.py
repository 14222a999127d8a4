"""Focus, DVONN and Tak, which live on stacks: published counts, and positions worked out by hand; on both backends."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from interpreter import Game, State
from interpreter.tools.native_lockstep import both_backends
from interpreter.tools.perft import perft

FOLDER = Path(__file__).parents[1] / "rulesets"


@cache
def load(name: str, **options: int) -> Game:
    return Game.load(FOLDER / f"{name}.gdl", **options)


def after(state: State, *moves: str) -> State:
    for move in moves:
        state = state.play(move)
    return state


def texts(state: State) -> list[str]:
    return [move.text for move in state.moves]


def stack(state: State, site: str) -> list[str]:
    """The pieces of a site, the lowest first."""
    return [piece.label for piece in state.pieces(site)]


@pytest.mark.parametrize("name", ["tak", "focus", "dvonn"])
def test_both_backends_play_alike(name: str) -> None:
    both_backends(load(name), seed=2, plies=25, games=2, longest=120)


# ---- Tak ---------------------------------------------------------------------------------------------

WAYS = {"+": "N", "-": "S", "<": "W", ">": "E"}


def tak(*moves: str, size: int = 5) -> State:
    """The position after moves in the notation of the game's books: 5c3<23 takes five from c3, west, leaves two, three."""
    state = load("tak", size=size).start()
    for move in moves:
        spread = re.fullmatch(r"(\d)(\w\d)([-+<>])(\d*)", move)
        if not spread:
            state = state.play(move)
            continue
        many, site, way, left = spread.groups()
        state = state.play(f"{many}{site}{WAYS[way]}")
        drops = left or many
        state = after(state, *drops[: -1 if drops[-1] == "1" else None])  # a last single stone has no choice
    return state


def counts(state: State, turns: int) -> list[int]:
    """Sequences of turns; as in tiltak, a game that has ended goes on being counted as one."""
    found, ended = [], 0
    for depth in perft(state, turns):
        found.append(depth.sequences + ended)
        ended += depth.ended
    return found


PUSHING = ["c2", "c3", "d3", "b3", "c4", "1c2+", "1d3<", "1b3>", "1c4-", "Cc2", "a1", "1c2+", "a2"]
SUICIDAL = [
    "c4", "c2", "d2", "c3", "b2", "d3", "1d2+", "b3", "d2", "b4", "1c2+", "1b3>", "2d3<", "1c4-", "d4", "5c3<23",
    "c2", "c4", "1d4<", "d3", "1d2+", "1c3+", "Cc3", "2c4>", "1c3<", "d2", "c3", "1d2+", "1c3+", "1b4>", "2b3>11",
    "3c4-12", "d2", "c4", "b4", "c5", "1b3>", "1c4<", "3c3-", "e5", "e2",
]  # fmt: skip


@pytest.mark.parametrize(
    ("moves", "numbers"),
    [
        ([], [25, 600, 43_320]),
        (["d3", "c3", "c4", "1d3<", "1c4-", "Sc4"], [87, 6_155]),
        (PUSHING, [104, 7_743]),
        (SUICIDAL, [85, 11_206]),
    ],
    ids=["start", "wall", "capstone", "suicide"],
)
def test_tak_counts_as_the_program_tiltak_does(moves: list[str], numbers: list[int]) -> None:
    """Its tests give these counts for five by five; SUICIDAL has moves that make the opponent's road."""
    assert counts(tak(*moves), len(numbers)) == numbers


@pytest.mark.parametrize(("size", "numbers"), [(3, [9, 72]), (4, [16, 240]), (6, [36, 1_260, 132_720])])
def test_tak_on_other_boards(size: int, numbers: list[int]) -> None:
    """Six by six as tiltak counts; the first two turns put one stone each."""
    assert counts(tak(size=size), len(numbers)) == numbers


def test_tak_five_may_be_carried_not_six() -> None:
    moves = texts(tak("c2", "c3", "d3", "b3", "c4", "1c2+", "1d3<", "1b3>", "1c4+", "Cc2", "a1", "1c2+", "a2"))
    assert "5c3E" in moves
    assert "6c3E" not in moves


def test_tak_a_capstone_flattens_a_wall_alone() -> None:
    state = tak("a5", "a1", "Cc3", "Sc4", "b1", "e5")
    assert "1c3N" in texts(state)
    state = after(state, "1c3N")
    assert stack(state, "c4") == ["flat of Black", "cap of White"]
    wall_below_stack = tak("a5", "a1", "c3", "Sc4", "Cc2", "e5", "1c2+", "e4")
    assert stack(wall_below_stack, "c3") == ["flat of White", "cap of White"]
    assert "1c3N" in texts(wall_below_stack)
    assert "2c3N" not in texts(wall_below_stack)


def test_tak_a_road_wins() -> None:
    state = tak("a5", "a1", "b1", "e5", "c1", "e4", "d1", "e3", "e1")
    outcomes = state.outcomes
    assert outcomes is not None
    assert outcomes["White"] == "win"
