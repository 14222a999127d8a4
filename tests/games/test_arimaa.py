"""Arimaa, beside plain Python that knows its rules from the sheet; the positions of the sheet's own examples are in
scenarios.yaml."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends

KINDS = "RCDHME"
TRAPS = {(2, 2), (5, 2), (2, 5), (5, 5)}
WAYS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
Square = tuple[int, int]


@cache
def arimaa(usual: bool = False) -> Game:
    return Game.load("arimaa", usual=usual)


def test_both_backends_play_alike() -> None:
    both_backends(arimaa(), seed=3, plies=45, games=2, longest=200)


class Plain:
    """A board of letters: Gold's are capitals."""

    def __init__(self, board: dict[Square, str], gold: bool) -> None:
        self.board, self.gold, self.left = dict(board), gold, 4
        self.start = dict(board)

    def is_mine(self, square: Square) -> bool:
        return square in self.board and self.board[square].isupper() == self.gold

    def is_theirs(self, square: Square) -> bool:
        return square in self.board and not self.is_mine(square)

    def power(self, square: Square) -> int:
        return KINDS.index(self.board[square].upper())

    def frozen(self, square: Square) -> bool:
        near = around(square)
        if any(map(self.is_mine, near)):
            return False
        return any(self.is_theirs(other) and self.power(other) > self.power(square) for other in near)

    def moves(self) -> dict[str, list[tuple[Square, Square]]]:
        """What may be done, with the pieces that go in their order; not whether the turn may end so."""
        found: dict[str, list[tuple[Square, Square]]] = {}
        back = "s" if self.gold else "n"
        for square in [s for s in self.board if self.is_mine(s) and not self.frozen(s)]:
            for way in WAYS:
                to = gone(square, way)
                if not on_board(to):
                    continue
                if to not in self.board and not (self.board[square].upper() == "R" and way == back):
                    found[self.said(square, way)] = [(square, to)]
                if self.left < 2:
                    continue
                if self.is_theirs(to) and self.power(to) < self.power(square):  # pushed away
                    for out in WAYS:
                        away = gone(to, out)
                        if on_board(away) and away not in self.board:
                            found[f"{self.said(to, out)} {self.said(square, way)}"] = [(to, away), (square, to)]
                if to not in self.board:  # pulled along
                    for other in WAYS:
                        prey = gone(square, other)
                        if self.is_theirs(prey) and self.power(prey) < self.power(square):
                            back_way = next(w for w in WAYS if gone(prey, w) == square)
                            text = f"{self.said(square, way)} {self.said(prey, back_way)}"
                            found[text] = [(square, to), (prey, square)]
        return found

    def said(self, square: Square, way: str) -> str:
        return f"{self.board[square]}{name(square)}{way}"

    def after(self, steps: list[tuple[Square, Square]]) -> Plain:
        new = Plain(self.board, self.gold)
        new.start, new.left = self.start, self.left - len(steps)
        for start, to in steps:
            new.board[to] = new.board.pop(start)
            for trap in TRAPS & set(new.board):
                friends = [s for s in around(trap) if s in new.board
                           and new.board[s].isupper() == new.board[trap].isupper()]  # fmt: skip
                if not friends:
                    del new.board[trap]
        return new

    def key(self) -> tuple[tuple[tuple[Square, str], ...], bool]:
        return tuple(sorted(self.board.items())), not self.gold


def around(square: Square) -> list[Square]:
    return [gone(square, way) for way in WAYS if on_board(gone(square, way))]


def gone(square: Square, way: str) -> Square:
    return square[0] + WAYS[way][0], square[1] + WAYS[way][1]


def on_board(square: Square) -> bool:
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def name(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


def placed() -> dict[Square, str]:
    rows = {0: "RRRCCRRR", 1: "RHDEMDHR", 6: "rhdemdhr", 7: "rrrccrrr"}
    return {(c, r): letter for r, row in rows.items() for c, letter in enumerate(row)}


def beside(seed: int) -> str:
    """Play a game by chance on both; gives how it ends."""
    random, state, board, gold = Random(seed), arimaa(usual=True).start(), placed(), True
    past = Counter[object]([(tuple(sorted(board.items())), True)])
    for _ in range(120):
        plain = Plain(board, gold)
        while plain.left:
            may_end = plain.board != plain.start and past[plain.key()] < 2
            texts = {
                text: new for text, steps in plain.moves().items()
                if (new := plain.after(steps)).left or (new.board != new.start and past[new.key()] < 2)
            }  # fmt: skip
            expected = sorted([*texts, *(["stop"] if plain.left < 4 and may_end else [])])
            assert sorted(move.text for move in state.moves) == expected, f"seed {seed}"
            forward = [t for t in expected if t[-1] == ("n" if gold else "s")]
            text = random.choice(forward if forward and random.random() < 0.4 else expected)
            state = state.play(text)
            if text == "stop":
                break
            plain = texts[text]
        board = plain.board
        past[plain.key()] += 1
        ends = ended(board, gold)
        if ends or state.is_over:
            results = state.results or {}
            winner = "Gold" if results["Gold"] > 0 else "Silver"
            mover = "Gold" if gold else "Silver"
            if not ends:  # nobody could have moved: the next player is stuck
                assert not Plain(board, not gold).moves()
                ends = mover
            assert ends == winner, f"seed {seed}"
            return winner
        gold = not gold
    return "open"


def ended(board: dict[Square, str], gold: bool) -> str:
    names = {True: "Gold", False: "Silver"}
    for player in (gold, not gold):
        row, rabbit = (7, "R") if player else (0, "r")
        if any(letter == rabbit and square[1] == row for square, letter in board.items()):
            return names[player]
    for player in (gold, not gold):
        if ("r" if player else "R") not in board.values():
            return names[player]
    return ""


@pytest.mark.parametrize("games", [3, pytest.param(100, marks=pytest.mark.deep)])
def test_beside_plain_python(games: int) -> None:
    ends = {beside(seed) for seed in range(games)}
    assert games < 10 or {"Gold", "Silver"} <= ends
