"""What answers a worker's jobs in a browser: another worker of the page, with a Python of its own.

Jobs and replies travel as bytes. Who is at work there can't be interrupted, only ended; beginning anew takes about a
second. The script that begins Python (`cli/studio/browser/python.js`) gives us `beginProcess`.
"""

from __future__ import annotations

import asyncio
import pickle
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import js  # type: ignore[import-not-found]
from pyodide.ffi import create_proxy, to_js  # type: ignore[import-not-found]

from cli.editors.process import answered, tidied

GRACE = 1.0
"""Seconds that a job may go on for which nobody waits any more."""
IDLE = 10.0
"""Seconds after which the one that works behind others is given up: each holds some 80 MB."""
FOLDERS: set[Path] = set()
"""Folders whose files jobs may read, such as rulesets that others extend. Each worker has files of its own, and is sent
these."""
ALONE = frozenset({"shares", "studies"})
"""What works behind others and has a worker of its own all the same: somebody waits for it, or it takes minutes."""


class BrowserProcess:
    """Another worker of the page, which runs `run` of the module `runs`; see `LocalProcess`.

    What works behind others shares one worker (`Lane`), a job at a time.
    """

    def __init__(
        self, name: str, runs: str, behind: bool, heard: Callable[[int, Any], None], gone: Callable[[Any], None]
    ) -> None:
        self.runs, self.is_alive = runs, True
        self._gone, self._heard = gone, heard
        self._lane = BEHIND if behind and name not in ALONE else Lane(name, IDLE if behind else None)

    def send(self, number: int, job: Any) -> None:
        """Hand a job over; None: nobody waits for the one at hand any more."""
        if job is not None:
            self._lane.put(Order(self, number, pickle.dumps((self.runs, number, job))))
        elif (order := self._lane.at_hand) is not None and order.process is self:
            asyncio.get_running_loop().call_later(GRACE, self._lost_patience, order)

    def computed(self) -> None:
        """Browsers don't tell how long a worker has computed."""

    def kill(self) -> None:
        """End it, whatever it does."""
        if self.is_alive:
            self.is_alive = False
            self._lane.forget(self)

    def hear(self, number: int, reply: Any) -> None:
        """A job is done."""
        self._heard(number, reply)

    def lost(self) -> None:
        """The worker is gone."""
        if self.is_alive:
            self.kill()
            self._gone(self)

    def _lost_patience(self, order: Order) -> None:
        if self._lane.at_hand is order:
            self.lost()


@dataclass(frozen=True, eq=False)
class Order:
    """A job on its way."""

    process: BrowserProcess
    number: int
    data: bytes


class Lane:
    """A worker of the page that does jobs one after another. It is begun when there is one."""

    def __init__(self, name: str, rests: float | None = None) -> None:
        """`rests`: seconds without a job after which the worker is given up; None: never."""
        self.name, self.rests = name, rests
        self.at_hand: Order | None = None
        self._waiting: deque[Order] = deque()
        self._worker: Any = None
        self._sent: dict[str, bytes] = {}
        self._proxies: tuple[Any, ...] = ()
        self._rest: asyncio.TimerHandle | None = None

    def put(self, order: Order) -> None:
        """Do a job when those before it are done."""
        self._waiting.append(order)
        self._next()

    def forget(self, process: BrowserProcess) -> None:
        """Do nothing more for this process; what is at hand for it is ended."""
        self._waiting = deque(order for order in self._waiting if order.process is not process)
        if self.at_hand is None or self.at_hand.process is process:
            self._end()
            self._next()

    def _next(self) -> None:
        if self.at_hand is not None or not self._waiting:
            return
        if self._rest is not None:
            self._rest.cancel()
        if self._worker is None:
            self._proxies = create_proxy(self._reply), create_proxy(self._lost)
            self._worker, self._sent = js.beginProcess(self.name, *self._proxies), {}
        self.at_hand = self._waiting.popleft()
        self._worker.postMessage(to_js(pickle.dumps((self.at_hand.data, self._files()))))

    def _files(self) -> dict[str, bytes | None]:
        """The files that the worker hasn't yet as they are now; None: there is no such file any more."""
        found = {str(path): path.read_bytes() for one in FOLDERS for path in one.rglob("*") if path.is_file()}
        gone = dict.fromkeys(self._sent.keys() - found.keys())
        changed = {name: data for name, data in found.items() if self._sent.get(name) != data}
        self._sent = found
        return {**changed, **gone}

    def _reply(self, data: Any) -> None:
        number, reply = pickle.loads(data.to_bytes())  # noqa: S301 - from our own worker
        order, self.at_hand = self.at_hand, None
        if self.rests is not None:
            self._rest = asyncio.get_running_loop().call_later(self.rests, self._end)
        if order is not None:
            order.process.hear(number, reply)
        self._next()

    def _lost(self, why: Any = None) -> None:
        order = self.at_hand
        self._end()
        if order is not None:
            order.process.lost()
        self._next()

    def _end(self) -> None:
        self.at_hand = None
        if self._worker is not None:
            self._worker.terminate()
            self._worker = None
            for proxy in self._proxies:
                proxy.destroy()


BEHIND = Lane("behind", IDLE)
"""What works behind others: each worker takes room, and figures can wait for what is found in the text."""


def reply(data: Any) -> Any:
    """The reply to what a lane has sent, in the other worker."""
    order, files = pickle.loads(data.to_bytes())  # noqa: S301 - from our own page
    for name, held in files.items():
        if held is None:
            Path(name).unlink(missing_ok=True)
        else:
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_bytes(held)
    runs, number, job = pickle.loads(order)  # noqa: S301 - likewise
    return to_js(pickle.dumps((number, answered(import_module(runs).run, job, _never))))


def _never() -> bool:
    """Whether somebody waits for something newer: nobody can tell while we work."""
    return False


__all__ = ["BrowserProcess", "reply", "tidied"]
