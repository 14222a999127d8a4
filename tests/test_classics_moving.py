"""Published numbers for the shipped games of moving, capturing and sowing."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from interpreter import Game, State
from interpreter.chance import Chance
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


def konane(size: int, depth: int) -> list[int]:
    """Konane counted by a few lines of plain Python, on a board without the first two stones; Black stands where a1 is
    coloured alike, and nobody runs out of jumps so soon."""
    sites = {(c, r) for c in range(size) for r in range(size)}
    layer, mover, found = [sites - {(0, 0), (1, 0)}], 0, []
    for _ in range(depth):
        after = []
        for stones in layer:
            for c, r in stones:
                if (c + r) % 2 == mover:
                    for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                        rest, at = stones - {(c, r)}, (c, r)
                        while (over := (at[0] + x, at[1] + y)) in rest:
                            at = at[0] + 2 * x, at[1] + 2 * y
                            if at in rest or at not in sites:
                                break
                            rest = rest - {over}
                            after.append(rest | {at})
        layer, mover = after, 1 - mover
        found.append(len(layer))
    return found


def test_konane_against_plain_python() -> None:
    start = load("konane", size=6).start().play("a1").play("b1")
    assert counts(start, 5) == konane(6, 5)


def lines_of_action(depth: int) -> list[int]:
    """Lines of Action counted by a few lines of plain Python; nobody's men can be joined so soon."""
    edge = range(1, 7)
    start = {**{(c, r): 0 for c in edge for r in (0, 7)}, **{(c, r): 1 for c in (0, 7) for r in edge}}
    layer, mover, found = [start], 0, []
    for _ in range(depth):
        after = []
        for men in layer:
            for (c, r), owner in men.items():
                for x, y in ((0, 1), (1, 0), (1, 1), (1, -1)) if owner == mover else ():
                    steps = sum((c + i * x, r + i * y) in men for i in range(-7, 8))
                    for sign in (1, -1):
                        way = [(c + sign * i * x, r + sign * i * y) for i in range(1, steps + 1)]
                        *between, to = way
                        inside = set(to) <= set(range(8))
                        if inside and men.get(to) != mover and all(men.get(s) != 1 - mover for s in between):
                            after.append({s: p for s, p in men.items() if s != (c, r)} | {to: mover})
        layer, mover = after, 1 - mover
        found.append(len(layer))
    return found


def test_lines_of_action_against_plain_python() -> None:
    expected = lines_of_action(2)
    assert expected[0] == 36  # three moves for each of twelve men
    assert counts(load("lines_of_action").start(), 2) == expected


MILLS = [
    mill.split()
    for mill in (
        "a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4", "e4 f4 g4", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7",
        "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7",
    )
]  # fmt: skip
STEPS = {frozenset(pair) for mill in MILLS for pair in (mill[:2], mill[1:])}
POINTS = frozenset(s for mill in MILLS for s in mill)
Men = frozenset[str]


def morris(mine: Men, theirs: Men, hand: int) -> set[tuple[Men, Men]]:
    """What comes of all ways to play a turn of nine men's morris, in plain Python."""
    empty = POINTS - mine - theirs
    if hand:
        moved = {(mine | {b}, b) for b in empty}
    else:
        moved = {(mine - {a} | {b}, b) for a in mine for b in empty if len(mine) == 3 or {a, b} in STEPS}
    after = set()
    for men, b in moved:
        if any(b in mill and men.issuperset(mill) for mill in MILLS):
            free = {s for s in theirs if not any(s in mill and theirs.issuperset(mill) for mill in MILLS)}
            after |= {(men, theirs - {s}) for s in free or theirs}
        else:
            after.add((men, theirs))
    return after


def men_of(state: State, player: str) -> Men:
    return frozenset(state.position()["pieces"].get(f"man of {player}", ()))


def ends_of_turn(state: State) -> list[State]:
    """The states that this turn may lead to."""
    layer, ends = [state], list[State]()
    while layer:
        after = [nxt for s in layer for nxt in map(s.play, s.moves)]
        layer = [s for s in after if not s.is_over and s.turns == state.turns]
        ends += [s for s in after if s.is_over or s.turns > state.turns]
    return ends


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_of_morris_against_plain_python(seed: int) -> None:
    state, chance = load("nine_mens_morris").start(), Chance(seed)
    while not state.is_over:
        me = state.to_move or ""
        other = "Black" if me == "White" else "White"
        ends = ends_of_turn(state)
        expected = morris(men_of(state, me), men_of(state, other), int(state.value("hand", me)))
        assert {(men_of(end, me), men_of(end, other)) for end in ends} == expected
        state = ends[chance.pick(len(ends), state.turns)]


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
