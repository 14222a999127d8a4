"""`repeats` in the module: the moment between turns is kept, and compared with earlier ones."""

from __future__ import annotations

from gdl.model.nodes import Expr
from interpreter.graph.abi import TOO_OLD
from interpreter.native.lower.reading import store_field
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Loc
from interpreter.native.module.wasm import i64
from interpreter.native.record.domains import cell
from interpreter.native.record.past import FILTER_BITS, ODD

SHORT = 128
"""Up to so many bytes, words are put quicker one by one than in the machine's way of filling memory."""


def _write(w: Writer, key: int, row: Loc) -> None:
    """The moment as it is now, into a row (an i32 address) that is all zeros."""
    past = w.facts.record.past
    assert past is not None
    offsets = {slot: (offset, size) for slot, offset, size in w.facts.record.slots}
    for what, at, _ in past.parts[key]:
        if isinstance(what, Expr):
            w.values.store(cell(w.facts.domains, what.type), 0, at, w.x(what), row)
        elif what in w.held:
            store_field(w, w.facts.record.fields[what], w.read(what), at, row)
        else:
            offset, size = offsets[what]
            w.emit.put(("local.get", row.number), ("i32.const", at), ("i32.add",))
            w.emit.put(w.known.base.get, ("i32.const", offset), ("i32.add",))
            w.emit.put(("i32.const", size), ("memory.copy",))


def _filter_byte(w: Writer, key: int, row: Loc) -> tuple[Loc, Atom]:
    """Where the bit of a row's moment lies in the filter: the address of its byte, and the bit."""
    past = w.facts.record.past
    assert past is not None
    start, size = past.keys[key]
    h, at = w.emit.copy(key + 1), w.emit.copy(0)
    with w.emit.block("loop") as again:
        w.emit.put(("local.get", row.number))
        w.emit.wrapped(at)
        w.emit.put(("i32.add",), ("i64.load", start))
        word = w.emit.kept()
        mixed = w.emit.op("mul", w.emit.op("xor", h, word), i64(ODD))
        w.emit.set(h, w.emit.op("xor", mixed, w.emit.op("shr_u", mixed, 29)))
        w.emit.set(at, w.emit.op("add", at, 8))
        w.emit.leave(again, w.emit.op("lt_s", at, size))
    bit = w.emit.op("and", h, FILTER_BITS - 1)
    w.emit.put(w.known.base.get)
    w.emit.wrapped(w.emit.op("shr_u", bit, 3))
    w.emit.put(("i32.add",))
    return w.emit.kept("i32"), w.emit.op("shl", 1, w.emit.op("and", bit, 7))


def _cleared(w: Writer, row: Loc) -> None:
    past = w.facts.record.past
    assert past is not None
    if past.row > SHORT:
        w.emit.put(("local.get", row.number), ("i32.const", 0), ("i32.const", past.row), ("memory.fill",))
        return
    for at in range(0, past.row, 8):
        w.emit.put(("local.get", row.number), ("i64.const", 0), ("i64.store", at))


def _count(w: Writer) -> Atom:
    past = w.facts.record.past
    assert past is not None
    w.emit.put(w.known.base.get, ("i64.load", past.count))
    return w.emit.kept()


def _row(w: Writer, number: Atom) -> Loc:
    past = w.facts.record.past
    assert past is not None
    w.emit.put(w.known.base.get)
    w.emit.wrapped(w.emit.op("mul", number, past.row))
    w.emit.put(("i32.add",), ("i32.const", w.facts.record.size), ("i32.add",))
    return w.emit.kept("i32")


def remember(w: Writer) -> None:
    """Add the moment to the past."""
    past = w.facts.record.past
    assert past is not None
    count = _count(w)
    w.fail(TOO_OLD, w.emit.op("ge_s", count, past.most))
    row = _row(w, count)
    _cleared(w, row)
    for key in range(len(past.keys)):
        with w.emit.scope("block"):
            _write(w, key, row)
            byte, bit = _filter_byte(w, key, row)
            w.emit.put(("local.get", byte.number), ("local.get", byte.number), ("i64.load8_u", past.filter))
            w.emit.push(bit)
            w.emit.put(("i64.or",), ("i64.store8", past.filter))
    w.emit.put(w.known.base.get)
    w.emit.push(w.emit.op("add", count, 1))
    w.emit.put(("i64.store", past.count))


def earlier(w: Writer, key: int, limit: Atom | None = None) -> Atom:
    """How many earlier moments were the same as it is now; of the last `limit` moments, if that is given."""
    past = w.facts.record.past
    assert past is not None
    start, size = past.keys[key]
    w.emit.put(("i32.const", w.facts.memory.reserve(past.row)))
    now = w.emit.kept("i32")
    _cleared(w, now)
    _write(w, key, now)
    byte, bit = _filter_byte(w, key, now)
    w.emit.put(("local.get", byte.number), ("i64.load8_u", past.filter))
    seen = w.emit.op("ne", w.emit.op("and", w.emit.kept(), bit), 0)
    found = w.emit.copy(0)

    def look() -> None:
        left = w.emit.copy(_count(w))
        last: Atom = 0
        if limit is not None:
            before = w.emit.op("sub", left, limit)
            last = w.emit.copy(w.emit.select(w.emit.op("gt_s", before, 0), before, 0))
            last = w.emit.copy(w.emit.select(w.emit.op("gt_s", limit, 0), last, left))
        row = w.emit.new("i32")
        with w.emit.block() as done, w.emit.block("loop") as again:
            w.emit.leave(done, w.emit.op("le_s", left, last))
            w.emit.set(left, w.emit.op("sub", left, 1))
            w.emit.set(row, _row(w, left))
            at = w.emit.copy(0)
            with w.emit.block() as differs:
                with w.emit.block("loop") as words:
                    for where in (row, now):
                        w.emit.put(("local.get", where.number))
                        w.emit.wrapped(at)
                        w.emit.put(("i32.add",), ("i64.load", start))
                    w.emit.put(("i64.ne",), ("br_if", w.emit.depth - differs))
                    w.emit.set(at, w.emit.op("add", at, 8))
                    w.emit.leave(words, w.emit.op("lt_s", at, size))
                w.emit.set(found, w.emit.op("add", found, 1))
            w.emit.leave(again)

    w.emit.when(seen, look)
    return found
