"""Plane geometry for boards: polygons, and turning."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, hypot, pi, sin

from gdl.model.lattice import NEAR, Point, Polygon


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


def inner_radius(polygon: Polygon) -> float:
    """The radius of the circle about the origin that touches the polygon's nearest edge."""
    nearest = float("inf")
    for i, (x, y) in enumerate(polygon):
        p, q = polygon[i - 1]
        length = hypot(x - p, y - q)
        if length > NEAR:
            nearest = min(nearest, abs(p * y - q * x) / length)
    return nearest
