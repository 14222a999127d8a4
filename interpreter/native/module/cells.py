"""Values in memory, and unions of what tables hold for the elements of a set."""

from __future__ import annotations

from typing import Any

from gdl.model.meaning import shift_groups
from gdl.model.types import Base
from interpreter.native.module.emitter import NONE, Atom, Loc, Words
from interpreter.native.module.memory import Memory
from interpreter.native.module.multiword import Multiword, split
from interpreter.native.module.wasm import Function
from interpreter.native.record.domains import Cell, Domains


class Cells(Multiword):
    """Loads and stores values; `domains` says how they are held."""

    def __init__(self, function: Function, domains: Domains, memory: Memory) -> None:
        super().__init__(function)
        self.domains, self.memory = domains, memory
        self._padded: dict[Any, tuple[int, ...]] = {}

    def load(self, layout: Cell, index: Atom, address: int, base: Loc | None = None) -> Any:
        """A value from memory: the cell with this index, counted from an address (beyond `base`, an i32)."""
        if layout.words:
            loaded = []
            for j in range(layout.words):
                self.address(layout, index, base)
                self.put(("i64.load", address + 8 * j))
                loaded.append(self.kept())
            return tuple(loaded)
        self.address(layout, index, base)
        self.put((layout.loading, address))
        if layout.sort != "number":
            return self.kept("i32" if layout.sort == "truth" else "i64")
        raw = self.kept()
        number = self.op("add", raw, layout.low)
        if layout.maybe and layout.size < 8:
            return self.select(self.op("eq", raw, layout.nothing), NONE, number)
        return number

    def store(self, layout: Cell, index: Atom, address: int, value: Any, base: Loc | None = None) -> None:
        """A value into memory."""
        if layout.words:
            for j, word in enumerate(value):
                self.address(layout, index, base)
                self.push(word)
                self.put(("i64.store", address + 8 * j))
            return
        if layout.sort == "number":
            stored = self.op("sub", value, layout.low)
            if layout.maybe and layout.size < 8:
                stored = self.select(self.op("eq", value, NONE), layout.nothing, stored)
            value = stored
        self.address(layout, index, base)
        self.push(value, "i32" if layout.sort == "truth" else "i64")
        self.put((layout.storing, address))

    def address(self, layout: Cell, index: Atom, base: Loc | None) -> None:
        """Push the address of a cell."""
        if base is not None:
            self.put(("local.get", base.number))
        if isinstance(index, int) and (base is None or index):
            self.put(("i32.const", index * layout.size))
        elif not isinstance(index, int):
            self.wrapped(index)
            if layout.size > 1:
                power = layout.size & layout.size - 1 == 0
                self.put(*([("i32.const", layout.size.bit_length() - 1), ("i32.shl",)] if power
                           else [("i32.const", layout.size), ("i32.mul",)]))  # fmt: skip
        if base is not None and (index or not isinstance(index, int)):
            self.put(("i32.add",))

    def image(self, masks: tuple[int, ...], source: Base, target: Base, of: Words) -> Words:
        """The union of masks over a set: a few shifts where the masks are shifts of their elements."""
        wide = self.domains.words(target)
        if not any(masks):
            return (0,) * wide
        padded = self._at_positions(masks, source, target)
        groups = shift_groups(padded, 8 if len(of) == 1 else 12)
        result: Words = (0,) * wide
        if groups is not None:
            n = max(len(of), wide)
            everything = self.domains.mask(source, (1 << len(masks)) - 1)
            for by, mask in groups:
                part = of
                if mask != everything:
                    part = self.each("and", of, split(mask, len(of)))
                part = self.shifted(part + (0,) * (n - len(part)), by)[:wide]
                result = self.each("or", result, part)
            return result
        address = self.memory.constant(
            b"".join((m >> 64 * j & (1 << 64) - 1).to_bytes(8, "little") for m in padded for j in range(wide))
        )
        total = tuple(self.copy(0) for _ in range(wide))
        with self.elements(of) as (element, _):
            for j in range(wide):
                self.push(total[j])
                self.wrapped(element)
                self.put(("i32.const", 8 * wide), ("i32.mul",), ("i64.load", address + 8 * j), ("i64.or",))
                self.put(("local.set", total[j].number))
        return total

    def _at_positions(self, masks: tuple[int, ...], source: Base, target: Base) -> tuple[int, ...]:
        """A table of sets by positions; empty where there is no element."""
        found = self._padded.get((masks, source, target))
        if found is None:
            padded = [0] * self.domains.size(source)
            for position, mask in zip(self.domains.positions(source), masks, strict=True):
                padded[position] = self.domains.mask(target, mask)
            found = self._padded[masks, source, target] = tuple(padded)
        return found
