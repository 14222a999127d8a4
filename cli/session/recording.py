"""Keeps a game's record on disk up to date: in a named file, or in the user's data folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cli.languages.saying import heard, tr
from cli.session import store
from interpreter.game import records
from interpreter.game import yaml_files as yamlio
from interpreter.game.records import RecordError

if TYPE_CHECKING:
    from interpreter.game.record_model import Record


@dataclass
class Recording:
    """The place of a game's record, and whether writing there works."""

    name: str
    """The game's name."""
    contents: Callable[[Path], Record]
    """Gives the record as it stands, for a file in this place."""
    path: Path | None = None
    stored: bool = False
    """Whether the game goes to the user's data folder from its first ply on, if there is no `path`."""
    is_kept: bool = False
    """Whether the record on disk is up to date."""
    news: list[str] = field(default_factory=list)
    """Problems with the record, to be shown once. The code that shows them empties the list."""

    def __post_init__(self) -> None:
        self._stamp: tuple[int, ...] | None = None
        """What the record's file was like when we wrote it last."""
        self._warned = False
        if self.path is not None:
            yamlio.sweep(self.path)
            self._stamp = _stamp(self.path)

    def keep(self, begun: bool) -> None:
        """Bring the record up to date, if the game has one. A problem becomes news, and play goes on."""
        try:
            if self.path is not None:
                self._write_ours(self.path)
            elif self.stored and begun:
                self._store()
            else:
                return
            self.is_kept, self._warned = True, False
        except RecordError as error:
            self.is_kept = False
            if not self._warned:
                self.news.append(tr("{why}. The game goes on, but isn't recorded", why=heard("trouble", str(error))))
            self._warned = True

    def begin(self) -> None:
        """Write the record before the first move; raises RecordError."""
        if self.path is not None:
            self._write(self.path)
            self.is_kept = True

    def save(self, path: Path, overwrite: bool = False) -> None:
        """Write the record to this file, besides its usual place."""
        if not overwrite:
            records.guard(path, self.contents(path))
        records.write(self.contents(path), path)

    def _write_ours(self, path: Path) -> None:
        """Write the record. If another program has written the file in the meantime, this game goes on in a new file.
        """
        found = _stamp(path)
        if found is not None and self._stamp is not None and found != self._stamp:
            self._store()
            said = tr("{file}: somebody else goes on with this game there. It goes on here in {ours}",
                      file=path, ours=self.path)  # fmt: skip
            self.news.append(said)
        else:
            self._write(path)

    def _write(self, path: Path) -> None:
        records.write(self.contents(path), path)
        self._stamp = _stamp(path)

    def _store(self) -> None:
        """Keep the game in the user's data folder from now on."""
        place = store.new_place(self.name)
        self.path = store.add(self.name, records.text(self.contents(place)), place)
        self._stamp = _stamp(self.path)


def _stamp(path: Path) -> tuple[int, ...] | None:
    """A value that changes if a file is written; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
