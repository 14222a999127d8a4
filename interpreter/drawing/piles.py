"""How several things lie on one site: one above the other, along a point, or heaped in a pit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from math import cos, hypot, sin, sqrt

Offset = tuple[float, float]
GOLDEN = 2.399963
"""The angle by which sunflowers turn from seed to seed."""
FITS = 30
"""So many beads lie in a pit; more of them are a number."""
ONE_COLUMN = 4
"""A pit shows up to this many sorts of beads in one column; more take two."""
BROAD = 2.4
"""The room in a pit from its middle, in the size of its beads."""


@dataclass(frozen=True)
class Pile:
    """Where things lie on a site, as seen from its centre.

    One alone is `single` wide, and each of several `size`. With `spots`, the k-th lies on the k-th of them, and
    those for which there is none aren't drawn; more than `most` of several sorts are one of each sort, in a column or
    two, with its number. Else the first of n lies at `start`, each further one `step` on; if that were more than `room`
    steps in all, they lie closer. `centred`: the middle one of them lies at `start`. How many there are is written upon
    the last of more than `most` that are alike – with spots, in the middle.
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
    """One of each sort with its number, below each other; many sorts in two columns, and as small as their hollow asks
    for."""
    columns = 1 if len(runs) <= ONE_COLUMN else 2
    rows = -(-len(runs) // columns)
    small = min(1.0, BROAD / hypot(1.15 * columns, 0.45 * rows))
    size = round(pile.size * small, 2)
    things, texts = [], []
    for k, (symbol, count) in enumerate(runs):
        x = centre[0] + (k // rows - (columns - 1) / 2) * size * 2.3
        y = round(centre[1] + (k % rows - (rows - 1) / 2) * size * 0.9, 2)
        things.append(Laid(symbol, round(x - size * 0.6, 2), y, size))
        texts.append(Written(str(count), round(x + size * 0.6, 2), y, round(15 * small, 2)))
    return things, texts


def values(centre: Offset, radius: float, words: str, beside: bool) -> list[Written]:
    """What a site's variables say: in its middle, as large as there is room, or at the corner if something stands
    there."""
    if not words:
        return []
    x, y = centre
    if beside:
        return [Written(words, round(x + radius * 0.62, 2), round(y + radius * 0.7, 2), 11)]
    lines = words.split() if len(words) > 6 else [words]
    room = radius * min(2.6 / max(map(len, lines)), 1.7 / len(lines))
    size = round(max(6.0, min(radius * 0.7, 17.0 if len(words) < 5 else 11.0, room)), 1)
    return [
        Written(line, x, round(y + (k - (len(lines) - 1) / 2) * size * 1.1, 2), size) for k, line in enumerate(lines)
    ]
