"""HTTP for those who say what they want: requests that come a byte at a time don't hold a connection for ever."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 20.0
"""Seconds in which a request's head must be there, from its connection, or else its first byte."""


class Prompt(H11Protocol):
    """Uvicorn's HTTP, but that whoever doesn't finish the head of a request in time is hung up on."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody knocks."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """They say something, perhaps a part of a request's head."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._wait_no_more()
        elif self._timer is None:  # the next request has begun; more bytes don't give it more time
            self._wait()

    def send_400_response(self, msg: str) -> None:
        """What they say is no HTTP: they are told, unless an answer has begun, and what they asked before has no answer
        any more."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
