"""Who may sit at the board: people, and players by their names."""

from __future__ import annotations

from interpreter.players.specs import KINDS

HUMAN = "human"
"""Asked at the keyboard; everybody else is one of `interpreter.players.specs`."""


def kinds() -> list[str]:
    """Examples of all kinds."""
    return [HUMAN, *(example for kind in KINDS.values() for example in kind.examples)]


def is_file(kind: str) -> bool:
    """Whether this is a player from a Python file, which is run to find it."""
    return kind.strip().partition(":")[0].endswith(".py")
