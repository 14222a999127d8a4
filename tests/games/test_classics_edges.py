"""Quoridor and Dots and Boxes, what lies between squares, played at random beside a few lines of plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from playing import load

from interpreter.graph.chance import Chance
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.lab.tools.perft import perft
from interpreter.players.solving import solve

Site = tuple[int, int]
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def named(site: Site) -> str:
    return "abcdefgh i".replace(" ", "")[site[0] - 1] + str(site[1])


class Quoridor:
    """A wall is the square below and left of its middle, and how it lies."""

    def __init__(self, size: int, walls: int) -> None:
        self.size, self.left, self.me = size, [walls, walls], 0
        middle = (size + 1) // 2
        self.pawns = [(middle, 1), (middle, size)]
        self.walls: set[tuple[Site, str]] = set()

    def is_open(self, a: Site, b: Site) -> bool:
        """Whether one step leads from one square to the next."""
        if not (1 <= b[0] <= self.size and 1 <= b[1] <= self.size):
            return False
        (c, r), sort = (min(a[0], b[0]), min(a[1], b[1])), "v" if a[1] == b[1] else "h"
        before = (c, r - 1) if sort == "v" else (c - 1, r)
        return ((c, r), sort) not in self.walls and (before, sort) not in self.walls

    def steps(self, a: Site) -> Iterator[Site]:
        for x, y in STEPS:
            b = (a[0] + x, a[1] + y)
            if self.is_open(a, b):
                yield b

    def arrives(self, player: int) -> bool:
        """Whether a player can still get to the far side, other pawns aside."""
        goal, seen, todo = (self.size, 1)[player], {self.pawns[player]}, [self.pawns[player]]
        while todo:
            here = todo.pop()
            if here[1] == goal:
                return True
            for b in self.steps(here):
                if b not in seen:
                    seen.add(b)
                    todo.append(b)
        return False

    def moves(self) -> set[str]:
        me, other = self.pawns[self.me], self.pawns[1 - self.me]
        found = set()
        for b in self.steps(me):
            if b != other:
                found.add(b)
                continue
            behind = (2 * b[0] - me[0], 2 * b[1] - me[1])
            found |= {behind} if self.is_open(b, behind) else {s for s in self.steps(b) if s != me}
        return {named(b) for b in found} | set(self.barriers())

    def barriers(self) -> Iterator[str]:
        if not self.left[self.me]:
            return
        for c in range(1, self.size):
            for r in range(1, self.size):
                for sort, (x, y) in (("h", (1, 0)), ("v", (0, 1))):
                    taken = {((c, r), "h"), ((c, r), "v"), ((c - x, r - y), sort), ((c + x, r + y), sort)}
                    if taken & self.walls:
                        continue
                    self.walls.add(((c, r), sort))
                    if self.arrives(0) and self.arrives(1):
                        yield named((c, r)) + sort
                    self.walls.discard(((c, r), sort))

    def play(self, text: str) -> None:
        site = ("abcdefghi".index(text[0]) + 1, int(text[1]))
        if text[2:]:
            self.walls.add((site, text[2]))
            self.left[self.me] -= 1
        else:
            self.pawns[self.me] = site
        self.me = 1 - self.me

    @property
    def winner(self) -> int | None:
        return next((p for p, goal in ((0, self.size), (1, 1)) if self.pawns[p][1] == goal), None)


@pytest.mark.parametrize(("size", "walls", "games"), [
    (9, 10, 2), (5, 4, 6), (4, 8, 10),
    pytest.param(9, 10, 40, marks=pytest.mark.deep), pytest.param(6, 5, 200, marks=pytest.mark.deep),
])  # fmt: skip
def test_quoridor(size: int, walls: int, games: int) -> None:
    game = load("quoridor", size=size, walls=walls)
    for number in range(games):
        chance, state, plain = Chance(1000 * size + number), game.start(), Quoridor(size, walls)
        while not state.is_over and state.ply < 120:
            texts = sorted(move.text for move in state.moves)
            assert texts == sorted(plain.moves()), number
            text = texts[chance.pick(len(texts), state.ply)]
            state = state.play(text)
            plain.play(text)
            assert (plain.winner is not None) == state.is_over
        if state.is_over:
            assert state.outcomes == {p: "win" if i == plain.winner else "loss" for i, p in enumerate(game.players)}


def test_quoridors_published_counts() -> None:
    """As several programs count them: 131 first moves, 16,677 of two plies."""
    found = perft(load("quoridor").start(), 2, positions=False)
    assert [depth.sequences for depth in found] == [131, 16_677]


class Boxes:
    """Lines are pairs of dots; a box is the four of them around it."""

    def __init__(self, columns: int, rows: int, players: int) -> None:
        across = {((c, r), (c + 1, r)) for c in range(columns) for r in range(rows + 1)}
        up = {((c, r), (c, r + 1)) for c in range(columns + 1) for r in range(rows)}
        self.lines = across | up
        self.drawn: set[tuple[Site, Site]] = set()
        self.boxes = {
            (c, r): {((c, r + y), (c + 1, r + y)) for y in (0, 1)} | {((c + x, r), (c + x, r + 1)) for x in (0, 1)}
            for c in range(columns) for r in range(rows)
        }  # fmt: skip
        self.size, self.scores, self.me = (columns, rows), [0] * players, 0

    def name(self, line: tuple[Site, Site]) -> str:
        """By the boxes on both sides; at the rim by the one and the direction."""
        (c, r), (d, _) = line
        sides = [(c, r - 1), (c, r)] if d > c else [(c - 1, r), (c, r)]
        found = [named((x + 1, y + 1)) for x, y in sides if (x, y) in self.boxes]
        if len(found) == 2:
            return "-".join(found)
        rim = ("S" if r == 0 else "N") if d > c else ("W" if c == 0 else "E")
        return f"{found[0]}-{rim}"

    def moves(self) -> dict[str, tuple[Site, Site]]:
        return {self.name(line): line for line in self.lines - self.drawn}

    def play(self, text: str) -> None:
        line = self.moves()[text]
        self.drawn.add(line)
        closed = sum(line in box and box <= self.drawn for box in self.boxes.values())
        self.scores[self.me] += closed
        if not closed:
            self.me = (self.me + 1) % len(self.scores)


@pytest.mark.parametrize(("columns", "rows", "players", "games"), [
    (4, 4, 2, 10), (2, 2, 2, 5), (8, 3, 4, 3), (3, 5, 3, 5), pytest.param(4, 4, 2, 200, marks=pytest.mark.deep),
])  # fmt: skip
def test_dots_and_boxes(columns: int, rows: int, players: int, games: int) -> None:
    game = load("dots_and_boxes", players=players, columns=columns, rows=rows)
    for number in range(games):
        chance, state, plain = Chance(number), game.start(), Boxes(columns, rows, players)
        while not state.is_over:
            texts = sorted(move.text for move in state.moves)
            assert texts == sorted(plain.moves())
            assert game.players.index(state.to_move) == plain.me
            text = texts[chance.pick(len(texts), state.ply)]
            state = state.play(text)
            plain.play(text)
            assert list(state.scores.values()) == plain.scores
        best = max(plain.scores)
        assert not plain.moves()
        assert [state.scores[p] == best for p in game.players] == [score == best for score in plain.scores]


def test_small_dots_and_boxes_are_solved_as_by_hand() -> None:
    """What the first player gets more than the second, by plain search over sets of lines, is what the search says."""
    plain = Boxes(2, 2, 2)
    lines = sorted(plain.lines)
    boxes = [sum(1 << lines.index(line) for line in box) for box in plain.boxes.values()]

    @cache
    def lead(drawn: int) -> int:
        best = None
        for i in range(len(lines)):
            if not drawn >> i & 1:
                after = drawn | 1 << i
                closed = sum(box & after == box and box & drawn != box for box in boxes)
                value = closed + lead(after) if closed else -lead(after)
                best = value if best is None else max(best, value)
        return best or 0

    solved = solve(load("dots_and_boxes", columns=2, rows=2).start())
    assert solved.values == {"A": (lead(0) > 0) - (lead(0) < 0), "B": (lead(0) < 0) - (lead(0) > 0)}


@pytest.mark.parametrize("name", ["quoridor", "dots_and_boxes"])
def test_both_backends(name: str) -> None:
    both_backends(load(name), 5, plies=40, games=1)
