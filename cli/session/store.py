"""Games that are kept without asking: a file for each in the user's data folder.

The folder is for the user alone. If there are more than `FINISHED` finished games, the oldest of them go. Unfinished
games stay, unless there are more than `ALL` files.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gdl import files
from interpreter.game.records import RecordError, read

if TYPE_CHECKING:
    from interpreter.game.record_model import Record

FINISHED, ALL = 200, 1_000
"""The most finished games, and the most games of all."""
TAIL = 2_000
"""The bytes at the end of a record in which its result stands."""
_NAME = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-.*-[0-9a-f]{6}\.yaml")
_OVER = re.compile(rb"^(result|resigned|fallen|drawn):", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Kept:
    """A game in the folder, and the time of its last change."""

    path: Path
    record: Record
    when: float


def folder() -> Path:
    """The folder of games: `GDL_DATA`, or the system's usual data folder for the user."""
    if chosen := os.environ.get("GDL_DATA"):
        return Path(chosen).absolute() / "games"
    from platformdirs import user_data_dir  # for whoever plays

    return Path(user_data_dir("gdl-interpreter", appauthor=False)) / "games"


def holds(path: Path) -> bool:
    """Whether this is a file in the folder."""
    return path.parent == folder()


def add(name: str, text: str, place: Path | None = None) -> Path:
    """Keep a new game with this name, and remove games if there are too many; raises RecordError."""
    place = place or new_place(name)
    try:
        files.make_folder(place, 0o700)
        files.write(place, text.encode(), fresh=True, private=True)
    except (OSError, ValueError) as error:
        raise RecordError(f"{place}: can't be written: {getattr(error, 'strerror', None) or error}") from None
    with contextlib.suppress(OSError):
        _prune(place)
    return place


def new_place(name: str) -> Path:
    """The file for a game that begins now."""
    stem = re.sub(r"[^\w-]+", "_", name)[:40]
    return folder() / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{stem}-{secrets.token_hex(3)}.yaml"


def left(damaged: list[Path]) -> Iterator[Kept]:
    """Unfinished games, the latest first. Files that can't be read go into `damaged` instead."""
    for path in _games():
        if is_over(path):
            continue
        try:
            yield Kept(path, read(path), path.stat().st_mtime)
        except FileNotFoundError:
            continue  # it was taken away meanwhile
        except (RecordError, OSError):
            damaged.append(path)


def is_over(path: Path) -> bool:
    """Whether a record has its game's result. This reads only the end of the file."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - TAIL))
            return _OVER.search(file.read(TAIL)) is not None
    except OSError:
        return False


def _games() -> list[Path]:
    """The files of games, the latest first."""
    try:
        entries = [entry for entry in os.scandir(folder()) if _NAME.fullmatch(entry.name)]
        found = [(one.stat().st_mtime, Path(one.path)) for one in entries if one.is_file(follow_symlinks=False)]
    except OSError:  # there is no such folder yet
        return []
    return [path for _, path in sorted(found, reverse=True)]


def _prune(newest: Path) -> None:
    """Remove the oldest finished games, and then the oldest of all, if there are too many."""
    games = [path for path in _games() if path != newest]
    if len(games) < FINISHED:
        return
    finished = [path for path in games if is_over(path)]
    going = finished[FINISHED:]
    rest = [path for path in games if path not in set(going)]
    for path in (*going, *rest[ALL - 1 :]):
        path.unlink(missing_ok=True)
