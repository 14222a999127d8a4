"""The server's addresses: the pages, their style and script, new games, and the WebSocket of each seat."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, suppress
from functools import partial
from html import escape
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from cli.web.page import face
from cli.web.serve import guards, messages
from cli.web.serve.asked import BadRequest, host_wish, seat_wish, wishes
from cli.web.serve.course import Refused
from cli.web.serve.guest import ASLEEP, NONSENSE, STOPPING, TOO_MUCH, UNKNOWN, Guest
from cli.web.serve.hall import Hall
from cli.web.serve.hosting import Host
from cli.web.serve.kept import Link
from cli.web.serve.limits import Buckets
from cli.web.serve.open_games import OpenGames
from cli.web.serve.pages import Guarded, fixed, nowhere
from cli.web.serve.requests import hear
from cli.web.serve.table import Table
from cli.web.serve.turns import ASKER, Asker, visitor
from interpreter import GameError

BODY = 131_072
"""Bytes of a request's body, at most."""
log = logging.getLogger("gdl.serve")


def application(hall: Hall, names: Collection[str] = ()) -> Starlette:
    """The server's pages and sockets."""
    ours = guards.own_names(names)
    porter = Porter(hall, ours)
    about = escape(hall.title)
    head = '<link rel="stylesheet" href="/style.css"><script type="module" src="/{script}"></script>'
    seat = face.document(about, head.format(script="play.js"))
    pages = {
        "/": (face.document(about, head.format(script="lobby.js")), "text/html"),
        "/play": (seat, "text/html"),
        "/style.css": (face.style(), "text/css"),
        "/lobby.js": (face.lobby(), "text/javascript"),
        "/play.js": (face.script(*map(face.part, face.SEAT)), "text/javascript"),
    }
    routes: list[Route | WebSocketRoute] = [Route(path, fixed(*page), methods=["GET"]) for path, page in pages.items()]
    routes += [
        Route("/game", porter.game, methods=["GET", "POST"]),
        Route("/games", porter.begin, methods=["POST"]),
        Route("/host", porter.change, methods=["POST"]),
        *([Route("/open", porter.open_games, methods=["GET", "POST"])] if hall.limits.open_games else []),
        WebSocketRoute("/seat", porter.seat),
    ]

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        looking = [asyncio.create_task(round_()) for round_ in (hall.look_after, hall.look_at_clocks)]
        try:
            yield
        finally:
            for one in looking:
                one.cancel()
            await hall.close(STOPPING)

    app = Starlette(routes=routes, lifespan=life, exception_handlers={HTTPException: nowhere(seat)})
    app.add_middleware(Guarded, names=ours)
    return app


