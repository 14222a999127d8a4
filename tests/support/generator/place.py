"""What may stand in a block of statements; lines further in."""

from __future__ import annotations

from dataclasses import dataclass

Lines = list[str]
INDENT = "  "


@dataclass(frozen=True)
class Place:
    """What may stand in a block. `width`: how many options a decision may have. `nested`: how deep blocks may go.

    `first`: nothing has been decided in the turn yet, so that a player without an option is only stuck.
    """

    decisions: bool = True
    rolls: bool = True
    ends: bool = True
    first: bool = True
    width: int = 2_000
    nested: int = 2


def indented(lines: Lines) -> Lines:
    """Lines a step further in."""
    return [INDENT + line for line in lines]
