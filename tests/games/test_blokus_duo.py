"""Blokus Duo, played at random beside a few lines of plain Python that grow the 21 pieces themselves."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from playing import load

from interpreter import State
from interpreter.graph.chance import Chance
from interpreter.lab.tools.native_lockstep import both_backends

Cell = tuple[int, int]
Form = frozenset[Cell]
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
SIZE = 14
STARTS = ((5, 5), (10, 10))


def shifted(form: Form, to: Cell = (0, 0)) -> Form:
    """The form with its least coordinates there."""
    x, y = min(x for x, _ in form), min(y for _, y in form)
    return frozenset((i - x + to[0], j - y + to[1]) for i, j in form)


def ways_round(form: Form) -> frozenset[Form]:
    found = set()
    for _ in range(4):
        form = frozenset((-y, x) for x, y in form)
        found |= {shifted(form), shifted(frozenset((-x, y) for x, y in form))}
    return frozenset(found)


def pieces() -> list[frozenset[Form]]:
    """All forms of one to five squares, each as all ways to turn and mirror it."""
    grown: set[Form] = {frozenset(((0, 0),))}
    found = {ways_round(form) for form in grown}
    for _ in range(4):
        grown = {
            shifted(form | {(x + i, y + j)})
            for form in grown for x, y in form for i, j in SIDES if (x + i, y + j) not in form
        }  # fmt: skip
        found |= {ways_round(form) for form in grown}
    return sorted(found, key=lambda ways: sorted(map(sorted, ways)))


PIECES = pieces()
BOARD = frozenset(product(range(1, SIZE + 1), repeat=2))


@cache
def everywhere() -> list[set[Form]]:
    """Each piece, wherever it lies on the board."""
    return [{at for form in ways for corner in BOARD if (at := shifted(form, corner)) <= BOARD} for ways in PIECES]


class Blokus:
    """The state of a game: what each player has covered and has left, and whose turn it is."""

    def __init__(self) -> None:
        self.covered: list[set[Cell]] = [set(), set()]
        self.left = [set(range(len(PIECES))) for _ in range(2)]
        self.scores = [0, 0]
        self.me = 0
        self.is_over = False
        self.count()

    def moves(self, player: int) -> dict[Form, int]:
        own = self.covered[player]
        beside = {(x + i, y + j) for x, y in own for i, j in SIDES}
        aslant = {(x + i, y + j) for x, y in own for i, j in CORNERS} if own else set(STARTS)
        room = BOARD - self.covered[0] - self.covered[1] - beside
        return {at: p for p in self.left[player] for at in everywhere()[p] if at <= room and at & aslant}

    def play(self, laid: Form) -> None:
        piece = self.moves(self.me)[laid]
        self.covered[self.me] |= laid
        self.left[self.me].remove(piece)
        self.count(bonus=15 + 5 * (len(laid) == 1))
        self.me = 1 - self.me
        if not self.moves(self.me):
            self.me = 1 - self.me
            self.is_over = not self.moves(self.me)

    def count(self, bonus: int = 0) -> None:
        for player, left in enumerate(self.left):
            if left:
                self.scores[player] = -sum(len(min(PIECES[p])) for p in left)
            elif player == self.me:
                self.scores[player] = bonus


def cells_of(text: str) -> Form:
    return frozenset(("abcdefghijklmn".index(cell[0]) + 1, int(cell[1:])) for cell in text.split()[1].split("+"))


def same(state: State, plain: Blokus, names: dict[str, int]) -> dict[str, Form]:
    """The moves of both, which must be the same; each piece has one name throughout."""
    moves = {move.text: cells_of(move.text) for move in state.moves}
    wanted = plain.moves(plain.me)
    assert len(moves) == len(wanted)
    assert set(moves.values()) == set(wanted)
    for text, laid in moves.items():
        assert names.setdefault(text.split()[0], wanted[laid]) == wanted[laid]
    assert str(state.to_move) == ("White", "Black")[plain.me]
    return moves


def test_pieces_and_first_moves_are_as_many_as_is_known() -> None:
    """21 pieces of 89 squares for each; 13,729 placements; 414 first moves on each marked square (Pentobi)."""
    assert len(PIECES) == 21
    assert sum(len(min(ways)) for ways in PIECES) == 89
    assert sum(map(len, everywhere())) == 13_729
    for start in STARTS:
        assert sum(start in at for of_one in everywhere() for at in of_one) == 414
    assert len(load("blokus_duo").start().moves) == 828


@pytest.mark.parametrize("seed", [1, 2])
def test_moves_and_scores_are_those_of_plain_rules(seed: int) -> None:
    state, plain, chance = load("blokus_duo").start(), Blokus(), Chance(seed)
    names: dict[str, int] = {}
    plies = 0
    while not state.is_over:
        assert not plain.is_over
        assert list((state.scores or {}).values()) == plain.scores
        moves = same(state, plain, names)
        text = sorted(moves)[chance.pick(len(moves), plies)]
        state = state.play(text)
        plain.play(moves[text])
        plies += 1
    assert plain.is_over
    assert plies > 20
    assert list((state.scores or {}).values()) == plain.scores
    assert len(set(names.values())) == len(names) == 21
    better = plain.scores[0] - plain.scores[1]
    assert (state.results or {}).get("White") == (better > 0) - (better < 0)


def test_both_backends_play_alike() -> None:
    both_backends(load("blokus_duo"), seed=3, plies=40, games=1, longest=60)
