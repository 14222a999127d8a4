"""What a search leaves out where values were learnt: it reaches deeper, and nothing that it calls certain is wrong.

Values are drawn at random here, so they mislead as much as values can. What is true is found by another program:
Breakthrough, and plain minimax.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from interpreter import Game, State
from interpreter.graph.abi import QUIETLY, REDUCED, SURE
from interpreter.players import Seat
from interpreter.players.alphabeta import AlphaBeta, Limit
from interpreter.players.learning.training import fresh

SIZE = 5
NODES = 10_000
"""Positions from which plain minimax takes no more than this are judged."""
Board = tuple[frozenset[int], frozenset[int]]
"""Sites of whoever is to move, and of the other, by row and file seen by whoever is to move."""


class TooMany(Exception):
    """It takes more."""


def turned(sites: frozenset[int]) -> frozenset[int]:
    """As the other player sees them."""
    return frozenset(SIZE * SIZE - 1 - site for site in sites)


def following(own: frozenset[int], other: frozenset[int]) -> Iterator[tuple[int, int]]:
    """The moves of whoever is to move: from where, and to where."""
    for site in own:
        for side in (-1, 0, 1):
            to = site + SIZE + side
            if 0 <= site % SIZE + side < SIZE and to not in own and (side or to not in other):
                yield site, to


def moved(own: frozenset[int], other: frozenset[int], move: tuple[int, int]) -> Board:
    """What the other player sees then."""
    return turned(other - {move[1]}), turned(own - {move[0]} | {move[1]})


class Truth:
    """Who wins: whoever reaches the last row, or takes all."""

    def __init__(self) -> None:
        self.known: dict[Board, bool] = {}
        self.left = NODES

    def is_won(self, own: frozenset[int], other: frozenset[int]) -> bool:
        """Whether whoever is to move wins."""
        if (own, other) not in self.known:
            self.left -= 1
            if self.left < 0:
                raise TooMany
            self.known[own, other] = any(
                to >= SIZE * (SIZE - 1) or other == {to} or not self.is_won(*moved(own, other, (site, to)))
                for site, to in sorted(following(own, other), key=lambda move: -move[1])
            )
        return self.known[own, other]


@cache
def game() -> Game:
    return Game.load("breakthrough", size=SIZE)


def ends(text: str, is_first: bool) -> tuple[int, int]:
    """From where to where a move goes, as `a2-a3` or `b4xa3`, as whoever makes it sees that."""
    sites = [ord(text[i]) - ord("a") + SIZE * (int(text[i + 1]) - 1) for i in (0, 3)]
    one, two = sites if is_first else [SIZE * SIZE - 1 - site for site in sites]
    return one, two


@cache
def judged() -> list[tuple[State, bool]]:
    """Positions late in random games, and whether who is to move wins."""
    draw, truth, found = random.Random(1), Truth(), []
    own = frozenset(range(2 * SIZE))
    for _ in range(30):
        state, board, line = game().start(), (own, turned(own)), []
        while not state.is_over:
            line.append((state, board))
            move = draw.choice(state.moves)
            board = moved(*board, ends(move.text, state.mover == game().players[0]))
            state = state.play(move)
        for state, board in line[-2:2:-1]:
            truth.left = NODES
            try:
                found.append((state, truth.is_won(*board)))
            except TooMany:
                break
    return found


@pytest.fixture(scope="module", params=range(3))
def weights(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of weights drawn at random."""
    draw, known = random.Random(request.param), fresh(game(), 1)
    path = tmp_path_factory.mktemp("weights") / "drawn.weights"
    values = array("f", [draw.uniform(-0.4, 0.4) for _ in known.values])
    path.write_bytes(replace(known, values=values).encoded())
    return path


def player(weights: Path, positions: int, depth: int = 100) -> AlphaBeta:
    return AlphaBeta(Seat(game(), "White", weights=str(weights)), Limit(depth=depth, positions=positions))


def test_what_is_certain_is_true(weights: Path) -> None:
    certain = 0
    for positions in (100, 1000, 10_000):
        searcher = player(weights, positions)
        for state, is_won in judged():
            searcher.choose(state)
            found = searcher.found
            if found.is_exact or found.value > SURE:
                certain += 1
                assert (found.value > SURE, found.value < -SURE) == (is_won, not is_won)
        searcher.close()
    assert certain > 100


def test_something_is_left_out(weights: Path) -> None:
    """With a horizon of three plies no option is searched less deep; so what isn't looked at was left out."""
    looked_at = dict.fromkeys((QUIETLY, QUIETLY + REDUCED), 0)
    for features in looked_at:
        searcher = player(weights, 0, depth=3)
        for state in map(game().start().play, game().start().moves):
            searcher._think(state, features, 0.0)
            looked_at[features] += searcher.found.positions
        searcher.close()
    assert looked_at[QUIETLY + REDUCED] < looked_at[QUIETLY]
