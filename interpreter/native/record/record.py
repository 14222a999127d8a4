"""The state of a game as a record in memory, and as locals while it is played."""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import Any

from gdl.model import statements as m
from gdl.model.model import MAX_HEIGHT
from gdl.model.primitives import bits
from gdl.model.types import TRUTHS, Range, Size, Type
from interpreter.graph.abi import KIND, PAY, RANK, SCORES, WHO
from interpreter.graph.graph import OVER, Collect, Graph
from interpreter.graph.layout import FIRST_PIECE, ME, NEXT, RESULT, Layout
from interpreter.native.module.emitter import NONE, Unsupported
from interpreter.native.record.domains import Cell, Domains, cell
from interpreter.native.record.past import Past

RESULTS = ("win", "lose", "draw", "rank", "pay")
MAX_ARRAY = 1 << 16
"""Bytes of an array: records are copied whole at each step of a search, and kept by the thousand."""


def learnt_plies(players: int) -> int:
    """Plies of a game that is learnt from; a longer one is cut off there. More than two players take more of them."""
    return 1024 * (players if players > 2 else 1)


class Field:
    """A part of the state in the record: `count` cells from `offset` on."""

    def __init__(self, cell_: Cell, offset: int, count: int, type_: Type, single: bool) -> None:
        self.cell, self.offset, self.count, self.type, self.single = cell_, offset, count, type_, single

    @property
    def bytes(self) -> int:
        """How many bytes it takes."""
        return self.cell.size * self.count


