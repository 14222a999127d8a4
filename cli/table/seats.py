"""Who may sit at the board: people, and players by their names."""

from __future__ import annotations

HUMAN = "human"
"""Asked at the keyboard; everybody else is one of `interpreter.players.specs`."""


def kinds() -> list[str]:
    """Examples of all kinds."""
    from interpreter.players.specs import KINDS

    return [HUMAN, *(example for kind in KINDS.values() for example in kind.examples)]


def is_file(kind: str) -> bool:
    """Whether this is a player from a Python file, which is run to find it."""
    return kind.strip().partition(":")[0].endswith(".py")
