"""A played game, ply by ply."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.game.moves import Move
    from interpreter.game.state import State


@dataclass(frozen=True)
class Step:
    """One ply: the state before it, the move or outcome of chance, the state after it."""

    before: State
    move: Move
    after: State


def by_turns(steps: Iterable[Step]) -> list[list[Step]]:
    """Plies, a list for each turn."""
    grouped: list[list[Step]] = []
    for step in steps:
        if not step.before.in_turn or not grouped:
            grouped.append([])
        grouped[-1].append(step)
    return grouped


def texts_by_turns(steps: Iterable[Step]) -> list[list[str]]:
    """The moves of these plies, a list for each turn."""
    return [[step.move.text for step in turn] for turn in by_turns(steps)]