class Tuples:
    """Tuples of elements, numbered in their order."""

    def __init__(self, domains: Domains, bases: list[Any]) -> None:
        self.domains, self.bases = domains, bases
        self.sizes = [domains.size(base) for base in bases]
        self.count = prod(self.sizes)

    def number(self, row: tuple[int, ...]) -> int:
        """The number of a tuple."""
        at = 0
        for value, base, size in zip(row, self.bases, self.sizes, strict=True):
            at = at * size + self.domains.element(base, value) - base.low
        return at

    def row(self, number: int) -> tuple[int, ...]:
        """The tuple of a number."""
        found: list[int] = []
        for base, size in zip(reversed(self.bases), reversed(self.sizes), strict=True):
            number, at = divmod(number, size)
            found.insert(0, at + base.low if isinstance(base, Range) else self.domains.index(base, at))
        return tuple(found)


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
        self.fields: dict[int | str, Field] = {}
        self._strides: dict[int, Tuples] = {}
        self._cells_of: dict[int, list[int]] = {}
        self._known: dict[tuple[int, bytes], Any] = {}
        self.end = self.key
        self.place = self.add(8)
        player = Type(layout.model.player)
        for slot in (ME, NEXT):
            self.fields[slot] = Field(Cell("number", 8), self.add(8), 1, player, True)
        self._pieces()
        for variable, slot in layout.slot.items():
            if slot > RESULT:
                self._variable(variable, slot)
        self.past = Past(self) if self.model.repeats else None
        self.size = self.end + 7 & ~7

    @property
    def capacity(self) -> int:
        """Bytes that a record may take."""
        return self.size + (self.past.row * self.past.most if self.past else 0)

    @property
    def learnt_size(self) -> int:
        """The same in a game that is learnt from."""
        return self.size + (self.past.row * 2 * learnt_plies(len(self.model.players)) if self.past else 0)

    def add(self, size: int) -> int:
        """Make room for a part; gives its offset."""
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
            self.fields[slot] = Field(held, self.add(held.size), 1, sites, True)
        if self.layout.numbers >= 0:
            ranges = [k.number for k in self.model.kinds if k.number]
            base = Range(min(n[1] for n in ranges), max(n[2] for n in ranges))
            self._array(self.layout.numbers, Type(base, Size.MAYBE), self.domains.size(board))
        if self.layout.stacks >= 0:
            pieces = Type(self.model.pieces)
            if self.domains.size(self.model.pieces) > 255:
                raise Unsupported("stacks of so many kinds of pieces",
                                  "give pieces fewer numbers, or keep what they bear in a variable")  # fmt: skip
            for name, type_, count in ((HEIGHTS, Type(Range(0, MAX_PILE)), 1), (PILES, pieces, MAX_PILE)):
                self._array(name, type_, self.domains.size(board) * count)

    def _array(self, slot: int | str, type_: Type, count: int) -> None:
        held = cell(self.domains, type_)
        if held.size * count > MAX_ARRAY:
            raise Unsupported(f"an array of {count:,} values", "keep fewer of them, or smaller numbers")
        self.fields[slot] = Field(held, self.add(held.size * count), count, type_, False)

    def _variable(self, variable: m.Variable, slot: int) -> None:
        if variable.dimensions:
            count = 1
            for dimension in variable.dimensions:
                count *= self.domains.size(dimension)
            self._array(slot, variable.type, count)
            return
        type_ = variable.type
        if variable in self.queues:
            type_ = self._queue(variable, slot)
        held = cell(self.domains, type_)
        self.fields[slot] = Field(held, self.add(held.size), 1, type_, True)

    def _queue(self, variable: m.Variable, slot: int) -> Type:
        """The tuples that a loop has still to go through, as a set of their numbers."""
        bases = [source.type.base for _, source in self.queues[variable].binders]
        self._strides[slot] = Tuples(self.domains, bases)
        return Type(Range(0, self._strides[slot].count - 1), Size.MANY)

    def tuples(self, variable: m.Variable) -> Tuples:
        """How the tuples of a loop are numbered."""
        return self._strides[self.layout.slot[variable]]

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

    def pack(self, slot: int, value: Any) -> bytes:
        """A part of the state as bytes."""
        if slot == self.layout.stacks:
            return self._pack_piles(value)
        field = self.fields[slot]
        if slot in self._strides:
            value = sum(1 << self._strides[slot].number(row) for row in value)
        rows = [value] if field.single else self._spread(slot, value)
        return b"".join(field.cell.encode(self.held(field.type, v)) for v in rows)

    def _pack_piles(self, piles: Any) -> bytes:
        sites = self._piles_at
        out = bytearray(sites + self.fields[PILES].bytes)
        for position, pile in zip(self.cells(self.layout.stacks), piles, strict=True):
            if len(pile) > MAX_PILE:
                raise Unsupported(f"stacks of more than {MAX_PILE} pieces", "begin with lower stacks")
            out[position] = len(pile)
            at = sites + MAX_PILE * position
            out[at : at + len(pile)] = bytes(pile)
        return bytes(out)

    @property
    def _piles_at(self) -> int:
        """How far behind the heights the piles lie."""
        return self.fields[PILES].offset - self.fields[HEIGHTS].offset

    def unpack(self, slot: int, held: bytes) -> Any:
        """A part of the state from bytes."""
        if slot == self.layout.stacks:
            sites = self._piles_at
            starts = [(sites + MAX_PILE * p, held[p]) for p in self.cells(slot)]
            return tuple(tuple(held[at : at + height]) for at, height in starts)
        field = self.fields[slot]
        size = field.cell.size
        found = [self.shown(field.type, field.cell.decode(held[at : at + size])) for at in range(0, field.bytes, size)]
        if slot in self._strides:
            return tuple(self._strides[slot].row(i) for i in bits(found[0]))
        return found[0] if field.single else self._gathered(slot, found)

    @cached_property
    def slots(self) -> list[tuple[int, int, int]]:
        """The parts of the state: slot, offset, bytes."""
        found = [(slot, f.offset, f.bytes) for slot, f in self.fields.items() if isinstance(slot, int)]
        if self.layout.stacks >= 0:
            size = self._piles_at + self.fields[PILES].bytes
            found.append((self.layout.stacks, self.fields[HEIGHTS].offset, size))
        return found

    def encode(self, place: int, values: Any) -> bytes:
        """A record from a row of values."""
        out = bytearray(self.size)
        out[self.place : self.place + 8] = place.to_bytes(8, "little")
        for slot, offset, size in self.slots:
            out[offset : offset + size] = self.pack(slot, values[slot])
        return bytes(out) if self.past is None else self.past.encode(out, values)

    def decode(self, record: bytes, values: list[Any]) -> int:
        """Read a record into a row of values; gives its place."""
        known = self._known
        if len(known) > MOST_KNOWN:
            known.clear()
        for slot, offset, size in self.slots:
            held = record[offset : offset + size]
            if size > LONGEST_KNOWN:
                values[slot] = self.unpack(slot, held)
                continue
            if (value := known.get((slot, held), known)) is known:  # a value may be None
                value = known[slot, held] = self.unpack(slot, held)
            values[slot] = value
        if self.past is not None:
            self.past.decode(record, values)
        place = int.from_bytes(record[self.place : self.place + 8], "little")
        kind = int.from_bytes(record[KIND : KIND + 8], "little") if place == OVER else 0
        values[RESULT] = None
        if kind in (RANK, PAY):
            scores = [int.from_bytes(record[at : at + 8], "little", signed=True)
                      for at in range(SCORES, SCORES + 8 * self.players, 8)]  # fmt: skip
            values[RESULT] = (RESULTS[kind - 1], tuple(scores))
        elif kind:
            values[RESULT] = (RESULTS[kind - 1], int.from_bytes(record[WHO : WHO + 8], "little"))
        return place

    def _dimensions(self, slot: int) -> tuple[Any, ...]:
        if slot in (self.layout.numbers, self.layout.stacks):
            return (self.model.board,)
        return next(v.dimensions for v, s in self.layout.slot.items() if s == slot)

    def cells(self, slot: int) -> list[int]:
        """For each entry of the reference interpreter's flat row its cell."""
        if slot not in self._cells_of:
            cells = [0]
            for dimension in self._dimensions(slot):
                size, positions = self.domains.size(dimension), self.domains.positions(dimension)
                cells = [at * size + p for at in cells for p in positions]
            self._cells_of[slot] = cells
        return self._cells_of[slot]

    def _spread(self, slot: int, row: Any) -> list[Any]:
        field = self.fields[slot]
        empty: Any = field.type.nothing if field.type.size != Size.ONE or field.type.base is TRUTHS else (
            field.type.base.low)  # fmt: skip
        out = [empty] * field.count
        for at, value in zip(self.cells(slot), row, strict=True):
            out[at] = value
        return out

    def _gathered(self, slot: int, found: list[Any]) -> tuple[Any, ...]:
        return tuple(found[at] for at in self.cells(slot))


PILES, HEIGHTS = "piles", "heights"
MOST_KNOWN, LONGEST_KNOWN = 10_000, 64
"""Parts of states that are kept with what they mean, of so many bytes at most: from ply to ply most stay the same."""

MAX_PILE = MAX_HEIGHT - 1
"""Pieces below the top one."""
