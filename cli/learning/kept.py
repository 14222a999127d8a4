"""The file that keeps the values which a run of `gdl train` learns."""

from __future__ import annotations

import itertools
from pathlib import Path

from cli.options.arguments import stop
from cli.options.echo import say
from gdl import files
from interpreter.players.learning.learnt_files import MOST_BYTES
from interpreter.players.learning.weights import Weights


class Kept:
    """Written now and then. If somebody else writes it meanwhile, such as a second run of the command, what we learn
    goes to another file beside it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.written = files.contents(path, MOST_BYTES) if files.is_there(path) else b""

    def save(self, found: Weights) -> None:
        """Write this down."""
        content = found.encoded()
        try:
            files.make_folder(self.path, 0o700)
            if files.is_there(self.path) and files.contents(self.path, MOST_BYTES) != self.written:
                self._give_way()
            files.write(self.path, content)
        except (OSError, ValueError) as problem:
            stop(f"{self.path}: what was learnt can't be kept there ({getattr(problem, 'strerror', None) or problem})")
        self.written = content

    def _give_way(self) -> None:
        taken = self.path
        names = (taken.with_stem(f"{taken.stem}-{number}") for number in itertools.count(2))
        self.path = next(path for path in names if not files.is_there(path))
        say(f"gdl: {taken}: something else has been written there; this goes on in {self.path}", err=True)
