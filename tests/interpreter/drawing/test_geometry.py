"""Cells of boards: what is nearer to a site than to any other, on regular boards; nothing on others."""

from __future__ import annotations

from math import cos, dist, hypot, pi, sin

import pytest

from gdl.model import lattice
from interpreter.drawing import geometry

SQUARES = [(float(x), float(y)) for x in range(5) for y in range(4)]
HEXAGONS = [(2.0 * x + y, y * 3**0.5) for x in range(5) for y in range(5)]
RING = [(cos(k * pi / 5), sin(k * pi / 5)) for k in range(10)]


def cell(points: list[tuple[float, float]]) -> lattice.Polygon | None:
    spacing = lattice.least_distance(points)
    return lattice.lattice_cell(points, spacing, lattice.vectors(points, lattice.REACH * spacing))


def test_the_least_distance() -> None:
    assert lattice.least_distance(SQUARES) == 1
    assert lattice.least_distance(HEXAGONS) == pytest.approx(2)
    assert lattice.least_distance([(0, 0), (7, 1), (3, 4)]) == 5
    assert lattice.least_distance([(3, 3)]) == 1
    assert lattice.least_distance([(0, 0), (0, 0), (0, 2)]) == 2


@pytest.mark.parametrize(("points", "corners", "reach"), [(SQUARES, 4, 0.5**0.5), (HEXAGONS, 6, 2 / 3**0.5)])
def test_a_lattice_has_one_cell(points: list[tuple[float, float]], corners: int, reach: float) -> None:
    found = cell(points)
    assert found is not None and len(found) == corners
    assert all(hypot(x, y) == pytest.approx(reach, abs=0.02) for x, y in found)


def test_what_is_no_lattice_has_none() -> None:
    assert cell([(0, 0), (1, 0.1), (2.3, 0), (0, 1), (1.2, 1.1), (2, 1.3), (5, 5)]) is None
    assert cell(RING) is None
    assert cell([(0, 0), (1, 0), (2, 0)]) is not None  # a row is one


def test_islands_that_are_alike_are_no_lattice() -> None:
    island = [(0.0, 0.0), (3.0, 5.0), (6.0, 0.0), (3.0, 2.0), (3.0, 0.0)]
    assert cell([(x + 30 * i, y + 17 * j) for i in range(3) for j in range(2) for x, y in island]) is None


def test_turning_is_clockwise() -> None:
    turned = geometry.turned({0: (0.0, 1.0), 1: (1.0, 0.0)}, 90)
    assert turned[0] == pytest.approx((1, 0)) and turned[1] == pytest.approx((0, -1))
    assert geometry.turned({0: (2.0, 3.0)}, 180)[0] == pytest.approx((-2, -3))


def test_the_circle_within_a_square() -> None:
    assert geometry.inner_radius(((-1, -1), (1, -1), (1, 1), (-1, 1))) == 1


def test_vectors_go_both_ways_and_no_further() -> None:
    found = lattice.vectors([(0, 0), (1, 0), (4, 0), (0, -1.2)], 1.5)
    assert found == {(1, 0), (-1, 0), (0, -1.2), (0, 1.2)}
    assert all(dist((0, 0), way) <= 1.5 for way in found)
