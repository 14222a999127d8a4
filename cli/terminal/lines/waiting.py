"""Somebody thinks: it is said as long as that lasts, and what is typed meanwhile doesn't show."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from cli import interrupts
from cli.languages.saying import tr
from cli.terminal.scene.console import Screen
from cli.terminal.scene.lines import text_width
from gdl.text.visible import visible


class Waiting:
    """Says on a terminal who thinks; `spoken`: a line that was said can't be taken back, so once a turn is enough."""

    def __init__(self, screen: Screen, spoken: bool) -> None:
        self.screen, self.spoken = screen, spoken
        self.said_of_turn = False
        """Whether it was said of this turn that somebody thinks."""

    @contextlib.contextmanager
    def thinking(self, who: str = "") -> Iterator[None]:
        """As long as it lasts; `who`: for which player."""
        stream = self.screen.stream
        if not stream.isatty():
            yield
            return
        asked = tr("The computer is thinking")
        said = f"  {tr('{player}: the computer is thinking', player=visible(who)) if who else asked}"
        if self.spoken:
            if not self.said_of_turn:
                self.screen.write(f"{said}.", "dim")
            self.said_of_turn = True
            with silent():
                yield
            return
        with silent():
            print(said, end="\r", file=stream, flush=True)
            try:
                yield
            finally:
                print(" " * text_width(said), end="\r", file=stream, flush=True)


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
