"""How several things lie on one site: one above the other, along a point, or heaped in a pit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
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
    those for which there is none aren't drawn; more than `most` of several sorts are one of each sort, below each
    other, with its number. Else the first of n lies at `start`, each further one `step` on; if that were more than
    `room` steps in all, they lie closer. `centred`: the middle one of them lies at `start`. How many there are is
    written upon the last of more than `most` that are alike – with spots, in the middle.
    """

    single: float
    size: float
    start: Offset = (0.0, 0.0)
    step: Offset = (0.0, 0.0)
    room: float = 0.0
    centred: bool = False
    spots: tuple[Offset, ...] = ()
    most: int = 5


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
    return Pile(round(size * 1.2, 2), round(size, 2), spots=spots, most=5)


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
    runs = [(symbol, len(list(run))) for symbol, run in groupby(symbols)]
    if not pile.spots:
        at = _along(pile, centre, len(symbols))
        size = pile.single if len(symbols) == 1 else pile.size
        things = [Laid(symbol, *point, size) for symbol, point in zip(symbols, at, strict=True)]
        return things, _upon(pile, runs, at)
    if len(runs) > 1 and len(symbols) > pile.most:
        return _listed(pile, centre, runs)
    at = [(round(centre[0] + x, 2), round(centre[1] + y, 2)) for x, y in pile.spots]
    things = [Laid(symbol, *point, pile.size) for symbol, point in zip(symbols, at, strict=False)]
    return things, [Written(str(len(symbols)), *centre, 16)] if len(symbols) > pile.most else []


def _along(pile: Pile, centre: Offset, count: int) -> list[Offset]:
    """The places of so many things in a row or column."""
    close = min(1.0, pile.room / (count - 1)) if count > 1 else 1.0
    first = -(count - 1) / 2 if pile.centred else 0.0
    along = ((first + k) * close for k in range(count))
    x, y = centre[0] + pile.start[0], centre[1] + pile.start[1]
    return [(round(x + a * pile.step[0], 2), round(y + a * pile.step[1], 2)) for a in along]


def _upon(pile: Pile, runs: Sequence[tuple[str, int]], at: Sequence[Offset]) -> list[Written]:
    """The number of each long run, upon its last."""
    lasts = accumulate(count for _, count in runs)
    size = round(pile.size * 0.4, 1)
    return [
        Written(str(count), *at[last - 1], size)
        for (_, count), last in zip(runs, lasts, strict=True)
        if count > pile.most
    ]


def _listed(pile: Pile, centre: Offset, runs: Sequence[tuple[str, int]]) -> tuple[list[Laid], list[Written]]:
    """One of each sort with its number, below each other."""
    things, texts = [], []
    for k, (symbol, count) in enumerate(runs):
        y = round(centre[1] + (k - (len(runs) - 1) / 2) * pile.size * 0.9, 2)
        things.append(Laid(symbol, round(centre[0] - pile.size * 0.6, 2), y, pile.size))
        texts.append(Written(str(count), round(centre[0] + pile.size * 0.6, 2), y, 15))
    return things, texts
