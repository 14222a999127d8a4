"""What `repeats` compares: at the end of the record a row for each earlier moment between turns.

In the record stand how many rows there are and a filter: a bit for the hash of each, so that the rows are only looked
through where a moment may have been there before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, Protocol

from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import Expr
from gdl.model.types import Type
from interpreter.graph.layout import Layout
from interpreter.native.record.domains import Domains, cell

SURELY_KEPT, MAX_KEPT = 4_096, 8_192
"""Moments that are kept at least, and at most; more are left to the reference interpreter. A game of chess has some
hundred since the last capture or pawn's move. In Shogi pieces come back, so all moments are kept: random games have 700
on average, and one in three hundred more than 4,096."""
ROOM = 1 << 22
"""Bytes of the past within which more than the least are kept: a search has several records, each with room for all."""
FILTER_BITS = 4_096
"""Bits of the filter, 512 bytes: after a hundred moments one in forty of those that are new is looked for in vain."""
ODD = 0x9E3779B97F4A7C15
"""What hashes are multiplied with: 2**64 over the golden ratio, odd (Knuth, The Art of Computer Programming 3, 6.4)."""


class Parts(Protocol):
    """What the past needs of a record: where the parts of a state lie in it, and how each becomes bytes."""

    layout: Layout
    domains: Domains
    model: Model
    size: int

    def add(self, size: int) -> int:
        """Make room for a part; gives its offset."""

    @property
    def slots(self) -> list[tuple[int, int, int]]:
        """The parts of the state: slot, offset, bytes."""

    def held(self, type_: Type, value: Any) -> Any:
        """A value of the reference interpreter as atoms."""

    def shown(self, type_: Type, value: Any) -> Any:
        """Atoms as a value of the reference interpreter."""

    def pack(self, slot: int, value: Any) -> bytes:
        """A part of the state as bytes."""

    def unpack(self, slot: int, held: bytes) -> Any:
        """A part of the state from bytes."""


class Past:
    """Where the parts of a moment lie in a row. `keys`: for each use of `repeats` its first byte, and its bytes."""

    def __init__(self, record: Parts) -> None:
        self.record, self.first = record, record.layout.first_past
        self.count = record.add(8)
        self.filter = record.add(FILTER_BITS // 8)
        self.row = 0
        self.keys: list[tuple[int, int]] = []
        self.parts: list[list[tuple[int | Expr, int, int]]] = []
        sizes = {slot: size for slot, _, size in record.slots}
        layout = record.layout
        board = [*layout.piece_slots, *(s for s in (layout.numbers, layout.stacks) if s >= 0)]
        for repeats in record.model.repeats:
            start, found = self.row, []
            for part in repeats:
                if isinstance(part, Expr):
                    found.append(self._part(part, cell(record.domains, part.type).size))
                else:
                    slots = [layout.slot[part]] if isinstance(part, m.Variable) else board
                    found += [self._part(slot, sizes[slot]) for slot in slots]
            if self.row == start:  # nothing is compared: an empty word, so that moments can be counted
                self.row += 8
            self.parts.append(found)
            self.keys.append((start, self.row - start))

    def _part(self, what: int | Expr, size: int) -> tuple[int | Expr, int, int]:
        at = self.row
        self.row += size + 7 & ~7
        return what, at, size

    @property
    def most(self) -> int:
        """How many moments are kept."""
        return min(max(ROOM // self.row, SURELY_KEPT), MAX_KEPT)

    # ---- from and to the reference interpreter

    def encode(self, record: bytearray, values: Any) -> bytes:
        """Add the past to a record."""
        pasts = values[self.first : self.first + len(self.keys)]
        rows = []
        for row, bits in map(self._rows, zip(*pasts, strict=True)):
            rows.append(row)
            for bit in bits:
                record[self.filter + bit // 8] |= 1 << bit % 8
        record[self.count : self.count + 8] = len(rows).to_bytes(8, "little")
        return bytes(record) + b"".join(rows)

    @cached_property
    def _rows(self) -> Callable[[tuple[tuple[Any, ...], ...]], tuple[bytes, tuple[int, ...]]]:
        """The row of a moment, kept: each state of a game has the moments of those before it."""
        return lru_cache(maxsize=2 * MAX_KEPT)(self._written_row)

    def _written_row(self, moments: tuple[tuple[Any, ...], ...]) -> tuple[bytes, tuple[int, ...]]:
        """The row of a moment, and its bits in the filter."""
        row = bytearray(self.row)
        for parts, moment in zip(self.parts, moments, strict=True):
            for (what, at, size), value in zip(parts, moment, strict=True):
                row[at : at + size] = self._packed(what, value)
        return bytes(row), tuple(
            _hash(bytes(row[start : start + size]), key) for key, (start, size) in enumerate(self.keys)
        )

    def _packed(self, what: int | Expr, value: Any) -> bytes:
        if isinstance(what, int):
            return self.record.pack(what, value)
        return cell(self.record.domains, what.type).encode(self.record.held(what.type, value))

    def decode(self, record: bytes, values: list[Any]) -> None:
        """Read the past of a record."""
        count = int.from_bytes(record[self.count : self.count + 8], "little")
        size = self.record.size
        rows = [self._moments(record[at : at + self.row]) for at in range(size, size + count * self.row, self.row)]
        for key in range(len(self.keys)):
            values[self.first + key] = tuple(row[key] for row in rows)

    @cached_property
    def _moments(self) -> Callable[[bytes], tuple[tuple[Any, ...], ...]]:
        """The moment of a row, kept likewise."""
        return lru_cache(maxsize=2 * MAX_KEPT)(self._read_row)

    def _read_row(self, row: bytes) -> tuple[tuple[Any, ...], ...]:
        return tuple(
            tuple(self._unpacked(what, row[at : at + size]) for what, at, size in parts) for parts in self.parts
        )

    def _unpacked(self, what: int | Expr, held: bytes) -> Any:
        if isinstance(what, int):
            return self.record.unpack(what, held)
        return self.record.shown(what.type, cell(self.record.domains, what.type).decode(held))

    def bytes_of(self, record: bytes) -> int:
        """How long a record is whose beginning is given."""
        return self.record.size + self.row * int.from_bytes(record[self.count : self.count + 8], "little")


def _hash(row: bytes, key: int) -> int:
    h = key + 1
    for at in range(0, len(row), 8):
        h = (h ^ int.from_bytes(row[at : at + 8], "little")) * ODD & (1 << 64) - 1
        h ^= h >> 29
    return h % FILTER_BITS
