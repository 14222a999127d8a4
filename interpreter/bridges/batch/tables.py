"""Tables by which `kernels/batch_actions.py` and `batch_tensors.py` find numbers: written once, behind all arrays."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from math import prod

from gdl.model.types import Range
from interpreter.bridges.spaces.actions import Decision
from interpreter.bridges.spaces.parts import Cell
from interpreter.bridges.spaces.tensors import DEPTH, HEIGHT, TensorSpace
from interpreter.bridges.spaces.unseen import KIND, NUMBER
from interpreter.graph.graph import Ask, Graph
from interpreter.native.record.record import HEIGHTS, MAX_PILE, PILES, Record
from interpreter.native.record.unseen import Unseen

NOTHING = 0xFFFFFFFF
SORTS = {"truth": 0, "number": 1, "element": 2, "set": 3}
PIECES = 4


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


def actions_table(decisions: Iterable[Decision], graph: Graph, record: Record, memory: Memory) -> int:
    """For each node of the graph the address of its row: a table of actions by the places of tuples, and for each value
    a table of what it adds to a place, and the lowest one. What a roll hides adds nothing. Other nodes have no row."""
    rows = [0] * len(graph.nodes)
    for decision in decisions:
        sizes = [len(base) for base in decision.bases]
        strides = [prod(sizes[i + 1 :]) for i in range(len(sizes))]
        lows = [base.low for base in decision.bases]
        numbers = [NOTHING] * prod(sizes)
        for number, chosen in enumerate(decision.tuples, decision.first):
            steps = zip(chosen, lows, strides, strict=True)
            numbers[sum((value - low) * stride for value, low, stride in steps)] = number
        words = [memory.row(numbers)]
        node = graph.nodes[decision.node]
        assert isinstance(node, Ask)
        hidden = [0] * (len(node.choose.variables) - len(strides))
        for variable, stride in zip(node.choose.variables, [*strides, *hidden], strict=True):
            base = variable.type.values
            added = [0] * record.domains.size(base)
            for index, position in enumerate(record.domains.positions(base)):
                added[position] = index * stride
            words += [memory.row(added), base.low if isinstance(base, Range) else 0]
        rows[decision.node] = memory.row(words)
    return memory.row(rows)


def cells_table(space: TensorSpace, record: Record, memory: Memory) -> int:
    """A row of twelve words for each cell."""
    unseen = Unseen(record.model, record.domains)
    rows = [[*_cell(cell, record, unseen, memory), *_hidden(cell, space, record, unseen)] for cell in space.cells]
    return memory.row([word for row in rows for word in row])


def _cell(cell: Cell, record: Record, unseen: Unseen, memory: Memory) -> list[int]:
    """The first seven words: where it is, and how it fills numbers."""
    field = record.fields[cell.slot]
    held = field.cell
    at = field.offset + (0 if cell.index < 0 else held.size * record.cells(cell.slot)[cell.index])
    words = [SORTS[cell.sort], at, held.size, 4 * cell.start]
    if cell.sort == "number":
        return [*words, held.low, cell.scale, 4 * cell.stride if held.maybe else 0]
    if cell.sort == "truth":
        return [*words, 0, 0, 0]
    base = cell.type.values
    places = [0] * record.domains.size(base)
    for index, position in enumerate(record.domains.positions(base)):
        places[position] = 4 * index * cell.stride
    if cell.slot in record.layout.piece_slots:
        words[0] = PIECES
    return [*words, memory.row(places), len(places), unseen.layers.get(KIND, NOTHING)]


def _hidden(cell: Cell, space: TensorSpace, record: Record, unseen: Unseen) -> list[int]:
    """The last five: when it isn't known, and which number says so."""
    layout = record.layout
    unknown = NOTHING if cell.unknown < 0 else 4 * cell.unknown
    if cell.slot == layout.numbers and NUMBER in unseen.layers and record.model.board is not None:
        position = record.domains.positions(record.model.board)[cell.index]
        return [NOTHING, unseen.layers[NUMBER] + 8 * (position // 64), position % 64, 0, 0]
    variable = next((v for v, slot in layout.slot.items() if slot == cell.slot), None)
    word, bit = NOTHING, 0
    if variable in unseen.rows:
        word, bit = unseen.bit(variable, cell.index)
    shared = sum(1 << i for i, changed in enumerate(space.hidings.shared.values()) if variable in changed)
    whose = 0
    if shared and variable is not None:
        whose = cell.index // prod(map(len, variable.dimensions[1:]))
    return [unknown, word, bit, shared, whose]


def gathers_table(space: TensorSpace, graph: Graph, memory: Memory) -> int:
    """For each node of the graph the `together` that it belongs to, as a bit."""
    shared = [*space.hidings.shared]
    return memory.row([sum(1 << i for i, nodes in enumerate(shared) if n in nodes) for n in range(len(graph.nodes))])


def blocks_table(graph: Graph, record: Record, memory: Memory) -> int:
    """For each node of the graph the address of its `together`'s row: its number, and the bytes of its queue."""
    rows = [0] * len(graph.nodes)
    for number, gather in enumerate(graph.gathers, 1):
        field = record.fields[record.layout.slot[gather.queue]]
        row = memory.row([number, field.offset, field.bytes])
        for node in gather.nodes:
            rows[node] = row
    return memory.row(rows)


def unknown_table(space: TensorSpace, record: Record, memory: Memory) -> int:
    """What isn't known of pieces; 0 if all is."""
    board, layout = record.model.board, record.layout
    unseen = Unseen(record.model, record.domains)
    if board is None or not unseen.layers:
        return 0
    places = [0] * record.domains.size(board)
    for site, position in enumerate(record.domains.positions(board)):
        places[position] = 4 * site
    known = space.unseen
    planes = [4 * at if at >= 0 else NOTHING for at in (known.pieces, known.numbers, known.kinds.get(-1, -1))]
    head = [
        record.domains.words(board), *(unseen.layers.get(layer, NOTHING) for layer in range(4)), *planes,
        memory.row(places), len(layout.piece_slots),
    ]  # fmt: skip
    for slot, owner in zip(layout.piece_slots, space.hidings.owners, strict=True):
        head += [record.fields[slot].offset, 4 * known.kinds[owner] if known.kinds else NOTHING]
    return memory.row(head)


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
    head = [len(sites), heights.offset, piles.offset, MAX_PILE, DEPTH, 4 * depths.span, 4 * depths.height, HEIGHT,
            Unseen(record.model, record.domains).layers.get(KIND, NOTHING)]  # fmt: skip
    return memory.row([*head, *sites, *planes])
