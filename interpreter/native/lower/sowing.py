"""Sowing as one addition: what is added to all cells comes from a table, sixteen bytes with one instruction."""

from __future__ import annotations

from gdl.model.nodes import Get, node
from gdl.model.types import Range
from interpreter.graph.abi import OUT_OF_RANGE
from interpreter.native.lower.context import Context
from interpreter.native.plan.sowing import LANES, Sowing


def sow(ctx: Context, plan: Sowing) -> None:
    """Make all steps of a walker at once."""
    walker, array = ctx.layout.slot[plan.walker], ctx.layout.slot[plan.array]
    base = plan.array.type.base
    assert isinstance(base, Range)
    start, steps = ctx.atom(node(Get, plan.origin.type, plan.origin, ())), ctx.atom(plan.count)
    row = ctx.copy(ctx.op("add", ctx.op("mul", start, plan.most + 1), steps))
    ends = ctx.memory.constant(bytes(plan.ends))
    ctx.wrapped(row)
    ctx.put(("i64.load8_u", ends))
    end = ctx.kept()
    field = ctx.record.fields[array]
    window = min(field.offset, ctx.record.size - LANES)
    first = field.offset - window
    before = bytes(first)
    size = len(plan.added[0])
    after = bytes(LANES - first - size)
    table = ctx.memory.constant(b"".join(before + bytes(n & 255 for n in cells) + after for cells in plan.added))
    ctx.put(("local.get", ctx.base.number), ("local.get", ctx.base.number), ("v128.load", window))
    ctx.wrapped(ctx.op("shl", row, 4))
    ctx.put(("v128.load", table), ("i8x16.add",), ("v128.store", window))
    limits = b"\xff" * first + bytes([base.high - base.low]) * size + b"\xff" * len(after)
    ctx.put(("local.get", ctx.base.number), ("v128.load", window), ("v128.const", limits), ("i8x16.le_u",),
            ("i8x16.bitmask",), ("i64.extend_i32_u",))  # fmt: skip
    ctx.fail(OUT_OF_RANGE, ctx.op("ne", ctx.kept(), (1 << LANES) - 1))
    ctx.assign(ctx.held[walker], end)
    ctx.wrote((walker, array))
