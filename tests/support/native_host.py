"""Toy games with the runtime's jobs, compiled and ready to be called: what tests of the jobs share."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Any

import wasmtime

from interpreter.graph.abi import SCORES, STOP
from interpreter.native.compile import POLICY_NUMBERS
from interpreter.native.kernel_compiler.compiler import compile_kernels
from interpreter.native.module.wasm import Module

ENGINE = wasmtime.Engine()
ME = SCORES + 8 * 2 + 8
"""Where a toy of two players keeps who moves."""
OUT, START, TRACE, STACK = 1024, 4096, 1 << 15, 1 << 16
NOTHING, EVERYTHING = 1 << 14, 3 << 13
"""Zeros – toys have no pieces –, and ones: all that toys remember matters."""


class Host:
    """A module with a toy game and some jobs."""

    def __init__(
        self, game: str, jobs: Iterable[str], players: int = 2, body: Iterable[int] = (0, 0), certain: bool = False
    ) -> None:
        key = SCORES + 8 * players
        body = list(body)
        size = key + 24 + 8 * len(body)
        constants = {"START": START, "OUT": OUT, "SIZE": size, "CAPACITY": size, "KEY": key, "P": players,
                     "STACK": STACK, "STACK_END": 1 << 20, "TRACE": TRACE, "PRESENT": size, "PACKED": size - STOP,
                     "CERTAIN": int(certain), "FORGETS": 1, "LISTS": 0, "CONTENTS": NOTHING, "PLACES": NOTHING,
                     "SORTS": 0, "NOISE": NOTHING, "WORTHS": NOTHING, "STEADY": EVERYTHING, "WEIGHTS": NOTHING,
                     "WEIGHTS_END": NOTHING, "REVISITED": 0, "PAYS": 0, "UNITED": 0, "COMMON": 0, "GRAIN": 0,
                     "AT_ONCE": 0, "DOUBTS": 0, "RANKS": 0, "STANDINGS": NOTHING, "BOARD": NOTHING,
                     "BOARD_END": NOTHING,
                     **dict.fromkeys(POLICY_NUMBERS, NOTHING), "FOLLOWS": 0}  # fmt: skip
        module = Module()
        module.pages = 17
        module.data.append((START + key + 24, struct.pack(f"<{len(body)}q", *body)))
        module.data.append((EVERYTHING, b"\xff" * size))
        toy = compile_kernels(module, [f"tests.support.toys.{game}", "tests.support.toys.common"], constants)
        rules = {name: toy[name] for name in ("run", "size_of", "standings", "pack", "unpack", "looked_up")}
        compile_kernels(module, [f"interpreter.native.kernels.{job}" for job in jobs], constants, rules)
        self.size, self.players, self.module = size, players, module
        self.store = wasmtime.Store(ENGINE)
        instance = wasmtime.Instance(self.store, wasmtime.Module(ENGINE, module.encode()), [])
        self.exports = instance.exports(self.store)
        self.memory: Any = self.exports["memory"]

    def __call__(self, name: str, *arguments: float) -> Any:
        return self.exports[name](self.store, *arguments)  # type: ignore[operator]

    def words(self, at: int, count: int) -> tuple[int, ...]:
        """Words of the memory."""
        return struct.unpack(f"<{count}q", self.memory.read(self.store, at, at + 8 * count))

    def floats(self, at: int, count: int) -> tuple[float, ...]:
        """Floats of the memory."""
        return struct.unpack(f"<{count}d", self.memory.read(self.store, at, at + 8 * count))

    def report(self, count: int) -> tuple[int, ...]:
        """The first words of the report."""
        return self.words(self("report"), count)

    def record(self, at: int = 2048, seed_key: int = 0, number: int = 0) -> int:
        """The address of a record of the game's beginning, after the set-up."""
        assert self("begin", at, seed_key, number) >= 0
        return at
