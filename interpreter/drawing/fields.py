"""One layer of a shape laid out on paper: where each site is, the outline that belongs to it, where pieces go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gdl.model.lattice import Point, Polygon
from interpreter.drawing import geometry, styles
from interpreter.drawing.borders import chosen
from interpreter.drawing.layout import panels
from interpreter.drawing.nets import net
from interpreter.drawing.piles import Pile, beads, column, heap
from interpreter.drawing.rings import Ring, rings
from interpreter.drawing.styles import Style, style

if TYPE_CHECKING:
    from gdl.model.model import Model
    from gdl.model.shape import Shape

UNIT = 48.0
"""Between the centres of neighbouring sites."""
BOWL = 84.0
"""The same for pits, in which many things lie."""
EMPTY = 2.4
"""The widest band without sites, in units: broader ones are narrowed."""
ROUND = 40
"""The corners of an outline that people see as a circle."""
TALL = 5.6
"""The length of a point of a track, in men."""


@dataclass(frozen=True)
class Place:
    """A site on paper."""

    site: int
    label: str
    centre: Point
    radius: float
    """Of the circle round the centre that lies within its outline."""
    outline: Polygon
    pile: Pile


@dataclass(frozen=True)
class Field:
    """A layer on paper, its top left corner at (0, 0)."""

    title: str
    style: Style
    unit: float
    places: Mapping[int, Place]
    cell: Polygon | None
    """The outline about the origin that all sites have, if they have."""
    steps: Mapping[int, tuple[int, int]]
    """Where each site lies on the lattice of such cells."""
    links: tuple[tuple[int, int], ...]
    width: float
    height: float
    has_lines: bool = False
    """Whether players choose its edges."""
    rings: tuple[Ring, ...] = ()
    """Lines that go round outside."""


def fields(model: Model, shape: Shape, degrees: int) -> Iterator[Field]:
    """The layers of a shape, the lowest first, turned so far clockwise."""
    for panel in panels(shape):
        yield _field(model, shape, panel.title, panel.sites, degrees)


def _field(model: Model, shape: Shape, title: str, sites: Sequence[int], degrees: int) -> Field:
    flat = {site: shape.places[site][:2] for site in sites}
    links = tuple(
        (a, b) for a in flat for b in shape.neighbours[a] if b in flat and (a < b or a not in shape.neighbours[b])
    )
    lying = net(flat, links, UNIT, degrees)
    cell, ways = lying.cell, lying.ways
    look = style(model, shape, len(cell) if cell else None)
    unit = BOWL if look.name == styles.PITS else UNIT
    larger = unit / UNIT
    xs = _closer([x * larger for x, _ in lying.at.values()], unit)
    ys = _closer([y * larger for _, y in lying.at.values()], unit)
    at = dict(zip(lying.at, zip(xs, ys, strict=True), strict=True))
    if look.name == styles.POINTS:
        return _track(shape, title, look, at, unit)
    if cell:
        cell = tuple((x * larger, y * larger) for x, y in cell)
    reach = cell or geometry.regular((0, 0), unit / 2, 16)
    low = min(xs) + min(x for x, _ in reach), min(ys) + min(y for _, y in reach)
    places = _places(shape, {site: (x - low[0], y - low[1]) for site, (x, y) in at.items()}, look, unit, cell)
    width = max(x for place in places.values() for x, _ in place.outline)
    height = max(y for place in places.values() for _, y in place.outline)
    steps = _steps(at, [(x * larger, y * larger) for x, y in ways], unit) if cell else {}
    has_lines = any(one.of is shape and one.part == "edges" for one in chosen(model))
    outside = tuple(rings(model, shape, {site: place.centre for site, place in places.items()}))
    return Field(title, look, unit, places, cell, steps, links, round(width, 2), round(height, 2), has_lines, outside)


def _places(
    shape: Shape, at: Mapping[int, Point], look: Style, unit: float, cell: Polygon | None
) -> dict[int, Place]:
    """Each site with its outline: the cell that all have, or a circle around what lies in a hollow."""
    filled = cell if look.name not in (styles.PITS, styles.HOLES) else None
    radius = geometry.inner_radius(filled) if filled else unit * (0.46 if look.name == styles.PITS else 0.45)
    around = filled or geometry.regular((0, 0), radius, ROUND)
    pile = heap(radius) if look.name == styles.PITS else column(radius)
    found = {}
    for site, (x, y) in at.items():
        centre = round(x, 2), round(y, 2)
        found[site] = Place(site, shape.labels[site], centre, round(radius, 2), geometry.moved(around, centre), pile)
    return found


def _closer(places: Sequence[float], unit: float) -> list[float]:
    """Places along one axis, from 0; bands where nothing stands are narrowed."""
    moved: dict[float, float] = {}
    at = before = 0.0
    for place in sorted(set(places)):
        at += min(place - before, unit * EMPTY) if moved else 0.0
        moved[place], before = at, place
    return [moved[place] for place in places]


def _steps(at: Mapping[int, Point], near: Iterable[Point], unit: float) -> dict[int, tuple[int, int]]:
    """Every site as so many steps in two directions of the lattice from the one at the bottom left."""
    ways = sorted(near, key=lambda way: (round(abs(way[1]), 1), -way[0]))
    if not ways:
        return {}
    (ax, ay), others = ways[0], ways[1:]
    second = [way for way in others if abs(ax * way[1] - ay * way[0]) > 0.1 * unit * unit]
    if not second:
        return {site: (round((x * ax + y * ay) / (ax * ax + ay * ay)), 0) for site, (x, y) in at.items()}
    bx, by = second[0]
    area = ax * by - ay * bx
    ox, oy = at[min(at, key=lambda site: (-round(at[site][1], 1), at[site][0]))]
    return {
        site: (round(((x - ox) * by - (y - oy) * bx) / area), round((ax * (y - oy) - ay * (x - ox)) / area))
        for site, (x, y) in at.items()
    }


def _track(shape: Shape, title: str, look: Style, at: Mapping[int, Point], unit: float) -> Field:
    """Long points in rows: the last row hangs down, the others stand up."""
    rows = sorted({round(y, 3) for _, y in at.values()})
    length = unit * 0.84 * TALL
    left = min(x for x, _ in at.values()) - unit / 2
    gap = unit * 0.9
    places = {}
    for site, (x, y) in at.items():
        row = rows.index(round(y, 3))
        hangs = row == 0 and len(rows) > 1
        top = row * (length + gap)
        cx, half = round(x - left, 2), round(unit / 2, 2)
        outline = ((cx - half, top), (cx + half, top), (cx + half, top + length), (cx - half, top + length))
        centre = cx, round(top + length / 2, 2)
        pile = beads(unit * 0.84, length, hangs)
        places[site] = Place(site, shape.labels[site], centre, unit * 0.42, outline, pile)
    width = max(x for place in places.values() for x, _ in place.outline)
    return Field(title, look, unit, places, None, {}, (), width, len(rows) * length + (len(rows) - 1) * gap)
