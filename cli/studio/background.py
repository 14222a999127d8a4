"""Work in the background of a page: in a process of its own, and given up at any moment."""

from __future__ import annotations

import asyncio
from typing import Any

from cli.editors.process import Outdated
from cli.editors.workers import TooLong, Worker
from cli.studio.measuring import Told

GRACE = 0.5
"""Seconds in which a job that is given up may come to its end; then its process is ended."""


class Background:
    """A process that finds something out; one thing after another."""

    def __init__(self, name: str, runs: str, patience: float) -> None:
        """`runs`: the module whose `run` answers jobs; `patience`: seconds that a job may compute."""
        self.worker, self.patience = Worker(name, runs), patience
        self._tasks: set[asyncio.Task[Told]] = set()

    async def ask(self, job: Any) -> Told:
        """What a job comes to; if it is given up, that it is outdated."""
        task = asyncio.create_task(self._done(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await task
        except (asyncio.CancelledError, Outdated):
            return Told({"outdated": True})

    async def _done(self, job: Any) -> Told:
        try:
            reply = await self.worker.ask(job, self.patience)
        except TooLong:
            why = f"this takes more than {self.patience:.0f} seconds of computing and was stopped"
            return Told({"error": why, "tooLong": True})
        if isinstance(reply, Told):
            return reply
        return Told({"error": f"this could not be found out: {getattr(reply, 'why', reply)}"})

    async def stop(self) -> None:
        """Give up all that was asked for."""
        if self._tasks:
            for task in [*self._tasks]:
                task.cancel()
            await self.worker.drop(GRACE)

    def end(self) -> None:
        """The page is gone."""
        for task in [*self._tasks]:
            task.cancel()
        self.worker.end()
