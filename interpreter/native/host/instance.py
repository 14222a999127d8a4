"""A module in wasmtime: calls into it, and its memory."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import Any

import wasmtime

from interpreter.native.compiled import Compiled
from interpreter.native.host.calls import callable_of
from interpreter.native.host.code_cache import Ready
from interpreter.native.host.engine import engine


class Instance:
    """One instance, for one thread at a time. Instances of one compiled ruleset share its code, not its memory.

    `call("playouts", …)` calls a job or another function of the module; those with a name of their own here are asked
    most often.
    """

    def __init__(self, compiled: Compiled | Ready) -> None:
        self.compiled = compiled
        self.store = wasmtime.Store(engine())
        instance = wasmtime.Instance(self.store, compiled.code, [])
        self.exports = instance.exports(self.store)
        memory = self.exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory
        self._functions: dict[str, Callable[..., Any]] = {}
        self.run = self.function("run")
        self._report: int | None = None

    def function(self, name: str) -> Callable[..., Any]:
        """A function of the module."""
        found = self._functions.get(name)
        if found is None:
            held = self.exports[name]
            assert isinstance(held, wasmtime.Func)
            found = self._functions[name] = callable_of(self.store, held)
        return found

    def has(self, name: str) -> bool:
        """Whether the module has a function of this name."""
        return name in self.exports

    def call(self, name: str, *arguments: float) -> Any:
        """What a function of the module gives."""
        return self.function(name)(*arguments)

    # ---- memory

    def read(self, address: int, size: int) -> bytes:
        """Bytes from memory."""
        return ctypes.string_at(self._at(address, size), size)

    def write(self, address: int, held: bytes) -> None:
        """Bytes to memory."""
        ctypes.memmove(self._at(address, len(held)), held, len(held))

    def _at(self, address: int, size: int) -> int:
        if not 0 <= address <= address + size <= self._memory.data_len(self.store):
            raise IndexError(f"{size} bytes at {address} are not in the memory")
        return ctypes.addressof(self._memory.data_ptr(self.store).contents) + address

    def words(self, address: int, count: int) -> tuple[int, ...]:
        """Signed words of 64 bits from memory."""
        return struct.unpack(f"<{count}q", self.read(address, 8 * count))

    def floats(self, address: int, count: int) -> tuple[float, ...]:
        """Floats from memory."""
        return struct.unpack(f"<{count}d", self.read(address, 8 * count))

    def report(self, count: int) -> tuple[int, ...]:
        """The first words of what the last job reports."""
        if self._report is None:
            self._report = self.call("report")
        return self.words(self._report, count)

    def word(self, address: int) -> ctypes.c_int64:
        """A word of memory that may be set while a job is running in another thread."""
        return ctypes.c_int64.from_address(self._at(address, 8))

    def record(self, address: int) -> bytes:
        """A state's record from memory, its past included."""
        record = self.compiled.record
        head = self.read(address, record.size)
        if record.past is None:
            return head
        return head + self.read(address + record.size, record.past.bytes_of(head) - record.size)

    def described(self, address: int) -> tuple[int, list[int]]:
        """What an option is: the decision, and the values."""
        ask, n = self.words(address, 2)
        return ask, list(self.words(address + 16, n))
