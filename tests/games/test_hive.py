"""Hive: counts that other programs print, and plain Python on a plane without an edge, beside which whole games are
played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from interpreter import Game
from interpreter.lab.tools.perft import perft

SIDE = 24
"""So many cells the ruleset's board goes round with."""
MANY = {"Q": 1, "S": 2, "B": 2, "G": 3, "A": 3}


@cache
def hive(**options: bool | int) -> Game:
    return Game.load("hive", **options)


def test_counts() -> None:
    """As the program Mzinga counts the base game, whose first insect lies in the middle, and is no queen."""
    assert [depth.sequences for depth in perft(hive().start(), 4)] == [4, 96, 1_440, 21_600]


@pytest.mark.deep
def test_counts_deeper() -> None:
    assert [depth.sequences for depth in perft(hive().start(), 6)][4:] == [516_240, 12_219_480]


# ---- beside plain Python -----------------------------------------------------------------------------


class Cell(NamedTuple):
    """A hexagon of the plane, by the distances from three axes, which add up to 0."""

    x: int
    y: int
    z: int

    def __add__(self, other: tuple[int, ...]) -> Cell:  # type: ignore[override]
        return Cell(*(a + b for a, b in zip(self, other, strict=True)))

    def around(self) -> list[Cell]:
        return [self + step for step in WAYS]

    @property
    def text(self) -> str:
        """What the board that goes round calls it."""
        column = self.x + (self.y + self.y % 2) // 2  # every other row is shifted by half a cell
        return f"{chr(97 + column % SIDE)}{self.y % SIDE + 1}"


WAYS = ((1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1), (1, -1, 0))


MIDDLE = Cell(5, 11, -16)  # l12


