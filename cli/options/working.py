"""Who waits for a command that says nothing yet is told that it works."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock, Timer
from typing import Any, TextIO

PATIENCE = 1.0
"""Seconds of silence, from the very beginning: what a command needs is imported meanwhile."""
TALKS = frozenset({"play", "replay", "serve", "studio", "watch", "engine", "lsp"})
"""Commands that have the terminal to themselves, or another program at the other end."""
WORKS = "gdl: working …"
ERASED = "\r\x1b[2K"


@contextmanager
def working(words: Sequence[str]) -> Iterator[None]:
    """While a command runs that these words name: if it is silent for long, and somebody looks on, that it works."""
    if not words or words[0] in TALKS or not sys.stderr.isatty():
        yield
        return
    notice = Notice(sys.stderr, can_erase=os.environ.get("TERM", "") != "dumb")
    timer = Timer(PATIENCE, notice.show)
    timer.daemon = True
    usual = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = Heard(usual[0], notice), Heard(usual[1], notice)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        notice.clear()
        sys.stdout, sys.stderr = usual


class Notice:
    """The line; once something else was said, it isn't shown any more."""

    def __init__(self, stream: TextIO, can_erase: bool = True) -> None:
        self._stream, self._can_erase = stream, can_erase
        self._is_shown = self._is_over = False
        self._lock = Lock()

    def show(self) -> None:
        """Say it, unless there is something to be read already."""
        with self._lock:
            if not self._is_over:
                self._is_shown = True
                self._put(WORKS if self._can_erase else f"{WORKS}\n")

    def clear(self) -> None:
        """Take it back."""
        with self._lock:
            if self._is_shown and not self._is_over and self._can_erase:
                self._put(ERASED)
            self._is_over = True

    def _put(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


class Heard:
    """A stream of which the first word takes the notice back."""

    def __init__(self, stream: TextIO, notice: Notice) -> None:
        self._stream, self._notice = stream, notice

    def write(self, text: str) -> int:
        """Write behind nothing but what was meant."""
        self._notice.clear()
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
