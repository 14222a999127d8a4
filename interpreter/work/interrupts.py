"""Ctrl-C where what is known by then is worth telling."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def first_noted() -> Iterator[Callable[[], bool]]:
    """Meanwhile the first Ctrl-C is only noted: what is given says whether there was one, and the work can come to an
    end in order. The next one is raised as ever. In other threads than the main one nothing changes."""
    noted: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(before):
        yield lambda: False
        return

    def note(number: int, frame: FrameType | None) -> None:
        noted.append(number)
        try:
            before(number, frame)
        except KeyboardInterrupt:
            if len(noted) > 1:
                raise

    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(noted)
    finally:
        signal.signal(signal.SIGINT, before)
