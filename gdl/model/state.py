"""What expressions and statements both speak of: the parts of the state, and that something is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from gdl.model.types import Domain, Range, Type
from gdl.text.source import Span

Value = Any
"""A value as both backends hold it.

One element is its index (a number: itself), nothing is -1 (of numbers: None), a set is an integer whose bit i is the
element i (of numbers: low + i), a family a tuple of sets; truths are bools, texts strings, places triples of floats.
"""


HEIGHT_OF, TAKEN_FROM = "the height of ", "the number of things to take from "
"""With these and a pile's name begin the names of locals that rules keep while it changes; no author can write them."""


@dataclass(frozen=True, eq=False)
class Variable:
    """A part of the state: one value, or one for each tuple of `dimensions`. A local belongs to the turn.

    `collection`: of a bag the values say how many there are of each element of the last dimension; of a pile they are
    what lies there, by places from the bottom, 1 …, nothing above the top.
    """

    name: str
    dimensions: tuple[Range | Domain, ...]
    type: Type
    initial: Value
    local: bool
    span: Span | None
    collection: Literal["", "bag", "pile"] = ""

    @property
    def subject(self) -> Range | Domain | None:
        """What it belongs to, if not to the game as a whole."""
        return self.dimensions[0] if self.dimensions else None

    @property
    def holders(self) -> tuple[Range | Domain, ...]:
        """The dimensions that say whose it is: of a collection all but the last."""
        return self.dimensions[:-1] if self.collection else self.dimensions

    @property
    def held(self) -> Range | Domain:
        """What one thing in it is, or in a set; itself for anything else."""
        base = self.dimensions[-1] if self.collection == "bag" else self.type.base
        assert isinstance(base, Range | Domain)
        return base

    @property
    def parameters(self) -> tuple[Range | Domain, ...]:
        """Its further dimensions."""
        return self.dimensions[1:]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class Action:
    """Anything that a process does, with its place in the rules."""

    span: Span
