"""Plane geometry for boards: the cell that belongs to each site, as a polygon; how far apart sites are; turning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, pairwise
from math import cos, dist, floor, hypot, pi, sin

Point = tuple[float, float]
Polygon = tuple[Point, ...]

NEAR = 1e-6
REACH = 1.5
"""Sites up to so many times the least distance away bound a cell: the diagonal neighbours on squares do, too."""
MOST_DIRECTIONS = 12
"""A board on which sites lie towards each other in more ways than these is no lattice."""


LINKED, IN_A_ROW = 1.0, 0.5
"""On a lattice there are at least so many pairs of neighbours for each site; and if it is but a row."""


def regular(centre: Point, radius: float, corners: int) -> Polygon:
    """A regular polygon, one corner on top."""
    x, y = centre
    turns = (2 * pi * i / corners - pi / 2 for i in range(corners))
    return tuple((round(x + radius * cos(t), 2), round(y + radius * sin(t), 2)) for t in turns)


def moved(polygon: Polygon, by: Point) -> Polygon:
    """The same polygon elsewhere."""
    return tuple((round(x + by[0], 2), round(y + by[1], 2)) for x, y in polygon)


def turned(points: Mapping[int, Point], degrees: int) -> dict[int, Point]:
    """Points turned about the origin, clockwise as one sees them with y upwards."""
    angle = -degrees * pi / 180
    c, s = cos(angle), sin(angle)
    return {key: (round(x * c - y * s, 9), round(x * s + y * c, 9)) for key, (x, y) in points.items()}


def least_distance(points: Sequence[Point]) -> float:
    """The distance of the two points that are nearest to each other, by sorting along x; 1 if there is but one."""
    ordered = sorted(points)
    least = min((d for a, b in pairwise(ordered) if (d := dist(a, b)) > NEAR), default=float("inf"))
    for i, a in enumerate(ordered):
        for b in islice(ordered, i + 1, None):
            if b[0] - a[0] >= least:
                break
            if (d := dist(a, b)) > NEAR:
                least = min(least, d)
    return least if least < float("inf") else 1.0


def vectors(points: Sequence[Point], within: float) -> frozenset[Point]:
    """All ways from one point to another at most so far away, rounded."""
    buckets: dict[tuple[int, int], list[Point]] = {}
    for x, y in points:
        buckets.setdefault((floor(x / within), floor(y / within)), []).append((x, y))
    found: set[Point] = set()
    for (i, j), here in buckets.items():
        near = [p for k in (i - 1, i, i + 1) for m in (j - 1, j, j + 1) for p in buckets.get((k, m), ())]
        found |= {
            (round(u - x, 2), round(v - y, 2)) for x, y in here for u, v in near if 0 < hypot(u - x, v - y) <= within
        }
    return frozenset(found)


def lattice_cell(points: Sequence[Point], spacing: float, ways: frozenset[Point]) -> Polygon | None:
    """The cell around the origin that every site of a regular board has; None if the board isn't regular.

    A cell is what is nearer to its site than to any neighbour: a square on squares, a hexagon on hexagons. `ways`:
    from points to those within reach.
    """
    if not ways or len(ways) > MOST_DIRECTIONS:
        return None
    if len({(round(x), round(y)) for x, y in ways}) < len(ways):
        return None  # nearly the same ways: places that don't lie on a lattice
    if _links(points, ways) < (LINKED if len(ways) > 2 else IN_A_ROW) * len(points):
        return None  # islands, on which a few sites happen to lie alike
    u, v = next(iter(ways))
    if all(abs(u * y - v * x) < NEAR for x, y in ways):  # a row of squares
        ways |= {(-y, x) for x, y in ways}
    cell = cut(ways, 2 * spacing)
    reach = max(hypot(x, y) for x, y in cell)
    return cell if reach < REACH * spacing else None


def _links(points: Sequence[Point], ways: Iterable[Point]) -> int:
    """How many pairs of points lie so towards each other."""
    at = {(round(x, 1), round(y, 1)) for x, y in points}
    steps = [(u, v) for u, v in ways if (u, v) > (0, 0)]
    return sum((round(x + u, 1), round(y + v, 1)) in at for x, y in points for u, v in steps)


def cut(ways: Iterable[Point], room: float) -> Polygon:
    """What is nearer to the origin than to any of these points, within a square of such half a side."""
    cell: list[Point] = [(-room, -room), (room, -room), (room, room), (-room, room)]
    for u, v in sorted(ways, key=lambda way: hypot(*way)):
        half = (u * u + v * v) / 2
        kept: list[Point] = []
        for i, (x, y) in enumerate(cell):
            p, q = cell[i - 1]
            here, before = x * u + y * v - half, p * u + q * v - half
            if (here <= NEAR) != (before <= NEAR):
                t = before / (before - here)
                kept.append((p + t * (x - p), q + t * (y - q)))
            if here <= NEAR:
                kept.append((x, y))
        cell = kept
    clean: list[Point] = []
    for x, y in cell:
        point = round(x, 2), round(y, 2)
        if not clean or dist(clean[-1], point) > 0.05:
            clean.append(point)
    if len(clean) > 1 and dist(clean[0], clean[-1]) <= 0.05:
        clean.pop()
    return tuple(clean)


def inner_radius(polygon: Polygon) -> float:
    """The radius of the circle about the origin that touches the polygon's nearest edge."""
    nearest = float("inf")
    for i, (x, y) in enumerate(polygon):
        p, q = polygon[i - 1]
        length = hypot(x - p, y - q)
        if length > NEAR:
            nearest = min(nearest, abs(p * y - q * x) / length)
    return nearest
