"""Pages that never change, and headers around everything that a server answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cli.web.serve import guards


def fixed(text: str, media: str) -> Callable[[Request], Awaitable[Response]]:
    """What answers a request with this text."""
    body = text.encode()

    async def answer(request: Request) -> Response:
        return Response(body, media_type=f"{media}; charset=utf-8")

    return answer


def nowhere(text: str) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What answers a request for something that isn't there: this page for people, a word for programs."""

    async def answer(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        is_read = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        kind = HTMLResponse if is_read else PlainTextResponse
        return kind(text if is_read else error.detail, error.status_code, error.headers)

    return answer


class Guarded:
    """Around everything: only requests to our own names, and headers that keep pages to themselves."""

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = message.get("headers", [])
                said = {name for name, _ in own}  # an answer may have a stricter word of its own
                more = [(k.encode(), v.encode()) for k, v in guards.HEADERS.items() if k.encode() not in said]
                message = {**message, "headers": [*own, *more]}
            await send(message)

        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        if not guards.is_ours(host, self.names):
            refused = PlainTextResponse("this server isn't known under that name\n", 421)
            await refused(scope, receive, headed)
            return
        await self.app(scope, receive, headed)
