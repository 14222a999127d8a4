"""Rings when somebody's time is over, also while they type."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from threading import current_thread, main_thread
from types import FrameType

LEAST = 0.001
"""Seconds: an alarm in no time would never ring."""


class TimeOverError(Exception):
    """It rang."""


@contextlib.contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Raise TimeOverError after so many seconds; None: never. Where the system has no such clock, it never rings: then
    it is found out afterwards that the time was over."""
    if seconds is None or not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def ring(_: int, frame: FrameType | None) -> None:
        raise TimeOverError

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(seconds, LEAST))
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
