"""Whose work comes next, where many want something done: visitor by visitor, and each visitor's games in turn.

A visitor is an address. Who was served longest ago comes first, so that one visitor's many games share what that
visitor gets, and whoever asks seldom waits for what is under way, not for everybody else's row.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict, deque
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Asker:
    """Who wants something, and for which game (0: for none yet)."""

    visitor: str = ""
    game: int = 0


NOBODY = Asker()
ASKER: ContextVar[Asker] = ContextVar("asker", default=NOBODY)
"""On whose behalf something is done: set where a connection comes in, and kept by all that is begun for it."""


def visitor(address: str) -> str:
    """Who stands behind an address: of IPv6 a network of 64 bits, since whoever has one has all of it."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


class Served:
    """When each of many was last served, by a count; the oldest are forgotten."""

    MOST = 10_000

    def __init__(self) -> None:
        self._when: OrderedDict[str | Asker, int] = OrderedDict()
        self._count = 0

    def when(self, one: str | Asker) -> int:
        """A greater number for who was served later; 0 for who never was."""
        return self._when.get(one, 0)

    def note(self, one: str | Asker) -> None:
        """This one is served now."""
        self._count += 1
        self._when[one] = self._count
        self._when.move_to_end(one)
        while len(self._when) > self.MOST:
            self._when.popitem(last=False)


class Turns(Generic[T]):
    """Things that wait, each for somebody."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[Asker, deque[T]]] = {}
        self._visitors, self._games = Served(), Served()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, asker: Asker, thing: T) -> None:
        """One thing more; those of one game stay in order."""
        self._waiting.setdefault(asker.visitor, {}).setdefault(asker, deque()).append(thing)

    def take(self) -> T:
        """The next thing; raises ValueError if nothing waits."""
        who = min(self._waiting, key=self._visitors.when)
        games = self._waiting[who]
        asker = min(games, key=self._games.when)
        thing = games[asker].popleft()
        self._visitors.note(who)
        self._games.note(asker)
        if not games[asker]:
            del games[asker]
        if not games:
            del self._waiting[who]
        return thing
