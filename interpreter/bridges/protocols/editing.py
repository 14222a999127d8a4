"""XBoard's older way to tell a position."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass
class Edit:
    """A position that is put together piece by piece, as older windows do it."""

    side: int
    on: dict[str, str] = field(default_factory=dict)
    _black: bool = False

    def hear(self, line: str) -> bool:
        """Take in a line; whether it was the last."""
        if line == "#":
            self.on.clear()
        elif line == "c":
            self._black = not self._black
        elif found := re.fullmatch(r"([A-Za-z])([a-z]\d{1,2})", line):
            letter, square = found.groups()
            self.on.pop(square, None)
            if letter != "x":
                self.on[square] = letter.lower() if self._black else letter.upper()
        return line == "."
