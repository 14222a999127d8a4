"""Who may sit at the board: people, and players by their names."""

from __future__ import annotations

from interpreter.players.levels import LEVELS
from interpreter.players.specs import KINDS, LEVEL

HUMAN = "human"
"""Asked at the keyboard; everybody else is one of `interpreter.players.specs`."""


def levels() -> list[str]:
    """The computer's levels, the weakest first."""
    return [f"{LEVEL}:{number}" for number in range(1, LEVELS + 1)]


def kinds() -> list[str]:
    """Examples of all kinds."""
    return [HUMAN, *(example for kind in KINDS.values() for example in kind.examples)]


def is_file(kind: str) -> bool:
    """Whether this is a player from a Python file, which is run to find it."""
    return kind.strip().partition(":")[0].endswith(".py")
