"""The list of games that wait for somebody, where whoever runs the server wants one."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

from cli.web.serve.course import Refused
from cli.web.serve.kept import secret

if TYPE_CHECKING:
    from cli.web.serve.store import Store
    from cli.web.serve.workers import Settings

OPEN_FOR = 24 * 3600.0
"""Seconds for which a game is listed that waits for somebody."""


class OpenGames:
    """What the first page lists, and the seats there. `usual`: the server's settings; `most`: games that are listed."""

    def __init__(self, store: Store, usual: Settings, most: int) -> None:
        self.store, self.usual, self.most = store, usual, most

    async def waiting(self) -> list[dict[str, Any]]:
        """The games that wait for somebody: number, free seats, and options that aren't the usual ones."""
        since = time.time() - OPEN_FOR
        found = await asyncio.wrap_future(self.store.waiting(self.usual.source, since, self.most))
        return [{"game": number, "seats": seats, "options": self._unusual(options)} for number, options, seats in found]

    def _unusual(self, options: str) -> str:
        usual = self.usual.options
        chosen = {name: value for name, value in json.loads(options).items() if usual.get(name) != value}
        return ", ".join(f"{name} {value}" for name, value in chosen.items())

    async def take(self, data: dict[str, Any]) -> dict[str, Any]:
        """The secret of a free seat, which is free no more; raises Refused."""
        token = secret()
        if not await asyncio.wrap_future(self.store.take(data["game"], data["seat"], token)):
            raise Refused("Somebody else has taken this seat.")
        return {"token": token}
