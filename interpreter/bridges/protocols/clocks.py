"""How long XBoard gives for a move: so many moves in a time, a time for the game, a time for each move, a depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.bridges.protocols.thinking import Limits
from interpreter.players.alphabeta import DEEPEST

LONGEST = 10**7
"""Seconds; more is as good as no end."""


@dataclass
class Clocks:
    """What is known of the time. All in seconds."""

    moves: int = 0
    """How many moves the base time is for; 0: all of them."""
    base: float = 0.0
    increment: float = 0.0
    each: float = 0.0
    """For each move; 0: it isn't said."""
    depth: int = 0
    left: float | None = None

    def begin(self) -> None:
        """A new game: no limit of depth, and full clocks."""
        self.depth, self.left = 0, None

    def hear(self, word: str, rest: str) -> bool:
        """Whether this is a word about time; numbers that are none are 0."""
        words = rest.split()
        if word == "level":
            self.moves, self.base = round(_number(words, 0)), _time(words[1] if len(words) > 1 else "")
            self.increment, self.each, self.left = _time(words[2] if len(words) > 2 else "", 1.0), 0.0, None
        elif word == "st":
            self.each = _number(words, 0)
        elif word == "sd":
            self.depth = min(round(_number(words, 0)), DEEPEST)
        elif word == "time":
            self.left = _number(words, 0) / 100
        return word in ("level", "st", "sd", "time", "otim")

    def limits(self, turns: int) -> Limits:
        """For a move after so many turns of both."""
        if self.each:
            return Limits(seconds=self.each, depth=self.depth)
        left = self.base if self.left is None else max(self.left, 0.01)
        moves = self.moves - turns // 2 % self.moves if self.moves else 0
        return Limits(left=left, increment=self.increment, turns=moves, depth=self.depth)


def _number(words: Sequence[str], place: int) -> float:
    try:
        number = float(words[place])
    except (IndexError, ValueError):
        return 0.0
    return min(max(number, 0.0), LONGEST) if number == number else 0.0


def _time(text: str, unit: float = 60.0) -> float:
    """`5` minutes, or `5:30`, in seconds; `unit`: of a number that stands alone."""
    minutes, colon, seconds = text.partition(":")
    if not colon:
        return _number([minutes], 0) * unit
    return 60 * _number([minutes], 0) + _number([seconds], 0)
