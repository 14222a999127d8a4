"""Boards, and other types with structure: elements with coordinates, places in the plane, and directions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from gdl.model.lattice import Lattice, lattice
from gdl.model.placing import Ground, ground
from gdl.model.state import Value
from gdl.model.types import Domain, Type

NO_DIRECTIONS = Domain("no direction", (), "direction")


@dataclass(frozen=True, eq=False, repr=False)
class Shape(Domain):
    """A board, or any type with structure: elements with coordinates, places in the plane, and directions.

    `places`: (x, y, z) for each element; elements of different z lie in different layers. `coordinates`: for each
    name its type and its value for each element. `steps`: for each direction the element one step on, or -1.
    """

    places: tuple[tuple[float, float, float], ...] = ()
    coordinates: Mapping[str, tuple[Type, tuple[Value, ...]]] = field(default_factory=dict)
    directions: Domain = NO_DIRECTIONS
    steps: tuple[tuple[int, ...], ...] = ()
    links: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Without directions: for each element those that are adjacent by the rules, where that is known beforehand."""
    part: Literal["", "edges", "corners"] = ""
    of: Shape | None = None
    """Whose edges or corners the elements are, if they are; their directions are that board's."""
    joins: Shape | None = None
    """Whose sites the elements join, if the rules give them no places and each names two such sites."""

    @cached_property
    def lattice(self) -> Lattice | None:
        """The edges and corners of a board; None if its places lie in no regular pattern, or in several layers."""
        flat = len({z for _, _, z in self.places}) == 1
        return lattice([(x, y) for x, y, _ in self.places]) if flat else None

    @cached_property
    def ground(self) -> Ground | None:
        """How patterns can be moved and turned among the elements; None if their places lie in no regular pattern."""
        return ground(self.places)

    @cached_property
    def at(self) -> dict[tuple[int, ...], int]:
        """The element with given coordinates."""
        columns = [values for _, values in self.coordinates.values()]
        return {key: i for i, key in enumerate(zip(*columns, strict=True))}

    @cached_property
    def padded_steps(self) -> tuple[tuple[int, ...], ...]:
        """The steps, with an entry more in each row for a step from nowhere."""
        return tuple((*row, -1) for row in self.steps)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each element those one step away in some direction; without directions, those that are adjacent."""
        return tuple(
            tuple(sorted({steps[i] for steps in self.steps} - {-1, i})) or self.links.get(i, ())
            for i in range(len(self.labels))
        )
