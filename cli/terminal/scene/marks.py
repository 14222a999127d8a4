"""What is pointed at on a board: where the cursor stands, what is picked, may be picked, has changed, has won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cli.terminal.scene.layout import Site


@dataclass(frozen=True)
class Marks:
    """Sites by how they are marked. Where several marks meet, those named first are seen first."""

    cursor: Site | None = None
    picked: frozenset[Site] = frozenset()
    target: frozenset[Site] = frozenset()
    winning: frozenset[Site] = frozenset()
    changed: frozenset[Site] = frozenset()

    def of(self, site: Site) -> str:
        """The mark of a site besides the cursor's: its name, or nothing."""
        return next((name for name in ("picked", "target", "winning", "changed") if site in getattr(self, name)), "")

    def differing(self, other: Marks) -> Iterator[Site]:
        """Sites that aren't marked alike, some perhaps more than once."""
        for name in ("picked", "target", "winning", "changed"):
            yield from getattr(self, name) ^ getattr(other, name)
        if self.cursor != other.cursor:
            yield from (site for site in (self.cursor, other.cursor) if site is not None)


def on(shape: str, labels: Iterable[str]) -> frozenset[Site]:
    """These sites of one shape."""
    return frozenset((shape, label) for label in labels)
