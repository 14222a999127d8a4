"""Lines that go through one site: what is looked at if a set without lines has become more by that site alone.

A game that ends with the first line asks after each turn whether there is one. Where nothing but one piece has come to
a set since the answer was no, a line must contain it. Seen from that site, the sites of all directions lie in two words
of 64 bits, one above and one below it; for each direction the two runs that begin beside it are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MIN_WORDS = 3
"""With fewer words in a set, all lines are looked for in less time."""


@dataclass(frozen=True)
class Through:
    """`rows`: for each direction how far its sites lie apart, and how many make a line. `above`, `below`: for each
    position which sites a line through it may contain, seen from there: bit i for the one i + 1 above, bit 63 - i for
    the one i + 1 below."""

    rows: tuple[tuple[int, int], ...]
    above: tuple[int, ...]
    below: tuple[int, ...]


def through(forms: Sequence[tuple[int, int]], size: int) -> Through | None:
    """How lines through a site are found, given for each form of line where it may begin; None if forms are no rows, or
    if the sites of a row don't tell whether it is a line."""
    rows: list[tuple[int, int]] = []
    for form, _ in forms:
        offsets = [i for i in range(form.bit_length()) if form >> i & 1]
        step = offsets[1] if len(offsets) > 1 else 0
        if len(offsets) < 2 or offsets != [step * i for i in range(len(offsets))] or offsets[-1] > 64:
            return None
        rows.append((step, len(offsets)))
    distances = [step * i for step, long in rows for i in range(1, long)]
    if len(distances) != len(set(distances)):
        return None
    above, below = [0] * size, [0] * size
    for (step, long), (_, firsts) in zip(rows, forms, strict=True):
        for site in range(size):
            starts = [i for i in range(long) if site >= step * i and firsts >> site - step * i & 1]
            if not starts:
                continue
            up, down = long - 1 - starts[0], starts[-1]
            if starts != list(range(long - 1 - up, down + 1)):
                return None
            above[site] |= sum(1 << step * i - 1 for i in range(1, up + 1))
            below[site] |= sum(1 << 64 - step * i for i in range(1, down + 1))
    return Through(tuple(rows), tuple(above), tuple(below))
