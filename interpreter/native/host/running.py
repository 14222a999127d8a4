"""A module that runs, in wasmtime or as a library made from C: calls into it, and its memory."""

from __future__ import annotations

import ctypes
import struct
import sys
from collections.abc import Callable
from typing import Any, Protocol

import wasmtime

from interpreter.cancellation import CancelToken
from interpreter.errors import GameError
from interpreter.graph.abi import MAX_WORK
from interpreter.native.engine import engine, room
from interpreter.native.host.c_library import Library
from interpreter.native.host.calls import callable_of
from interpreter.native.host.huge_pages import prefer_huge_pages
from interpreter.native.host.in_process import InProcess

PATIENT = {"train": 100, "alphabeta": 100, "alphabeta_start": 10, "mcts_start": 10, "mcts_advance": 10}
"""Jobs that get a multiple of MAX_WORK for a call. They play whole games, search as long as a player may think, or look
at all that a player can do in a turn."""


class NoMemoryError(GameError, MemoryError):
    """There is no memory, or there are no addresses, for a module; the message says what may help."""


class Word(Protocol):
    """A signed word of 64 bits in memory."""

    value: int


class Distant:
    """A word of memory that has no place in this process."""

    def __init__(self, running: Running, address: int) -> None:
        self._running, self._address = running, address

    @property
    def value(self) -> int:
        """What it holds."""
        return self._running.words(self._address, 1)[0]

    @value.setter
    def value(self, held: int) -> None:
        self._running.write(self._address, struct.pack("<q", held))


class Running:
    """A module that runs, for one thread at a time; whether there are rules in it or not.

    `token`, `metered`: those of the engine that made the code. What is called off, or takes more than MAX_WORK
    instructions where these are counted, ends as `Halted`. Raises NoMemoryError.
    """

    def __init__(
        self, code: wasmtime.Module | Library, token: CancelToken | None = None, metered: bool = False
    ) -> None:
        self._functions: dict[str, Callable[..., Any]] = {}
        try:
            self._within = code.instance() if isinstance(code, Library) else _placed(code, token, metered)
        except (wasmtime.WasmtimeError, MemoryError) as problem:
            raise NoMemoryError(
                f"there is too little room in memory for compiled rules ({str(problem).splitlines()[0]}); "
                "fewer threads take less, and `ulimit -v` tells whether it is limited"
            ) from None

    def function(self, name: str) -> Callable[..., Any]:
        """A function of the module."""
        found = self._functions.get(name)
        if found is None:
            found = self._functions[name] = self._within.function(name)
        return found

    def has(self, name: str) -> bool:
        """Whether the module has a function of this name."""
        return self._within.has(name)

    def call(self, name: str, *arguments: float) -> Any:
        """What a function of the module gives."""
        return self.function(name)(*arguments)

    @property
    def spent(self) -> int:
        """The instructions that the last call has taken, where they are counted."""
        return self._within.spent if isinstance(self._within, InWasmtime) else 0

    # ---- memory

    def prefer_huge_pages(self) -> None:
        """For jobs that look up places all over a great table."""
        if sys.platform != "emscripten":
            prefer_huge_pages(self._within.start, room())

    def read(self, address: int, size: int) -> bytes:
        """Bytes from memory."""
        return self._within.read(self._at(address, size), size)

    def write(self, address: int, held: bytes) -> None:
        """Bytes to memory."""
        self._within.write(self._at(address, len(held)), held)

    def _at(self, address: int, size: int) -> int:
        if not 0 <= address <= address + size <= self._within.size:
            raise IndexError(f"{size} bytes at {address} are not in the memory")
        return address

    @property
    def size(self) -> int:
        """Bytes of memory."""
        return self._within.size

    def words(self, address: int, count: int) -> tuple[int, ...]:
        """Signed words of 64 bits from memory."""
        return struct.unpack(f"<{count}q", self.read(address, 8 * count))

    def floats(self, address: int, count: int) -> tuple[float, ...]:
        """Floats from memory."""
        return struct.unpack(f"<{count}d", self.read(address, 8 * count))

    def word(self, address: int) -> Word:
        """A word of memory that may be set while a job is running in another thread."""
        if sys.platform == "emscripten":
            return Distant(self, address)
        return ctypes.c_int64.from_address(self.place(address, 8))

    def place(self, address: int, size: int) -> int:
        """Where so many bytes of memory are in this process, where there is such a place; they never move."""
        return self._within.start + self._at(address, size)


def _placed(code: wasmtime.Module, token: CancelToken | None, metered: bool, again: int = 2) -> InWasmtime:
    """An instance in wasmtime. Raises WasmtimeError.

    Wasmtime seals a file that holds a module's memory as it begins. The kernel refuses that while it still uses a page
    of it, as happens on a busy machine (fcntl, EBUSY); so it is tried again.
    """
    try:
        return InWasmtime(code, token, metered)
    except wasmtime.WasmtimeError as problem:
        if not again or "seals" not in str(problem):
            raise
    return _placed(code, token, metered, again - 1)


class InWasmtime(InProcess):
    """An instance in wasmtime. Raises WasmtimeError."""

    def __init__(self, code: wasmtime.Module, token: CancelToken | None, metered: bool) -> None:
        self.store = wasmtime.Store(engine(token, metered))
        self._metered, self._given = metered, 0
        if token is not None:
            self.store.set_epoch_deadline(0 if token.cancelled else 1)
        if metered:
            self.store.set_fuel(MAX_WORK)
        self._exports = wasmtime.Instance(self.store, code, []).exports(self.store)
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory


    @property
    def spent(self) -> int:
        """The instructions that the last call has taken, where they are counted."""
        return self._given - self.store.get_fuel() if self._given else 0

    @property
    def start(self) -> int:
        """Where memory begins."""
        return ctypes.addressof(self._memory.data_ptr(self.store).contents)

    @property
    def size(self) -> int:
        """Bytes of memory."""
        return self._memory.data_len(self.store)

    if sys.platform == "emscripten":  # a memory of the browser has no address of ours

        def read(self, address: int, size: int) -> bytes:
            """Bytes from memory."""
            return bytes(self._memory.read(self.store, address, address + size))

        def write(self, address: int, held: bytes) -> None:
            """Bytes to memory."""
            self._memory.write(self.store, held, address)

    def has(self, name: str) -> bool:
        """Whether there is a function of this name."""
        return name in self._exports

    def function(self, name: str) -> Callable[..., Any]:
        """A function of the module as one that takes and gives plain numbers; raises Halted where it traps."""
        held = self._exports[name]
        assert isinstance(held, wasmtime.Func)
        found = callable_of(self.store, held)
        return self._with_fuel(found, MAX_WORK * PATIENT.get(name, 1)) if self._metered else found

    def _with_fuel(self, function: Callable[..., Any], fuel: int) -> Callable[..., Any]:
        def call(*arguments: float) -> Any:
            self._given = fuel
            self.store.set_fuel(fuel)
            return function(*arguments)

        return call
