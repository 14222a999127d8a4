"""Requests that come a byte at a time hold no connection for ever."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")

import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState

from cli.serve import prompt

WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "PATIENCE", 0.4)


def answered(*parts: bytes) -> bytes:
    """What comes back until the server hangs up, if this is sent bit by bit."""

    async def run() -> bytes:
        config = uvicorn.Config(PlainTextResponse("there you are"), http=prompt.Prompt, lifespan="off")
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(lambda: prompt.Prompt(config, state, {}), "127.0.0.1", 0)
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            held = asyncio.create_task(reader.read())
            for part in parts:
                writer.write(part)
                await asyncio.sleep(0.05)
            try:
                with contextlib.suppress(ConnectionError):
                    return await asyncio.wait_for(held, 4)
                return b""
            finally:
                writer.close()

    return asyncio.run(run())


@pytest.mark.parametrize("parts", [[], [b"G"] * 20, [WHOLE[:8], *[b"\r\nX: 1"] * 20]])
def test_who_never_finishes_is_hung_up_on(parts: list[bytes]) -> None:
    assert answered(*parts) == b""


def test_the_second_request_of_a_connection_is_no_other() -> None:
    assert answered(WHOLE, *[b"G"] * 20).count(b"there you are") == 1


def test_who_is_quick_enough_is_answered() -> None:
    parts = [WHOLE[:9], WHOLE[9:-2], b"Connection: close\r\n\r\n"]
    assert answered(WHOLE, *parts).count(b"there you are") == 2
