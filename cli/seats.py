"""Who may sit at the board. A stronger player is one more entry in `SEATS`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from interpreter import Move, State

HUMAN = "human"


class Player(Protocol):
    """Chooses a move. Only the state, the number of plies so far and its own seed may matter."""

    def choose(self, state: State, ply: int) -> Move:
        """One of the state's moves."""
        ...


class Uniform:
    """Any legal move, each as likely as the others."""

    def __init__(self, seed: int, number: int) -> None:
        from interpreter.chance import Chance

        self.chance = Chance(seed, number)

    def choose(self, state: State, ply: int) -> Move:
        """The move that the seed draws for this ply."""
        moves = state.moves
        return moves[self.chance.pick(len(moves), ply)]


SEATS: dict[str, Callable[[int, int], Player] | None] = {HUMAN: None, "random": Uniform}
"""Kind of player → how to make one for a seed and a game's number; None: asked at the keyboard."""
