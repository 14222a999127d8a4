"""Edges and corners on paper: a bar along each edge, a spot on each corner, upon the cells of their board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import hypot

from gdl.model.lattice import NEAR, REACH, Lattice, Point, Polygon, least_distance, squeeze, touching, vectors
from gdl.model.model import Model
from gdl.model.shape import Shape
from gdl.model.statements import Choose, walk
from gdl.model.types import Parts
from interpreter.drawing.geometry import regular, turned

THICK, SPOT = 0.13, 0.15
"""Of a bar, and the radius of a spot, in units."""


def chosen(model: Model) -> frozenset[Shape]:
    """Edges and corners that are chosen in some decision: people want to point at them, whatever lies there."""
    return frozenset(shape for shape in chosen_types(model) if shape.of is not None)


@lru_cache(maxsize=16)
def chosen_types(model: Model) -> frozenset[Shape]:
    """The boards, and other types with sites, of which something is chosen in some decision."""
    choices = (s for block in (model.setup, model.turn, model.end) for s in walk(block) if isinstance(s, Choose))
    types = (variable.type.base for choice in choices for variable in choice.variables)
    bases = (base.of if isinstance(base, Parts) else base for base in types)
    return frozenset(base for base in bases if isinstance(base, Shape))


def ways(board: Shape, part: str) -> list[tuple[int, int, int]] | None:
    """For each edge or corner of a board of squares a site that it touches, and where it lies from there: by -1, 0 or 1
    to the right, and upwards. None for other boards."""
    found = board.lattice
    if found is None or not all(map(_is_upright, _around(board, found))):
        return None
    points = found.middles if part == "edges" else found.corners
    lie = []
    for point, (site, *_) in zip(points, touching(found, part, "sites"), strict=True):
        x, y, _ = board.places[site]
        lie.append((site, _sign(point[0] - x), _sign(point[1] - y)))
    return lie


def _around(board: Shape, found: Lattice) -> Iterator[list[Point]]:
    """The edges around each site, from there."""
    middles = found.middles
    for (x, y, _), edges in zip(board.places, found.edges_of, strict=True):
        yield [(middles[edge][0] - x, middles[edge][1] - y) for edge in edges]


def _is_upright(edges: Sequence[Point]) -> bool:
    """Whether these lie above, below, to the left and to the right."""
    return len(edges) == 4 and all((abs(x) < NEAR) != (abs(y) < NEAR) for x, y in edges)


def _sign(number: float) -> int:
    return 0 if abs(number) < NEAR else 1 if number > 0 else -1


def upon(shapes: Sequence[Shape]) -> dict[Shape, Shape]:
    """The edges and corners among these shapes that are drawn upon their board, which is drawn, too."""
    return {shape: shape.of for shape in shapes if shape.of is not None and shape.of in shapes}


def on_paper(
    part: Shape, centres: Mapping[int, Point], unit: float, degrees: int
) -> Iterator[tuple[int, Point, float, Polygon]]:
    """Edges or corners that touch sites with these centres, so far apart: number, centre, radius, outline."""
    board = part.of
    if board is None or board.lattice is None:
        return
    found = board.lattice
    scale = unit / least_distance([(x, y) for x, y, _ in board.places])
    low = squeeze(vectors([(x * scale, y * scale) for x, y, _ in board.places], REACH * unit))

    def at(site: int, point: Point) -> Point:
        x, y, _ = board.places[site]
        away = turned({0: ((point[0] - x) * scale, (point[1] - y) * scale * low)}, degrees)[0]
        cx, cy = centres[site]
        return cx + away[0], cy - away[1]

    for i, sites in enumerate(touching(found, part.part, "sites")):
        site = next((s for s in sites if s in centres), None)
        if site is None:
            continue
        if part.part == "corners":
            centre = at(site, found.corners[i])
            yield i, _rounded(centre), round(unit * SPOT, 2), regular(centre, unit * SPOT, 12)
            continue
        a, b = (at(site, found.corners[end]) for end in found.edges[i])
        yield i, _rounded(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)), round(unit * THICK, 2), bar(a, b, unit * THICK / 2)


def bar(a: Point, b: Point, half: float) -> Polygon:
    """The outline of a bar between two points, at each end shorter by half its breadth."""
    x, y = b[0] - a[0], b[1] - a[1]
    long = hypot(x, y) or 1.0
    u, v = x / long * half, y / long * half
    ends = (a[0] + u - v, a[1] + v + u), (b[0] - u - v, b[1] - v + u), (b[0] - u + v, b[1] - v - u), (
        a[0] + u + v, a[1] + v - u)
    return tuple(map(_rounded, ends))


def _rounded(point: Point) -> Point:
    return round(point[0], 2), round(point[1], 2)
