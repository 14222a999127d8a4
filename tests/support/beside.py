"""A game of ours beside the same game as another program plays it: the same moves at each turn, the same end."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from interpreter import State

MOST_PLIES = 400


class Other(Protocol):
    """A state of the other program."""

    @property
    def moves(self) -> Mapping[str, Any]:
        """What may be played, as it is called there; nothing if the game is over."""

    def play(self, move: str) -> Other:
        """The state after a move."""

    @property
    def result(self) -> float | None:
        """What the first player gets, from 1 to -1; None while the game goes on."""


@dataclass(frozen=True)
class OfRuleset:
    """A ruleset that ships as the other program."""

    state: State
    called: Callable[[str], str] = str

    @property
    def moves(self) -> Mapping[str, Any]:
        return {self.called(move.text): move for move in self.state.moves}

    def play(self, move: str) -> OfRuleset:
        return OfRuleset(self.state.play(self.moves[move]), self.called)

    @property
    def result(self) -> float | None:
        return next(iter(self.state.results.values())) if self.state.is_over else None


def same_moves(state: State, other: Other, called: Callable[[str], str]) -> dict[str, Any]:
    """Our moves by the other program's names; fails where they aren't the same, or the end isn't."""
    ours = {} if state.is_over else {called(move.text): move for move in state.moves}
    assert state.is_over or len(ours) == len(state.moves), f"two moves are called alike: {state.line}"
    assert {*ours} == {*other.moves}, (state.line, sorted({*ours} ^ {*other.moves}))
    result = next(iter(state.results.values())) if state.is_over else None
    assert result == other.result, (state.line, result, other.result)
    return ours


def tree(state: State, other: Other, called: Callable[[str], str], depth: int) -> int:
    """The number of lines of this many moves; each is compared."""
    ours = same_moves(state, other, called)
    if not depth or not ours:
        return 1
    return sum(tree(state.play(move), other.play(name), called, depth - 1) for name, move in ours.items())


def game(state: State, other: Other, called: Callable[[str], str], seed: int, plies: int = MOST_PLIES) -> int:
    """A random game, compared at each turn; how many plies it had."""
    chance = random.Random(seed)
    for ply in range(plies):
        ours = same_moves(state, other, called)
        if not ours:
            return ply
        name = chance.choice(sorted(ours))
        state, other = state.play(ours[name]), other.play(name)
    return plies
