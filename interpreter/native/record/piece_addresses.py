"""Where pieces stand in a record, and which values of a decision are sites: a table for `kernels/contents.py`.

All words have four bytes: how many sets of pieces there are, and how many words of 64 bits each takes; for each set its
offset, and whose the pieces are (NOBODY: nobody's). And for each place of the rules: the number of the first of its
sorts of options, how many of its values are sites (SITES at most), and which.
"""

from __future__ import annotations

from interpreter.graph.graph import Ask, Graph
from interpreter.graph.idle import idle_counters
from interpreter.native.module.memory import Memory
from interpreter.native.record.record import Record

NOBODY = 255
SITES = 3
"""So many sites of an option are looked at; each holds nothing, one's own piece, the other's, or nobody's."""
CONTENTS = 4
VALUES = 6
"""Values of an option that a searching job sees."""


def contents(record: Record, graph: Graph, memory: Memory) -> dict[str, int]:
    """Lay the table out; gives the kernels' numbers."""
    board, layout = record.model.board, record.layout
    slots = list(layout.piece_slots) if board is not None else []
    words = [len(slots), record.domains.words(board) if board is not None else 0]
    for slot in slots:
        kind, owner, _ = record.model.piece_parts[layout.pieces_of_slot(slot)[0]]
        words += [record.fields[slot].offset, owner if record.model.kinds[kind].owned else NOBODY]
    places: list[int] = []
    sorts = 0
    for node in graph.nodes:
        sites: list[int] = []
        if slots and isinstance(node, Ask) and not node.is_roll:
            bases = [v.type.base for v in node.choose.variables][:VALUES]
            sites = [i for i, base in enumerate(bases) if base is board][:SITES]
        places += [sorts, len(sites), *sites, *[0] * (SITES - len(sites))]
        if sites:
            sorts += CONTENTS ** len(sites)
    return {
        "CONTENTS": memory.constant(_packed(words)), "PLACES": memory.constant(_packed(places)), "SORTS": sorts,
        "NOISE": memory.reserve(16 * max(sorts, 1)), "WORTHS": memory.reserve(8 * max(len(slots), 1)),
    }  # fmt: skip


def steady(record: Record) -> bytes:
    """A mask for the words of a record: all that matters but for games that go on for too long."""
    mask = bytearray(b"\xff" * record.size)
    for variable in idle_counters(record.model):
        field = record.fields[record.layout.slot[variable]]
        mask[field.offset : field.offset + field.bytes] = bytes(field.bytes)
    return bytes(mask)


def board_words(record: Record, memory: Memory) -> dict[str, int]:
    """Which bits of a record say what stands where on the board: pairs of an offset and a mask, eight bytes each."""
    layout, mask = record.layout, bytearray(record.size)
    slots = {*layout.piece_slots, layout.numbers, layout.stacks}
    for slot, offset, size in record.slots:
        if slot in slots:
            mask[offset : offset + size] = b"\xff" * size
    words = [(at, mask[at : at + 8]) for at in range(0, record.size, 8)]
    table = b"".join(at.to_bytes(8, "little") + bits for at, bits in words if any(bits))
    begin = memory.constant(table or bytes(8))
    return {"BOARD": begin, "BOARD_END": begin + len(table)}


def _packed(words: list[int]) -> bytes:
    return b"".join(word.to_bytes(4, "little") for word in words)
