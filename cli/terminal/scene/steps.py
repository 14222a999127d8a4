"""Where the cursor goes by an arrow key: the nearest site in that direction, on a board of any shape."""

from __future__ import annotations

from typing import Literal

from cli.terminal.scene.layout import Layout, Site

Direction = Literal["up", "down", "left", "right"]
RATIO = 2
"""A character is about twice as high as it is wide."""


def step(layout: Layout, site: Site, direction: Direction, aim: float | None = None) -> Site | None:
    """The site that lies next in a direction; None at the edge.

    Left and right go through a row of the screen before they leave it. Up and down go to what lies nearest above or
    below the column `aim` (that of the site, if none is given): who goes up several times holds the same aim.
    """
    x, y = _centre(layout, site)
    others = [(other, u, RATIO * v) for other, (u, v) in layout.centres.items() if other != site]
    if direction in ("left", "right"):
        sign = 1 if direction == "right" else -1
        ahead = [(other, (u - x) * sign, abs(v - y)) for other, u, v in others if (u - x) * sign > 0]
        in_row = [(other, far, aside) for other, far, aside in ahead if aside < RATIO / 2]
        return _best(in_row or [one for one in ahead if one[2] <= one[1]] or ahead)
    sign = 1 if direction == "down" else -1
    column = x if aim is None else aim
    below = [(other, (v - y) * sign, abs(u - column)) for other, u, v in others if (v - y) * sign >= RATIO / 2]
    narrow = [one for one in below if one[2] <= one[1]]
    if any(part.between for part in layout.parts):  # every row counts: there are some of corners alone
        narrow = []
    return _best(narrow or _nearest_row(below))


def _centre(layout: Layout, site: Site) -> tuple[float, float]:
    column, row = layout.centres[site]
    return column, RATIO * row


def _nearest_row(found: list[tuple[Site, float, float]]) -> list[tuple[Site, float, float]]:
    nearest = min((far for _, far, _ in found), default=0.0)
    return [one for one in found if one[1] < nearest + RATIO / 2]


def _best(found: list[tuple[Site, float, float]]) -> Site | None:
    return min(found, key=lambda one: one[1] + 2 * one[2])[0] if found else None


def aim_of(layout: Layout, site: Site) -> float:
    """The column that up and down go along from a site."""
    return _centre(layout, site)[0]


def first(layout: Layout) -> Site | None:
    """Where a cursor begins: the site nearest to the middle of the first part."""
    if not layout.parts:
        return None
    part = layout.parts[0]
    middle = part.left + part.width / 2, RATIO * (part.top + part.height / 2)
    sites = [(part.shape.name, part.shape.labels[site]) for site in part.cells]
    return min(sites, key=lambda one: sum(abs(a - b) for a, b in zip(_centre(layout, one), middle, strict=True)))
