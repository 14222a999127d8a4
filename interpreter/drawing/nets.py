"""How a layer's sites lie towards each other: a unit apart, turned, and on a lattice or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist, hypot

from gdl.model.lattice import REACH, Point, Polygon, lattice_cell, least_distance, squeeze, vectors
from interpreter.drawing import geometry

LONG = 1.6
"""A link that is so many units long goes past other sites: such a board is drawn by its links."""
ROUND = 0.6
"""A link that is longer than so much of the board leaves it at one side and comes back at the other."""


@dataclass(frozen=True)
class Net:
    """Sites by their places, x to the right and y down; the ways to neighbours and the cell, if it is a lattice."""

    at: dict[int, Point]
    ways: tuple[Point, ...]
    cell: Polygon | None


def net(flat: Mapping[int, Point], links: Sequence[tuple[int, int]], unit: float, degrees: int) -> Net:
    """The net of places in the plane (y upwards), with neighbours a unit apart, turned so far clockwise."""
    scale = unit / least_distance(list(flat.values()))
    at = {site: (x * scale, y * scale) for site, (x, y) in flat.items()}
    ways = vectors(list(at.values()), REACH * unit)
    low = squeeze(ways)
    at = _on_paper(at, low, degrees)
    towards = frozenset(
        (round(x, 2), round(y, 2)) for x, y in _on_paper(dict(enumerate(ways)), low, degrees).values()
    )
    if any(LONG * unit < dist(at[a], at[b]) and not _goes_round(at, a, b, unit) for a, b in links):
        return Net(at, (), None)
    cell = lattice_cell(list(at.values()), unit, towards)
    near = tuple(way for way in towards if hypot(*way) < 1.2 * unit) if cell else ()
    return Net(at, near, cell)


def _goes_round(at: Mapping[int, Point], a: int, b: int, unit: float) -> bool:
    """Whether a link joins opposite sides of a board that has no edge there."""
    xs, ys = zip(*at.values(), strict=True)
    return any(
        abs(at[a][axis] - at[b][axis]) > max(ROUND * (max(all_of) - min(all_of)), LONG * unit)
        for axis, all_of in enumerate((xs, ys))
    )


def _on_paper(points: Mapping[int, Point], low: float, degrees: int) -> dict[int, Point]:
    """Points as one sees them: lower by so much, turned, y down."""
    found = geometry.turned({key: (x, y * low) for key, (x, y) in points.items()}, degrees)
    return {key: (x, -y) for key, (x, y) in found.items()}
