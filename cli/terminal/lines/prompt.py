"""Reads what a person types: a line from the keyboard or a pipe."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator, Sequence

from gdl.text.visible import brief, visible

LINE = 500
"""Characters of a line from a pipe that are shown at most."""


def read_line(prompt: str) -> str:
    """A line from the keyboard or a pipe; what comes from a pipe is shown, as if it had been typed."""
    if sys.stdin.isatty():
        with _shown_again(visible(prompt)):
            return input(visible(prompt))
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(f"{visible(prompt)}{brief(line.strip(), LINE)}", flush=True)
    return line


@contextlib.contextmanager
def _shown_again(prompt: str) -> Iterator[None]:
    """Show the question again, with what was typed, when the program goes on (`fg`) after it was stopped (Ctrl-Z)."""
    if not hasattr(signal, "SIGCONT") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def shown(*_: object) -> None:
        readline = sys.modules.get("readline")
        print(f"{prompt}{readline.get_line_buffer() if readline else ''}", end="", flush=True)

    before = signal.signal(signal.SIGCONT, shown)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)


def complete_with(words: Sequence[str]) -> None:
    """Let the Tab key complete these words, where the terminal can."""
    try:  # to import it changes how the terminal reads lines: not before somebody plays there
        import readline
    except ImportError:
        return

    def completion(text: str, state: int) -> str | None:
        begun = [word for word in words if word.startswith(text)]
        return begun[state] if state < len(begun) else None

    readline.set_completer_delims("")
    readline.set_completer(completion)
    readline.parse_and_bind("tab: complete")


def forget() -> None:
    """What was typed so far can't be called back by the arrows."""
    if readline := sys.modules.get("readline"):
        readline.clear_history()
