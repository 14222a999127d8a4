"""What kernels must know of decisions to tell what players learn: tables for `kernels/knowledge.py`.

For each place of the rules two bytes: what sort of decision waits there (SECRET, CHANCE), and the number of its
`together`, from 1 on, or 0. For each `together` two words of four bytes: where the queue of those whose parts come
later lies in a record, and how many words of 64 bits it takes. For each place eight bytes more: for each of its first
values a number for what it is drawn from (a suit, a card, a site …), 0 for numbers and texts, and where things that
look alike are drawn from a bag: how likely each is, then hangs on what was drawn before. For each string of which texts
are made four words of 64 bits: its hash and the power of the base by which what stands before it is multiplied, for
both bases.
"""

from __future__ import annotations

from collections.abc import Sequence

from gdl.model.statements import Roll
from gdl.model.types import Base, Domain, Size
from interpreter.graph.abi import CHANCE_MARK, FIRST_BASE, SECOND_BASE, SECRET_MARK
from interpreter.graph.graph import Ask, Graph
from interpreter.native.module.memory import Memory
from interpreter.native.record.record import Record

WORD = (1 << 64) - 1
VALUES = 8
"""Values of an option whose sort is noted."""


def places(graph: Graph, record: Record, memory: Memory) -> dict[str, int]:
    """Lay out the tables of places; gives the kernels' numbers."""
    rows = bytearray()
    for i, node in enumerate(graph.nodes):
        marks = 0
        if isinstance(node, Ask):
            marks = SECRET_MARK * node.choose.secret + CHANCE_MARK * node.is_roll
        gathers = [number for number, gather in enumerate(graph.gathers, 1) if i in gather.nodes]
        rows += bytes((marks, gathers[0] if gathers else 0))
    bases: dict[Base, int] = {}
    kinds = bytearray()
    for node in graph.nodes:
        is_plain = isinstance(node, Ask) and not (isinstance(node.choose, Roll) and node.choose.hidden)
        chosen = node.choose.variables[:VALUES] if isinstance(node, Ask) and is_plain else ()
        named = [v.type.base if v.type.size == Size.ONE and isinstance(v.type.base, Domain) else None for v in chosen]
        kinds += bytes(0 if base is None else bases.setdefault(base, len(bases) + 1) & 255 for base in named)
        kinds += bytes(VALUES - len(named))
    queues = bytearray(8)
    for gather in graph.gathers:
        field = record.fields[record.layout.slot[gather.queue]]
        queues += field.offset.to_bytes(4, "little") + (field.bytes // 8).to_bytes(4, "little")
    return {"DECISIONS_OF": memory.constant(bytes(rows)), "QUEUES_OF": memory.constant(bytes(queues)),
            "BASES_OF": memory.constant(bytes(kinds))}  # fmt: skip


def strings(texts: Sequence[str], memory: Memory) -> int:
    """Lay out the table of strings; gives its address."""
    held = bytearray()
    for text in texts:
        for base in (FIRST_BASE, SECOND_BASE):
            value, power = 0, 1
            for byte in text.encode():
                value = (value * base + byte + 1) & WORD
                power = power * base & WORD
            held += value.to_bytes(8, "little") + power.to_bytes(8, "little")
    return memory.constant(bytes(held))
