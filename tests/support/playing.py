"""Random games for tests, watched ply by ply or turn by turn; every game is named by its seed and number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from interpreter import Game, Move, State
from interpreter.graph.chance import Chance


@dataclass(frozen=True)
class Ply:
    """One decision or chance outcome of a game."""

    before: State
    move: Move
    after: State


@dataclass(frozen=True)
class Turn:
    """A whole turn: the state before it, its plies, the state after it."""

    before: State
    plies: tuple[Ply, ...]
    after: State

    @property
    def texts(self) -> list[str]:
        return [ply.move.text for ply in self.plies]


@cache
def load(name: str, players: int | None = None, **options: Any) -> Game:
    return Game.load(name, players=players, **options)


def turns(game: Game, seed: int, number: int = 0, start: State | None = None) -> Iterator[Turn]:
    """A random game, turn by turn; what is yielded last ended the game."""
    state = start or game.start(seed=seed, number=number)
    chance, count = Chance(seed, number), 0
    while not state.is_over:
        before = state
        plies: list[Ply] = []
        while not state.is_over and (not plies or state.in_turn):
            moves = state.moves
            assert moves, f"a dead end: {state.position()}"
            move = moves[chance.pick(len(moves), count)]
            count += 1
            plies.append(Ply(state, move, state.play(move)))
            state = plies[-1].after
        yield Turn(before, tuple(plies), state)


def pieces(state: State) -> dict[str, str]:
    """What stands on each site (one piece a site), as it is written in a position."""
    found = state.position().get("pieces", {})
    return {site: thing for thing, sites in found.items() for site in sites}


def settled(data: Any) -> Any:
    """A position without the order of lists, which says nothing."""
    if isinstance(data, dict):
        return {str(key): settled(value) for key, value in data.items()}
    if isinstance(data, list):
        return sorted(map(str, data))
    return str(data)
