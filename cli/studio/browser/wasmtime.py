"""In a browser: what the program uses of the package `wasmtime`, by the browser's own WebAssembly.

`stand_ins.py` puts it in that package's place. Names and behaviour are those of the package. Browsers don't count
instructions: how many there were is estimated by the clock. Calls can't be called off: the worker that does the work is
ended instead.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

import js  # type: ignore[import-not-found]
from pyodide.ffi import JsException, to_js  # type: ignore[import-not-found]

I64 = 0x7E
TYPES, IMPORTS, FUNCTIONS, EXPORTS = 1, 2, 3, 7
FUNCTION, MEMORY = 0, 2
A_SECOND = 1_000_000_000
"""Instructions of compiled rules that a browser does in a second, about."""
A_CALL = 1_000
"""What a call counts as, at the least: clocks of browsers are coarse."""


class WasmtimeError(Exception):
    """A module can't be compiled, or there is no room for it."""


class Trap(Exception):
    """A call has ended where it must not go on."""

    @property
    def message(self) -> str:
        """Why."""
        return str(self)


class Config:
    """Takes all that may be wished for; browsers have their own ways."""


class Engine:
    """What turns modules into machine code: the browser."""

    def __init__(self, config: Config | None = None) -> None:
        pass

    def increment_epoch(self) -> None:
        """Calls can't be called off here."""


class Store:
    """What instances belong to."""

    def __init__(self, engine: Engine) -> None:
        self._fuel = 0

    def set_fuel(self, fuel: int) -> None:
        """Instructions that there may be; here nothing stops when they are used up."""
        self._fuel = fuel

    def get_fuel(self) -> int:
        """What is left of them."""
        return self._fuel

    def used(self, seconds: float) -> None:
        """A call took so long."""
        self._fuel = max(self._fuel - max(int(seconds * A_SECOND), A_CALL), 0)

    def set_epoch_deadline(self, ticks: int) -> None:
        """Calls can't be called off here."""


class Module:
    """A compiled module; raises WasmtimeError."""

    def __init__(self, engine: Engine, binary: bytes) -> None:
        self.binary = binary
        self.wide = dict(_exported(binary))
        try:
            self.code = js.gdlWasm.compiled(to_js(binary))
        except JsException as problem:
            raise WasmtimeError(str(problem)) from None

    def serialize(self) -> bytes:
        """The module's bytes: browsers don't give machine code away."""
        return self.binary

    @classmethod
    def deserialize(cls, engine: Engine, held: bytes) -> Module:
        """A module from what `serialize` gave."""
        return cls(engine, held)


class Memory:
    """The memory of an instance."""

    def __init__(self, memory: Any) -> None:
        self._memory = memory

    def data_len(self, store: Store) -> int:
        """Bytes of it."""
        size: int = self._memory.buffer.byteLength
        return size

    def read(self, store: Store, start: int, stop: int) -> bytes:
        """Bytes of it."""
        held: bytes = js.gdlWasm.bytes(self._memory, start, stop).to_bytes()
        return held

    def write(self, store: Store, value: bytes, start: int) -> None:
        """Put bytes there."""
        js.gdlWasm.put(self._memory, to_js(value), start)


class Func:
    """A function of an instance. Raises Trap."""

    def __init__(self, function: Any) -> None:
        self._function = function

    def __call__(self, store: Store, *arguments: float) -> Any:
        """What it gives."""
        began = time.perf_counter()
        try:
            return self._function(*arguments)
        except JsException as problem:
            raise Trap(str(problem)) from None
        finally:
            store.used(time.perf_counter() - began)


class Instance:
    """A module that runs; raises WasmtimeError."""

    def __init__(self, store: Store, module: Module, imports: list[Any]) -> None:
        try:
            instance = js.gdlWasm.instance(module.code)
        except JsException as problem:
            raise WasmtimeError(str(problem)) from None
        self._held: dict[str, Memory | Func] = {}
        for name, wide in module.wide.items():
            found = getattr(instance.exports, name)
            self._held[name] = Memory(found) if wide is None else Func(js.gdlWasm.callable(found, to_js(wide)))

    def exports(self, store: Store) -> Mapping[str, Memory | Func]:
        """What it has, by name."""
        return self._held


def _exported(binary: bytes) -> Iterator[tuple[str, list[bool] | None]]:
    """The functions that a module exports, each with which parameters have 64 bits; None: a memory.

    JavaScript has numbers of another kind for these, and doesn't tell where they are wanted.
    """
    sections = _sections(binary)
    types = list(_types(Reader(sections.get(TYPES, b"\0"))))
    at = Reader(sections.get(FUNCTIONS, b"\0"))
    functions = [at.number() for _ in range(at.number())]
    at = Reader(sections.get(EXPORTS, b"\0"))
    for _ in range(at.number()):
        name = at.take(at.number()).decode()
        kind, index = at.take(1)[0], at.number()
        if kind == FUNCTION:
            yield name, [one == I64 for one in types[functions[index]]]
        elif kind == MEMORY:
            yield name, None


def _sections(binary: bytes) -> dict[int, bytes]:
    at, found = Reader(binary, 8), {}
    while at.at < len(binary):
        kind = at.take(1)[0]
        found[kind] = at.take(at.number())
    if IMPORTS in found and Reader(found[IMPORTS]).number():
        raise WasmtimeError("modules that import something aren't ours")
    return found


def _types(at: Reader) -> Iterator[bytes]:
    """The parameters of each type."""
    for _ in range(at.number()):
        at.take(1)
        yield at.take(at.number())
        at.take(at.number())


class Reader:
    """Reads bytes of a module, one after another."""

    def __init__(self, held: bytes, at: int = 0) -> None:
        self.held, self.at = held, at

    def take(self, count: int) -> bytes:
        """So many bytes."""
        self.at += count
        return self.held[self.at - count : self.at]

    def number(self) -> int:
        """A whole number (LEB128)."""
        found = shift = 0
        while True:
            byte = self.take(1)[0]
            found |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return found
