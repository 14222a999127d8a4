"""How a layer's sites lie towards each other: a unit apart, turned, and on a lattice or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist, hypot, sqrt

from interpreter.drawing import geometry
from interpreter.drawing.geometry import Point, Polygon

LONG = 1.6
"""A link that is so many units long goes past other sites: such a board is drawn by its links."""
LOW = 1.3
"""Rows of hexagons are at most so many times as far apart as the sites in a row."""


@dataclass(frozen=True)
class Net:
    """Sites by their places, x to the right and y down; the ways to neighbours and the cell, if it is a lattice."""

    at: dict[int, Point]
    ways: tuple[Point, ...]
    cell: Polygon | None


def net(flat: Mapping[int, Point], links: Sequence[tuple[int, int]], unit: float, degrees: int) -> Net:
    """The net of places in the plane (y upwards), with neighbours a unit apart, turned so far clockwise."""
    scale = unit / geometry.least_distance(list(flat.values()))
    at = {site: (x * scale, y * scale) for site, (x, y) in flat.items()}
    ways = geometry.vectors(list(at.values()), geometry.REACH * unit)
    squeeze = _squeeze(ways)
    at = _on_paper(at, squeeze, degrees)
    towards = frozenset(
        (round(x, 2), round(y, 2)) for x, y in _on_paper(dict(enumerate(ways)), squeeze, degrees).values()
    )
    if any(dist(at[a], at[b]) > LONG * unit for a, b in links):
        return Net(at, (), None)
    cell = geometry.lattice_cell(list(at.values()), unit, towards)
    near = tuple(way for way in towards if hypot(*way) < 1.2 * unit) if cell else ()
    return Net(at, near, cell)


def _on_paper(points: Mapping[int, Point], squeeze: float, degrees: int) -> dict[int, Point]:
    """Points as one sees them: lower by so much, turned, y down."""
    found = geometry.turned({key: (x, y * squeeze) for key, (x, y) in points.items()}, degrees)
    return {key: (x, -y) for key, (x, y) in found.items()}


def _squeeze(ways: frozenset[Point]) -> float:
    """What makes rows of hexagons as high as regular ones are; 1 for all else."""
    across = {abs(x) for x, y in ways if y == 0}
    slanted = {(abs(x), abs(y)) for x, y in ways if y != 0}
    if len(across) == len(slanted) == 1:
        (a,), ((x, y),) = across, slanted
        if abs(2 * x - a) < 0.05 * a and y < LOW * a:
            return a * sqrt(3) / 2 / y
    return 1.0
