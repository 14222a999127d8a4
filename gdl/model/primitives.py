"""What generated code calls: bits of sets, letters, places in the plane."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import Any


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, upwards."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def lying(tree: Sequence[tuple[int, int, int]], whole: int) -> Iterator[int]:
    """The numbers of the sets of a tree (`families.Lying`) that lie within a whole, upwards."""
    at = 0
    while at < len(tree):
        held, beyond, number = tree[at]
        if held & ~whole:
            at = beyond
        else:
            at += 1
            if at == beyond:
                yield number


def span(low: int, high: int) -> int:
    """As many ones as there are numbers from low to high."""
    return (1 << high - low + 1) - 1 if high >= low else 0


def letter(n: int) -> str:
    """1 is a, 26 is z, 27 is aa."""
    text = ""
    while n > 0:
        n, rest = divmod(n - 1, 26)
        text = chr(97 + rest) + text
    return text or "-"


def around(i: int, n: int) -> tuple[float, float, float]:
    """The i-th of n places on a circle, counter-clockwise, the first at the lower left, neighbours a unit apart."""
    radius = 0.5 / sin(pi / n) if n > 1 else 0.0
    angle = 2 * pi * (i + 0.5) / n + pi if n > 1 else 0.0
    return (round(radius * cos(angle), 6), round(radius * sin(angle), 6), 0.0)


Place = tuple[float, float, float]


def plus(a: Place, b: Place) -> Place:
    """The sum of two places."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def less(a: Place, b: Place) -> Place:
    """The difference of two places."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scaled(a: float, b: Place) -> Place:
    """A place, so many times as far from the origin."""
    return (a * b[0], a * b[1], a * b[2])


HELPERS: dict[str, Any] = {
    "bits": bits, "lying": lying, "span": span, "letter": letter, "around": around,
    "plus": plus, "less": less, "scaled": scaled,
}  # fmt: skip
