"""Where a shape's sites go on a page of characters: layers as panels, rows of text, columns, axes.

Only labels and places in the plane count: a square grid, a triangle and a list of points are one thing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from gdl.model.shape import Shape

Key = TypeVar("Key", int, float)

NEAR = 1e-6
"""Places closer than this are the same."""


@dataclass(frozen=True)
class Panel:
    """One layer of a shape. Rows are counted from the top; x is as in the shape."""

    title: str
    sites: tuple[int, ...]
    rows: Mapping[int, int]
    """Row of each site."""
    x: Mapping[int, float]
    """Place of each site along its row, from 0."""
    row_names: Mapping[int, str]
    column_names: Mapping[float, str]
    """If a site's label is made of its row and its column, the names of these; else nothing."""

    @property
    def has_axes(self) -> bool:
        """Whether labels can be read from the margins."""
        return bool(self.row_names)


def panels(shape: Shape) -> list[Panel]:
    """The shape's layers, lowest first."""
    layers: dict[float, list[int]] = {}
    for site, (_, _, z) in enumerate(shape.places):
        layers.setdefault(z, []).append(site)
    parts = [_parts(label) for label in shape.labels]
    layer_part = _layer_part(parts, list(layers.values())) if len(layers) > 1 else None
    found = []
    for number, z in enumerate(sorted(layers), 1):
        sites = layers[z]
        title = "" if len(layers) == 1 else f"layer {number}"
        within = {site: parts[site] for site in sites}
        if layer_part is not None:
            title = f"layer {parts[sites[0]][layer_part]}"
            within = {site: [p for i, p in enumerate(parts[site]) if i != layer_part] for site in sites}
        found.append(_panel(title, {site: shape.places[site][:2] for site in sites}, within))
    return found


def _parts(label: str) -> list[str]:
    return re.findall(r"\d+|[^\W\d_]+|[\W_]+", label)


def _layer_part(parts: Sequence[Sequence[str]], layers: Sequence[Sequence[int]]) -> int | None:
    """Which part of the labels, if any, says the layer and nothing else."""
    length = len(parts[0])
    if any(len(p) != length for p in parts):
        return None
    for i in range(length):
        names = [{parts[site][i] for site in layer} for layer in layers]
        if all(len(n) == 1 for n in names) and len(set.union(*names)) == len(layers):
            return i
    return None


def _panel(title: str, places: Mapping[int, tuple[float, float]], parts: Mapping[int, list[str]]) -> Panel:
    heights = _row_of_height([y for _, y in places.values()], _spacing(list(places.values())))
    rows = {site: heights[y] for site, (_, y) in places.items()}
    left = min(x for x, _ in places.values())
    across = {site: round(x - left, 6) for site, (x, _) in places.items()}
    row_names, column_names = _axes(rows, across, parts)
    return Panel(title, tuple(places), rows, across, row_names, column_names)


def _spacing(places: Sequence[tuple[float, float]]) -> float:
    """The distance between the two nearest sites."""
    if len(places) < 2:
        return 1.0
    # nearest pairs are found among neighbours in reading order; enough for drawing, and quick on large boards
    ordered = sorted(places, key=lambda p: (p[1], p[0]))
    by_x = sorted(places)
    pairs = [*pairwise(ordered), *pairwise(by_x)]
    return min((d for a, b in pairs if (d := dist(a, b)) > NEAR), default=1.0)


def _row_of_height(heights: Sequence[float], spacing: float) -> dict[float, int]:
    """Height → row of text. Heights well apart have a row each; crowded ones (a circle's) share."""
    levels = sorted(set(heights), reverse=True)
    merged = [levels[0]]
    merged.extend(b for a, b in pairwise(levels) if a - b > NEAR)
    gaps = [a - b for a, b in pairwise(merged)]
    least = min(gaps, default=spacing)
    if least < spacing / 2:
        top = levels[0]
        tight = {y: round((top - y) / spacing) for y in levels}
        used = {row: i for i, row in enumerate(sorted(set(tight.values())))}
        return {y: used[row] for y, row in tight.items()}
    row, found, i = 0, {}, 0
    for y in levels:
        if i + 1 < len(merged) and y <= merged[i + 1] + NEAR:
            row += 2 if gaps[i] >= 2 * least - NEAR else 1  # one empty row where the board has a gap
            i += 1
        found[y] = row
    return found


def _axes(
    rows: Mapping[int, int], x: Mapping[int, float], parts: Mapping[int, list[str]]
) -> tuple[dict[int, str], dict[float, str]]:
    """Names for rows and columns, if every label is made of one of each; what all labels share names neither."""
    if len({len(p) for p in parts.values()}) != 1:
        return {}, {}
    columns = [*zip(*parts.values(), strict=True)]
    telling = [*range(2)] if len(columns) == 2 else [i for i, names in enumerate(columns) if len({*names}) > 1]
    if len(telling) == 2:
        for of_row, of_column in (telling[::-1], telling):
            row_names = _naming({site: (rows[site], p[of_row]) for site, p in parts.items()})
            column_names = _naming({site: (x[site], p[of_column]) for site, p in parts.items()})
            if row_names and column_names:
                return row_names, column_names
    return {}, {}


def _naming(pairs: Mapping[int, tuple[Key, str]]) -> dict[Key, str]:
    """Key → name, if they go together one to one."""
    forward: dict[Key, str] = {}
    for key, name in pairs.values():
        if forward.setdefault(key, name) != name:
            return {}
    return forward if len(set(forward.values())) == len(forward) else {}
