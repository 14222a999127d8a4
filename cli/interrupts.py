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
import time
from collections.abc import Callable, Iterator
from threading import Event, Thread, current_thread, main_thread
from types import FrameType

PATIENCE = 0.6
"""Seconds that Python has to take note."""
SOON = 0.02
"""Seconds after which Ctrl-C is said once more, if it was dropped: what was being cleared away is gone by then."""
SHOW_CURSOR = b"\x1b[?25h"
AT_END: list[Callable[[], None]] = []
"""What is done before the program ends at once: put back what was changed about the terminal."""
_heard = Event()
_statuses: dict[int, int] = {}
"""The signals that must be heard, and the status with which the program ends if they aren't."""


def listen(status: int) -> None:
    """From now on, end with this status if Ctrl-C isn't heard otherwise. Does nothing outside the main thread."""
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if os.name != "posix" or not ours or current_thread() is not main_thread():
        return

    def take_note(number: int, frame: FrameType | None) -> None:
        _heard.set()
        signal.default_int_handler(number, frame)

    def watch() -> None:
        while said := os.read(bell, 1):
            if said[0] not in _statuses:  # a window has got another size, say
                continue
            if not _heard.wait(PATIENCE):
                leave(_statuses[said[0]])
            _heard.clear()

    def swallowed(what: sys.UnraisableHookArgs) -> None:
        """Python drops what is raised while something is being cleared away: then Ctrl-C is said once more."""
        if isinstance(what.exc_value, KeyboardInterrupt):
            Thread(target=say_again, daemon=True).start()
        else:
            sys.__unraisablehook__(what)

    def say_again() -> None:
        time.sleep(SOON)
        os.kill(os.getpid(), signal.SIGINT)

    bell, rope = os.pipe()
    os.set_blocking(rope, False)
    _statuses[signal.SIGINT] = status
    sys.unraisablehook = swallowed
    signal.signal(signal.SIGINT, take_note)
    signal.set_wakeup_fd(rope, warn_on_full_buffer=False)
    Thread(target=watch, daemon=True).start()


@contextlib.contextmanager
def told_to_end() -> Iterator[None]:
    """Meanwhile, who is told to end – the terminal is closed, the machine shuts down – can still say where things are:
    SystemExit is raised, with the status that is the custom."""
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if os.name != "posix" or current_thread() is not main_thread():
        numbers = []
    numbers = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]

    def take_note(number: int, frame: FrameType | None) -> None:
        _heard.set()
        raise SystemExit(128 + number)

    for number in numbers:
        _statuses[number] = 128 + number
        signal.signal(number, take_note)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)
            _statuses.pop(number, None)


def leave(status: int) -> None:
    """End without waiting for anybody: threads may still be at work in machine code."""
    for restore in AT_END:
        restore()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    with contextlib.suppress(OSError, ValueError, AttributeError):
        if sys.stderr.isatty():  # somebody may have hidden it to show how far they are
            os.write(sys.stderr.fileno(), SHOW_CURSOR)
    os._exit(status)
