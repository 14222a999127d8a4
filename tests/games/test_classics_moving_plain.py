"""The shipped games of moving and capturing, played turn by turn beside a few lines of plain Python."""

from __future__ import annotations

from typing import Any

import pytest
from playing import load

from interpreter import State
from interpreter.graph.chance import Chance
from interpreter.lab.tools.perft import perft


def counts(start: State, depth: int) -> list[int]:
    """Sequences of so many turns, from one turn on."""
    return [d.sequences for d in perft(start, depth)]


# ---- by counting ---------------------------------------------------------------------------------------


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


def breakthrough(size: int, depth: int) -> list[int]:
    """Breakthrough counted by a few lines of plain Python (nobody can win in so few turns)."""
    first = frozenset((c, r) for c in range(size) for r in (0, 1))
    second = frozenset((c, r) for c in range(size) for r in (size - 1, size - 2))
    found, layer, step = [], {(first, second): 1}, 1
    for _ in range(depth):
        after: dict[Any, int] = {}
        for (mine, theirs), ways in layer.items():
            for c, r in mine:
                for to in ((c - 1, r + step), (c, r + step), (c + 1, r + step)):
                    if 0 <= to[0] < size and to not in mine and not (to[0] == c and to in theirs):
                        key = theirs - {to}, mine - {(c, r)} | {to}
                        after[key] = after.get(key, 0) + ways
        layer, step = after, -step
        found.append(sum(layer.values()))
    return found


@pytest.mark.parametrize(("size", "depth"), [(8, 3), (5, 4)])
def test_breakthrough_against_plain_python(size: int, depth: int) -> None:
    expected = breakthrough(size, depth)
    assert expected[:2] == {8: [22, 484], 5: [13, 156]}[size]  # counted by hand: 3 ways for each man but at the sides
    assert counts(load("breakthrough", size=size).start(), depth) == expected


# ---- in whole games ------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_of_morris_against_plain_python(seed: int) -> None:
    state, chance = load("nine_mens_morris").start(), Chance(seed)
    while not state.is_over:
        me = state.to_move or ""
        other = "Black" if me == "White" else "White"
        ends = ends_of_turn(state)
        expected = morris(men_of(state, me), men_of(state, other), int(state.value("hand", me)))
        assert {(men_of(end, me), men_of(end, other)) for end in ends} == expected
        state = ends[chance.pick(len(ends), state.turns)]


SITES = {f"{c}{r}" for c in "abcdefg" for r in range(1, 8)}
CORNERS = {"a1", "a7", "g1", "g7"}


def beside(site: str, x: int, y: int) -> str:
    return f"{chr(ord(site[0]) + x)}{int(site[1:]) + y}"


def brandubh(board: dict[str, str], me: str) -> set[frozenset[tuple[str, str]]]:
    """What comes of all ways to play a turn of brandubh, in plain Python: sites with "B", "W" or "K"."""
    ways = ((0, 1), (1, 0), (0, -1), (-1, 0))
    mine = {"B"} if me == "Black" else {"W", "K"}
    after = set()
    for a, piece in board.items():
        for x, y in ways if piece in mine else ():
            b = beside(a, x, y)
            while b in SITES and b not in board:
                if piece == "K" or b not in CORNERS | {"d4"}:
                    new = {s: p for s, p in board.items() if s != a} | {b: piece}
                    hostile = {s for s, p in new.items() if p in mine} | ((CORNERS | {"d4"}) - set(new))
                    for v, w in ways:
                        prey = beside(b, v, w)
                        if new.get(prey, "") in {"B", "W", "K"} - mine:
                            around = {beside(prey, *way) for way in ways}
                            if new[prey] == "K" and (prey == "d4" or "d4" in around):
                                taken = around - {"d4"} <= {s for s, p in board.items() if p == "B" and s != a} | {b}
                            else:
                                taken = beside(prey, v, w) in hostile
                            if taken:
                                del new[prey]
                    after.add(frozenset(new.items()))
                b = beside(b, x, y)
    return after


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_of_brandubh_against_plain_python(seed: int) -> None:
    letters = {"man of Black": "B", "man of White": "W", "king of White": "K"}

    def board(state: State) -> dict[str, str]:
        return {s: letters[piece] for piece, sites in state.position()["pieces"].items() for s in sites}

    state, chance = load("brandubh").start(), Chance(seed)
    while not state.is_over:
        ends = [state.play(move) for move in state.moves]
        assert {frozenset(board(end).items()) for end in ends} == brandubh(board(state), state.to_move or "")
        state = ends[chance.pick(len(ends), state.turns)]


Columns = dict[str, tuple[str, ...]]
"""The columns of Lasca, their pieces from above: "w" and "b", officers in capitals."""


def lasca(board: Columns, me: str) -> set[frozenset[tuple[str, tuple[str, ...]]]]:
    """What comes of all ways to play a turn of Lasca, in plain Python."""
    mine, ahead, last = ("w", 1, "7") if me == "White" else ("b", -1, "1")

    def ways(column: tuple[str, ...]) -> list[tuple[int, int]]:
        return [(x, y) for x in (-1, 1) for y in (-1, 1) if y == ahead or column[0].isupper()]

    def crowned(column: tuple[str, ...], site: str) -> tuple[str, ...]:
        return (column[0].upper(), *column[1:]) if site[1] == last else column

    def jumps(board: Columns, a: str, over: frozenset[str]) -> list[tuple[Columns, str, frozenset[str]]]:
        found = []
        for x, y in ways(board[a]):
            t, b = beside(a, x, y), beside(a, 2 * x, 2 * y)
            if t in board and board[t][0].lower() != mine and t not in over and b in SITES and b not in board:
                rest = {s: c for s, c in board.items() if s not in (a, t)}
                left = {t: board[t][1:]} if len(board[t]) > 1 else {}
                found.append((rest | left | {b: (*board[a], board[t][0])}, b, over | {t}))
        return found

    after: set[frozenset[tuple[str, tuple[str, ...]]]] = set()
    own = [a for a, column in board.items() if column[0].lower() == mine]
    layer = [way for a in own for way in jumps(board, a, frozenset())]
    if not layer:
        for a in own:
            for x, y in ways(board[a]):
                b = beside(a, x, y)
                if b in SITES and b not in board:
                    rest = {s: c for s, c in board.items() if s != a}
                    after.add(frozenset((rest | {b: crowned(board[a], b)}).items()))
    while layer:
        now, b, over = layer.pop()
        column = crowned(now[b], b)
        more = jumps(now, b, over) if column == now[b] else []
        layer += more
        if not more:
            after.add(frozenset((now | {b: column}).items()))
    return after


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_of_lasca_against_plain_python(seed: int) -> None:
    letters = {"soldier of White": "w", "officer of White": "W", "soldier of Black": "b", "officer of Black": "B"}

    def board(state: State) -> Columns:
        return {s: tuple(letters[p] for p in reversed(pieces)) for s, pieces in state.position()["stacks"].items()}

    state, chance = load("lasca").start(), Chance(seed)
    while not state.is_over:
        ends = ends_of_turn(state)
        assert {frozenset(board(end).items()) for end in ends} == lasca(board(state), state.to_move or "")
        state = ends[chance.pick(len(ends), state.turns)]
