"""Processes that work beside the server: a question, an answer; one that takes too long is ended, and begun anew."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable
from itertools import count
from typing import Any

from cli.editors.process import Broken, Outdated

if sys.platform == "emscripten":  # a browser, which has no processes
    from cli.editors.browser_process import BrowserProcess as Process
else:
    from cli.editors.local_process import LocalProcess as Process

LOOK = 1.0
"""Seconds after which it is asked how long the process has computed."""
IDLE = 30
"""A process that does nothing is given up after so many times the seconds that it may compute."""


class TooLong(Exception):
    """The process has computed for so long without an answer."""


class Worker:
    """A process that answers jobs one after another. It is begun when it is first asked something.

    `behind`: it takes what the machine has left.
    """

    def __init__(self, name: str, runs: str = "cli.editors.jobs", behind: bool = True) -> None:
        self.name, self.runs, self.behind = name, runs, behind
        self._numbers = count(1)
        self._turn = asyncio.Lock()
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._process: Process | None = None

    async def ask(self, job: Any, patience: float) -> Any:
        """The reply to a job, when those before it are done. Raises TooLong; Outdated if it was given up.

        Who is cancelled while waiting gives the job up.
        """
        await self._turn.acquire()
        exchange = asyncio.ensure_future(self._exchange(job, patience))
        exchange.add_done_callback(self._done)
        try:
            return await asyncio.shield(exchange)
        except asyncio.CancelledError:
            if not exchange.done() and self._process is not None:
                with contextlib.suppress(OSError):
                    self._process.send(0, None)
            raise

    def _done(self, exchange: asyncio.Future[Any]) -> None:
        self._turn.release()
        if not exchange.cancelled():
            exchange.exception()  # somebody may have stopped waiting for it

    async def _exchange(self, job: Any, patience: float) -> Any:
        loop = asyncio.get_running_loop()
        process = self._process
        if process is None or not process.is_alive:
            self.end()
            process = self._process = await loop.run_in_executor(None, self._begun, loop)
        number = next(self._numbers)
        future: asyncio.Future[Any] = loop.create_future()
        self._waiting[number] = future
        try:
            process.send(number, job)
            reply = await _awaited(process, future, patience)
        except TooLong:
            self.end()
            raise
        except OSError:  # the process is gone
            self.end()
            return Broken("the process has ended")
        finally:
            self._waiting.pop(number, None)
        if isinstance(reply, Outdated):
            raise reply
        return reply

    def _begun(self, loop: asyncio.AbstractEventLoop) -> Process:
        def heard(number: int, reply: Any) -> None:
            _hand_on(loop, self._answer, number, reply)

        def gone(process: Process) -> None:
            _hand_on(loop, self._gone, process)

        return Process(self.name, self.runs, self.behind, heard, gone)

    def _answer(self, number: int, reply: Any) -> None:
        future = self._waiting.get(number)
        if future is not None and not future.done():
            future.set_result(reply)

    def _gone(self, process: Process) -> None:
        if process is self._process:
            self.end()

    async def drop(self, grace: float) -> None:
        """End the process unless the job at hand, which was given up, comes to its end within so many seconds."""
        at_hand = set(self._waiting.values())
        if at_hand and not (await asyncio.wait(at_hand, timeout=grace))[0]:
            self.end()

    def end(self) -> None:
        """End the process, whatever it does; who waits for it is told."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
        for future in self._waiting.values():
            if not future.done():
                future.set_result(Broken("the process has ended"))


async def _awaited(process: Process, future: asyncio.Future[Any], patience: float) -> Any:
    """The reply; raises TooLong when the process has computed for so long, however busy the machine is."""
    loop = asyncio.get_running_loop()
    began, before = loop.time(), process.computed()
    while not (await asyncio.wait({future}, timeout=min(patience, LOOK)))[0]:
        passed, now = loop.time() - began, process.computed()
        spent = passed if before is None or now is None else now - before
        if spent >= patience or passed >= IDLE * patience:
            raise TooLong
    return future.result()


def _hand_on(loop: asyncio.AbstractEventLoop, what: Callable[..., None], *arguments: Any) -> None:
    with contextlib.suppress(RuntimeError):  # the server is over
        loop.call_soon_threadsafe(what, *arguments)
