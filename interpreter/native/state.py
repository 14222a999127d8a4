"""The state of a game as a record in memory, and as locals while it is played."""

from __future__ import annotations

from typing import Any

from gdl import model as m
from gdl.primitives import bits
from gdl.types import TRUTHS, Range, Size, Type
from interpreter.graph import OVER, Collect, Graph
from interpreter.layout import FIRST_PIECE, ME, NEXT, RESULT, Layout
from interpreter.native.domains import Cell, Domains, cell
from interpreter.native.emitter import NONE, Unsupported

TURNS, PLIES, DECISIONS, STOP, KIND, WHO, SCORES = 0, 8, 16, 24, 32, 40, 48
"""Offsets in a record: boundaries passed, plies, decisions, how it stopped, the result and its players, scores."""
RESULTS = ("win", "lose", "draw", "rank")
MAX_ARRAY = 1 << 16


class Field:
    """A part of the state in the record: `count` cells from `offset` on."""

    def __init__(self, cell_: Cell, offset: int, count: int, type_: Type, single: bool) -> None:
        self.cell, self.offset, self.count, self.type, self.single = cell_, offset, count, type_, single

    @property
    def bytes(self) -> int:
        """How many bytes it takes."""
        return self.cell.size * self.count


class Record:
    """Where the parts of a state lie in its record, and how they are read and written from outside.

    First what doesn't belong to the state itself (turns, plies, the result), then from `key` on the place in the rules,
    `me`, `next`, and the parts by their slots.
    """

    def __init__(self, graph: Graph, layout: Layout, domains: Domains) -> None:
        self.layout, self.domains, self.model = layout, domains, layout.model
        self.queues = {n.queue: n.loop for n in graph.nodes if isinstance(n, Collect)}
        self.players = len(layout.model.players)
        self.key = SCORES + 8 * self.players
        self.fields: dict[int, Field] = {}
        self._queue_slots: set[int] = set()
        self.end = self.key
        self.place = self._add(8)
        player = Type(layout.model.player)
        for slot in (ME, NEXT):
            self.fields[slot] = Field(Cell("number", 8), self._add(8), 1, player, True)
        self._pieces()
        for variable, slot in layout.slot.items():
            if slot > RESULT:
                self._variable(variable, slot)
        self.size = self.end + 7 & ~7

    def _add(self, size: int) -> int:
        if size >= 8:
            self.end = self.end + 7 & ~7
        at = self.end
        self.end += size
        return at

    def _pieces(self) -> None:
        board = self.model.board
        if board is None:
            return
        sites = Type(board, Size.MANY)
        for slot in range(FIRST_PIECE, self.layout.last_piece):
            held = cell(self.domains, sites)
            self.fields[slot] = Field(held, self._add(held.size), 1, sites, True)
        if self.layout.numbers >= 0:
            ranges = [k.number for k in self.model.kinds if k.number]
            base = Range(min(n[1] for n in ranges), max(n[2] for n in ranges))
            self._array(self.layout.numbers, Type(base, Size.MAYBE), self.domains.size(board))
        if self.layout.stacks >= 0:
            raise Unsupported("stacks of pieces")

    def _array(self, slot: int, type_: Type, count: int) -> None:
        held = cell(self.domains, type_)
        if held.size * count > MAX_ARRAY:
            raise Unsupported(f"an array of {count:,} values")
        self.fields[slot] = Field(held, self._add(held.size * count), count, type_, False)

    def _variable(self, variable: m.Variable, slot: int) -> None:
        if variable.dimensions:
            count = 1
            for dimension in variable.dimensions:
                count *= self.domains.size(dimension)
            self._array(slot, variable.type, count)
            return
        type_ = variable.type
        if variable in self.queues:
            if len(self.queues[variable].binders) != 1:
                raise Unsupported("a loop over several names that holds decisions")
            type_ = Type(self.queues[variable].binders[0][1].type.base, Size.MANY)
            self._queue_slots.add(slot)
        held = cell(self.domains, type_)
        self.fields[slot] = Field(held, self._add(held.size), 1, type_, True)

    # ---- values as both sides hold them

    def held(self, type_: Type, value: Any) -> Any:
        """A value of the reference interpreter as atoms."""
        if type_.size == Size.MANY:
            return self.domains.set(type_.base, value)
        return int(value) if type_.base is TRUTHS else self.domains.element(type_.base, value)

    def shown(self, type_: Type, value: Any) -> Any:
        """Atoms as a value of the reference interpreter."""
        base = type_.base
        if type_.size == Size.MANY:
            mask = sum(word << 64 * j for j, word in enumerate(value))
            return self.domains.unmask(base, mask)
        if base is TRUTHS:
            return bool(value)
        if isinstance(base, Range):
            return None if value == NONE else value
        return value if value < 0 else self.domains.index(base, value)

    def encode(self, place: int, values: Any) -> bytes:
        """A record from a row of values."""
        out = bytearray(self.size)
        out[self.place : self.place + 8] = place.to_bytes(8, "little")
        for slot, field in self.fields.items():
            value = values[slot]
            if slot in self._queue_slots:
                value = sum(1 << n - field.type.base.low for (n,) in value)  # type: ignore[union-attr]
            rows = [value] if field.single else self._spread(slot, value)
            held = b"".join(field.cell.encode(self.held(field.type, v)) for v in rows)
            out[field.offset : field.offset + len(held)] = held
        return bytes(out)

    def decode(self, record: bytes, values: list[Any]) -> int:
        """Read a record into a row of values; gives its place."""
        for slot, field in self.fields.items():
            size = field.cell.size
            found = [
                self.shown(field.type, field.cell.decode(record[at : at + size]))
                for at in range(field.offset, field.offset + field.bytes, size)
            ]
            values[slot] = found[0] if field.single else self._gathered(slot, found)
            if slot in self._queue_slots:
                values[slot] = tuple((i + field.type.base.low,) for i in bits(found[0]))  # type: ignore[union-attr]
        over = int.from_bytes(record[self.place : self.place + 8], "little") == OVER
        kind = int.from_bytes(record[KIND : KIND + 8], "little") if over else 0
        values[RESULT] = None
        if kind == 4:
            scores = [int.from_bytes(record[at : at + 8], "little", signed=True)
                      for at in range(SCORES, SCORES + 8 * self.players, 8)]  # fmt: skip
            values[RESULT] = ("rank", tuple(scores))
        elif kind:
            values[RESULT] = (RESULTS[kind - 1], int.from_bytes(record[WHO : WHO + 8], "little"))
        return int.from_bytes(record[self.place : self.place + 8], "little")

    def _dimensions(self, slot: int) -> tuple[Any, ...]:
        if slot == self.layout.numbers:
            return (self.model.board,)
        return next(v.dimensions for v, s in self.layout.slot.items() if s == slot)

    def _cells(self, slot: int) -> list[int]:
        """For each entry of the reference interpreter's flat row its cell."""
        cells = [0]
        for dimension in self._dimensions(slot):
            size, positions = self.domains.size(dimension), self.domains.positions(dimension)
            cells = [at * size + p for at in cells for p in positions]
        return cells

    def _spread(self, slot: int, row: Any) -> list[Any]:
        field = self.fields[slot]
        empty: Any = field.type.nothing if field.type.size != Size.ONE or field.type.base is TRUTHS else (
            field.type.base.low)  # fmt: skip
        out = [empty] * field.count
        for at, value in zip(self._cells(slot), row, strict=True):
            out[at] = value
        return out

    def _gathered(self, slot: int, found: list[Any]) -> tuple[Any, ...]:
        return tuple(found[at] for at in self._cells(slot))
