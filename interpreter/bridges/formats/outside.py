"""A game as a file of another program tells it, before any rules were asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

MOST_PLIES = 20_000
"""Moves that are read of one game."""
MOST_TEXT = 10_000
"""Characters of a tag, a move or a comment that are kept."""
MOST_TAGS = 200
"""Tags that are kept of one game."""


@dataclass
class Said:
    """A move as the file writes it."""

    text: str
    line: int
    by: int | None = None
    """The place of the player who makes it, among the format's two; None if the file doesn't say."""
    comment: str = ""
    """What is said of it, its marks (`$1`) before all else."""


@dataclass
class Outside:
    """One game of a file: its place, its tags, its moves."""

    number: int
    """From 1, in the file."""
    line: int
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[Said] = field(default_factory=list)
    comment: str = ""
    """What is said before the first move."""
    stones: list[tuple[int | None, Sequence[str]]] = field(default_factory=list)
    """What is put on the board first: whose (None: taken away), and where."""
    dropped: int = 0
    """Variations, which our records can't hold."""
    trouble: str = ""
    """Why it can't be read, with the line; "" if it can."""

    def tag(self, name: str, value: str) -> None:
        """Keep a tag; the first of a name counts."""
        if len(self.tags) < MOST_TAGS:
            self.tags.setdefault(name[:MOST_TEXT], value[:MOST_TEXT])

    def move(self, said: Said) -> None:
        """Keep a move, unless there are too many."""
        if len(self.moves) < MOST_PLIES:
            self.moves.append(said)
        else:
            self.refuse(said.line, f"the game has more than {MOST_PLIES:,} moves")

    def say(self, comment: str) -> None:
        """Keep what is said of the last move, or of the game before its first one."""
        if self.moves:
            self.moves[-1].comment = joined(self.moves[-1].comment, comment)
        else:
            self.comment = joined(self.comment, comment)

    def refuse(self, line: int, why: str) -> None:
        """Note why it can't be read; the first reason counts."""
        self.trouble = self.trouble or f"line {line}: {why}"


def joined(first: str, then: str) -> str:
    """Two comments as one, blanks and ends of lines as one blank each."""
    return " ".join([*first.split(), *then.split()])[:MOST_TEXT]
