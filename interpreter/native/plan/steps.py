"""Elements of a shape by their coordinates, and steps made several times at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod

from gdl.model.nodes import Op, Table, Var
from gdl.model.shape import Shape
from gdl.model.types import Plain, Range, Size, Type
from interpreter.native.module.emitter import Unsupported
from interpreter.native.record.domains import Domains

MAX_ELEMENT_TABLE = 65_536
"""Entries of a table over all coordinates: 64 to 256 KB, which are written into the module."""
MAX_POWER = 32
"""So many steps that may be made at once are looked up; more, as on a ring, are made one by one."""
Steps = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class ElementTable:
    """For all coordinates which element has them, or -1; the coordinates' least values, and how many there are."""

    lows: tuple[int, ...]
    lengths: tuple[int, ...]
    held: tuple[int, ...]


def element_table(shape: Shape, domains: Domains) -> ElementTable:
    """How elements are found by their coordinates."""
    ranges = [type_.base for type_, _ in shape.coordinates.values()]
    lows = tuple(base.low for base in ranges)
    lengths = tuple(len(base) for base in ranges if not isinstance(base, Plain))
    if len(lengths) != len(ranges) or prod(lengths) > MAX_ELEMENT_TABLE:
        raise Unsupported(f"looking for elements of {shape.name} by such coordinates",
                          "let coordinates be numbers that lie closer together")  # fmt: skip
    held = [-1] * prod(lengths)
    for key, i in shape.at.items():
        at = 0
        for k, low, length in zip(key, lows, lengths, strict=True):
            at = at * length + k - low
        held[at] = domains.element(shape, i)
    return ElementTable(lows, lengths, tuple(held))


@dataclass(frozen=True)
class LookedUp:
    """Where so many steps lead to stands in a table: by `times` steps, less than `most`."""

    times: Var
    table: Table
    most: int


@dataclass(frozen=True)
class StepByStep:
    """Steps are made one by one, each from where the last one led to (`at`)."""

    at: Var
    table: Table


def power_plan(e: Op) -> LookedUp | StepByStep:
    """How a step is made several times."""
    direction, _, site = e.operands
    shape = e.type.base
    assert isinstance(shape, Shape)
    steps = (*shape.padded_steps, (-1,) * (len(shape) + 1))
    type_ = Type(shape, Size.MAYBE)
    if ways := _powers(steps):
        times = Var(Type(Range(0, len(ways) - 1), Size.ONE), "steps")
        return LookedUp(times, Table(type_, ways, (times, direction, site)), len(ways))
    at = Var(site.type.of_size(Size.MAYBE), "at")
    return StepByStep(at, Table(type_, steps, (direction, at)))


@lru_cache
def _powers(steps: Steps) -> tuple[Steps, ...]:
    """Where 0, 1, 2, … steps lead to from each element, until it is nowhere; empty if there are too many of them."""
    found = [tuple((*range(len(row) - 1), -1) for row in steps)]
    while any(at >= 0 for row in found[-1] for at in row):
        if len(found) == MAX_POWER or len(found) * len(steps) * len(steps[0]) > MAX_ELEMENT_TABLE:
            return ()
        found.append(tuple(tuple(row[at] for at in made) for row, made in zip(steps, found[-1], strict=True)))
    return tuple(found)
