"""Requests that come a byte at a time hold no connection for ever."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")

import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState

from cli.web.serve import prompt

WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
ANSWER = b"there you are"
HASTY, PATIENT = 0.4, 600.0
"""A server that is soon out of patience, and one that isn't while a test runs, however busy the machine is."""


def answered(*parts: bytes, first: bytes = b"", patience: float = HASTY) -> bytes:
    """What comes back until the server hangs up, if this is sent bit by bit, after a request that it has answered."""

    async def run() -> bytes:
        config = uvicorn.Config(PlainTextResponse(ANSWER), http=prompt.Prompt, lifespan="off")
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(lambda: prompt.Prompt(config, state, {}), "127.0.0.1", 0)
        async with server:
            patch.setattr(prompt, "PATIENCE", PATIENT if first else patience)
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.write(first)
            before = await reader.readuntil(ANSWER) if first else b""
            patch.setattr(prompt, "PATIENCE", patience)
            held = asyncio.create_task(reader.read())
            for part in parts:
                writer.write(part)
                await asyncio.sleep(0.05)
            try:
                with contextlib.suppress(ConnectionError):
                    return before + await asyncio.wait_for(held, PATIENT)
                return before
            finally:
                writer.close()

    with pytest.MonkeyPatch.context() as patch:
        return asyncio.run(run())


@pytest.mark.parametrize("parts", [[], [b"G"] * 20, [WHOLE[:8], *[b"\r\nX: 1"] * 20]])
def test_who_never_finishes_is_hung_up_on(parts: list[bytes]) -> None:
    assert answered(*parts) == b""


def test_the_second_request_of_a_connection_is_no_other() -> None:
    assert answered(*[b"G"] * 20, first=WHOLE).count(ANSWER) == 1


def test_who_is_quick_enough_is_answered() -> None:
    parts = [WHOLE[:9], WHOLE[9:-2], b"Connection: close\r\n\r\n"]
    assert answered(*parts, first=WHOLE, patience=PATIENT).count(ANSWER) == 2
