"""Tables of frequencies with their intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.simulate import Mean


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lines of a table: names to the left, figures to the right, heads in the middle."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, (name, *cells) in enumerate(rows):
        placed = (f"{cell:^{w}}" if number == 0 else f"{cell:>{w}}" for cell, w in zip(cells, widths[1:], strict=True))
        yield f"{name:<{widths[0]}}  {'  '.join(placed)}".rstrip()


def share(mean: Mean) -> str:
    """A frequency in per cent."""
    low, high = mean.share_interval
    return f"{100 * mean.mean:.1f} ({100 * low:.1f}–{100 * high:.1f})"


def plus_minus(mean: Mean, digits: int) -> str:
    """The 95 % interval of a mean, from one side."""
    return "" if mean.error is None else f" ± {1.96 * mean.error:.{digits}f}"