class Plain:
    """Hive, with a dictionary of stacks by cell."""

    def __init__(self) -> None:
        self.stacks: dict[Cell, list[tuple[int, str]]] = {}
        self.left = [dict(MANY), dict(MANY)]
        self.to_move = 0

    def moves(self) -> dict[str, tuple[Cell | str, Cell]]:
        found: dict[str, tuple[Cell | str, Cell]] = {}
        for letter in self.hand():
            for cell in self.spots():
                found[f"{letter}{cell.text}"] = letter, cell
        if not self.left[self.to_move]["Q"]:
            for cell, stack in list(self.stacks.items()):
                if stack[-1][0] == self.to_move and self.hangs_together(cell):
                    for goal in self.goals(cell, stack[-1][1]):
                        found[f"{cell.text}-{goal.text}"] = cell, goal
        return found

    def hand(self) -> list[str]:
        left = self.left[self.to_move]
        put = sum(MANY.values()) - sum(left.values())
        if put == 3 and left["Q"]:
            return ["Q"]
        return [letter for letter, many in left.items() if many and (put or letter != "Q")]

    def spots(self) -> set[Cell]:
        if not self.stacks:
            return {MIDDLE}
        if len(self.stacks) == 1 and sum(self.left[self.to_move].values()) == sum(MANY.values()):
            return set(next(iter(self.stacks)).around())
        beside: list[set[Cell]] = [set(), set()]
        for cell, stack in self.stacks.items():
            beside[stack[-1][0]] |= set(cell.around())
        return beside[self.to_move] - beside[1 - self.to_move] - set(self.stacks)

    def hangs_together(self, without: Cell) -> bool:
        """Whether the others do while the top insect there is in the air."""
        if len(self.stacks[without]) > 1:
            return True
        rest = set(self.stacks) - {without}
        if not rest:
            return False
        reached = [min(rest)]
        rest -= {*reached}
        while reached:
            for cell in reached.pop().around():
                if cell in rest:
                    rest.remove(cell)
                    reached.append(cell)
        return not rest

    def goals(self, start: Cell, letter: str) -> set[Cell]:
        stack = self.stacks[start]
        insect = stack.pop()  # it is lifted while we look
        if not stack:
            del self.stacks[start]
        try:
            match letter:
                case "Q":
                    found = set(self.slides(start))
                case "B":
                    found = set(self.climbs(start))
                case "G":
                    found = set(self.hops(start))
                case "S":
                    found = {path[-1] for path in self.walks(start, 3)}
                case _:
                    found = {cell for many in range(1, 60) for cell in self.ring(start, many)}
        finally:
            self.stacks.setdefault(start, stack).append(insect)
        return found - {start}

    def height(self, cell: Cell) -> int:
        return len(self.stacks.get(cell, ()))

    def slides(self, cell: Cell) -> Iterator[Cell]:
        for n in range(6):
            goal, left, right = (cell + WAYS[k % 6] for k in (n, n + 1, n + 5))
            if goal not in self.stacks and (left in self.stacks) != (right in self.stacks):
                yield goal

    def walks(self, cell: Cell, steps: int) -> Iterator[tuple[Cell, ...]]:
        paths = [(cell,)]
        for _ in range(steps):
            paths = [(*path, to) for path in paths for to in self.slides(path[-1]) if to not in path]
        return iter(paths)

    def ring(self, start: Cell, steps: int) -> set[Cell]:
        """What so many slides come to, wherever they came by."""
        if steps == 1:
            self._seen = {start}
            self._last = {start}
        self._last = {to for cell in self._last for to in self.slides(cell)} - self._seen
        self._seen |= self._last
        return self._last

    def climbs(self, cell: Cell) -> Iterator[Cell]:
        for n in range(6):
            goal, left, right = (cell + WAYS[k % 6] for k in (n, n + 1, n + 5))
            top = max(self.height(cell), self.height(goal))
            sides = self.height(left), self.height(right)
            if min(sides) <= top if top else (sides[0] > 0) != (sides[1] > 0):
                yield goal

    def hops(self, cell: Cell) -> Iterator[Cell]:
        for way in WAYS:
            goal = cell + way
            while goal in self.stacks:
                goal = goal + way
            if goal != cell + way:
                yield goal

    def play(self, what: Cell | str, to: Cell) -> None:
        if isinstance(what, str):
            self.left[self.to_move][what] -= 1
            insect = self.to_move, what
        else:
            insect = self.stacks[what].pop()
            if not self.stacks[what]:
                del self.stacks[what]
        self.stacks.setdefault(to, []).append(insect)

    def lost(self, player: int) -> bool:
        return any(
            (player, "Q") in stack and all(near in self.stacks for near in cell.around())
            for cell, stack in self.stacks.items()
        )


def beside(seed: int, turns: int) -> str:
    """Play a game by chance on both, and compare what may be played; gives how it ends."""
    random, plain, state = Random(seed), Plain(), hive(rounds=0).start()
    for _ in range(turns):
        moves = plain.moves()
        assert sorted(move.text for move in state.moves) == (sorted(moves) or ["pass"]), f"seed {seed}"
        if moves:
            closing = [text for text in moves if "-" in text]
            text = random.choice(sorted(closing if closing and random.random() < 0.8 else moves))
            plain.play(*moves[text])
        else:
            text = "pass"
        state = state.play(text)
        lost = [plain.lost(player) for player in (0, 1)]
        assert state.is_over == any(lost)
        if state.results:
            white, black = state.results.values()
            assert (white, black) == ((0, 0) if all(lost) else (-1, 1) if lost[0] else (1, -1))
            return "won" if white != black else "drawn"
        plain.to_move = 1 - plain.to_move
    return "open"


@pytest.mark.parametrize("games", [5, pytest.param(150, marks=pytest.mark.deep)])
def test_whole_games_beside_plain_python(games: int) -> None:
    """Far longer than people's games: hives wander over what would be the edge of a board."""
    ends = {beside(seed, 400) for seed in range(games)}
    assert "won" in ends or games < 10
