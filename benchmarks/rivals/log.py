"""A match on disk, a line of JSON for each game, so that it can be interrupted and gone on with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Line:
    """A game that was played: which, by whom, and what it came to for ours; `failed` says what went wrong instead."""

    game: str
    options: str
    ours: str
    theirs: str
    opening: int
    number: int
    """The game's place in the match; colours and dice follow from it."""
    worth: float = 0.0
    """1 won, 0.5 drawn, 0 lost."""
    decisions: int = 0
    """Of ours."""
    seconds: float = 0.0
    """Of ours."""
    failed: str = ""

    @property
    def key(self) -> tuple[str | int, ...]:
        """What makes two lines the same game."""
        return self.game, self.options, self.ours, self.theirs, self.opening, self.number


def read(path: Path | None) -> Iterator[Line]:
    """The games that are there; a last line that was cut off is left out."""
    if path is None or not path.exists():
        return
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            yield Line(**json.loads(text))
        except (ValueError, TypeError):
            continue


def add(path: Path | None, line: Line) -> None:
    """Keep a game."""
    if path is None:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = not path.exists() or path.read_bytes()[-1:] in (b"", b"\n")
    with path.open("a", encoding="utf-8") as file:
        file.write(("" if whole else "\n") + json.dumps(asdict(line), ensure_ascii=False) + "\n")
