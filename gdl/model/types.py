"""Types: what a value is made of (its base) and how many there may be (its size). Every type is finite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar

from gdl.text.plurals import plural


class Size(IntEnum):
    """How many things a value is: one, one or nothing, a set, or a family of sets."""

    ONE = 0
    MAYBE = 1
    MANY = 2
    FAMILY = 3


@dataclass(frozen=True)
class Range:
    """The whole numbers from `low` to `high`, both included. Bit i of a set stands for ``low + i``."""

    low: int
    high: int

    @property
    def name(self) -> str:
        """As authors write it."""
        return f"{self.low}..{self.high}"

    @property
    def labels(self) -> tuple[str, ...]:
        """The numbers as text."""
        return tuple(str(n) for n in range(self.low, self.high + 1))

    def __len__(self) -> int:
        return max(self.high - self.low + 1, 0)

    def join(self, other: Range) -> Range:
        """The least range that holds both."""
        return Range(min(self.low, other.low), max(self.high, other.high))

    def holds(self, other: Range) -> bool:
        """Whether every number of `other` is one of ours."""
        return self.low <= other.low and other.high <= self.high


@dataclass(frozen=True, eq=False, repr=False)
class Domain:
    """A finite, ordered type of named things: players, colours, sites, kinds. The same only if the same object."""

    low: ClassVar[int] = 0

    name: str
    labels: tuple[str, ...]
    called: str = ""

    @property
    def noun(self) -> str:
        """What messages call an element."""
        return self.called or self.name

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The place of each label."""
        return MappingProxyType({label: i for i, label in enumerate(self.labels)})

    def __len__(self) -> int:
        return len(self.labels)

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False, repr=False)
class Parts(Domain):
    """Some sets of elements of a base, or parts of a bag of them, each as one thing to choose. `held`: which elements
    each has; `rows`: of a bag, how many of each."""

    of: Domain | Range = Range(0, -1)
    held: tuple[int, ...] = ()
    rows: tuple[tuple[int, ...], ...] = ()

    def elements(self, number: int) -> tuple[int, ...]:
        """The places of the elements of one of them in their type, each as often as it is there."""
        if self.rows:
            return tuple(i for i, times in enumerate(self.rows[number]) for _ in range(times))
        return tuple(places_in(self.held[number]))

    def members(self, number: int) -> tuple[str, ...]:
        """What the elements of one of them are called."""
        return tuple(name_of(self.of, i) for i in self.elements(number))


def places_in(held: int) -> Iterator[int]:
    """The places of a set's elements in their type."""
    return (i for i in range(held.bit_length()) if held >> i & 1)


def name_of(base: Domain | Range, place: int) -> str:
    """What an element is called; `place`: where it stands in its type."""
    return str(base.low + place) if isinstance(base, Range) else base.labels[place]


def names_in(base: Domain | Range, held: int) -> tuple[str, ...]:
    """What the elements of a set are called."""
    return tuple(name_of(base, i) for i in places_in(held))


class Plain:
    """A base without elements to range over: truth, text, a place in the plane."""

    low = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


TRUTHS = Plain("truth")
TEXTS = Plain("text")
PLACES = Plain("place")

Base = Range | Domain | Plain


@dataclass(frozen=True)
class Type:
    """A base and a size."""

    base: Base
    size: Size = Size.ONE

    @property
    def spelled(self) -> str:
        """As authors write it."""
        name = self.base.name
        return {Size.ONE: name, Size.MAYBE: f"{name}?"}.get(self.size, f"set of {name}")

    def __str__(self) -> str:
        """As messages call it: “a site or nothing”, “a set of numbers”."""
        base = self.base
        noun = "number" if isinstance(base, Range) else base.noun if isinstance(base, Domain) else base.name
        if self.size == Size.FAMILY:
            return f"a family of sets of {plural(noun)}"
        if self.size == Size.MANY:
            return f"a set of {plural(noun)}"
        one = noun if noun == "text" else f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"
        return one + (" or nothing" if self.size == Size.MAYBE else "")

    @property
    def is_number(self) -> bool:
        """Whether it is a number, or perhaps none."""
        return isinstance(self.base, Range) and self.size <= Size.MAYBE

    @property
    def nothing(self) -> object:
        """The value of nothing, or of no elements."""
        if self.size == Size.MANY:
            return 0
        if isinstance(self.base, Plain):
            return {"truth": False, "text": ""}.get(self.base.name, ())
        return None if isinstance(self.base, Range) else -1

    @property
    def values(self) -> Range | Domain:
        """The base, of which there are finitely many elements."""
        assert not isinstance(self.base, Plain)
        return self.base

    def of_size(self, size: Size) -> Type:
        """The same base in another size."""
        return self if size == self.size else Type(self.base, size)


TRUTH = Type(TRUTHS)
TEXT = Type(TEXTS)
PLACE = Type(PLACES)


def number(low: int, high: int) -> Type:
    """The type of one number of a range."""
    return Type(Range(low, high))
