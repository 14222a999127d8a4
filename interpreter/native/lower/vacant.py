"""The empty sites and their number, in locals from ply to ply; see `plan.vacant`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.native.module.emitter import Atom, Emitter, Loc, Slot, Words
from interpreter.native.module.multiword import Multiword, split


@dataclass(frozen=True, slots=True)
class Vacant:
    """The number; the set itself, a local for each word, or nothing if it isn't kept; the board's sites; and the sets
    of pieces on which both depend."""

    number: Loc
    words: tuple[Loc, ...]
    board: int
    pieces: tuple[Slot, ...]

    @property
    def sites(self) -> int:
        """How many sites the board has."""
        return self.board.bit_count()

    def count(self, emit: Emitter, cells: Mapping[Slot, Any]) -> None:
        """Find both from the sets of pieces."""
        sets = Multiword(emit)
        first, *others = (cells[slot] for slot in self.pieces)
        for other in others:
            first = sets.each("or", first, other)
        if not self.words:
            emit.set(self.number, emit.op("sub", self.sites, sets.count(first)))
            return
        for local, word in zip(self.words, sets.minus(split(self.board, len(first)), first), strict=True):
            emit.set(local, word)
        emit.set(self.number, sets.count(self.words))

    def changed(self, emit: Emitter, toggled: Words, filled: int) -> None:
        """Note a change: the sites of `toggled` became empty, or ceased to be. `filled` fewer sites are empty now."""
        for local, word in zip(self.words, toggled, strict=False):
            emit.set(local, emit.op("xor", local, word))
        emit.set(self.number, emit.op("sub", self.number, filled))

    def of(self, emit: Emitter) -> Atom:
        """The number, in a local that outlasts changes."""
        return emit.copy(self.number)

    def set_of(self, emit: Emitter) -> Words:
        """The set, in locals that outlast changes."""
        return tuple(emit.copy(word) for word in self.words)
