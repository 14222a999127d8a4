"""Tables by which compiled rules find the images of packed records: see `interpreter/native/kernels/folding.py`."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gdl.model.types import Size
from interpreter.graph.abi import SCORES, WHO
from interpreter.graph.graph import OVER, Graph
from interpreter.native.record import packing
from interpreter.native.record.record import Field, Record
from interpreter.symmetries.images import Imaging
from interpreter.symmetries.symmetry import Symmetry

WIDEST = 12
"""Bits of a value that a table has entries for."""
TOGETHER = 8
"""Bits of sets that are looked up together."""
MOST_BYTES = 64 << 20


class Unfolded(Exception):
    """States of this game can't be folded: why, in a few words."""


@dataclass
class Part:
    """Some bits of a packed record that lie together, and what becomes of them by each symmetry."""

    at: int
    width: int
    images: list[list[int]] = field(default_factory=list)
    """For each symmetry, for each value the bits of the image."""


@dataclass(frozen=True)
class Folding:
    """What the kernel is told: `places` where states may be folded, parts, bits that stay, symmetries."""

    symmetries: tuple[Symmetry, ...]
    places: bytes
    parts: tuple[Part, ...]
    stays: int
    words: int

    @property
    def is_everywhere(self) -> bool:
        """Whether states are folded wherever they wait."""
        return 0 not in self.places

    @property
    def entries(self) -> int:
        """Entries of the table of a word."""
        return sum(1 << part.width for part in self.parts)

    def bytes(self) -> bytes:
        """All of it as it lies in memory."""
        out = bytearray(self.places + bytes(-len(self.places) % 8))
        at = 0
        for part in self.parts:
            out += struct.pack("<4Q", part.at // 8, part.at % 8, (1 << part.width) - 1, 8 * at)
            at += 1 << part.width
        out += self.stays.to_bytes(8 * self.words, "little")
        for number, symmetry in enumerate(self.symmetries):
            out += struct.pack("<2Q", symmetry.exchanges, 0)
            for word in range(self.words):
                for part in self.parts:
                    rows = [image >> 64 * word & (1 << 64) - 1 for image in part.images[number]]
                    out += struct.pack(f"<{1 << part.width}Q", *rows)
        return bytes(out)


def folding(record: Record, graph: Graph, runs: Sequence[packing.Run], group: Sequence[Symmetry]) -> Folding | None:
    """The tables for a group of symmetries whose first is the identity; None if nothing is to be folded. Raises
    Unfolded where the state holds what can't be looked up."""
    others = tuple(group[1:])
    if not others:
        return None
    if record.layout.stacks >= 0:
        raise Unfolded("stacks")
    packed = _Packed(runs)
    imaging = [Imaging(graph, record.layout, symmetry) for symmetry in others]
    parts = [*_singles(record, packed, imaging), *_sets(record, packed, imaging)]
    moved = 0
    for part in parts:
        moved |= (1 << part.width) - 1 << part.at
    words = (packed.size + 63) // 64
    found = Folding(others, _places(record, graph, imaging), tuple(parts), ~moved & (1 << 64 * words) - 1, words)
    if 8 * found.entries * words * len(others) > MOST_BYTES:
        raise Unfolded("tables of so many symmetries")
    return found


class _Packed:
    """Where each bit of a record goes when it is packed."""

    def __init__(self, runs: Sequence[packing.Run]) -> None:
        self._at: dict[int, int] = {}
        for run in runs:
            for i in range(run.width):
                self._at[8 * run.word + run.shift + i] = len(self._at)
        self.size = len(self._at)

    def __getitem__(self, bit: int) -> int:
        return self._at[bit]

    def width(self, bit: int, most: int) -> int:
        """How many bits from this one on are packed one behind the other, up to so many; 0 if it isn't packed."""
        if bit not in self._at:
            return 0
        first = self._at[bit]
        return next((i for i in range(most) if self._at.get(bit + i) != first + i), most)


def _places(record: Record, graph: Graph, imaging: Sequence[Imaging]) -> bytes:
    """For each node of the graph whether states that wait there may be folded: where no local that is still needed
    would have another value. Others keep their first values, which aren't to be looked at. (Nobody waits elsewhere.)"""
    queues = set(graph.queues)
    moved = {v for v in record.layout.locals if v in queues or any(i.permutation(v.type.base) for i in imaging)}
    waits = {OVER, *graph.stops}
    return bytes(int(i not in waits or not (live & moved)) for i, live in enumerate(graph.live))


Cells = Iterator[tuple[Field, int, int, int]]


def _moved_cells(record: Record, imaging: Imaging) -> Cells:
    """All values of the state that may change or change places: field, the slot of the image, cell, its cell."""
    layout = record.layout
    local = {layout.slot[v] for v in layout.locals}
    of_slot = {slot: v for v, slot in layout.slot.items()}
    for slot, held in record.fields.items():
        if not isinstance(slot, int):
            raise Unfolded("stacks")
        if slot in local:
            continue
        to = imaging.slot(slot)
        dimensions = of_slot[slot].dimensions if slot in of_slot else ()
        if slot == layout.numbers:
            assert layout.model.board is not None
            dimensions = (layout.model.board,)
        if not dimensions:
            yield held, to, 0, 0
            continue
        cells = record.cells(slot)
        for i, source in enumerate(imaging.sources(dimensions)):
            yield held, to, cells[source], cells[i]


def _singles(record: Record, packed: _Packed, imaging: Sequence[Imaging]) -> list[Part]:
    """Parts for single values, each as a whole."""
    parts: dict[int, Part] = {}
    for one in imaging:
        for held, to, cell, image in _moved_cells(record, one):
            if held.cell.sort == "set":
                continue
            bit = 8 * (held.offset + held.cell.size * cell)
            width = packed.width(bit, 8 * held.cell.size)
            if not width:
                continue
            target = packed[8 * (record.fields[to].offset + held.cell.size * image)]
            at = packed[bit]
            if width > WIDEST:
                if target != at or one.permutation(held.type.base):
                    raise Unfolded("values of so many bits")
                continue
            table = [v << target for v in _values(record, held, one, width)]
            parts.setdefault(at, Part(at, width)).images.append(table)
    return [part for part in parts.values() if not _is_still(part)]


def _is_still(part: Part) -> bool:
    return all(table == [v << part.at for v in range(1 << part.width)] for table in part.images)


def _values(record: Record, held: Field, imaging: Imaging, width: int) -> list[int]:
    """For each value as it is packed the image."""
    permutation = imaging.permutation(held.type.base)
    found = list(range(1 << width))
    if permutation is None:
        return found
    assert held.type.size < Size.MANY
    for i, image in enumerate(permutation):
        atoms = [record.domains.element(held.type.base, element) for element in (i, image)]
        found[atoms[0]] = atoms[1]
    return found


def _sets(record: Record, packed: _Packed, imaging: Sequence[Imaging]) -> list[Part]:
    """Parts for the bits of sets, and of results, some together."""
    images: dict[int, list[int]] = {}
    for number, one in enumerate(imaging):
        for bit, image in _moved_bits(record, one):
            if packed.width(bit, 1):
                images.setdefault(packed[bit], []).append(packed[image])
        assert all(len(row) == number + 1 for row in images.values())
    moving = sorted(at for at, row in images.items() if any(to != at for to in row))
    parts: list[Part] = []
    for at in moving:
        if parts and parts[-1].at + parts[-1].width == at and parts[-1].width < TOGETHER:
            parts[-1].width += 1
        else:
            parts.append(Part(at, 1))
    for part in parts:
        rows = [images[part.at + i] for i in range(part.width)]
        for number in range(len(imaging)):
            bits = [1 << row[number] for row in rows]
            part.images.append([sum(bit for i, bit in enumerate(bits) if v >> i & 1) for v in range(1 << part.width)])
    return parts


def _moved_bits(record: Record, imaging: Imaging) -> Iterator[tuple[int, int]]:
    """Bits of the record, each with where it goes."""
    players = imaging.symmetry.players
    for player, image in enumerate(players):
        yield 8 * WHO + player, 8 * WHO + image
        for i in range(64):
            yield 8 * (SCORES + 8 * player) + i, 8 * (SCORES + 8 * image) + i
    for held, to, cell, image_cell in _moved_cells(record, imaging):
        if held.cell.sort != "set":
            continue
        positions = record.domains.positions(held.type.base)
        permutation = imaging.permutation(held.type.base) or range(len(positions))
        here = 8 * (held.offset + held.cell.size * cell)
        there = 8 * (record.fields[to].offset + held.cell.size * image_cell)
        for i, image in enumerate(permutation):
            yield here + positions[i], there + positions[image]
