"""Which bits of a record tell states apart, so that a state can be kept in as few bytes as may be.

A record holds each value in whole bytes and each set in whole words, for speed. Of these most bits are always nought.
What has ended is told apart by its result, too. The past isn't packed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gdl.model import statements as m
from gdl.model.types import Base
from interpreter.graph.abi import KIND, SCORES, WHO
from interpreter.graph.graph import Graph
from interpreter.graph.layout import ME, NEXT
from interpreter.native.record.record import Field, Record

PAST = "repeats"
"""The name of the past among what may be forgotten. No variable is called so."""
KINDS = 3
"""Bits that tell how a game ended."""


@dataclass(frozen=True)
class Run:
    """Bits that lie together in a word of the record: the word's offset, the lowest of them, how many they are."""

    word: int
    shift: int
    width: int


def runs(record: Record, graph: Graph, forgotten: frozenset[str] = frozenset()) -> list[Run]:
    """All bits that matter, in the order in which they are packed; without those of the counters that are to be
    forgotten, by name, whose first values are noughts in the record."""
    left_out = {slot for v, slot in record.layout.slot.items() if v.name in forgotten and not v.local}
    ranked = any(isinstance(s, m.Rank) for block in (graph.model.setup, graph.model.turn, graph.model.end)
                 for s in m.walk(block))  # fmt: skip
    found = [Run(KIND, 0, KINDS), Run(WHO, 0, record.players)]
    found += [Run(SCORES + 8 * p, 0, 64) for p in range(record.players) if ranked]
    found.append(Run(record.place, 0, len(graph.nodes).bit_length()))
    for slot, field in record.fields.items():
        if slot in (ME, NEXT):
            found.append(Run(field.offset, 0, max(record.players.bit_length(), 1)))
        elif slot not in left_out:
            found += _of_field(record, slot, field)
    return found


def size(found: list[Run]) -> int:
    """The bytes that they take."""
    return (sum(run.width for run in found) + 7) // 8


def _of_field(record: Record, slot: int | str, field: Field) -> Iterator[Run]:
    held = field.cell
    if held.sort == "set":
        positions = range(64 * held.words) if slot in record._strides else _positions(record, field.type.base)
        for at in range(field.offset, field.offset + field.bytes, held.size):
            yield from _together(at, list(positions))
        return
    width = _width(record, field)
    for at in range(field.offset, field.offset + field.bytes, held.size):
        yield from _split(8 * at, width)


def _positions(record: Record, base: Base) -> tuple[int, ...]:
    return record.domains.positions(base)


def _width(record: Record, field: Field) -> int:
    """Bits of a cell: as many as its values need; all, if it may be nothing, which is all ones."""
    held, base = field.cell, field.type.base
    if held.sort == "truth":
        return 1
    if held.maybe or (held.sort == "number" and held.size == 8):
        return 8 * held.size
    count = record.domains.size(base) if held.sort == "element" else record.domains.count(base)
    return max((count - 1).bit_length(), 1)


def _together(at: int, positions: list[int]) -> Iterator[Run]:
    """Runs of positions one behind the other."""
    first = 0
    for i in range(1, len(positions) + 1):
        if i == len(positions) or positions[i] != positions[i - 1] + 1:
            yield from _split(8 * at + positions[first], positions[i - 1] - positions[first] + 1)
            first = i


def _split(bit: int, width: int) -> Iterator[Run]:
    """The same bits, cut where words end."""
    while width > 0:
        part = min(width, 64 - bit % 64)
        yield Run(bit // 64 * 8, bit % 64, part)
        bit, width = bit + part, width - part
