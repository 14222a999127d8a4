"""Calling off work that is going on: nobody knows how long the rules of a stranger take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer


class CancelledError(Exception):
    """The work was called off while it was going on."""


class CancelToken:
    """Whether the work that has this token is called off: by `cancel`, or because its time is over.

    `seconds`: after so many it is; None: never by itself. `now` is the clock it goes by, in seconds.
    """

    def __init__(self, seconds: float | None = None, now: Callable[[], float] = time.monotonic) -> None:
        self._now, self._cancelled = now, False
        self._until = None if seconds is None else now() + seconds
        self._told: list[Callable[[], object]] = []

    @property
    def cancelled(self) -> bool:
        """Whether to stop."""
        if not self._cancelled and self._until is not None and self._now() >= self._until:
            self.cancel()
        return self._cancelled

    def cancel(self) -> None:
        """Call the work off, in whatever thread it goes on."""
        if not self._cancelled:
            self._cancelled = True
            for tell in self._told:
                tell()

    def check(self) -> None:
        """Raise CancelledError if the work is called off."""
        if self.cancelled:
            raise CancelledError

    def on_cancel(self, tell: Callable[[], object]) -> None:
        """Call this when the work is called off; at once if it is already."""
        self._told.append(tell)
        if self._cancelled:
            tell()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Look at the clock from another thread meanwhile, for what doesn't look itself."""
        left = None if self._until is None else max(self._until - self._now(), 0.0)
        timer = Timer(left or 0.0, self.cancel)
        timer.daemon = True
        if left is not None:
            timer.start()
        try:
            yield
        finally:
            timer.cancel()
