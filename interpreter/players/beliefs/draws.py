"""Draws one after another, from the counter-based generator that everything here draws from."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass
from typing import TypeVar

from interpreter.graph.chance import Chance

T = TypeVar("T")


@dataclass
class Draws:
    """The draws of a chance, in order."""

    chance: Chance
    count: int = 0

    def bits(self) -> int:
        """The next 64 bits."""
        self.count += 1
        return self.chance.bits(self.count)

    def pick(self, n: int) -> int:
        """One of 0 … n - 1."""
        return self.bits() * n >> 64

    def unit(self) -> float:
        """A number from 0 to 1, and less than 1."""
        return (self.bits() >> 11) / (1 << 53)

    def sample(self, things: MutableSequence[T], count: int) -> list[T]:
        """So many of these things, in random order, none twice; puts them to the front of the row."""
        for i in range(min(count, len(things))):
            j = i + self.pick(len(things) - i)
            things[i], things[j] = things[j], things[i]
        return list(things[:count])
