"""Names beside the board: of rows, columns and slanted lines, where labels are made of the names of two lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import dist, hypot

from gdl.model.lattice import Point
from interpreter.drawing.fields import Field, Place

Name = tuple[float, float, str]
"""Where it is written, and what."""

BESIDE = 1.3
"""Sites of a line that bends are at most so many units from each other."""
STRAIGHT = 0.1
"""A line may bend by so much of a unit."""
EDGE = 8.0
"""The width of a coloured edge."""
APART = 0.45
"""Names are at least so many units apart."""


def names(field: Field, edged: bool = False) -> tuple[Name, ...]:
    """The names on the rim; none if labels don't say on which lines sites are. `edged`: further out, as the board's
    edges are drawn."""
    parts = _parts([place.label for place in field.places.values()])
    if parts is None:
        return ()
    places = list(field.places.values())
    lines = [_lines(field, places, [part[i] for part in parts]) for i in (0, 1)]
    if len(places) == 1:
        ways = (0.0, 1.0), (-1.0, 0.0)
        (x, y), r = places[0].centre, _beyond(field, edged)
        return tuple((x + dx * r, y + dy * r, name) for name, (dx, dy) in zip(parts[0], ways, strict=True))
    if not lines[0] or not lines[1]:
        return ()
    for first, second in product((False, True), repeat=2):
        found = [*_ends(field, lines[0], first, edged), *_ends(field, lines[1], second, edged)]
        if _apart(found, field.unit * APART):
            return tuple(found)
    return ()


def _parts(labels: Sequence[str]) -> list[list[str]] | None:
    """Each label as two names; a part that all have in common (the layer) is left out."""
    found = [re.findall(r"\d+|[^\W\d_]+|[\W_]+", label) for label in labels]
    if len({len(part) for part in found}) != 1:
        return None
    telling = [i for i in range(len(found[0])) if len({part[i] for part in found}) > 1]
    if len(labels) == 1 and len(found[0]) >= 2:
        telling = [len(found[0]) - 2, len(found[0]) - 1]
    return [[part[i] for i in telling] for part in found] if len(telling) == 2 else None


@dataclass(frozen=True)
class _Line:
    """The centres of the sites of a name, from the left to the right, or from below upwards."""

    name: str
    centres: tuple[Point, ...]

    def end(self, other: bool, way: Point) -> tuple[Point, Point]:
        """The first or last centre, and which way it goes outwards from there. `way`: of lines of one site."""
        points = self.centres if other else self.centres[::-1]
        (u, v) = points[-1]
        dx, dy = (u - points[-2][0], v - points[-2][1]) if len(points) > 1 else way if other else (-way[0], -way[1])
        length = hypot(dx, dy)
        return (u, v), (dx / length, dy / length)

    def distance(self, other: _Line) -> float:
        """From the first site of one to the nearest of the other."""
        return min(dist(self.centres[0], point) for point in other.centres)


def _lines(field: Field, places: Sequence[Place], of: Sequence[str]) -> list[_Line]:
    """The line of each name; nothing if a name's sites don't lie along one."""
    grouped: dict[str, list[Point]] = {}
    for place, name in zip(places, of, strict=True):
        grouped.setdefault(name, []).append(place.centre)
    longest = max(grouped.values(), key=len)
    wide = max(x for x, _ in longest) - min(x for x, _ in longest)
    high = max(y for _, y in longest) - min(y for _, y in longest)
    if len(longest) < 2:
        wide = float(len({round(points[0][1]) for points in grouped.values()}) == len(grouped))
    lying = wide >= high
    lines = [
        _Line(name, tuple(sorted(points, key=lambda p: p[0] if lying else -p[1]))) for name, points in grouped.items()
    ]
    return lines if all(_is_line(field, line.centres) for line in lines) and _differ(lines) else []


def _is_line(field: Field, centres: Sequence[Point]) -> bool:
    """Whether they lie on a straight line, or each beside the last."""
    (x, y), (u, v) = centres[0], centres[-1]
    length = hypot(u - x, v - y)
    if length < STRAIGHT * field.unit:
        return len(centres) == 1
    off = (abs((p - x) * (v - y) - (q - y) * (u - x)) / length for p, q in centres)
    return max(off) < STRAIGHT * field.unit or all(dist(a, b) < BESIDE * field.unit for a, b in pairwise(centres))


def _differ(lines: Sequence[_Line]) -> bool:
    """Whether no two of them lie upon each other."""
    ends = sorted({(round(line.centres[0][0], 1), round(line.centres[0][1], 1)) for line in lines})
    return len(ends) == len(lines)


def _ends(field: Field, lines: Sequence[_Line], other: bool, edged: bool) -> Iterator[Name]:
    """The names, before the beginning of each line, or behind its end."""
    way = (1.0, 0.0) if _lies(lines) else (0.0, -1.0)
    by_margin = field.cell is None or len(field.cell) == 4
    beyond = _beyond(field, edged)
    margin = 13.0 + EDGE * edged
    for line in lines:
        if len(line.centres) == 1:  # it goes where the line beside it goes
            near = min((one for one in lines if len(one.centres) > 1), key=line.distance, default=line)
            _, (dx, dy) = near.end(other, way)
            x, y = line.centres[0]
        else:
            (x, y), (dx, dy) = line.end(other, way)
        x, y = x + dx * beyond, y + dy * beyond
        if by_margin and abs(dy) < 0.01:
            x = field.width + margin if dx > 0 else -margin
        elif by_margin and abs(dx) < 0.01:
            y = field.height + margin if dy > 0 else -margin
        yield round(x, 2), round(y, 2), line.name


def _beyond(field: Field, edged: bool) -> float:
    """How far from the last site of its line a name stands."""
    return field.unit * 0.47 + 12 + EDGE * edged


def _lies(lines: Sequence[_Line]) -> bool:
    """Whether the lines run more from left to right than upwards."""
    if len(max((line.centres for line in lines), key=len)) < 2:
        return len({round(line.centres[0][1]) for line in lines}) == len(lines)
    longest = max((line.centres for line in lines), key=len)
    (x, y), (u, v) = longest[0], longest[-1]
    return abs(u - x) >= abs(v - y)


def _apart(found: Sequence[Name], least: float) -> bool:
    return all(
        dist(a[:2], b[:2]) > least for i, a in enumerate(found) for b in found[:i]
    )
