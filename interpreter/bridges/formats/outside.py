"""A game as a file of another program tells it, before any rules were asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from interpreter.game.record_model import MOST_DEPTH, MOST_VARIATIONS

MOST_PLIES = 20_000
"""Moves that are read of one game …"""
MOST_MOVES = 100_000
"""… and with those of its variations."""
MOST_TEXT = 10_000
"""Characters of a tag, a move or a comment that are kept."""
MOST_SAID = 1_000_000
"""Characters of all comments of one game that are kept."""
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
class Line:
    """Moves in a row: those of the game, or of a variation."""

    of: int = 0
    """Which of the game's lines a variation leaves."""
    after: int = 0
    """How many moves of that line come before it."""
    depth: int = 0
    moves: list[Said] = field(default_factory=list)
    comment: str = ""
    """What is said before the first move."""


@dataclass
class Outside:
    """One game of a file: its place, its tags, its moves."""

    number: int
    """From 1, in the file."""
    line: int
    tags: dict[str, str] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=lambda: [Line()])
    """The moves that were played, then the variations, each behind the line that it leaves."""
    stones: list[tuple[int | None, Sequence[str]]] = field(default_factory=list)
    """What is put on the board first: whose (None: taken away), and where."""
    put: int = 0
    """Points of `stones` so far."""
    dropped: int = 0
    """Variations that are left out, since there are too many, or too deep ones."""
    trouble: str = ""
    """Why it can't be read, with the line; "" if it can."""
    told: int = 0
    """Moves so far, those of variations included."""
    said: int = 0
    """Characters of comments so far."""

    @property
    def moves(self) -> list[Said]:
        """The moves that were played."""
        return self.lines[0].moves

    def tag(self, name: str, value: str) -> None:
        """Keep a tag; the first of a name counts."""
        if len(self.tags) < MOST_TAGS:
            self.tags.setdefault(name[:MOST_TEXT], value[:MOST_TEXT])

    def move(self, said: Said, at: int = 0) -> None:
        """Keep a move of a line, unless there are too many."""
        if len(self.lines[at].moves) >= MOST_PLIES:
            self.refuse(said.line, f"the game has more than {MOST_PLIES:,} moves")
        elif self.told >= MOST_MOVES:
            self.refuse(said.line, f"the game and its variations have more than {MOST_MOVES:,} moves")
        else:
            self.lines[at].moves.append(said)
            self.told += 1

    def branch(self, of: int, after: int) -> int | None:
        """Begin a variation; gives its place among the lines, or None if it is left out."""
        depth = self.lines[of].depth + 1
        if after < 0 or depth > MOST_DEPTH or len(self.lines) > MOST_VARIATIONS:
            self.dropped += 1
            return None
        self.lines.append(Line(of, after, depth))
        return len(self.lines) - 1

    def say(self, comment: str, at: int = 0) -> None:
        """Keep what is said of the last move of a line, or before its first one."""
        self.said += len(comment)
        if self.said > MOST_SAID:
            return
        line = self.lines[at]
        if line.moves:
            line.moves[-1].comment = joined(line.moves[-1].comment, comment)
        else:
            line.comment = joined(line.comment, comment)

    def refuse(self, line: int, why: str) -> None:
        """Note why it can't be read; the first reason counts."""
        self.trouble = self.trouble or f"line {line}: {why}"


def joined(first: str, then: str) -> str:
    """Two comments as one, blanks and ends of lines as one blank each."""
    return " ".join([*first.split(), *then.split()])[:MOST_TEXT]
