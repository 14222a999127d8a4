"""The terminal itself: what is typed while nobody asks is kept for later, but doesn't show."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from cli import interrupts


@contextlib.contextmanager
def silent() -> Iterator[None]:
    """Meanwhile nothing that is typed appears on the screen; it is read when somebody asks next."""
    try:
        import termios  # not everywhere
    except ImportError:
        yield
        return
    try:
        number = sys.stdin.fileno()
        before = termios.tcgetattr(number)
    except (OSError, ValueError, termios.error):  # it is no terminal
        yield
        return
    changed = [*before]
    changed[3] = before[3] & ~termios.ECHO

    def restore() -> None:
        with contextlib.suppress(OSError, ValueError, termios.error):
            termios.tcsetattr(number, termios.TCSANOW, before)

    interrupts.AT_END.append(restore)
    try:
        with contextlib.suppress(OSError, termios.error):  # in the background it isn't ours to change
            termios.tcsetattr(number, termios.TCSANOW, changed)
        yield
    finally:
        interrupts.AT_END.remove(restore)
        restore()
