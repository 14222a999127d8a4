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
from interpreter.players.symmetries.images import Imaging
from interpreter.players.symmetries.symmetry import Symmetry

WIDEST = 12
"""Bits of a value that a table has entries for."""
TOGETHER = 8
"""Bits of sets that are looked up together."""
MOST_BYTES = 64 << 20
MOST_SORTS = 32
"""Sorts of tables: for places in a turn where other locals are needed."""


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
    """What the kernel is told: for each place in the rules which tables are for states that wait there; for each sort
    of tables the parts, which lie alike; bits that stay; symmetries."""

    symmetries: tuple[Symmetry, ...]
    places: bytes
    sorts: tuple[tuple[Part, ...], ...]
    stays: int
    words: int

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts, whose places are the same in all sorts."""
        return self.sorts[0]

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
        for parts in self.sorts:
            for number, symmetry in enumerate(self.symmetries):
                out += struct.pack("<2Q", symmetry.exchanges, 0)
                for word in range(self.words):
                    for part in parts:
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
    places, sorts = _sorts(record, graph)
    single = _singles(record, packed, imaging, frozenset())
    lone = [at for at, part in single.items() if not _is_still(part)]
    spans = _spans(_bits(record, packed, imaging, frozenset()))
    found: list[tuple[Part, ...]] = []
    for still in sorts:
        single, bits = _singles(record, packed, imaging, still), _bits(record, packed, imaging, still)
        found.append((*(single[at] for at in lone), *(_together(bits, at, width) for at, width in spans)))
    moved = 0
    for part in found[0]:
        moved |= (1 << part.width) - 1 << part.at
    words = (packed.size + 63) // 64
    fold = Folding(others, places, tuple(found), ~moved & (1 << 64 * words) - 1, words)
    if 8 * fold.entries * words * len(others) * len(sorts) > MOST_BYTES:
        raise Unfolded("tables of so many symmetries")
    return fold


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


Still = frozenset[int]
"""The slots of locals that aren't needed any more at some place: they keep their first values there."""


def _sorts(record: Record, graph: Graph) -> tuple[bytes, list[Still]]:
    """For each node of the graph the number of what stays still there; and these."""
    locals_ = [(variable, record.layout.slot[variable]) for variable in record.layout.locals]
    waits = {OVER, *graph.stops}
    of_node = [
        frozenset(slot for variable, slot in locals_ if variable not in live) if i in waits else None
        for i, live in enumerate(graph.live)
    ]
    found = list(dict.fromkeys(still for still in of_node if still is not None))
    if len(found) > MOST_SORTS:
        raise Unfolded("so many decisions in a turn")
    return bytes(found.index(still) if still is not None else 0 for still in of_node), found


Cells = Iterator[tuple[Field, int, int, int, bool]]


def _cells(record: Record, imaging: Imaging, still: Still) -> Cells:
    """All values of the state: field, the slot of the image, cell, the image's cell, whether it changes at all."""
    layout = record.layout
    of_slot = {slot: v for v, slot in layout.slot.items()}
    for slot, held in record.fields.items():
        if not isinstance(slot, int):
            raise Unfolded("stacks")
        to = imaging.slot(slot)
        dimensions = of_slot[slot].dimensions if slot in of_slot else ()
        if slot == layout.numbers:
            assert layout.model.board is not None
            dimensions = (layout.model.board,)
        if not dimensions:
            queue = slot in of_slot and of_slot[slot] in record.queues  # its loop's order is that of numbers
            yield held, to, 0, 0, slot not in still and not queue
            continue
        cells = record.cells(slot)
        for i, source in enumerate(imaging.sources(dimensions)):
            yield held, to, cells[source], cells[i], True


def _singles(record: Record, packed: _Packed, imaging: Sequence[Imaging], still: Still) -> dict[int, Part]:
    """Parts for single values, each as a whole, by where they lie."""
    parts: dict[int, Part] = {}
    for one in imaging:
        for held, to, cell, image, moves in _cells(record, one, still):
            bit = 8 * (held.offset + held.cell.size * cell)
            width = 0 if held.cell.sort == "set" else packed.width(bit, 8 * held.cell.size)
            if not width:
                continue
            target, at = packed[8 * (record.fields[to].offset + held.cell.size * image)], packed[bit]
            if width > WIDEST:
                if target != at or (moves and one.permutation(held.type.base)):
                    raise Unfolded("values of so many bits")
                continue
            values = _values(record, held, one, width) if moves else range(1 << width)
            parts.setdefault(at, Part(at, width)).images.append([v << target for v in values])
    return parts


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


def _spans(images: dict[int, list[int]]) -> list[tuple[int, int]]:
    """Bits of sets that move, some together: where they begin, and how many they are."""
    found: list[tuple[int, int]] = []
    for at in sorted(at for at, row in images.items() if any(to != at for to in row)):
        if found and sum(found[-1]) == at and found[-1][1] < TOGETHER:
            found[-1] = found[-1][0], found[-1][1] + 1
        else:
            found.append((at, 1))
    return found


def _together(images: dict[int, list[int]], at: int, width: int) -> Part:
    """The part of some bits of sets."""
    rows = [images[at + i] for i in range(width)]
    part = Part(at, width)
    for number in range(len(rows[0])):
        bits = [1 << row[number] for row in rows]
        part.images.append([sum(bit for i, bit in enumerate(bits) if v >> i & 1) for v in range(1 << width)])
    return part


def _bits(record: Record, packed: _Packed, imaging: Sequence[Imaging], still: Still) -> dict[int, list[int]]:
    """For each packed bit of sets and of results where it goes by each symmetry."""
    images: dict[int, list[int]] = {}
    for one in imaging:
        for bit, image in _moved_bits(record, one, still):
            if packed.width(bit, 1):
                images.setdefault(packed[bit], []).append(packed[image])
    return images


def _moved_bits(record: Record, imaging: Imaging, still: Still) -> Iterator[tuple[int, int]]:
    """Bits of the record, each with where it goes."""
    players = imaging.symmetry.players
    for player, image in enumerate(players):
        yield 8 * WHO + player, 8 * WHO + image
        for i in range(64):
            yield 8 * (SCORES + 8 * player) + i, 8 * (SCORES + 8 * image) + i
    for held, to, cell, image_cell, moves in _cells(record, imaging, still):
        if held.cell.sort != "set":
            continue
        positions = range(8 * held.cell.size)
        permutation: Sequence[int] = positions
        if moves:
            positions_of = record.domains.positions(held.type.base)
            images = imaging.permutation(held.type.base) or range(len(positions_of))
            there_of = dict(zip(positions_of, (positions_of[image] for image in images), strict=True))
            permutation = [there_of.get(i, i) for i in positions]
        here = 8 * (held.offset + held.cell.size * cell)
        there = 8 * (record.fields[to].offset + held.cell.size * image_cell)
        for i, image in zip(positions, permutation, strict=True):
            yield here + i, there + image
