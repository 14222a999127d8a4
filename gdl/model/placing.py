"""All placements of a pattern on a board: moved, turned and mirrored such that its places fall on places again.

Places are counted in steps of the lattice in which they lie, so all that follows is whole numbers. A lattice can be
turned and mirrored where that takes it onto itself: squares in 8 ways, hexagons in 12, rectangles in 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, isclose

from gdl.model.lattice import REACH, SIDES, UNIT, Found, Point, lattice_cell, least_distance, squeeze, vectors

Place = tuple[float, float, float]
Spot = tuple[int, int, float]
"""Where a place lies: in parts of a step along each of the two ways, and in which layer."""
Turn = tuple[tuple[int, int], tuple[int, int]]
"""What takes a lattice onto itself: where one step each way comes to lie."""

PARTS = 6
"""A step has so many parts: edges lie half a step from sites, corners of hexagons a third."""
SLACK = 0.1
"""So far off, in parts of a step, a place may be drawn."""
MAX_PLACED = 5_000_000
"""So many places may be looked at for the placements of one pattern."""


@dataclass(frozen=True)
class Ground:
    """The lattice of a board's sites: an origin, two ways to step, what turns and mirrors it."""

    origin: Point
    ways: tuple[Point, Point]
    turns: tuple[Turn, ...]

    def spot(self, place: Place) -> Spot | None:
        """Where a place lies; None if it isn't one of a site, an edge or a corner."""
        (u, v), (s, t) = self.ways
        x, y, z = place[0] - self.origin[0], place[1] - self.origin[1], place[2]
        area = u * t - v * s
        i, j = PARTS * (x * t - y * s) / area, PARTS * (u * y - v * x) / area
        whole = round(i), round(j)
        return (*whole, z) if abs(i - whole[0]) < SLACK and abs(j - whole[1]) < SLACK else None


def ground(places: Sequence[Place]) -> Ground | None:
    """The lattice in which the sites of a board lie; None if they lie in no regular pattern."""
    layers: dict[float, list[Point]] = {}
    for x, y, z in places:
        layers.setdefault(z, []).append((x, y))
    points = max(layers.values(), key=len)
    if len(points) == 1:
        return Ground(points[0], ((1.0, 0.0), (0.0, 1.0)), (((1, 0), (0, 1)),))
    scale = UNIT / least_distance(points)
    there = vectors([(x * scale, y * scale) for x, y in points], REACH * UNIT)
    low = squeeze(there)
    flat = [(x * scale, y * scale * low) for x, y in points]
    cell = lattice_cell(flat, UNIT, frozenset((round(x, 2), round(y * low, 2)) for x, y in there))
    if cell is None or len(cell) not in SIDES:
        return None
    one, other = _ways(flat, vectors(flat, REACH * UNIT))
    turns = tuple(_turns(one, other))
    return Ground(points[0], tuple((x / scale, y / scale / low) for x, y in (one, other)), turns)  # type: ignore[arg-type]


def _ways(points: Sequence[Point], there: Iterable[Point]) -> tuple[Point, Point]:
    """The shortest way from one point to another, and the shortest that doesn't lie in line with it."""
    found = Found(UNIT / 20, points)
    near = sorted(there, key=lambda way: (round(hypot(*way)), -way[0], -way[1]))
    one = _exactly(points, found, near[0])
    for way in near[1:]:
        if abs(near[0][0] * way[1] - near[0][1] * way[0]) > UNIT:
            return one, _exactly(points, found, way)
    return one, (-one[1], one[0])  # all in a row


def _exactly(points: Sequence[Point], found: Found, way: Point) -> Point:
    """A way, as it is between the two points that lie so."""
    for x, y in points:
        number = found.number((x + way[0], y + way[1]))
        if number >= 0:
            u, v = points[number]
            return u - x, v - y
    return way


def _turns(one: Point, other: Point) -> list[Turn]:
    """What leaves lengths and angles as they are, the lattice lying as it lies first. The two ways are the shortest, so
    that a step comes to lie where at most one step each way leads."""
    steps = [(a, b) for a in (1, 0, -1) for b in (1, 0, -1)]
    lie = [(a * one[0] + b * other[0], a * one[1] + b * other[1]) for a, b in steps]

    def alike(a: float, b: float) -> bool:
        return isclose(a, b, abs_tol=UNIT * UNIT / 50)

    def times(p: Point, q: Point) -> float:
        return p[0] * q[0] + p[1] * q[1]

    pairs = [
        (first, second)
        for first, p in zip(steps, lie, strict=True)
        for second, q in zip(steps, lie, strict=True)
        if alike(times(p, p), times(one, one))
        and alike(times(q, q), times(other, other))
        and alike(times(p, q), times(one, other))
    ]
    return sorted(pairs, key=lambda pair: pair != ((1, 0), (0, 1)))


def spots_of(ground: Ground, places: Sequence[Place]) -> dict[Spot, int]:
    """Where each place lies, by its number; nothing if one doesn't lie in the lattice, or two lie alike."""
    found = {spot: i for i, place in enumerate(places) if (spot := ground.spot(place)) is not None}
    return found if len(found) == len(places) else {}


def steps_for(ground: Ground, pattern: int, places: int) -> int:
    """How many places are looked at, at most, for a pattern of so many among so many."""
    return pattern.bit_count() * places * len(ground.turns)


def placements(ground: Ground, spots: Mapping[Spot, int], pattern: int, whole: bool) -> tuple[int, ...]:
    """All sets of places on which a pattern can be laid, in the order of their first places.

    `spots`: where each place lies. `whole`: the places may lie between the sites, so that only whole steps count.
    """
    chosen = [spot for spot, number in spots.items() if pattern >> number & 1]
    z = chosen[0][2]
    found: set[int] = set()
    for (a, b), (c, d) in ground.turns:
        turned = [(i * a + j * c, i * b + j * d, k) for i, j, k in chosen]
        i, j, _ = turned[0]
        around = [(p - i, q - j, k - z) for p, q, k in turned]
        for p, q, k in spots:
            if whole and ((p - i) % PARTS or (q - j) % PARTS):
                continue
            laid = 0
            for r, s, m in around:
                number = spots.get((p + r, q + s, k + m))
                if number is None:
                    break
                laid |= 1 << number
            else:
                found.add(laid)
    return tuple(sorted(found, key=_first))


def _first(laid: int) -> tuple[int, ...]:
    return tuple(i for i in range(laid.bit_length()) if laid >> i & 1)
