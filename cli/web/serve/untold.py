"""What guests aren't told: where things lie on the server. Messages name files, never their folders."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from gdl.program import ROOT
from interpreter import GameError, LoadError

_FOLDERS = re.compile(r"""(?<![\w.~/\\])(?:~|[A-Za-z]:)?[/\\](?:[^\s/\\:'"`,;()<>]+[/\\])+""")
"""A folder that nobody expected, as far as it can be told from other text."""


class Untold:
    """Folders that are cut out of what guests are told."""

    def __init__(self, files: Iterable[str | Path]) -> None:
        """`files`: those that the server works with; their folders are known, whatever characters they have."""
        named = [Path(file) for file in files]
        folders = {str(folder) for file in named for folder in (file.parent, file.resolve().parent)}
        folders |= {str(Path.home()), str(Path.cwd()), str(ROOT)}
        self._known = sorted((one for one in folders if len(one) > 1), key=len, reverse=True)

    def without(self, text: str) -> str:
        """A text without folders."""
        for folder in self._known:
            text = text.replace(f"{folder}/", "").replace(f"{folder}\\", "").replace(folder, Path(folder).name)
        return _FOLDERS.sub("", text)

    def error(self, error: GameError) -> str:
        """What is said of an error."""
        if isinstance(error, LoadError) and error.findings:
            return self.without("; ".join(f"{f.span.source.name}: {f.message}" for f in error.findings))
        return self.without(str(error))
