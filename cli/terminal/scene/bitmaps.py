"""Pictures of pieces in blocks of a quarter of a character each, for cells that are large enough."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import acos, copysign, cos, hypot, pi, radians, sin, sqrt

Point = tuple[float, float]

SIDE = 100.0
"""Paths lie in a square of this side."""
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By which quarters are filled: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""
SAMPLES = 4
"""Points looked at along each side of a quarter."""
HALF = 0.5
CURVE = 8
"""Straight parts of a curve."""
_PART = re.compile(r"([A-Za-z])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@lru_cache(maxsize=512)
def blocks(path: str, columns: int, rows: int) -> tuple[str, ...]:
    """The picture within a path, in so many rows of so many characters; blank where it isn't."""
    outlines = outlined(path)
    across, down = 2 * columns, 2 * rows
    filled = [[_share(outlines, x, y, across, down) >= HALF for x in range(across)] for y in range(down)]
    return tuple(
        "".join(
            QUARTERS[filled[y][x] + 2 * filled[y][x + 1] + 4 * filled[y + 1][x] + 8 * filled[y + 1][x + 1]]
            for x in range(0, across, 2)
        )
        for y in range(0, down, 2)
    )


def _share(outlines: Sequence[Sequence[Point]], column: int, row: int, across: int, down: int) -> float:
    """How much of a quarter lies within the outlines."""
    inside = 0
    for i in range(SAMPLES):
        y = (row + (i + 0.5) / SAMPLES) * SIDE / down
        crossings = _crossings(outlines, y)
        for j in range(SAMPLES):
            x = (column + (j + 0.5) / SAMPLES) * SIDE / across
            inside += sum(way for at, way in crossings if at <= x) != 0
    return inside / SAMPLES**2


def _crossings(outlines: Sequence[Sequence[Point]], y: float) -> list[tuple[float, int]]:
    """Where the outlines cross a level, and whether upwards or downwards."""
    found = []
    for outline in outlines:
        for (x, a), (u, b) in pairwise([*outline, outline[0]]):
            if (a <= y) != (b <= y):
                found.append((x + (y - a) / (b - a) * (u - x), 1 if b > a else -1))
    return found


# ---- paths -----------------------------------------------------------------------------------------


def outlined(path: str) -> list[list[Point]]:
    """The closed outlines of an SVG path, curves in straight parts."""
    outlines: list[list[Point]] = []
    at: Point = (0.0, 0.0)
    control: Point | None = None
    for command, numbers in _commands(path):
        kind = command.upper()
        own = [*numbers]
        if command.islower():
            own = _absolute(kind, own, at)
        before = control
        control = None
        if kind == "M":
            at = (own[0], own[1])
            outlines.append([at])
            continue
        if not outlines:
            continue
        outline = outlines[-1]
        if kind == "Z":
            at = outline[0]
            outlines.append([at])
            continue
        match kind:
            case "L":
                points = [(own[0], own[1])]
            case "H":
                points = [(own[0], at[1])]
            case "V":
                points = [(at[0], own[0])]
            case "C" | "S":
                first = (own[0], own[1]) if kind == "C" else _mirrored(before, at)
                second, end = (own[-4], own[-3]), (own[-2], own[-1])
                points, control = [*_curve(at, first, second, end)], second
            case "Q" | "T":
                middle = (own[0], own[1]) if kind == "Q" else _mirrored(before, at)
                end = (own[-2], own[-1])
                points, control = [*_bow(at, middle, end)], middle
            case _:
                points = [*_arc(at, own)]
        outline += points
        at = points[-1]
    return [outline for outline in outlines if len(outline) > 2]


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    command, numbers = "", list[float]()
    for letter, number in _PART.findall(path):
        if letter:
            command, numbers = letter, []
        else:
            numbers.append(float(number))
        if command and len(numbers) == _TAKES.get(command.upper(), 0):
            yield command, numbers
            numbers = []
            command = {"M": "L", "m": "l", "Z": "", "z": ""}.get(command, command)


def _absolute(kind: str, numbers: list[float], at: Point) -> list[float]:
    if kind == "A":
        return [*numbers[:5], numbers[5] + at[0], numbers[6] + at[1]]
    if kind in ("H", "V"):
        return [numbers[0] + at[kind == "V"]]
    return [number + at[i % 2] for i, number in enumerate(numbers)]


def _mirrored(control: Point | None, at: Point) -> Point:
    return (2 * at[0] - control[0], 2 * at[1] - control[1]) if control else at


def _curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    for i in range(1, CURVE + 1):
        t = i / CURVE
        s = 1 - t
        yield (
            s**3 * a[0] + 3 * s * s * t * b[0] + 3 * s * t * t * c[0] + t**3 * d[0],
            s**3 * a[1] + 3 * s * s * t * b[1] + 3 * s * t * t * c[1] + t**3 * d[1],
        )


def _bow(a: Point, b: Point, c: Point) -> Iterator[Point]:
    for i in range(1, CURVE + 1):
        t = i / CURVE
        s = 1 - t
        yield s * s * a[0] + 2 * s * t * b[0] + t * t * c[0], s * s * a[1] + 2 * s * t * b[1] + t * t * c[1]


def _arc(at: Point, numbers: Sequence[float]) -> Iterator[Point]:
    """An arc of an ellipse, by its centre, as the standard for SVG finds it."""
    rx, ry, turn, is_large, is_right, x, y = numbers
    rx, ry = abs(rx), abs(ry)
    if not rx or not ry or (x, y) == at:
        yield x, y
        return
    c, s = cos(radians(turn)), sin(radians(turn))
    dx, dy = (at[0] - x) / 2, (at[1] - y) / 2
    u, v = c * dx + s * dy, -s * dx + c * dy
    scale = max(1.0, sqrt(u * u / (rx * rx) + v * v / (ry * ry)))
    rx, ry = rx * scale, ry * scale
    rest = max(0.0, (rx * rx * ry * ry - rx * rx * v * v - ry * ry * u * u) / (rx * rx * v * v + ry * ry * u * u))
    factor = sqrt(rest) * (1 if bool(is_large) != bool(is_right) else -1)
    p, q = factor * rx * v / ry, -factor * ry * u / rx
    middle = c * p - s * q + (at[0] + x) / 2, s * p + c * q + (at[1] + y) / 2
    start = _angle((u - p) / rx, (v - q) / ry)
    sweep = _angle((-u - p) / rx, (-v - q) / ry) - start
    if is_right and sweep < 0:
        sweep += 2 * pi
    elif not is_right and sweep > 0:
        sweep -= 2 * pi
    for i in range(1, 2 * CURVE + 1):
        angle = start + sweep * i / (2 * CURVE)
        a, b = rx * cos(angle), ry * sin(angle)
        yield middle[0] + c * a - s * b, middle[1] + s * a + c * b


def _angle(x: float, y: float) -> float:
    return copysign(acos(max(-1.0, min(1.0, x / (hypot(x, y) or 1)))), y)
