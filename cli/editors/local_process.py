"""A process of this machine that answers a worker's jobs."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from cli.editors.process import serve


class LocalProcess:
    """A process that runs `run` of the module `runs`. Beginning one takes a while.

    `heard` is called with the number of each job and its reply, `gone` when the process has ended by itself; both in a
    thread of their own. `behind`: it takes what the machine has left.
    """

    def __init__(
        self, name: str, runs: str, behind: bool, heard: Callable[[int, Any], None], gone: Callable[[Any], None]
    ) -> None:
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(
            target=serve, args=(theirs, runs, behind), name=f"gdl lsp {name}", daemon=True
        )
        self._process.start()
        theirs.close()
        threading.Thread(target=self._listen, args=(heard, gone), daemon=True).start()

    @property
    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._process.is_alive()

    def send(self, number: int, job: Any) -> None:
        """Hand a job over; None: nobody waits for the one at hand any more. Raises OSError if the process is gone."""
        self._connection.send((number, job))

    def computed(self) -> float | None:
        """The seconds that it has computed; None where the system doesn't tell."""
        return computed(self._process.pid) if self._process.pid is not None else None

    def kill(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        with contextlib.suppress(OSError):
            self._connection.close()

    def _listen(self, heard: Callable[[int, Any], None], gone: Callable[[Any], None]) -> None:
        """Hand on what comes back, until the process is gone."""
        try:
            while True:
                heard(*self._connection.recv())
        except (EOFError, OSError, TypeError, ValueError):  # closed while we read, perhaps
            gone(self)


def computed(process: int) -> float | None:
    """The seconds that a process has computed; None where the system doesn't tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return None
