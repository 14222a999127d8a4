"""Names beside the board: of rows, columns and slanted lines, where labels are made of the names of two lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from math import dist, hypot

from interpreter.drawing.fields import Field, Place
from interpreter.drawing.geometry import Point

Name = tuple[float, float, str]
"""Where it is written, and what."""

STRAIGHT = 0.1
"""A line may bend by so much of a unit."""
APART = 0.45
"""Names are at least so many units apart."""


def names(field: Field) -> tuple[Name, ...]:
    """The names on the rim; none if labels don't say on which lines sites are."""
    parts = _parts([place.label for place in field.places.values()])
    if parts is None:
        return ()
    places = list(field.places.values())
    lines = [_lines(field, places, [part[i] for part in parts]) for i in (0, 1)]
    if not lines[0] or not lines[1]:
        return ()
    for first, second in product((False, True), repeat=2):
        found = [*_ends(field, lines[0], first), *_ends(field, lines[1], second)]
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


def _lines(field: Field, places: Sequence[Place], of: Sequence[str]) -> dict[str, list[Point]]:
    """The centres on the line of each name, from its beginning (left, or below) to its end; nothing if one bends."""
    lines: dict[str, list[Point]] = {}
    for place, name in zip(places, of, strict=True):
        lines.setdefault(name, []).append(place.centre)
    way = _direction(lines)
    if way is None:
        return {}
    across = {name: [x * way[1] - y * way[0] for x, y in points] for name, points in lines.items()}
    if any(max(at) - min(at) > STRAIGHT * field.unit for at in across.values()):
        return {}
    middles = sorted(sum(at) / len(at) for at in across.values())
    if any(b - a < STRAIGHT * field.unit for a, b in pairwise(middles)):
        return {}
    return {
        name: sorted(points, key=lambda p: p[0] * way[0] + p[1] * way[1]) for name, points in lines.items()
    } | {"": [way]}


def _direction(lines: Mapping[str, Sequence[Point]]) -> Point | None:
    """Which way the lines run: to the right, or upwards."""
    longest = max(lines.values(), key=len)
    if len(longest) < 2:
        return (1.0, 0.0) if len({round(p[0][1], 1) for p in lines.values()}) == len(lines) else (0.0, -1.0)
    (x, y), (u, v) = min(longest), max(longest)
    length = hypot(u - x, v - y)
    way = (u - x) / length, (v - y) / length
    return way if abs(way[0]) > 0.9 or way[1] < 0 else (-way[0], -way[1])


def _ends(field: Field, lines: Mapping[str, Sequence[Point]], other: bool) -> Iterator[Name]:
    """The names, before the beginning of each line, or behind its end."""
    ((dx, dy),) = lines[""]
    sign = 1 if other else -1
    beyond = field.unit * (0.5 if abs(dx) < 0.01 or abs(dy) < 0.01 else 0.45) + 13
    for name, points in lines.items():
        if not name:
            continue
        x, y = points[-1 if other else 0]
        x, y = x + sign * dx * beyond, y + sign * dy * beyond
        if abs(dy) < 0.01:
            x = field.width + 13 if other else -13.0
        elif abs(dx) < 0.01:
            y = -13.0 if other else field.height + 13
        yield round(x, 2), round(y, 2), name


def _apart(found: Sequence[Name], least: float) -> bool:
    return all(
        dist(a[:2], b[:2]) > least for i, a in enumerate(found) for b in found[:i]
    )
