"""One connection: what is sent to it waits in a row of limited length, and who reads too slowly is cut off."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, Protocol

from cli.web.serve.kept import Link
from cli.web.serve.limits import Bucket, Limits

GONE, ASLEEP, TOO_SLOW, TOO_MUCH, NONSENSE, UNKNOWN, STOPPING = 4000, 4001, 4002, 4003, 4004, 4005, 1012
"""Why a connection is closed; pages come back by themselves after some of these."""


class Line(Protocol):
    """What a guest needs of a WebSocket."""

    async def send_text(self, data: str) -> None:
        """Send, and wait until the other side takes it."""

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """Hang up."""


class Guest:
    """Somebody's page, and the link that brought them here."""

    def __init__(self, line: Line, limits: Limits, link: Link) -> None:
        self.line, self.limits, self.link = line, limits, link
        self.seat = link.seat
        """The player as whom they sit; None for people who watch."""
        self.known = 0
        """So many plies of the log were sent."""
        self.takebacks = -1
        self.bucket = Bucket(limits.messages, limits.burst)
        self.is_gone = False
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self.code = GONE

    def say(self, message: dict[str, Any] | str) -> None:
        """Send this as soon as the client takes it."""
        if self.is_gone:
            return
        if self._queue.qsize() >= self.limits.waiting:
            self.leave(TOO_SLOW)
            return
        self._queue.put_nowait(message if isinstance(message, str) else dumps(message))

    def leave(self, code: int) -> None:
        """Hang up, once what waits was sent."""
        if not self.is_gone:
            self.is_gone, self.code = True, code
            self._queue.put_nowait(None)

    async def run(self) -> None:
        """Send what there is to be sent, until the end."""
        with suppress(Exception):  # a line that breaks is nothing special
            while (text := await self._queue.get()) is not None and self.code != TOO_SLOW:
                try:
                    await asyncio.wait_for(self.line.send_text(text), self.limits.patience)
                except TimeoutError:
                    self.code = TOO_SLOW
                    break
        self.is_gone = True
        with suppress(Exception):
            await asyncio.wait_for(self.line.close(self.code), 1.0)


def dumps(data: Any) -> str:
    """JSON as it is sent."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def joined(*objects: str) -> str:
    """JSON objects that aren't empty as one."""
    return "{" + ",".join(one[1:-1] for one in objects) + "}"
