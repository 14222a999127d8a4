"""A module in wasmtime: its memory, and calls into it."""

from __future__ import annotations

from functools import lru_cache

import wasmtime

from interpreter.native.compiled import Compiled


@lru_cache(maxsize=1)
def engine() -> wasmtime.Engine:
    """The one engine of this process."""
    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    return wasmtime.Engine(config)


class Instance:
    """One instance, for one thread at a time."""

    def __init__(self, compiled: Compiled) -> None:
        self.store = wasmtime.Store(engine())
        self.module = wasmtime.Module(engine(), compiled.binary)
        self._instance = wasmtime.Instance(self.store, self.module, [])
        self.exports = self._instance.exports(self.store)
        self._memory = self.exports["memory"]
        self._run = self.exports["run"]

    def run(self, *arguments: int) -> int:
        """Call `run`."""
        return self._run(self.store, *arguments)  # type: ignore[no-any-return, operator]

    def read(self, address: int, size: int) -> bytes:
        """Bytes from memory."""
        return bytes(self._memory.read(self.store, address, address + size))  # type: ignore[union-attr]

    def write(self, address: int, held: bytes) -> None:
        """Bytes to memory."""
        self._memory.write(self.store, held, address)  # type: ignore[union-attr]

    def described(self, address: int) -> tuple[int, list[int]]:
        """What an option is: the decision, and the values."""
        head = self.read(address, 16)
        ask, n = (int.from_bytes(head[i : i + 8], "little", signed=True) for i in (0, 8))
        row = self.read(address + 16, 8 * n)
        return ask, [int.from_bytes(row[i : i + 8], "little", signed=True) for i in range(0, 8 * n, 8)]
