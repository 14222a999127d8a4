"""Values of any type, in locals and in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gdl.model.nodes import Expr
from gdl.model.types import TRUTHS, Range, Size, Type
from interpreter.native.module.emitter import NONE, Atom, Emitter, Loc, Unsupported
from interpreter.native.record.domains import Cell, Domains


@dataclass(frozen=True, slots=True)
class Values:
    """Writes what is done with values, whatever their type is."""

    emit: Emitter
    domains: Domains

    # ---- known now

    def constant(self, type_: Type, value: Any) -> Any:
        """A value known now."""
        if type_.size == Size.MANY:
            return self.domains.set(type_.base, value)
        if type_.size == Size.FAMILY:
            raise Unsupported("a family of sets as a value", "go through its sets by a name: `some S in … where …`")
        if type_.base is TRUTHS:
            return int(value)
        return self.domains.element(type_.base, value)

    def nothing(self, type_: Type) -> Any:
        """Nothing, or no elements."""
        if type_.size == Size.MANY:
            return (0,) * self.domains.words(type_.base)
        return 0 if type_.base is TRUTHS else NONE if isinstance(type_.base, Range) else -1

    def width(self, e: Expr) -> int:
        """How many words a set takes."""
        return self.domains.words(e.type.base)

    def there(self, a: Atom, is_number: bool) -> Atom:
        """Whether a value that may be missing is there."""
        if isinstance(a, Loc) and a.sure:
            return 1
        return self.emit.op("ne", a, NONE) if is_number else self.emit.op("ge_s", a, 0)

    # ---- in locals

    def fresh(self, type_: Type) -> Any:
        """Locals for a value of a type."""
        if type_.size == Size.MANY:
            return tuple(self.emit.new() for _ in range(self.domains.words(type_.base)))
        return self.emit.new("i32" if type_.base is TRUTHS else "i64")

    def assign(self, target: Any, value: Any) -> None:
        """Give such locals a value."""
        if isinstance(target, tuple):
            for a, b in zip(target, value, strict=True):
                self.emit.set(a, b)
        else:
            self.emit.set(target, value)

    def choice(self, condition: Atom, then: Any, other: Any, type_: Type) -> Any:
        """One of two values that have been worked out."""
        if type_.size == Size.MANY:
            return tuple(self.emit.select(condition, a, b) for a, b in zip(then, other, strict=True))
        return self.emit.select(condition, then, other, "i32" if type_.base is TRUTHS else "i64")

    def copied(self, value: Any) -> Any:
        """The same in fresh locals, to outlast changes."""
        if isinstance(value, tuple):
            return tuple(self.copied(v) for v in value)
        return value if isinstance(value, int) else self.emit.copy(value, value.type)

    # ---- in memory

    def load(self, layout: Cell, index: Atom, address: int, base: Loc | None = None, sure: bool = False) -> Any:
        """A value from memory: the cell with this index, counted from an address (beyond `base`, an i32). `sure`: it
        isn't nothing."""
        emit = self.emit
        if layout.words:
            loaded = []
            for j in range(layout.words):
                self._address(layout, index, base)
                emit.put(("i64.load", address + 8 * j))
                loaded.append(emit.kept())
            return tuple(loaded)
        self._address(layout, index, base)
        emit.put((layout.loading, address))
        if layout.sort != "number":
            return emit.kept("i32" if layout.sort == "truth" else "i64")
        raw = emit.kept()
        number = emit.op("add", raw, layout.low)
        if sure and isinstance(number, Loc):
            number.sure = True
        elif layout.maybe and layout.size < 8:
            return emit.select(emit.op("eq", raw, layout.nothing), NONE, number)
        return number

    def store(self, layout: Cell, index: Atom, address: int, value: Any, base: Loc | None = None) -> None:
        """A value into memory."""
        emit = self.emit
        if layout.words:
            for j, word in enumerate(value):
                self._address(layout, index, base)
                emit.push(word)
                emit.put(("i64.store", address + 8 * j))
            return
        if layout.sort == "number":
            stored = emit.op("sub", value, layout.low)
            if layout.maybe and layout.size < 8:
                stored = emit.select(self.there(value, True), stored, layout.nothing)
            value = stored
        self._address(layout, index, base)
        emit.push(value, "i32" if layout.sort == "truth" else "i64")
        emit.put((layout.storing, address))

    def _address(self, layout: Cell, index: Atom, base: Loc | None) -> None:
        """Push the address of a cell."""
        emit = self.emit
        if base is not None:
            emit.put(base.get)
        if isinstance(index, int) and (base is None or index):
            emit.put(("i32.const", index * layout.size))
        elif not isinstance(index, int):
            emit.wrapped(index)
            if layout.size > 1:
                power = layout.size & layout.size - 1 == 0
                emit.put(*([("i32.const", layout.size.bit_length() - 1), ("i32.shl",)] if power
                           else [("i32.const", layout.size), ("i32.mul",)]))  # fmt: skip
        if base is not None and (index or not isinstance(index, int)):
            emit.put(("i32.add",))
