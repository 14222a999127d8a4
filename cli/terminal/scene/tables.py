"""Tables of frequencies with their intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.lab.tools.simulate import Mean


def aligned(rows: Sequence[Sequence[str]], width: int | None = None) -> Iterator[str]:
    """Lines of a table: names to the left, figures to the right, heads in the middle.

    Columns that don't fit into the width stand below the others, beside the names again.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for part in _parts(widths, width):
        for number, row in enumerate(rows):
            cells = zip(row[part], widths[part], strict=True)
            placed = (f"{cell:^{w}}" if number == 0 else f"{cell:>{w}}" for cell, w in cells)
            yield f"{row[0]:<{widths[0]}}  {'  '.join(placed)}".rstrip()


def _parts(widths: Sequence[int], width: int | None) -> Iterator[slice]:
    """Columns that stand beside each other: as many as there is room for, but one at least."""
    first = 1
    while first < len(widths):
        last, taken = first + 1, widths[0] + 2 + widths[first]
        while last < len(widths) and (width is None or taken + 2 + widths[last] <= width):
            taken += 2 + widths[last]
            last += 1
        yield slice(first, last)
        first = last


def share(value: float, low: float, high: float) -> str:
    """A frequency in per cent."""
    return f"{100 * value:.1f} ({100 * low:.1f}–{100 * high:.1f})"


def utility(value: float, low: float, high: float) -> str:
    """A mean utility with its interval, if it has one."""
    return f"{value:+.3f}" + (f" ({low:+.3f} to {high:+.3f})" if isfinite(low) and isfinite(high) else "")


def plus_minus(value: float, high: float, digits: int) -> str:
    """The 95 % interval of a mean, from one side; nothing where there is none, as it was the same in all games."""
    return f" ± {high - value:.{digits}f}" if isfinite(high) else ""


def length(mean: Mean) -> str:
    """How long games are, with the interval."""
    value, _, high = mean.interval
    return f"{value:.1f}{plus_minus(value, high, 1)}"


def between(low: str, high: str) -> str:
    """An interval, of whose ends either may be missing."""
    if low and high:
        return f"{low} – {high}"
    return f"at least {low}" if low else f"at most {high}" if high else "no interval"
