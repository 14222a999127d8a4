"""How several things lie on one site: one above the other, along a point, or heaped in a pit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import cos, sin, sqrt

Offset = tuple[float, float]
GOLDEN = 2.399963
"""The angle by which sunflowers turn from seed to seed."""
FITS = 30
"""So many beads lie in a pit; more of them are a number."""


@dataclass(frozen=True)
class Pile:
    """Where things lie on a site, as seen from its centre.

    One alone is `single` wide, and each of several `size`. With `spots`, the k-th lies on the k-th of them, and
    those for which there is none aren't drawn. Else the first of n lies at `start`, each further one `step` on; if
    that were more than `room` steps in all, they lie closer. `centred`: the middle one of them lies at `start`.
    How many there are is written upon the last of more than `most` that are alike – with spots, at `note`.
    """

    single: float
    size: float
    start: Offset = (0.0, 0.0)
    step: Offset = (0.0, 0.0)
    room: float = 0.0
    centred: bool = False
    spots: tuple[Offset, ...] = ()
    most: int = 5
    note: Offset = (0.0, 0.0)


def column(radius: float) -> Pile:
    """Pieces one above the other, as they stand on a square."""
    size = 2 * radius
    return Pile(
        round(size * 0.94, 2), round(size * 0.8, 2), (0.0, 0.0), (0.0, round(-size * 0.15, 2)), 4, centred=True, most=8
    )


def beads(width: float, length: float, hangs: bool) -> Pile:
    """Men along a point, from its broad end."""
    base = (width - length) / 2 if hangs else (length - width) / 2
    room = (length - width) / width
    start, step = (0.0, round(base, 2)), (0.0, round(width if hangs else -width, 2))
    return Pile(round(width, 2), round(width, 2), start, step, round(room, 2), most=5)


def heap(radius: float) -> Pile:
    """Beads in a pit, like seeds of a sunflower: the k-th always lies in the same place."""
    size = radius * 0.4
    reach = (radius - size * 0.55) / sqrt(FITS)
    spots = tuple(
        (round(reach * sqrt(k + 0.5) * cos(k * GOLDEN), 2), round(reach * sqrt(k + 0.5) * sin(k * GOLDEN), 2))
        for k in range(FITS)
    )
    return Pile(round(size * 1.2, 2), round(size, 2), spots=spots, most=5, note=(0.0, round(radius * 1.2, 2)))


@dataclass(frozen=True)
class Laid:
    """Something drawn in its place: the name of its symbol, its centre, its width."""

    symbol: str
    x: float
    y: float
    size: float


@dataclass(frozen=True)
class Written:
    """A text in its place."""

    text: str
    x: float
    y: float
    size: float


def laid(pile: Pile, centre: Offset, symbols: Sequence[str]) -> tuple[list[Laid], list[Written]]:
    """The things on a site, bottom first, and the numbers of those that are many."""
    count = len(symbols)
    size = pile.single if count == 1 else pile.size
    at = []
    if pile.spots:
        at = [(centre[0] + x, centre[1] + y) for x, y in pile.spots[:count]]
    else:
        close = min(1.0, pile.room / (count - 1)) if count > 1 else 1.0
        first = -(count - 1) / 2 if pile.centred else 0.0
        for k in range(count):
            along = (first + k) * close
            at.append((
                centre[0] + pile.start[0] + along * pile.step[0],
                centre[1] + pile.start[1] + along * pile.step[1],
            ))
    things = [Laid(s, round(x, 2), round(y, 2), size) for s, (x, y) in zip(symbols, at, strict=False)]
    return things, _numbers(pile, centre, symbols, at)


def _numbers(pile: Pile, centre: Offset, symbols: Sequence[str], at: Sequence[Offset]) -> list[Written]:
    runs = [len(list(run)) for _, run in groupby(symbols)]
    if pile.spots:
        text = "+".join(map(str, runs)) if len(symbols) > pile.most else ""
        x, y = centre[0] + pile.note[0], centre[1] + pile.note[1]
        return [Written(text, round(x, 2), round(y, 2), 13)] if text else []
    found, last = [], -1
    for run in runs:
        last += run
        if run > pile.most:
            x, y = at[last]
            found.append(Written(str(run), round(x, 2), round(y, 2), round(pile.size * 0.4, 1)))
    return found
