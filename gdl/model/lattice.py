"""What lies between the places of a board: the cell around each, with the edges and corners that cells share.

A cell is what is nearer to its place than to any other: a square on squares, a hexagon on hexagons. Boards whose places
lie in no regular pattern have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from math import atan2, dist, floor, hypot, pi, sqrt

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Rows = tuple[tuple[int, ...], ...]

NEAR = 1e-6
REACH = 1.5
"""Places up to so many times the least distance away bound a cell: the diagonal neighbours on squares do, too."""
MOST_DIRECTIONS = 12
"""A board on which places lie towards each other in more ways than these is no lattice."""
LINKED, IN_A_ROW = 1.0, 0.5
"""On a lattice there are at least so many pairs of neighbours for each place; and if it is but a row."""
LOW = 1.3
"""Rows of hexagons are at most so many times as far apart as the places in a row."""
SIDES = (4, 6)
"""How many sides a cell has, if such cells fill the plane."""
UNIT = 100.0
"""Between neighbours, where cells are cut."""


@dataclass(frozen=True)
class Lattice:
    """The corners and edges of all cells; which of them bound each place, clockwise from the top."""

    corners: tuple[Point, ...]
    edges: tuple[tuple[int, int], ...]
    """The two corners of each."""
    corners_of: tuple[tuple[int, ...], ...]
    edges_of: tuple[tuple[int, ...], ...]

    @property
    def middles(self) -> tuple[Point, ...]:
        """Where the edges lie."""
        ends = ((self.corners[a], self.corners[b]) for a, b in self.edges)
        return tuple(((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in ends)


class Found:
    """Points that are the same if they are near each other, by their numbers."""

    def __init__(self, near: float, points: Iterable[Point] = ()) -> None:
        self.near = near
        self.points: list[Point] = []
        self._at: dict[tuple[int, int], int] = {}
        for point in points:
            self._put(point)

    def number(self, point: Point) -> int:
        """The number of the point there; -1 if there is none."""
        x, y = self._key(point)
        around = ((x + i, y + j) for i in (0, -1, 1) for j in (0, -1, 1))
        return next((self._at[key] for key in around if key in self._at), -1)

    def add(self, point: Point) -> int:
        """The number of the point there, which is new if there was none."""
        number = self.number(point)
        return self._put(point) if number < 0 else number

    def _put(self, point: Point) -> int:
        self._at[self._key(point)] = len(self.points)
        self.points.append(point)
        return len(self.points) - 1

    def _key(self, point: Point) -> tuple[int, int]:
        return round(point[0] / self.near), round(point[1] / self.near)


def lattice(places: Sequence[Point]) -> Lattice | None:
    """The cells around places; None if they lie in no regular pattern."""
    scale = UNIT / least_distance(places)
    points = [(x * scale, y * scale) for x, y in places]
    ways = vectors(points, REACH * UNIT)
    low = squeeze(ways)
    points = [(x, y * low) for x, y in points]
    cell = lattice_cell(points, UNIT, frozenset((round(x, 2), round(y * low, 2)) for x, y in ways))
    if cell is None or len(cell) not in SIDES:
        return None
    clockwise = sorted(cell, key=lambda point: _turn(*point))
    found = Found(UNIT / 20)
    corners_of = tuple(tuple(found.add((x + u, y + v)) for u, v in clockwise) for x, y in points)
    edges: dict[frozenset[int], int] = {}
    edges_of = []
    for (x, y), around in zip(points, corners_of, strict=True):
        own = [(around[i - 1], around[i]) for i in range(len(around))]
        own.sort(key=lambda ends: _turn(*_between(found.points[ends[0]], found.points[ends[1]], (x, y))))
        edges_of.append(tuple(edges.setdefault(frozenset(ends), len(edges)) for ends in own))
    ends = tuple((min(pair), max(pair)) for pair in edges)
    corners = tuple((round(x / scale, 4), round(y / scale / low, 4)) for x, y in found.points)
    return Lattice(corners, ends, corners_of, tuple(edges_of))


def touching(found: Lattice, part: str, name: str) -> Rows:
    """For each site, edge or corner (`part`) the numbers of the sites, edges or corners (`name`) that touch it."""
    match part, name:
        case "", "edges":
            return found.edges_of
        case "", _:
            return found.corners_of
        case "edges", "sites":
            return turned_round(found.edges_of, len(found.edges))
        case "edges", _:
            return found.edges
        case _, "sites":
            return turned_round(found.corners_of, len(found.corners))
        case _:
            return turned_round(found.edges, len(found.corners))


def turned_round(rows: Iterable[Sequence[int]], size: int) -> Rows:
    """Of whom each is one."""
    found: list[list[int]] = [[] for _ in range(size)]
    for i, row in enumerate(rows):
        for j in row:
            found[j].append(i)
    return tuple(map(tuple, found))


def _turn(x: float, y: float) -> float:
    """How far clockwise from the top, as seen with y upwards."""
    return round(atan2(x, y) % (2 * pi), 4) % 6.2831


def _between(a: Point, b: Point, of: Point) -> Point:
    return (a[0] + b[0]) / 2 - of[0], (a[1] + b[1]) / 2 - of[1]


def squeeze(ways: frozenset[Point]) -> float:
    """What makes rows of hexagons as high as regular ones are; 1 for all else."""
    across = {abs(x) for x, y in ways if y == 0}
    slanted = {(abs(x), abs(y)) for x, y in ways if y != 0}
    if len(across) == len(slanted) == 1:
        (a,), ((x, y),) = across, slanted
        if abs(2 * x - a) < 0.05 * a and y < LOW * a:
            return a * sqrt(3) / 2 / y
    return 1.0


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
