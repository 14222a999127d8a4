"""Games of OpenSpiel as trees to be expanded; for tests that hold our figures to theirs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from typing import Any

PLAYERS = ("0", "1")


@dataclass(frozen=True)
class Action:
    """An action by its number."""

    number: int

    @property
    def text(self) -> str:
        """The number as text."""
        return str(self.number)


class Tree:
    """A state of OpenSpiel with the names that expanding asks for."""

    def __init__(self, state: Any) -> None:
        self.state = state

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.is_terminal())

    @property
    def results(self) -> dict[str, float]:
        """What it came to."""
        return dict(zip(PLAYERS, self.state.returns(), strict=True))

    @property
    def to_move(self) -> str | None:
        """Who decides."""
        return None if self.state.is_chance_node() else str(self.state.current_player())

    @property
    def chance(self) -> list[tuple[Action, Fraction]]:
        """Outcomes."""
        return [(Action(a), Fraction(p)) for a, p in self.state.chance_outcomes()]

    @property
    def moves(self) -> list[Action]:
        """Options."""
        return [Action(a) for a in self.state.legal_actions()]

    def play(self, move: Action, /) -> Tree:
        """What follows."""
        return Tree(self.state.child(move.number))

    def information(self, player: str, /) -> int:
        """A key of what a player knows."""
        return key_of(player, self.state.information_state_string(int(player)))


def key_of(player: str, text: str) -> int:
    """The key of an information state's text."""
    return int.from_bytes(blake2b(f"{player} {text}".encode(), digest_size=16).digest(), "little")
