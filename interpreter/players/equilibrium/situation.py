"""What solving asks of a state, and nothing more; and lines of play in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from interpreter.players.equilibrium.sequence_form import Way


class Choice(Protocol):
    """A move, or an outcome of chance."""

    @property
    def text(self) -> str:
        """As it is written."""


class Situation(Protocol):
    """A state; the names mean what they mean for `State`."""

    @property
    def is_over(self) -> bool: ...  # noqa: D102
    @property
    def results(self) -> Mapping[str, float] | None: ...  # noqa: D102
    @property
    def chance(self) -> Sequence[tuple[Choice, Fraction]]: ...  # noqa: D102
    @property
    def to_move(self) -> str | None: ...  # noqa: D102
    @property
    def moves(self) -> Sequence[Choice]: ...  # noqa: D102
    def play(self, move: Any, /) -> Situation: ...  # noqa: D102
    def information(self, player: str, /) -> int: ...  # noqa: D102


def choices(state: Situation) -> Sequence[Choice]:
    """What can come next, a player's moves or the outcomes of chance."""
    return state.moves if state.to_move is not None else [outcome for outcome, _ in state.chance]


def line_of(beginning: Situation, way: Way) -> list[str]:
    """A way as it is written."""
    texts: list[str] = []
    state = beginning
    for k in way:
        choice = choices(state)[k]
        texts.append(choice.text)
        state = state.play(choice)
    return texts
