"""The number of empty sites, in a local from ply to ply; see `plan.vacant`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.native.module.emitter import Atom, Emitter, Loc, Slot
from interpreter.native.module.multiword import Multiword


@dataclass(frozen=True, slots=True)
class Vacant:
    """The number, among how many sites, and the sets of pieces on which it depends."""

    number: Loc
    sites: int
    pieces: tuple[Slot, ...]

    def count(self, emit: Emitter, cells: Mapping[Slot, Any]) -> None:
        """Find the number from the sets of pieces."""
        sets = Multiword(emit)
        first, *others = (cells[slot] for slot in self.pieces)
        for other in others:
            first = sets.each("or", first, other)
        emit.set(self.number, emit.op("sub", self.sites, sets.count(first)))

    def less(self, emit: Emitter, filled: int) -> None:
        """So many sites aren't empty any more."""
        emit.set(self.number, emit.op("sub", self.number, filled))

    def of(self, emit: Emitter) -> Atom:
        """The number, in a local that outlasts changes."""
        return emit.copy(self.number)
