"""A game of two players in sequence form: information sets, what leads to each, and what pairs of sequences come to.

A sequence is what a player has decided up to a place of the game. Number 0 is the empty one; then come those of each
information set, one for each of its options, in the order in which sets are found.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from struct import Struct

ENTRY = Struct("<IId")
"""The first player's sequence, the second's, and what it is worth to the first, times what chance does to it."""
WORD = 8
"""Places in rows of sequences are counted in bytes."""
Way = tuple[int, ...]
"""A line of play by the numbers of its options, outcomes of chance included."""


@dataclass
class Side:
    """A player's information sets."""

    label: str
    keys: list[int] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    """For each set a way that leads to it."""
    parents: array[int] = field(default_factory=lambda: array("I"))
    """For each set the sequence that leads to it, in bytes."""
    firsts: array[int] = field(default_factory=lambda: array("I", [WORD]))
    """For each set its first sequence, in bytes; and at last where sequences end."""

    @property
    def sequences(self) -> int:
        """How many there are, the empty one included."""
        return self.firsts[-1] // WORD

    def add(self, key: int, way: Way, options: int, parent: int) -> int:
        """A new set, with so many options; gives its number."""
        self.keys.append(key)
        self.ways.append(way)
        self.parents.append(WORD * parent)
        self.firsts.append(self.firsts[-1] + WORD * options)
        return len(self.keys) - 1

    def first(self, number: int) -> int:
        """The sequence of a set's first option."""
        return self.firsts[number] // WORD

    def row(self, number: int) -> slice:
        """Where a set's options stand in a list of all options, set by set."""
        return slice(self.firsts[number] // WORD - 1, self.firsts[number + 1] // WORD - 1)


@dataclass
class SequenceForm:
    """All that solving takes: nothing of the rules is left."""

    sides: tuple[Side, Side]
    by_ways: bool = False
    """Whether ways number the rules' list at chance (`State.ways`), where several entries may be one outcome."""
    entries: bytearray = field(default_factory=bytearray)
    histories: int = 0
    """Lines of play, from the beginning to anywhere; the ends included."""
    options: int = 0
    ends: int = 0
    longest: int = 0
    """Decisions and rolls on the longest way to an end."""

    @property
    def sets(self) -> int:
        """How many information sets both have."""
        return sum(len(side.keys) for side in self.sides)

    def add_end(self, first: int, second: int, worth: float) -> None:
        """A line of play that ends after these sequences, worth this much to the first player, chance included."""
        self.entries += ENTRY.pack(first, second, worth)
        self.ends += 1
