"""What a tensor is made of: cells, each a value of the state with the numbers of the tensor that it fills.

- a truth fills one number, 0 or 1;
- a number fills one, divided by the greatest (by absolute value) of its range; one that may be missing fills a second
  one, which is 1 if it is;
- an element of a type fills one for each element: 1 for the one that it is, all are 0 if it is nothing;
- a set fills one for each element, 1 for those that are in it.

Where a value may be hidden, one number more is 1 if it isn't known; all others are 0 then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from gdl.model.primitives import bits
from gdl.model.types import TRUTHS, Range, Size, Type

Sort = Literal["truth", "number", "element", "set"]


@dataclass(frozen=True)
class Cell:
    """A value of the state, and the numbers that it fills: the first at `start`, each `stride` after the one before."""

    slot: int
    """The slot of the layout …"""
    index: int
    """… and which member of its row; -1 if it is a single value."""
    type: Type
    start: int
    stride: int = 1
    unknown: int = -1
    """Which number says that it isn't known; -1 if it always is known."""

    @property
    def sort(self) -> Sort:
        """How it fills them."""
        return sort(self.type)

    @property
    def scale(self) -> int:
        """What a number is divided by."""
        base = self.type.base
        return max(abs(base.low), abs(base.high), 1) if isinstance(base, Range) else 1

    def fill(self, out: Any, value: Any) -> None:
        """Fill its numbers, all 0 so far, with a value as the state holds it."""
        match self.sort:
            case "truth":
                out[self.start] = float(value)
            case "number":
                if value is None:
                    out[self.start + self.stride] = 1.0
                else:
                    out[self.start] = value / self.scale
            case "element":
                if value >= 0:
                    out[self.start + value * self.stride] = 1.0
            case "set":
                for element in bits(value):
                    out[self.start + element * self.stride] = 1.0


def sort(type_: Type) -> Sort:
    """How values of a type fill numbers."""
    if type_.size == Size.MANY:
        return "set"
    if type_.base is TRUTHS:
        return "truth"
    return "number" if isinstance(type_.base, Range) else "element"


def channels(type_: Type) -> list[str]:
    """What the numbers that a value of a type fills are called, behind its variable's name."""
    if sort(type_) in ("truth", "number"):
        return ["", " missing"] if type_.size == Size.MAYBE else [""]
    return [f" {label}" for label in type_.values.labels]
