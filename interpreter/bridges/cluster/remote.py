"""Workers elsewhere: each task is a future of the scheduler's, and counts once, when its result is here.

A worker that dies loses what it was at, and results that nobody has fetched yet; the scheduler gives both to another
one. A connection that breaks loses all that is under way, which is handed out again if the scheduler still answers. If
the scheduler goes, or all workers do and none comes back, the results that have come in order are good, and that's the
end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, TypeVar
from uuid import uuid4

from interpreter.bridges.cluster import worker
from interpreter.bridges.cluster.connection import ClusterError, Connection, threads_of
from interpreter.bridges.cluster.parcel import named, packed, packed_game, unpacked
from interpreter.bridges.cluster.program import fingerprint
from interpreter.game.game import Game
from interpreter.work.chunks import WorkersLostError

Task = TypeVar("Task")
Result = TypeVar("Result")

AIM = 2.0
"""Seconds that a task should take: what is around a task takes some milliseconds."""
WAKE = 0.25
"""Seconds after which someone who waits looks up."""
LOOK = 3.0
"""Seconds without a result after which the scheduler is asked whether it is there."""
SILENT = 30.0
"""Seconds after which a scheduler that doesn't answer is taken to be gone, though nothing has closed the connection."""
ALONE = 60.0
"""Seconds that may pass without any worker."""


@dataclass(frozen=True)
class Remote:
    """The workers of a scheduler, at one game."""

    game: Game
    connection: Connection
    size: int
    aim: float = AIM

    def each(self, work: Callable[[Game, Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """As `chunks.Workers` says. Each worker has the next task before it asks."""
        name, content = packed_game(self.game)
        run = _Run(self, named(work), name, content)
        return run.results(iter(tasks))


def remote(game: Game, connection: Connection) -> Remote:
    """The current workers, for this game."""
    return Remote(game, connection, max(1, connection.threads))


@dataclass(frozen=True, slots=True)
class _UnderWay:
    """A task, and the scheduler's promise of its result."""

    task: Any
    future: Any


@dataclass
class _Run:
    """One call of `each`: what is under way."""

    remote: Remote
    work: Callable[..., Any]
    name: str
    content: bytes
    label: str = field(default_factory=lambda: f"gdl-{uuid4().hex[:12]}")
    under_way: dict[int, _UnderWay] = field(default_factory=dict)
    arrived: dict[int, Any] = field(default_factory=dict)
    done: SimpleQueue[int] = field(default_factory=SimpleQueue)
    handed: int = 0
    submitted: int = 0
    given: int = 0
    heard: float = field(default_factory=time.monotonic)
    """When there was last news from the scheduler."""
    alone: float | None = None
    """Since when there has been no worker."""

    def results(self, tasks: Iterator[Any]) -> Iterator[Any]:
        try:
            while True:
                while len(self.under_way) + len(self.arrived) < 2 * self.remote.size:
                    task = next(tasks, None)
                    if task is None:
                        break
                    self._hand_out(self.handed, task)
                    self.handed += 1
                if self.given == self.handed:
                    return
                self._wait()
                while self.given in self.arrived:
                    kind, result = self.arrived.pop(self.given)
                    self.given += 1
                    if kind == "failed":
                        raise result
                    yield result
        finally:
            self._cancel()

    def _hand_out(self, number: int, task: Any) -> None:
        client = self.remote.connection.client
        call = packed((self.work, task), self.remote.game)
        key = f"{self.label}-{self.submitted}"
        self.submitted += 1
        try:
            future = client.submit(worker.do, fingerprint(), self.name, self.content, call, key=key, pure=False)
        except Exception:
            raise self._lost("the scheduler is gone") from None
        self.under_way[number] = _UnderWay(task, future)
        self._await(number)

    def _await(self, number: int) -> None:
        self.under_way[number].future.add_done_callback(lambda _: self.done.put(number))

    def _wait(self) -> None:
        """Wait until something has arrived, or for a moment."""
        try:
            number = self.done.get(timeout=WAKE)
        except Empty:
            self._look_up()
            return
        found = self.under_way.get(number)
        if found is None:
            return
        future = found.future
        if future.status == "cancelled":  # by a connection that broke
            self._check_connection()
            self._hand_out(number, found.task)
            return
        try:
            packet = future.result(timeout=LOOK)
        except Exception as problem:
            if future.status in ("pending", "lost") or type(problem).__name__ == "TimeoutError":
                # its worker died with the result; it is worked out again
                self._await(number)
                self._look_up()
                return
            if future.status == "cancelled":
                self.done.put(number)
                return
            raise self._failure(problem) from None
        del self.under_way[number]
        self.arrived[number] = unpacked(packet, self.remote.game)
        self.heard = time.monotonic()

    def _failure(self, problem: Exception) -> Exception:
        """The error of a task that couldn't be done at all."""
        match type(problem).__name__:
            case "KilledWorker":
                return self._lost("several workers have died of the same piece of work")
            case "OtherProgramError":
                return WorkersLostError(f"a worker came that runs another version of this program: {problem}")
            case "CommClosedError":
                return self._lost("the scheduler is gone")
        if isinstance(problem, ImportError):
            return self._lost(f"a worker came that hasn't this program ({problem})")
        return problem

    def _look_up(self) -> None:
        """See whether anybody is there, if nothing has been heard for a while."""
        client, address = self.remote.connection.client, self.remote.connection.address
        self._check_connection()
        now = time.monotonic()
        if now - self.heard < LOOK:
            return
        try:
            there = threads_of(client, address)
        except ClusterError:  # it may be very busy
            if client.status != "running" or now - self.heard > SILENT:
                raise self._lost("the scheduler is gone") from None
            return
        self.heard = now
        self.alone = None if there else self.alone or now
        if self.alone is not None and now - self.alone > ALONE:
            raise self._lost(f"there has been no worker for {ALONE:.0f} seconds")

    def _check_connection(self) -> None:
        """Give a connection that broke some seconds to come back: the scheduler may still be there."""
        until = time.monotonic() + LOOK
        while (status := self.remote.connection.client.status) != "running":
            if status != "connecting" or time.monotonic() > until:
                raise self._lost("the scheduler is gone")
            time.sleep(WAKE)

    def _lost(self, why: str) -> WorkersLostError:
        return WorkersLostError(f"{self.remote.connection.address}: {why}; what was done until then is kept")

    def _cancel(self) -> None:
        futures = [found.future for found in self.under_way.values()]
        self.under_way.clear()
        if futures and self.remote.connection.client.status == "running":
            with suppress(Exception):
                self.remote.connection.client.cancel(futures, force=True)
