"""Ctrl-C is heard within a second, whatever is being done.

Python hears it between two of its own steps only. While the machine code of a compiler or a search runs there is none,
so somebody else listens: if Python hasn't taken note after a while, the program ends at once. Records are written in
one step, so nothing is lost by that.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from threading import Event, Thread, current_thread, main_thread
from types import FrameType

PATIENCE = 0.6
"""Seconds that Python has to take note."""
SHOW_CURSOR = b"\x1b[?25h"


def listen(status: int) -> None:
    """From now on, end with this status if Ctrl-C isn't heard otherwise. Does nothing outside the main thread."""
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if os.name != "posix" or not ours or current_thread() is not main_thread():
        return
    heard = Event()

    def take_note(number: int, frame: FrameType | None) -> None:
        heard.set()
        signal.default_int_handler(number, frame)

    def watch() -> None:
        while os.read(bell, 1):
            if not heard.wait(PATIENCE):
                leave(status)
            heard.clear()

    bell, rope = os.pipe()
    os.set_blocking(rope, False)
    signal.signal(signal.SIGINT, take_note)
    signal.set_wakeup_fd(rope, warn_on_full_buffer=False)
    Thread(target=watch, daemon=True).start()


def leave(status: int) -> None:
    """End without waiting for anybody: threads may still be at work in machine code."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    with contextlib.suppress(OSError, ValueError, AttributeError):
        if sys.stderr.isatty():  # somebody may have hidden it to show how far they are
            os.write(sys.stderr.fileno(), SHOW_CURSOR)
    os._exit(status)
