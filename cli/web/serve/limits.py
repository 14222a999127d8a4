"""How much anybody may ask of the server: numbers, and buckets that fill again with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Limits:
    """All limits of a server. Addresses are those from which connections come."""

    games: int = 10_000
    """Games that are played at a time; others wait on disk."""
    new_games: int = 30
    """Games that an address may begin in a minute."""
    connections: int = 2_000
    """In all …"""
    per_address: int = 64
    """… from one address …"""
    per_game: int = 32
    """… and at one game."""
    message: int = 4_096
    """Bytes of a message."""
    messages: float = 20.0
    """A second, of one connection, on average …"""
    burst: int = 60
    """… and so many at once."""
    waiting: int = 64
    """Messages that wait for a client who reads slowly; with more it is cut off."""
    patience: float = 20.0
    """Seconds in which a client must take a message, or say who it is."""
    idle: float = 6 * 3600.0
    """Seconds after which a connection is closed from which nothing comes."""
    unused: float = 600.0
    """Seconds after which a game at which nobody sits is put away (it stays on disk), and one at which nobody has done
    anything if others need the room."""
    open_games: int = 0
    """Games that wait for somebody and are listed, the newest; 0: there is no list."""


@dataclass
class Bucket:
    """So many things at once, so many a second later on."""

    rate: float
    size: float
    level: float = field(init=False)
    at: float = field(init=False)

    def __post_init__(self) -> None:
        self.level, self.at = self.size, time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self.level = min(self.size, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """A bucket for each address; the oldest are forgotten."""

    MOST = 10_000

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether this address may do one more."""
        bucket = self._buckets.pop(address, None) or Bucket(self.rate, self.size)
        self._buckets[address] = bucket
        while len(self._buckets) > self.MOST:
            self._buckets.popitem(last=False)
        return bucket.take()
