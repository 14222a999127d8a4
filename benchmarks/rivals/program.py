"""A program that is spoken to in lines: whatever goes wrong with it is said in a sentence, never waited for long."""

from __future__ import annotations

import os
import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

PATIENCE = 30.0
"""Seconds for an answer that takes no thought."""
ELSEWHERE = ("/usr/games", "/usr/local/games")
"""Where Debian puts games, which not every PATH has."""


class RivalError(Exception):
    """A program that isn't there, has died, doesn't answer, or wants a move that is none."""


def found(name: str) -> str | None:
    """The program's file, if it is installed."""
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(ELSEWHERE))


class Program:
    """A running program. Its lines are read in a thread, so that a silent one can be given up."""

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self.name = name
        file = found(command[0])
        if file is None:
            raise RivalError(f"{name}: the program {command[0]} isn't installed")
        try:
            self._process = subprocess.Popen(
                [file, *command[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True, encoding="utf-8", errors="replace", bufsize=1,
                env=environment,
            )  # fmt: skip
        except OSError as problem:
            raise RivalError(f"{name}: {command[0]} can't be started: {problem.strerror or problem}") from None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._last = ""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def say(self, line: str) -> None:
        """Send a line; raises RivalError."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise RivalError(f"{self.name} has ended before “{line}”{self._words()}") from None

    def hear(self, wanted: Callable[[str], bool], asked: str, seconds: float = PATIENCE) -> list[str]:
        """Its lines up to the one that is wanted; raises RivalError if that doesn't come in time."""
        until, heard = time.monotonic() + seconds, list[str]()
        while True:
            try:
                line = self._lines.get(timeout=max(until - time.monotonic(), 0.0))
            except queue.Empty:
                self.end()
                raise RivalError(f"{self.name} didn't answer “{asked}” in {seconds:g} s") from None
            if line is None:
                self._lines.put(None)
                raise RivalError(f"{self.name} has ended after “{asked}”{self._words()}")
            self._last = line or self._last
            heard.append(line)
            if wanted(line):
                return heard

    def _words(self) -> str:
        try:
            status = self._process.wait(1)
        except subprocess.TimeoutExpired:  # it has only closed its output
            status = None
        said = f", its last words: {self._last[:200]}" if self._last else ""
        return (f" (status {status})" if status is not None else "") + said

    def end(self) -> None:
        """Be done with it."""
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            with suppress(OSError):  # what it hasn't read is lost
                self._process.stdin.close()