class Porter:
    """Lets people in: to new games, and to seats."""

    def __init__(self, hall: Hall, names: Collection[str]) -> None:
        self.hall, self.names = hall, names
        self.open = OpenGames(hall.store, hall.plain, hall.limits.open_games)
        limits = hall.limits
        self.here: Counter[str] = Counter()
        self._new = Buckets(limits.new_games / 60, limits.new_games)
        self._asked = Buckets(limits.new_games / 15, limits.new_games * 2)
        self.host = Host(hall.find)
        self._hosted = Buckets(limits.messages, limits.burst)
        self._knocks = Buckets(limits.per_address, limits.per_address * 4)

    # ---- new games

    async def game(self, request: Request) -> Response:
        """What there is to choose before a game begins, with these options."""
        if request.method == "GET":
            ASKER.set(Asker(_visitor(request)))
            try:
                return JSONResponse(await self._choices({}, None))
            except GameError as error:  # somebody changes the rules while they are played by
                log.warning("no games can be begun: %s", error)
                return _no("no game can begin now; the server tells its owner why", 503)
        return await self._answered(request, self._asked_choices, self._asked)

    async def begin(self, request: Request) -> Response:
        """A new game, with its links."""
        return await self._answered(request, self._begin, self._new)

    async def open_games(self, request: Request) -> Response:
        """The games that wait for somebody; or a seat at one of them."""
        if request.method == "GET":
            return JSONResponse({"games": await self.open.waiting()})
        return await self._answered(request, self.open.take, self._new, seat_wish)

    async def _asked_choices(self, data: dict[str, Any]) -> dict[str, Any]:
        return await self._choices(data["options"], data["players"])

    async def _choices(self, options: dict[str, Any], players: int | None) -> dict[str, Any]:
        info = await self.hall.info(self.hall.settings(options, players))
        names = ("title", "summary", "players", "options", "counts", "kinds", "colours", "rules", "formats", "hides")
        found = {name: info[name] for name in names} | {"seats": self.hall.shown_seats(self.hall.seats)}
        return found | {"lists": self.hall.limits.open_games > 0}

    async def _begin(self, data: dict[str, Any]) -> dict[str, Any]:
        begun = await self.hall.begin(data["options"], data["players"], data["seats"], data.get("open", False),
                                      data.get("text", ""))  # fmt: skip
        return vars(begun)

    async def _answered(
        self, request: Request, work: Callable[[dict[str, Any]], Awaitable[dict[str, Any]]], bucket: Buckets,
        read: Callable[[Any], dict[str, Any]] | None = None,
    ) -> Response:  # fmt: skip
        if not guards.is_own_page(request.headers, self.names):
            return _no("only pages of this server may ask for that", 403)
        ASKER.set(Asker(_visitor(request)))
        if not bucket.take(_visitor(request)):
            return _no("those are too many requests at a time; wait a little", 429)
        try:
            async with asyncio.timeout(self.hall.limits.patience) as reading:
                body = await _body(request)
                reading.reschedule(None)
            return JSONResponse(await work((read or wishes)(body)))
        except TimeoutError:
            return _no("the request took too long to come", 408)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody hears it
        except BadRequest as error:
            return _no(str(error), 400)
        except Refused as error:
            return _no(str(error), 422)
        except GameError as error:
            return _no(self.hall.untold.error(error), 422)
        except Exception as error:
            log.exception("a game could not be begun: %s", type(error).__name__)
            return _no("something went wrong on the server", 500)

    async def change(self, request: Request) -> Response:
        """What a host asks for at a running table."""
        return await self._answered(request, self.host.answer, self._hosted, host_wish)

    # ---- seats

    async def seat(self, socket: WebSocket) -> None:
        """A page's connection, from its first message to its end."""
        hall, address = self.hall, _visitor(socket)
        full = self.here.total() >= hall.limits.connections or self.here[address] >= hall.limits.per_address
        if full or not guards.is_own_page(socket.headers, self.names) or not self._knocks.take(address):
            await socket.close(1008)  # before it was accepted: the browser sees status 403
            return
        self.here[address] += 1
        ASKER.set(Asker(address))
        try:
            await socket.accept()
            await self._serve(socket)
        except WebSocketDisconnect:
            pass
        except Exception as error:  # what ends one connection must not be more than that
            log.exception("a connection ended: %s", type(error).__name__)
        finally:
            self.here[address] -= 1
            if not self.here[address]:
                del self.here[address]

    async def _serve(self, socket: WebSocket) -> None:
        hall = self.hall
        try:
            async with asyncio.timeout(hall.limits.patience):
                hello = messages.read(await _text(socket))
            if hello.do != "sit":
                raise messages.Nonsense("the first message says who you are")
            found = await hall.find(hello.token)
        except (TimeoutError, messages.Nonsense):
            with suppress(RuntimeError):
                await socket.close(NONSENSE)
            return
        except Refused as error:
            await _refuse(socket, str(error))
            return
        except GameError as error:
            await _refuse(socket, hall.untold.error(error))
            return
        if found is None:
            await _refuse(socket, "there is no game behind this link; was all of it copied?")
            return
        table, link = found
        ASKER.set(Asker(ASKER.get().visitor, table.course.match.kept.number))
        try:
            await self._sit(socket, table, link, hello)
        finally:
            table.release()

    async def _sit(self, socket: WebSocket, table: Table, link: Link, hello: messages.Message) -> None:
        hall = self.hall
        if len(table.course.guests) >= hall.limits.per_game:
            await _refuse(socket, "too many people watch this game")
            return
        guest = Guest(socket, hall.limits, link)
        writing = asyncio.create_task(guest.run())
        try:
            guest.say({"is": "info", **await hall.info_for(table, link)})
            await table.welcome(guest, hello.takebacks, hello.ply)
            await self._listen(socket, guest, partial(hear, table))
        finally:
            table.farewell(guest)
            guest.leave(guest.code)
            with suppress(asyncio.CancelledError):
                await writing

    async def _listen(
        self, socket: WebSocket, guest: Guest, hear: Callable[[Guest, messages.Message], Awaitable[None]]
    ) -> None:
        limits = self.hall.limits
        while not guest.is_gone:
            try:
                async with asyncio.timeout(limits.idle):
                    raw = await _text(socket)
            except TimeoutError:
                guest.leave(ASLEEP)
                return
            if guest.is_gone:  # the game was put away while this came
                return
            if not guest.bucket.take():
                guest.leave(TOO_MUCH)
                return
            try:
                message = messages.read(raw)
                if message.do == "sit":
                    raise messages.Nonsense("one sits down once")
            except messages.Nonsense:
                guest.leave(NONSENSE)
                return
            await hear(guest, message)


async def _text(socket: WebSocket) -> str | bytes | None:
    try:
        message = await socket.receive()
    except RuntimeError:  # it was closed from here meanwhile
        raise WebSocketDisconnect from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | bytes | None = message.get("text")
    return text if text is not None else message.get("bytes")


async def _refuse(socket: WebSocket, why: str) -> None:
    with suppress(RuntimeError):  # who asked is gone already
        await socket.send_text(json.dumps({"is": "refused", "why": why}, ensure_ascii=False))
        await socket.close(UNKNOWN)


# ---- requests


async def _body(request: Request) -> Any:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise BadRequest("requests are JSON")
    held = b""
    async for part in request.stream():
        held += part
        if len(held) > BODY:
            raise BadRequest("the request is too long")
    try:
        data = json.loads(held)
        json.dumps(data, ensure_ascii=False).encode()  # half a character can be written in JSON, but not sent back
    except (ValueError, RecursionError):
        raise BadRequest("requests are JSON") from None
    return data


def _no(why: str, status: int) -> Response:
    return JSONResponse({"error": why}, status)


def _visitor(connection: Request | WebSocket) -> str:
    return visitor(connection.client.host) if connection.client else ""
