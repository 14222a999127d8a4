"""What `repeats` compares: at the end of the record a row for each earlier moment between turns.

In the record stand how many rows there are and a filter: a bit for the hash of each, so that the rows are only looked
through where a moment may have been there before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gdl.model import model as m
from gdl.model.nodes import Expr
from interpreter.native.module.emitter import Atom, Loc
from interpreter.native.module.wasm import i64
from interpreter.native.record.domains import cell

if TYPE_CHECKING:
    from interpreter.native.lower.reading import Reading
    from interpreter.native.record.record import Record

MAX_PAST = 4_096
"""Moments that are kept; more are left to the reference interpreter."""
FILTER_BITS = 4_096
FULL = -7
_ODD = 0x9E3779B97F4A7C15


class Past:
    """Where the parts of a moment lie in a row. `keys`: for each use of `repeats` its first byte, and its bytes."""

    def __init__(self, record: Record) -> None:
        self.record, self.first = record, record.layout.first_past
        self.count = record.add(8)
        self.filter = record.add(FILTER_BITS // 8)
        self.row = 0
        self.keys: list[tuple[int, int]] = []
        self.parts: list[list[tuple[int | Expr, int, int]]] = []
        sizes = {slot: size for slot, _, size in record.slots}
        layout = record.layout
        board = [*layout.piece_slots, *(s for s in (layout.numbers, layout.stacks) if s >= 0)]
        for repeats in record.model.repeats:
            start, found = self.row, []
            for part in repeats:
                if isinstance(part, Expr):
                    found.append(self._part(part, cell(record.domains, part.type).size))
                else:
                    slots = [layout.slot[part]] if isinstance(part, m.Variable) else board
                    found += [self._part(slot, sizes[slot]) for slot in slots]
            if self.row == start:  # nothing is compared: an empty word, so that moments can be counted
                self.row += 8
            self.parts.append(found)
            self.keys.append((start, self.row - start))

    def _part(self, what: int | Expr, size: int) -> tuple[int | Expr, int, int]:
        at = self.row
        self.row += size + 7 & ~7
        return what, at, size

    # ---- from and to the reference interpreter

    def encode(self, record: bytearray, values: Any) -> bytes:
        """Add the past to a record."""
        pasts = values[self.first : self.first + len(self.keys)]
        rows = []
        for moments in zip(*pasts, strict=True):
            row = bytearray(self.row)
            for parts, moment in zip(self.parts, moments, strict=True):
                for (what, at, size), value in zip(parts, moment, strict=True):
                    row[at : at + size] = self._packed(what, value)
            rows.append(bytes(row))
            for key, (start, size) in enumerate(self.keys):
                bit = _hash(bytes(row[start : start + size]), key)
                record[self.filter + bit // 8] |= 1 << bit % 8
        record[self.count : self.count + 8] = len(rows).to_bytes(8, "little")
        return bytes(record) + b"".join(rows)

    def _packed(self, what: int | Expr, value: Any) -> bytes:
        if isinstance(what, int):
            return self.record.pack(what, value)
        return cell(self.record.domains, what.type).encode(self.record.held(what.type, value))

    def decode(self, record: bytes, values: list[Any]) -> None:
        """Read the past of a record."""
        count = int.from_bytes(record[self.count : self.count + 8], "little")
        size = self.record.size
        rows = [self._moments(record[at : at + self.row]) for at in range(size, size + count * self.row, self.row)]
        for key in range(len(self.keys)):
            values[self.first + key] = tuple(row[key] for row in rows)

    @property
    def _moments(self) -> Callable[[bytes], tuple[tuple[Any, ...], ...]]:
        if not hasattr(self, "_read"):
            self._read = lru_cache(maxsize=2 * MAX_PAST)(self._read_row)
        return self._read

    def _read_row(self, row: bytes) -> tuple[tuple[Any, ...], ...]:
        return tuple(
            tuple(self._unpacked(what, row[at : at + size]) for what, at, size in parts) for parts in self.parts
        )

    def _unpacked(self, what: int | Expr, held: bytes) -> Any:
        if isinstance(what, int):
            return self.record.unpack(what, held)
        return self.record.shown(what.type, cell(self.record.domains, what.type).decode(held))

    def bytes_of(self, record: bytes) -> int:
        """How long a record is whose beginning is given."""
        return self.record.size + self.row * int.from_bytes(record[self.count : self.count + 8], "little")


def _hash(row: bytes, key: int) -> int:
    h = key + 1
    for at in range(0, len(row), 8):
        h = (h ^ int.from_bytes(row[at : at + 8], "little")) * _ODD & (1 << 64) - 1
        h ^= h >> 29
    return h % FILTER_BITS


# ---- in the module


def _write(rules: Reading, key: int, row: Loc) -> None:
    """The moment as it is now, into a row (an i32 address) that is all zeros."""
    past = rules.record.past
    assert past is not None
    offsets = {slot: (offset, size) for slot, offset, size in rules.record.slots}
    for what, at, _ in past.parts[key]:
        if isinstance(what, Expr):
            rules.store(cell(rules.domains, what.type), 0, at, rules.x(what), row)
        elif what in rules.held:
            rules.store_field(rules.record.fields[what], rules.read(what), at, row)
        else:
            offset, size = offsets[what]
            rules.put(("local.get", row.number), ("i32.const", at), ("i32.add",))
            rules.put(("local.get", rules.base.number), ("i32.const", offset), ("i32.add",))
            rules.put(("i32.const", size), ("memory.copy",))


def _filter_byte(rules: Reading, key: int, row: Loc) -> tuple[Loc, Atom]:
    """Where the bit of a row's moment lies in the filter: the address of its byte, and the bit."""
    past = rules.record.past
    assert past is not None
    start, size = past.keys[key]
    h, at = rules.copy(key + 1), rules.copy(0)
    with rules.block("loop") as again:
        rules.put(("local.get", row.number))
        rules.wrapped(at)
        rules.put(("i32.add",), ("i64.load", start))
        word = rules.kept()
        mixed = rules.op("mul", rules.op("xor", h, word), i64(_ODD))
        rules.set(h, rules.op("xor", mixed, rules.op("shr_u", mixed, 29)))
        rules.set(at, rules.op("add", at, 8))
        rules.leave(again, rules.op("lt_s", at, size))
    bit = rules.op("and", h, FILTER_BITS - 1)
    rules.put(("local.get", rules.base.number))
    rules.wrapped(rules.op("shr_u", bit, 3))
    rules.put(("i32.add",))
    return rules.kept("i32"), rules.op("shl", 1, rules.op("and", bit, 7))


