"""A server in this process, and people who talk to it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from cli.web.serve.hall import Hall
from cli.web.serve.limits import Limits
from cli.web.serve.store import Store
from cli.web.serve.web import application
from cli.web.serve.workers import Settings, Thinkers
from interpreter import Game

ORIGIN = {"origin": "http://localhost"}
NAMES = count()
"""Messages have names of their own, as those of pages have, which draw them."""


@dataclass
class Person:
    """Somebody at a socket; remembers what was shown last."""

    socket: WebSocketTestSession
    view: dict[str, Any] = field(default_factory=dict)
    info: dict[str, Any] = field(default_factory=dict)
    log: list[dict[str, Any]] = field(default_factory=list)
    takebacks: int = -1

    def send(self, **message: Any) -> None:
        self.socket.send_text(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.receive_text())
        if message["is"] == "info":
            self.info = message
        elif message["is"] == "state":
            self.view, self.takebacks = message["view"], message["takebacks"]
            self.log = [*self.log[: message["from"]], *message["log"]]
        return message

    def until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while (message := self.hear())["is"] != kind:
            pass
        return message

    def ask(self, do: str, **values: Any) -> dict[str, Any]:
        """Ask, and wait for the answer."""
        name = values.pop("id", None) or f"m{next(NAMES)}"
        self.send(do=do, id=name, **values)
        while (message := self.hear())["is"] != "answer" or message["id"] != name:
            pass
        return message

    def play(self, text: str, **values: Any) -> dict[str, Any]:
        return self.ask("play", **{"text": text, "ply": len(self.log), "takebacks": self.takebacks, **values})

    def moves(self) -> list[str]:
        return [move["text"] for move in self.view["moves"]]


@dataclass
class House:
    """A running server."""

    client: TestClient
    hall: Hall

    def begin(self, seats: dict[str, str] | None = None, **options: Any) -> dict[str, str]:
        """The links of a new game, those who look on under `watch`."""
        found = self.hosted(seats, **options)
        del found["host"]
        return found

    def hosted(self, seats: dict[str, str] | None = None, **options: Any) -> dict[str, str]:
        """The same with the host's link, under `host`."""
        wishes = {"options": options, "players": None, "seats": seats or {}}
        answer = self.client.post("/games", json=wishes, headers=ORIGIN)
        assert answer.status_code == 200, answer.text
        found = answer.json()
        return {**found["links"], "watch": found["watch"], "host": found["host"]}

    def wish(self, token: str, do: str, **values: Any) -> dict[str, Any]:
        """Ask for something as a host."""
        answer = self.host({"token": token, "do": do, **values})
        found: dict[str, Any] = answer.json()
        assert ("error" in found) == (answer.status_code != 200)
        return found

    def host(self, wish: Any, origin: str = ORIGIN["origin"]) -> Any:
        """The answer to a host's request, whatever it holds."""
        headers = {"origin": origin, "content-type": "application/json"}
        return self.client.post("/host", content=json.dumps(wish), headers=headers)

    def knock(self, **headers: str) -> AbstractContextManager[WebSocketTestSession]:
        return self.client.websocket_connect("ws://localhost/seat", headers={**ORIGIN, **headers})

    @contextmanager
    def sit(self, token: str, takebacks: int = -1, ply: int = 0) -> Iterator[Person]:
        with self.knock() as socket:
            person = Person(socket, takebacks=takebacks)
            person.send(do="sit", token=token, takebacks=takebacks, ply=ply)
            person.until("state")
            yield person


@contextmanager
def house(source: str = "tictactoe", path: Path | None = None, limits: Limits | None = None,
          seats: dict[str, str] | None = None, clock: str = "", now: Callable[[], float] = time.monotonic,
          **options: Any) -> Iterator[House]:  # fmt: skip
    store = Store(path)
    settings = Settings(source, options)
    title = Game.of(source, options).title
    hall = Hall(settings, title, seats or {}, store, limits or Limits(), Thinkers(1), clock, now)
    try:
        with TestClient(application(hall), base_url="http://localhost") as client:
            yield House(client, hall)
    finally:
        store.close()
