"""The memory of a module: what is laid out where while it is compiled."""

from __future__ import annotations

from typing import Any

from interpreter.native.module.wasm import Module

FIRST = 1024


class Memory:
    """Hands out addresses, upwards. Equal constants lie at one address."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.end = FIRST
        self.tables: dict[Any, tuple[int, list[int], Any]] = {}
        """Tables that have been laid out, by the identity of their values: their address, the lengths of their levels,
        and the values, which are held here so that no other table can come by the same identity."""
        self.cut: dict[Any, tuple[Any, Any]] = {}
        """For tables by their identity, and arguments that are known: the table, held for the same reason, and what is
        left of it."""
        self._known: dict[bytes, int] = {}

    def constant(self, held: bytes) -> int:
        """The address of some bytes that never change."""
        at = self._known.get(held)
        if at is None:
            at = self._known[held] = self.reserve(len(held))
            self.module.data.append((at, held))
        return at

    def reserve(self, size: int) -> int:
        """The address of so many bytes, zero at first."""
        at = self.end
        self.end = at + size + 7 & ~7
        return at
