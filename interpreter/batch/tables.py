"""Tables by which `kernels/batch_actions.py` and `batch_tensors.py` find numbers: written once, behind all arrays."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from gdl.model.types import Range
from interpreter.graph.graph import Graph
from interpreter.native.record.record import HEIGHTS, MAX_PILE, PILES, Record
from interpreter.spaces.actions import ActionSpace
from interpreter.spaces.parts import Cell
from interpreter.spaces.tensors import DEPTH, HEIGHT, TensorSpace

NOTHING = 0xFFFFFFFF
SORTS = {"truth": 0, "number": 1, "element": 2, "set": 3}


class Memory:
    """Words of four bytes that are to lie in memory from an address on."""

    def __init__(self, start: int) -> None:
        self.start, self.held = start, bytearray()
        self._known: dict[tuple[int, ...], int] = {}

    def row(self, words: Sequence[int]) -> int:
        """The address of these words; rows that are equal are one."""
        key = tuple(words)
        if key not in self._known:
            self._known[key] = self.start + len(self.held)
            self.held += struct.pack(f"<{len(key)}I", *(word & NOTHING for word in key))
        return self._known[key]


def actions_table(space: ActionSpace, graph: Graph, record: Record, memory: Memory) -> int:
    """For each node of the graph the address of its row: the first action, and for each value a table of what it adds,
    and the lowest one."""
    rows = [0] * len(graph.nodes)
    for decision in space.decisions:
        words = [decision.first]
        for base, stride in zip(decision.bases, decision.strides, strict=True):
            positions = record.domains.positions(base)
            added = [0] * record.domains.size(base)
            for index, position in enumerate(positions):
                added[position] = index * stride
            words += [memory.row(added), base.low if isinstance(base, Range) else 0]
        rows[decision.node] = memory.row(words)
    return memory.row(rows)


def cells_table(space: TensorSpace, record: Record, memory: Memory) -> int:
    """A row of eight words for each cell."""
    return memory.row([word for cell in space.cells for word in _cell(cell, record, memory)])


def _cell(cell: Cell, record: Record, memory: Memory) -> list[int]:
    field = record.fields[cell.slot]
    held = field.cell
    at = field.offset + (0 if cell.index < 0 else held.size * record.cells(cell.slot)[cell.index])
    words = [SORTS[cell.sort], at, held.size, 4 * cell.start]
    if cell.sort == "number":
        return [*words, held.low, cell.scale, 4 * cell.stride if held.maybe else 0, 0]
    if cell.sort == "truth":
        return [*words, 0, 0, 0, 0]
    base = cell.type.values
    positions = record.domains.positions(base)
    places = [0] * record.domains.size(base)
    for index, position in enumerate(positions):
        places[position] = 4 * index * cell.stride
    return [*words, memory.row(places), len(places), 0, 0]


def stops_table(space: TensorSpace, graph: Graph, memory: Memory) -> int:
    """For each node of the graph which decision it is in a tensor."""
    return memory.row([space.stops.index(n) if n in space.stops else NOTHING for n in range(len(graph.nodes))])


def piles_table(space: TensorSpace, record: Record, memory: Memory) -> int:
    """Where stacks lie in a record, and in a tensor; 0 if there are none."""
    depths, layout = space.depths, record.layout
    if depths is None:
        return 0
    board = record.model.board
    assert board is not None
    positions = record.domains.positions(board)
    sites = [NOTHING] * record.domains.size(board)
    for site, position in enumerate(positions):
        sites[position] = 4 * site
    planes = [
        4 * (depths.start + (layout.slot_of_piece(piece) - layout.piece_slots.start) * space.sites)
        for piece in range(len(record.model.piece_parts))
    ]
    heights, piles = record.fields[HEIGHTS], record.fields[PILES]
    head = [len(sites), heights.offset, piles.offset, MAX_PILE, DEPTH, 4 * depths.span, 4 * depths.height, HEIGHT]
    return memory.row([*head, *sites, *planes])