def _cleared(rules: Reading, row: Loc) -> None:
    past = rules.record.past
    assert past is not None
    rules.put(("local.get", row.number), ("i32.const", 0), ("i32.const", past.row), ("memory.fill",))


def _count(rules: Reading) -> Atom:
    past = rules.record.past
    assert past is not None
    rules.put(("local.get", rules.base.number), ("i64.load", past.count))
    return rules.kept()


def _row(rules: Reading, number: Atom) -> Loc:
    past = rules.record.past
    assert past is not None
    rules.put(("local.get", rules.base.number))
    rules.wrapped(rules.op("mul", number, past.row))
    rules.put(("i32.add",), ("i32.const", rules.record.size), ("i32.add",))
    return rules.kept("i32")


def remember(rules: Reading) -> None:
    """Add the moment to the past."""
    past = rules.record.past
    assert past is not None
    count = _count(rules)
    rules.fail(FULL, rules.op("ge_s", count, MAX_PAST))
    row = _row(rules, count)
    _cleared(rules, row)
    for key in range(len(past.keys)):
        with rules.scope("block"):
            _write(rules, key, row)
            byte, bit = _filter_byte(rules, key, row)
            rules.put(("local.get", byte.number), ("local.get", byte.number), ("i64.load8_u", past.filter))
            rules.push(bit)
            rules.put(("i64.or",), ("i64.store8", past.filter))
    rules.put(("local.get", rules.base.number))
    rules.push(rules.op("add", count, 1))
    rules.put(("i64.store", past.count))


def earlier(rules: Reading, key: int) -> Atom:
    """How many earlier moments were the same as it is now."""
    past = rules.record.past
    assert past is not None
    start, size = past.keys[key]
    rules.put(("i32.const", rules.memory.reserve(past.row)))
    now = rules.kept("i32")
    _cleared(rules, now)
    _write(rules, key, now)
    byte, bit = _filter_byte(rules, key, now)
    rules.put(("local.get", byte.number), ("i64.load8_u", past.filter))
    seen = rules.op("ne", rules.op("and", rules.kept(), bit), 0)
    found = rules.copy(0)

    def look() -> None:
        left = rules.copy(_count(rules))
        row = rules.new("i32")
        with rules.block() as done, rules.block("loop") as again:
            rules.leave(done, rules.op("eqz", left))
            rules.set(left, rules.op("sub", left, 1))
            rules.set(row, _row(rules, left))
            at = rules.copy(0)
            with rules.block() as differs:
                with rules.block("loop") as words:
                    for where in (row, now):
                        rules.put(("local.get", where.number))
                        rules.wrapped(at)
                        rules.put(("i32.add",), ("i64.load", start))
                    rules.put(("i64.ne",), ("br_if", rules.depth - differs))
                    rules.set(at, rules.op("add", at, 8))
                    rules.leave(words, rules.op("lt_s", at, size))
                rules.set(found, rules.op("add", found, 1))
            rules.leave(again)

    rules.when(seen, look)
    return found
