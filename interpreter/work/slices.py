"""How much work is asked for at once, so that whoever wants it stopped waits only for a moment."""

from __future__ import annotations

SLICE = 0.01
"""Seconds that a slice takes, about."""


class Slices:
    """How many pieces of work make a slice: one at first, as one may take long already; then as many as fit in."""

    def __init__(self) -> None:
        self.count = 1

    def took(self, seconds: float, count: int) -> None:
        """So many pieces have taken so long: choose how many come next, at most twice as many."""
        self.count = max(min(int(count * SLICE / max(seconds, 1e-6)), 2 * count), 1)
