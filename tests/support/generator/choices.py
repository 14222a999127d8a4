"""Where a generated ruleset's choices come from: hypothesis, which can make them simpler, or a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Choices:
    """Choices among few things. Whatever is asked, 0 and the first are the simplest answers."""

    def upto(self, n: int) -> int:
        """A number from 0 to n."""
        raise NotImplementedError

    def pick(self, things: Sequence[T]) -> T:
        """One of several things, the simplest first."""
        return things[self.upto(len(things) - 1)] if len(things) > 1 else things[0]

    def weighted(self, things: Sequence[tuple[int, T]]) -> T:
        """One of several things, each so many times as likely; those that weigh nothing are never chosen."""
        at = self.upto(sum(weight for weight, _ in things) - 1)
        for weight, thing in things:
            at -= weight
            if at < 0:
                return thing
        raise AssertionError("nothing to choose among")

    def once_in(self, n: int) -> bool:
        """True once in n times."""
        return self.upto(n - 1) == n - 1

    def mostly(self, n: int) -> bool:
        """True but once in n times; the simplest is False."""
        return self.upto(n - 1) != 0

    def several(self, least: int, most: int, make: Callable[[], T], often: int = 2) -> list[T]:
        """Some things, one by one, so that each of them can be left out alone."""
        found: list[T] = []
        while len(found) < most and (len(found) < least or self.mostly(often)):
            found.append(make())
        return found


@cache
def _numbers(n: int) -> st.SearchStrategy[int]:
    return st.integers(0, n)


class Drawn(Choices):
    """Choices that hypothesis draws, and simplifies when a test has failed."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self.draw = draw

    def upto(self, n: int) -> int:
        return int(self.draw(_numbers(n))) if n > 0 else 0


class Numbered(Choices):
    """Choices that follow from a number; quicker, for counting."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def upto(self, n: int) -> int:
        return self.random.randrange(n + 1)
