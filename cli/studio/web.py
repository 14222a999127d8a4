"""The studio's addresses: the page, its style and script, and the WebSocket of each page.

The page itself holds nothing that is anybody's. What leads to files is the WebSocket: its first message must hold the
secret of the link that the terminal printed, and it must come from our own page (`cli.web.serve.guards`).
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from html import escape
from secrets import compare_digest
from typing import Any

from pygls.exceptions import JsonRpcException
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from cli.studio import face
from cli.studio.desk import Desk
from cli.studio.files import Folder
from cli.web.page.face import document
from cli.web.serve import guards
from cli.web.serve.pages import Guarded, fixed
from gdl.syntax.parser import MAX_SIZE

MOST_PAGES = 8
"""Pages of a studio at a time: each has processes of its own."""
MESSAGE = 8 * MAX_SIZE
"""Bytes of a message: the longest text fits, however it is written as JSON."""
WAITING = 2_000
"""Messages that wait for a page that doesn't read; with more it is cut off."""
HELLO = 20.0
"""Seconds in which a page must say who it is."""
STUDY_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
NONSENSE, UNKNOWN, FULL = 4004, 4005, 4006
ASKED = frozenset({
    "initialize", "textDocument/completion", "textDocument/hover", "textDocument/definition",
    "textDocument/references", "textDocument/documentHighlight", "textDocument/documentSymbol",
    "textDocument/semanticTokens/full", "textDocument/signatureHelp", "textDocument/formatting",
    "textDocument/prepareRename", "textDocument/rename", "textDocument/codeAction", "textDocument/foldingRange",
})  # fmt: skip
"""What a page may ask of the language server; beside it all that begins with `studio/`."""
TOLD = frozenset({
    "initialized", "textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "textDocument/didClose",
    "$/cancelRequest",
})  # fmt: skip
log = logging.getLogger("gdl.studio")


class Nonsense(Exception):
    """A message that no page of ours sends."""


def application(folder: Folder, secret: str, first: str | None = None, site: str = "") -> Starlette:
    """The studio of a folder, for whoever knows the secret."""
    names = guards.own_names()
    head = '<link rel="stylesheet" href="/studio.css"><script type="module" src="/studio.js"></script>'
    pages = {
        "/": (document(escape("gdl studio"), head), "text/html"),
        "/studio.css": (face.style(), "text/css"),
        "/studio.js": (face.script(), "text/javascript"),
    }
    here: set[Line] = set()
    desks: set[Desk | None] = set()

    async def study(request: Request) -> Response:
        """A study's page. It has scripts of its own, and so belongs to no origin: it reaches nothing here."""
        wanted = request.path_params["secret"]
        for desk in desks:
            for secret, page in desk.laboratory.pages.items() if desk else ():
                if compare_digest(secret.encode(), wanted.encode("utf-8", "replace")):
                    return HTMLResponse(page, headers={"content-security-policy": STUDY_POLICY})
        return PlainTextResponse("this study isn't there any more: the studio's page has it made anew\n", 404)

    async def line(socket: WebSocket) -> None:
        desk: Desk | None = None
        if not guards.is_own_page(socket.headers, names):
            await socket.close(1008)  # before it was accepted: the browser sees status 403
            return
        await socket.accept()
        one = Line(socket)
        try:
            if not await one.knows(secret):
                return
            if len(here) >= MOST_PAGES:
                await one.close(FULL)
                return
            here.add(one)
            desk = Desk(folder, first, site)
            desks.add(desk)
            await one.serve(desk)
        except WebSocketDisconnect:
            pass
        except Nonsense as error:
            log.info("a page was cut off: %s", error)
            await one.close(NONSENSE)
        except Exception as error:  # what ends one page must not be more than that
            log.exception("a page's line ended: %s", type(error).__name__)
            await one.close(1011)
        finally:
            here.discard(one)
            desks.discard(desk)

    routes = [Route(path, fixed(*page), methods=["GET"]) for path, page in pages.items()]
    routes.append(Route("/study/{secret}", study, methods=["GET"]))
    app = Starlette(routes=[*routes, WebSocketRoute("/line", line)])
    app.add_middleware(Guarded, names=names)
    return app


class Line:
    """A page's connection: messages of JSON-RPC, as the language protocol has them."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self._out: asyncio.Queue[str] = asyncio.Queue(WAITING)
        self._is_over = asyncio.Event()

    async def knows(self, secret: str) -> bool:
        """Whether the first message holds the secret."""
        try:
            async with asyncio.timeout(HELLO):
                data = _read(await self._text())
        except TimeoutError:
            raise Nonsense("nothing came") from None
        token = data.get("token")
        if not isinstance(token, str) or not compare_digest(token.encode("utf-8", "replace"), secret.encode()):
            await self.close(UNKNOWN)
            return False
        return True

    async def serve(self, desk: Desk) -> None:
        """Do what the page asks for, until it is gone."""
        desk.server.protocol.set_writer(self, include_headers=False)  # type: ignore[arg-type]
        desk.begin()
        tasks = [asyncio.create_task(one) for one in (self._hear(desk), self._say(), self._is_over.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if tasks[0].done():
                tasks[0].result()
        finally:
            for task in tasks:
                task.cancel()
            desk.end()
            await asyncio.wait(tasks)
            for task in tasks:
                if not task.cancelled():
                    task.exception()  # nobody else asks for it

    def write(self, data: bytes) -> None:
        """A message of the language server is on its way."""
        try:
            self._out.put_nowait(data.decode())
        except asyncio.QueueFull:
            self._is_over.set()

    async def close(self, code: int) -> None:
        """Hang up."""
        with suppress(RuntimeError, WebSocketDisconnect):  # it is closed already
            await self.socket.close(code)

    async def _say(self) -> None:
        while True:
            await self.socket.send_text(await self._out.get())

    async def _hear(self, desk: Desk) -> None:
        protocol = desk.server.protocol
        while True:
            data = _read(await self._text())
            _allowed(data, desk)
            try:
                protocol.handle_message(protocol.structure_message(data))
            except JsonRpcException as error:
                if "id" in data:
                    wrong = {"code": error.code, "message": error.message}
                    self.write(json.dumps({"jsonrpc": "2.0", "id": data["id"], "error": wrong}).encode())

    async def _text(self) -> str:
        try:
            message = await self.socket.receive()
        except RuntimeError:  # it was closed from here meanwhile
            raise WebSocketDisconnect from None
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if not isinstance(text, str):
            raise Nonsense("messages are text")
        return text


def _read(text: str) -> dict[str, Any]:
    """A message; raises Nonsense."""
    if len(text) > MESSAGE:
        raise Nonsense("a message is too long")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Nonsense("messages are JSON") from None
    if not isinstance(data, dict):
        raise Nonsense("messages are objects")
    return data


def _allowed(data: dict[str, Any], desk: Desk) -> None:
    """Raise Nonsense unless it is something that our page says, about the text that it has open."""
    method, number, params = data.get("method"), data.get("id"), data.get("params", {})
    if data.get("jsonrpc") != "2.0" or not isinstance(method, str) or not isinstance(params, dict):
        raise Nonsense("this is no message of the page")
    asks = method in ASKED or method.startswith("studio/")
    if not (asks and type(number) is int) and not (method in TOLD and "id" not in data):
        raise Nonsense(f"the page doesn't say {method[:50]}")
    place = params.get("textDocument")
    uri = place.get("uri") if isinstance(place, dict) else None
    if place is not None and uri not in desk.uris and method != "textDocument/didClose":
        raise Nonsense("that text isn't open")


__all__ = ["MESSAGE", "MOST_PAGES", "application"]
