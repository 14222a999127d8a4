"""What answers a worker's jobs in a browser: another worker of the page, with a Python of its own.

Jobs and replies travel as bytes. Who is at work there can't be interrupted, only ended; beginning anew takes about a
second. The script that begins Python (`cli/studio/browser/python.js`) gives us `beginProcess`.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from importlib import import_module
from typing import Any

import js  # type: ignore[import-not-found]
from pyodide.ffi import create_proxy, to_js  # type: ignore[import-not-found]

from cli.editors.process import answered, tidied

GRACE = 1.0
"""Seconds that a job may go on for which nobody waits any more."""
IDLE = 10.0
"""Seconds after which one that works behind others is given up: each holds more than 100 MB."""


class BrowserProcess:
    """Another worker of the page, which runs `run` of the module `runs`; see `LocalProcess`."""

    def __init__(
        self, name: str, runs: str, behind: bool, heard: Callable[[int, Any], None], gone: Callable[[Any], None]
    ) -> None:
        self.runs, self.behind, self.is_alive = runs, behind, True
        self._gone = gone
        self._heard = heard
        self._at_work = self._last = 0
        self._hear = create_proxy(self._reply)
        self._lose = create_proxy(self._lost)
        self._worker = js.beginProcess(name, self._hear, self._lose)

    def send(self, number: int, job: Any) -> None:
        """Hand a job over; None: nobody waits for the one at hand any more."""
        if job is not None:
            self._at_work = self._last = number
            self._worker.postMessage(to_js(pickle.dumps((self.runs, number, job))))
        elif self._at_work:
            asyncio.get_running_loop().call_later(GRACE, self._lost_patience, self._at_work)

    def computed(self) -> None:
        """Browsers don't tell how long a worker has computed."""

    def kill(self) -> None:
        """End it, whatever it does."""
        if self.is_alive:
            self.is_alive = False
            self._worker.terminate()
            self._hear.destroy()
            self._lose.destroy()

    def _reply(self, data: Any) -> None:
        number, reply = pickle.loads(data.to_bytes())  # noqa: S301 - from our own worker
        self._at_work = 0
        if self.behind:
            asyncio.get_running_loop().call_later(IDLE, self._lost_interest, number)
        self._heard(number, reply)

    def _lost_interest(self, number: int) -> None:
        if self._last == number and not self._at_work:
            self._lost()

    def _lost_patience(self, number: int) -> None:
        if self._at_work == number:
            self._lost()

    def _lost(self, why: Any = None) -> None:
        if self.is_alive:
            self.kill()
            self._gone(self)


def reply(data: Any) -> Any:
    """The reply to what `send` has sent, in the other worker."""
    runs, number, job = pickle.loads(data.to_bytes())  # noqa: S301 - from our own page
    return to_js(pickle.dumps((number, answered(import_module(runs).run, job, _never))))


def _never() -> bool:
    """Whether somebody waits for something newer: nobody can tell while we work."""
    return False


__all__ = ["BrowserProcess", "reply", "tidied"]
