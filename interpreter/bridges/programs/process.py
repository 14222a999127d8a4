"""A program that is spoken to in lines. Whatever goes wrong with it is said in a sentence; it is never waited for
without end, never given more room than a little, and always ended.
"""

from __future__ import annotations

import os
import queue
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from gdl.text.visible import brief
from interpreter.errors import PlayerError

ELSEWHERE = ("/usr/games", "/usr/local/games")
"""Where some systems put games, which not every PATH has."""
LONGEST_LINE = 65_536
"""Bytes of a line; what is longer is cut."""
MOST = 16 * 2**20
"""Bytes that a program may print before it answers."""
WAITING = 2_000
"""Lines that are kept until they are asked for; then the program itself waits."""
KEPT = 20_000
"""Lines that are handed on before an answer: the last ones."""
LAST = 200
"""Characters of its last words."""
FAREWELL = 0.5
"""Seconds in which it may end by itself."""

_running: weakref.WeakSet[Program] = weakref.WeakSet()


def end_all() -> None:
    """End all programs that still run."""
    for program in list(_running):
        program.end(0.0)


def found(name: str) -> str | None:
    """The program's file, if it is there."""
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(ELSEWHERE))


def _ended(status: int | None) -> str:
    """How a program has ended, in brackets: its status, or the signal that ended it."""
    if status is None:
        return ""
    if status >= 0:
        return f" (status {status})"
    try:
        return f" ({signal.Signals(-status).name})"
    except ValueError:
        return f" (signal {-status})"


class Program:
    """A running program. Its lines are read in a thread, so that a silent one can be given up."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it, without a shell; raises PlayerError. In messages it goes by its file's name, without the folder."""
        self.name = brief(Path(command[0]).name)
        file = found(command[0])
        if file is None:
            raise PlayerError(f"there is no program `{brief(command[0])}` here")
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the person at the keyboard has named it
                [file, *command[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is for us, who end it
            )  # fmt: skip
        except (OSError, ValueError) as problem:
            said = getattr(problem, "strerror", None) or problem
            raise PlayerError(f"{self.name} can't be started: {said}") from None
        _running.add(self)
        # of each line its beginning, and the number of its bytes; what is left of a long one has none of its own
        self._lines: queue.Queue[tuple[bytes, int] | None] = queue.Queue(WAITING)
        self._last = b""
        self._over = False
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        whole = True
        with suppress(OSError, ValueError):
            while (line := self._process.stdout.readline(LONGEST_LINE)) and not self._over:
                self._put((line if whole else b"", len(line)))
                whole = line.endswith(b"\n")
        self._put(None)

    def _put(self, line: tuple[bytes, int] | None) -> None:
        """Hand on a line when there is room, or when nobody wants it any more."""
        while not self._over:
            with suppress(queue.Full):
                self._lines.put(line, timeout=1.0)
                return

    @property
    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def say(self, line: str) -> None:
        """Send a line; raises PlayerError."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise PlayerError(f"{self.name} has ended before `{brief(line)}`{self._words()}") from None

    def hear(self, wanted: Callable[[str], bool], asked: str, seconds: float) -> list[str]:
        """Its lines up to the one that is wanted, the last; all others before it, too. Raises PlayerError if that
        doesn't come in time; the program is ended then."""
        lines = self.listen(wanted, asked, seconds)
        if not lines or not wanted(lines[-1]):
            self.end(0.0)
            raise PlayerError(f"{self.name} didn't answer `{brief(asked)}` within {seconds:g} s, and was ended")
        return lines

    def listen(self, wanted: Callable[[str], bool], asked: str, seconds: float) -> list[str]:
        """The same, but who says nothing in time is only left alone: the last line may not be the one."""
        until, heard, size = time.monotonic() + seconds, deque[str](maxlen=KEPT), 0
        while True:
            try:
                came = self._lines.get(timeout=max(until - time.monotonic(), 0.0))
            except queue.Empty:
                return list(heard)
            if came is None:
                self._lines.put(None)
                raise PlayerError(f"{self.name} has ended after `{brief(asked)}`{self._words()}")
            line, length = came
            size += length
            if size > MOST:
                self.end(0.0)
                raise PlayerError(f"{self.name} printed more than {MOST // 2**20} MB and no answer to "
                                  f"`{brief(asked)}`, and was ended")  # fmt: skip
            self._last = line.strip() or self._last
            text = line.decode("utf-8", "replace").strip()
            if wanted(text):
                return [*heard, text]
            heard.append(text)

    def _words(self) -> str:
        with suppress(subprocess.TimeoutExpired):  # it has only closed its output
            self._process.wait(1)
        status = self._process.poll()
        said = brief(self._last.decode("utf-8", "replace"), LAST)
        return _ended(status) + (f"; its last words: {said}" if said else "")

    def end(self, seconds: float = FAREWELL) -> None:
        """Be done with it: it has so long to end by itself, and is ended then, with all that it has started."""
        _running.discard(self)
        self._over = True
        if self._process.stdin is not None:
            with suppress(OSError, ValueError):
                self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        with suppress(OSError, AttributeError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
