"""Lines between sites that go round outside the board: those of a type that looks like a `ring`. They are part of the
board, as nothing about them ever changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import atan2, cos, dist, pi, sin
from typing import TYPE_CHECKING

from gdl.model.lattice import Point
from interpreter.drawing import colours

if TYPE_CHECKING:
    from gdl.model.model import Model
    from gdl.model.shape import Shape

LOOK = "ring"
"""The picture that a type of lines has, if they go round outside."""
ALIKE = 0.1
"""By so much of a radius two distances may differ that are meant to be the same."""


@dataclass(frozen=True)
class Ring:
    """A part of a circle from one site to another; its colour is "" if the looks give none."""

    start: Point
    end: Point
    centre: Point
    radius: float
    is_long: bool
    is_clockwise: bool
    colour: str

    @property
    def path(self) -> str:
        """As SVG draws it."""
        (x, y), (u, v), r = self.start, self.end, round(self.radius, 2)
        return f"M{x:g} {y:g}A{r:g} {r:g} 0 {self.is_long:d} {self.is_clockwise:d} {u:g} {v:g}"


def rings(model: Model, board: Shape, centres: Mapping[int, Point]) -> Iterator[Ring]:
    """The rings between sites of a board that have these centres, y down."""
    for shape in (shape for shape in model.shapes if shape.joins is board):
        (_, starts), (_, ends) = shape.coordinates.values()
        for label, one, other in zip(shape.labels, starts, ends, strict=True):
            look = model.looks.get(f"{shape.name}.{label}")
            if look is not None and look.picture == LOOK and one != other and {one, other} <= centres.keys():
                yield _ring(centres[one], centres[other], _middle(centres), colours.hexadecimal(look.colour))


def box(found: tuple[Ring, ...]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what these rings take, if there are any."""
    low = [min(ring.centre[axis] - ring.radius for ring in found) for axis in (0, 1)]
    high = [max(ring.centre[axis] + ring.radius for ring in found) for axis in (0, 1)]
    return low[0], low[1], high[0], high[1]


def _ring(a: Point, b: Point, middle: Point, colour: str) -> Ring:
    """Round the corner between two sides, if both sites are as far from it; else half round, away from the board."""
    corner = max((a[0], b[1]), (b[0], a[1]), key=lambda one: dist(one, middle))
    radius = dist(a, corner)
    if min(radius, dist(b, corner)) > 0 and abs(radius - dist(b, corner)) < ALIKE * radius:
        return Ring(a, b, corner, radius, True, (_angle(b, corner) - _angle(a, corner)) % (2 * pi) > pi, colour)
    centre, half = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), dist(a, b) / 2
    turn = _angle(a, centre) + pi / 2
    far, near = (
        (centre[0] + way * half * cos(turn), centre[1] + way * half * sin(turn)) for way in (1, -1)
    )  # fmt: skip
    return Ring(a, b, centre, half, False, dist(far, middle) > dist(near, middle), colour)


def _angle(point: Point, about: Point) -> float:
    return atan2(point[1] - about[1], point[0] - about[0])


def _middle(centres: Mapping[int, Point]) -> Point:
    xs, ys = zip(*centres.values(), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
