"""`repeats` in the module: the moment between turns is kept, and compared with earlier ones."""

from __future__ import annotations

from gdl.model.nodes import Expr
from interpreter.graph.abi import TOO_OLD
from interpreter.native.lower.context import Context
from interpreter.native.lower.reading import store_field
from interpreter.native.module.emitter import Atom, Loc
from interpreter.native.module.wasm import i64
from interpreter.native.record.domains import cell
from interpreter.native.record.past import FILTER_BITS, MAX_PAST, ODD


def _write(ctx: Context, key: int, row: Loc) -> None:
    """The moment as it is now, into a row (an i32 address) that is all zeros."""
    past = ctx.record.past
    assert past is not None
    offsets = {slot: (offset, size) for slot, offset, size in ctx.record.slots}
    for what, at, _ in past.parts[key]:
        if isinstance(what, Expr):
            ctx.store(cell(ctx.domains, what.type), 0, at, ctx.x(what), row)
        elif what in ctx.held:
            store_field(ctx, ctx.record.fields[what], ctx.read(what), at, row)
        else:
            offset, size = offsets[what]
            ctx.put(("local.get", row.number), ("i32.const", at), ("i32.add",))
            ctx.put(("local.get", ctx.base.number), ("i32.const", offset), ("i32.add",))
            ctx.put(("i32.const", size), ("memory.copy",))


def _filter_byte(ctx: Context, key: int, row: Loc) -> tuple[Loc, Atom]:
    """Where the bit of a row's moment lies in the filter: the address of its byte, and the bit."""
    past = ctx.record.past
    assert past is not None
    start, size = past.keys[key]
    h, at = ctx.copy(key + 1), ctx.copy(0)
    with ctx.block("loop") as again:
        ctx.put(("local.get", row.number))
        ctx.wrapped(at)
        ctx.put(("i32.add",), ("i64.load", start))
        word = ctx.kept()
        mixed = ctx.op("mul", ctx.op("xor", h, word), i64(ODD))
        ctx.set(h, ctx.op("xor", mixed, ctx.op("shr_u", mixed, 29)))
        ctx.set(at, ctx.op("add", at, 8))
        ctx.leave(again, ctx.op("lt_s", at, size))
    bit = ctx.op("and", h, FILTER_BITS - 1)
    ctx.put(("local.get", ctx.base.number))
    ctx.wrapped(ctx.op("shr_u", bit, 3))
    ctx.put(("i32.add",))
    return ctx.kept("i32"), ctx.op("shl", 1, ctx.op("and", bit, 7))


def _cleared(ctx: Context, row: Loc) -> None:
    past = ctx.record.past
    assert past is not None
    ctx.put(("local.get", row.number), ("i32.const", 0), ("i32.const", past.row), ("memory.fill",))


def _count(ctx: Context) -> Atom:
    past = ctx.record.past
    assert past is not None
    ctx.put(("local.get", ctx.base.number), ("i64.load", past.count))
    return ctx.kept()


def _row(ctx: Context, number: Atom) -> Loc:
    past = ctx.record.past
    assert past is not None
    ctx.put(("local.get", ctx.base.number))
    ctx.wrapped(ctx.op("mul", number, past.row))
    ctx.put(("i32.add",), ("i32.const", ctx.record.size), ("i32.add",))
    return ctx.kept("i32")


def remember(ctx: Context) -> None:
    """Add the moment to the past."""
    past = ctx.record.past
    assert past is not None
    count = _count(ctx)
    ctx.fail(TOO_OLD, ctx.op("ge_s", count, MAX_PAST))
    row = _row(ctx, count)
    _cleared(ctx, row)
    for key in range(len(past.keys)):
        with ctx.scope("block"):
            _write(ctx, key, row)
            byte, bit = _filter_byte(ctx, key, row)
            ctx.put(("local.get", byte.number), ("local.get", byte.number), ("i64.load8_u", past.filter))
            ctx.push(bit)
            ctx.put(("i64.or",), ("i64.store8", past.filter))
    ctx.put(("local.get", ctx.base.number))
    ctx.push(ctx.op("add", count, 1))
    ctx.put(("i64.store", past.count))


def earlier(ctx: Context, key: int, limit: Atom | None = None) -> Atom:
    """How many earlier moments were the same as it is now; of the last `limit` moments, if that is given."""
    past = ctx.record.past
    assert past is not None
    start, size = past.keys[key]
    ctx.put(("i32.const", ctx.memory.reserve(past.row)))
    now = ctx.kept("i32")
    _cleared(ctx, now)
    _write(ctx, key, now)
    byte, bit = _filter_byte(ctx, key, now)
    ctx.put(("local.get", byte.number), ("i64.load8_u", past.filter))
    seen = ctx.op("ne", ctx.op("and", ctx.kept(), bit), 0)
    found = ctx.copy(0)

    def look() -> None:
        left = ctx.copy(_count(ctx))
        last: Atom = 0
        if limit is not None:
            before = ctx.op("sub", left, limit)
            last = ctx.copy(ctx.select(ctx.op("gt_s", before, 0), before, 0))
            last = ctx.copy(ctx.select(ctx.op("gt_s", limit, 0), last, left))
        row = ctx.new("i32")
        with ctx.block() as done, ctx.block("loop") as again:
            ctx.leave(done, ctx.op("le_s", left, last))
            ctx.set(left, ctx.op("sub", left, 1))
            ctx.set(row, _row(ctx, left))
            at = ctx.copy(0)
            with ctx.block() as differs:
                with ctx.block("loop") as words:
                    for where in (row, now):
                        ctx.put(("local.get", where.number))
                        ctx.wrapped(at)
                        ctx.put(("i32.add",), ("i64.load", start))
                    ctx.put(("i64.ne",), ("br_if", ctx.depth - differs))
                    ctx.set(at, ctx.op("add", at, 8))
                    ctx.leave(words, ctx.op("lt_s", at, size))
                ctx.set(found, ctx.op("add", found, 1))
            ctx.leave(again)

    ctx.when(seen, look)
    return found
