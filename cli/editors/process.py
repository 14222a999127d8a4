"""The process of a worker: it answers jobs until nobody asks any more, and drops one that nobody waits for.

Checking may take long, and a stranger's ruleset may take for ever; a process can be ended, whatever it does. One that
is only outdated is interrupted instead, wherever it is: to begin a process anew takes longer than most checks.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any

from gdl.check.forgetting import forget

PAUSE = 1.0
"""Seconds without a job before there is time to tidy up: who types comes back sooner."""
MOST = 30
"""After so many jobs things are tidied up, pause or not."""
AGAIN = 0.05
"""Seconds after which a job that goes on all the same is interrupted again."""

Superseded = Callable[[], bool]
"""Whether somebody waits for something newer."""


class Outdated(Exception):
    """Nobody wants the answer any more."""


@dataclass(frozen=True)
class Broken:
    """The job failed in a way that isn't the author's doing."""

    why: str


class Cut(BaseException):
    """Raised in the middle of a job that nobody waits for any more; nothing but the desk takes note of it."""


class Desk:
    """What comes in for a process. While it works, a thread of its own listens: any message means that nobody waits for
    the job at hand, which is then cut short."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._messages: SimpleQueue[Any] = SimpleQueue()
        self._guard, self._free = threading.Lock(), threading.Event()
        self._worker = threading.get_ident()
        self._at_work = self._cut = False
        threading.Thread(target=self._listen, daemon=True).start()

    def next(self, seconds: float | None = None) -> Any:
        """The next message, None when there will be no more; raises Empty if there is none for so long."""
        return self._messages.get(timeout=seconds)

    def done(self, work: Callable[[Any, Superseded], Any], job: Any) -> Any:
        """The reply to a job; Outdated if a message came meanwhile."""
        reply: Any = Outdated()
        try:
            with self._guard:
                if not self._messages.empty():
                    return reply
                self._at_work, self._cut = True, False
                self._free.clear()
            reply = answered(work, job, lambda: self._cut)
        except Cut:
            reply = Outdated()
        while True:
            try:
                with self._guard:
                    self._at_work = False
                self._free.set()
                for _ in range(4):  # one that is on its way arrives here, and nowhere else
                    time.sleep(0)
                return reply
            except Cut:
                reply = Outdated()

    def _listen(self) -> None:
        message: Any = ...
        while message is not None:
            try:
                message = self._connection.recv()
            except (EOFError, OSError):
                message = None
            self._messages.put(message)
            while self._interrupted():  # again where nobody heard it: in what cleans up behind objects it is lost
                self._free.wait(AGAIN)

    def _interrupted(self) -> bool:
        """Whether there was a job to be cut short."""
        with self._guard:
            if self._at_work:
                self._cut = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._worker), ctypes.py_object(Cut))
            return self._at_work


def answered(work: Callable[[Any, Superseded], Any], job: Any, superseded: Superseded) -> Any:
    """What comes of a job: its reply, or why there is none."""
    try:
        return work(job, superseded)
    except Outdated as old:
        return old
    except (Exception, MemoryError) as wrong:
        return Broken(f"{type(wrong).__name__}: {wrong}")


def serve(connection: Any, runs: str, behind: bool) -> None:
    """Answer jobs until nobody asks any more. Whatever goes wrong is an answer, too.

    `behind`: everything else on the machine comes first.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when it is over
    if behind and hasattr(os, "nice"):
        os.nice(10)
    sys.stdout = sys.stderr  # the server's output belongs to the editor
    sys.unraisablehook = unheard
    work = import_module(runs).run
    if not behind:
        gc.disable()  # between jobs there is time for it
    desk, untidy = Desk(connection), 0
    while True:
        try:
            message = desk.next(PAUSE if untidy else None)
        except Empty:
            untidy = tidied()
            continue
        if message is None:
            return
        number, job = message
        if job is None:  # only to say that nobody waits any more
            continue
        try:
            connection.send((number, desk.done(work, job)))
        except (EOFError, OSError):
            return
        untidy += 1
        if untidy == MOST:
            untidy = tidied()


def unheard(lost: Any) -> None:
    """Say what went wrong where nothing can be raised; that a job is cut short goes wrong nowhere."""
    if lost.exc_type is not Cut:
        sys.__unraisablehook__(lost)


def tidied() -> int:
    """Throw away what jobs have left; how much is left now."""
    forget()
    gc.collect()
    if not gc.get_freeze_count():
        gc.freeze()  # the program itself, which stays
    return 0
