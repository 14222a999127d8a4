"""Sowing as one addition: what is added to all cells comes from a table, sixteen bytes with one instruction."""

from __future__ import annotations

from gdl.model.types import Range
from interpreter.graph.abi import OUT_OF_RANGE
from interpreter.native.lower.writer import Writer
from interpreter.native.plan.sowing import LANES, Sowing


def sow(w: Writer, plan: Sowing) -> None:
    """Make all steps of a walker at once."""
    walker, array = w.facts.layout.slot[plan.walker], w.facts.layout.slot[plan.array]
    base = plan.array.type.base
    assert isinstance(base, Range)
    start, steps = w.atom(plan.start), w.atom(plan.count)
    row = w.emit.copy(w.emit.op("add", w.emit.op("mul", start, plan.most + 1), steps))
    ends = w.facts.memory.constant(bytes(plan.ends))
    w.emit.wrapped(row)
    w.emit.put(("i64.load8_u", ends))
    end = w.emit.kept()
    field = w.facts.record.fields[array]
    window = min(field.offset, w.facts.record.size - LANES)
    first = field.offset - window
    before = bytes(first)
    size = len(plan.added[0])
    after = bytes(LANES - first - size)
    table = w.facts.memory.constant(b"".join(before + bytes(n & 255 for n in cells) + after for cells in plan.added))
    w.emit.put(w.known.base.get, w.known.base.get, ("v128.load", window))
    w.emit.wrapped(w.emit.op("shl", row, 4))
    w.emit.put(("v128.load", table), ("i8x16.add",), ("v128.store", window))
    limits = b"\xff" * first + bytes([base.high - base.low]) * size + b"\xff" * len(after)
    w.emit.put(w.known.base.get, ("v128.load", window), ("v128.const", limits), ("i8x16.le_u",),
            ("i8x16.bitmask",), ("i64.extend_i32_u",))  # fmt: skip
    w.fail(OUT_OF_RANGE, w.emit.op("ne", w.emit.kept(), (1 << LANES) - 1))
    w.values.assign(w.held[walker], end)
    w.held.wrote((walker, array))
