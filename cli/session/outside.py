"""Records that `replay` and `play --resume` open: our own, and those of other programs."""

from __future__ import annotations

from pathlib import Path

from cli.languages.saying import tr
from interpreter.bridges.formats import converting, table
from interpreter.bridges.formats.converting import Wish
from interpreter.game import records
from interpreter.game.record_model import Record
from interpreter.game.records import RecordError


def is_outside(path: Path) -> bool:
    """Whether a file's name is that of another program's record."""
    return table.of_file(path) not in (None, table.OURS)


def read(path: Path, game: str | None, number: int | None) -> tuple[Record, list[str]]:
    """The record, and notes for people about how it was read.

    `game`: the rules, if they are given. `number`: the number of the game in the file. Raises RecordError or another
    GameError.
    """
    if not is_outside(path):
        if number not in (None, 1):
            raise RecordError(tr("{file}: a record holds one game; leave --number away", file=path))
        return records.read(path), []
    return converting.by_path(path, Wish(table.of_file(path) or table.OURS, "gdl", game), number or 1)
