"""`gdl serve` as a process, and plain connections to it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from patience import HANGS
from websockets.sync.client import ClientConnection, connect

SERVE = [sys.executable, "-m", "cli.main", "serve"]


@dataclass
class Server:
    """A running server."""

    process: subprocess.Popen[str]
    base: str
    lines: ExitStack
    """Everybody's connections."""

    @property
    def origin(self) -> str:
        return self.base.rstrip("/")

    def begin(self, seats: dict[str, str] | None = None) -> dict[str, str]:
        body = json.dumps({"options": {}, "players": None, "seats": seats or {}}).encode()
        headers = {"origin": self.origin, "content-type": "application/json"}
        with urllib.request.urlopen(
            urllib.request.Request(self.base + "games", body, headers), timeout=HANGS
        ) as answer:
            found = json.load(answer)
        return {**found["links"], "watch": found["watch"]}

    def knock(self, **options: Any) -> ClientConnection:
        address = self.base.replace("http", "ws") + "seat"
        line = connect(address, **{"origin": self.origin, "max_size": None, "open_timeout": HANGS, **options})
        return self.lines.enter_context(line)

    def sit(self, token: str, takebacks: int = -1, ply: int = 0) -> tuple[ClientConnection, dict[str, Any]]:
        line = self.knock()
        line.send(json.dumps({"do": "sit", "token": token, "takebacks": takebacks, "ply": ply}))
        return line, until(line, "state")


def until(line: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(line.recv(timeout=HANGS))
        if message["is"] == kind:
            return message


def play(line: ClientConnection, state: dict[str, Any], text: str, name: str) -> dict[str, Any]:
    """Play, and give the situation after it; for what failed, the answer."""
    ply = state["view"]["plies"]
    line.send(json.dumps({"do": "play", "id": name, "text": text, "ply": ply, "takebacks": state["takebacks"]}))
    while True:
        message: dict[str, Any] = json.loads(line.recv(timeout=HANGS))
        if message["is"] == "state":
            state = message
        elif message["is"] == "answer":
            return message if "error" in message else state


@contextmanager
def serving(game: str, data: Path, *more: str, port: int = 0) -> Iterator[Server]:
    words = [*SERVE, game, "--port", str(port), "--data", str(data), *more]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, process.stderr.read() if process.stderr else ""
            with ExitStack() as lines:
                yield Server(process, found[0], lines)
                process.kill()  # so that nobody waits for a friendly goodbye
        finally:
            process.kill()
