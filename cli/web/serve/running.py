"""Running the server: a port of one's own, until Ctrl-C or SIGTERM, and everybody is told."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Callable, Collection

import uvicorn
from starlette.applications import Starlette

from cli.web.serve.hall import Hall
from cli.web.serve.prompt import Prompt
from cli.web.serve.web import application

try:
    import resource
except ImportError:  # Windows counts otherwise
    resource = None  # type: ignore[assignment]

FILES = 65_536
SWITCH = 0.001
"""Seconds after which a thread that works out rules lets the others on: the event loop mustn't wait for it."""
GRACE = 5
"""Seconds for what is being answered when the server stops."""


def listening(host: str, port: int) -> socket.socket:
    """A socket at this port; raises OSError."""
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(2048)
    except OSError:
        found.close()
        raise
    return found


def more_files() -> None:
    """Every connection is an open file, and systems begin with few of them."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def run(hall: Hall, at: socket.socket, names: Collection[str], ready: Callable[[], None]) -> None:
    """Serve games until somebody stops it."""
    run_pages(application(hall, names), at, hall.limits.message, ready)


def run_pages(pages: Starlette, at: socket.socket, message: int, ready: Callable[[], None]) -> None:
    """Serve until somebody stops it. `message`: bytes of a WebSocket's message, at most."""
    more_files()
    sys.setswitchinterval(SWITCH)
    config = uvicorn.Config(
        pages, http=Prompt, access_log=False, log_level="warning", server_header=False, date_header=False,
        ws_max_size=message, ws_max_queue=8, ws_ping_interval=20, ws_ping_timeout=20,
        ws_per_message_deflate=False, h11_max_incomplete_event_size=16_384, timeout_keep_alive=10,
        timeout_graceful_shutdown=GRACE, proxy_headers=False,
    )  # fmt: skip
    server = uvicorn.Server(config)
    # signals are ours: uvicorn raises them again when it is done, which would end a good run badly
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign, assignment]

    async def serve() -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):  # Windows has none of this; there Ctrl-C ends it at once
                loop.add_signal_handler(number, lambda: setattr(server, "should_exit", True))
        served = asyncio.create_task(server.serve(sockets=[at]))
        while not server.started and not served.done():
            await asyncio.sleep(0.01)
        if not served.done():
            ready()
        await served

    asyncio.run(serve())
