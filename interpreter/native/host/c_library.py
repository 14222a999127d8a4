"""A module that a C compiler has made a shared library of: calls into it, and its memory."""

from __future__ import annotations

import ctypes
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

from interpreter.graph.backend import Halted
from interpreter.native.host.c_compiler import CompilerError
from interpreter.native.host.in_process import InProcess
from interpreter.native.module.c_code import OUTSIDE, c_source
from interpreter.native.module.wasm import Module

NAME = "gdl"
TYPES = {"i32": ctypes.c_int32, "i64": ctypes.c_int64, "f64": ctypes.c_double}
BESIDE = """
DOOR u8 *gdl_memory(MODULE *g) { return g->memory; }
DOOR u64 gdl_size(MODULE *g) { return (u64)g->pages * PAGE; }
DOOR const char **gdl_trouble(MODULE *g) { return &g->trouble; }
"""


def source_of(module: Module, stamp: str) -> str:
    """C for a library: all that the module exports, what types these functions have, and a stamp to know it by."""
    doors = [f for f in module.functions if f.export and {*f.parameters, *f.results} <= {*OUTSIDE}]
    types = ";".join(f"{f.name}:{','.join(f.parameters)}:{','.join(f.results)}" for f in doors)
    return "".join([
        "#define DOOR\n#define LET_GO\n", c_source(module, NAME, [f.name for f in doors]), BESIDE,
        f'const char gdl_types[] = "{types}";\nconst char gdl_stamp[] = "{stamp}";\n',
    ])  # fmt: skip


class Library:
    """A library as code of which there may be several instances; raises CompilerError if it isn't what it should be."""

    def __init__(self, held: bytes, stamp: str) -> None:
        try:
            with tempfile.TemporaryDirectory(prefix="gdl-", ignore_cleanup_errors=True) as folder:
                path = Path(folder) / "rules.so"
                path.write_bytes(held)
                self.loaded = ctypes.CDLL(str(path))
            found = self._text("stamp", len(stamp) + 1)
            types = self._text("types", None)
        except (OSError, ValueError) as problem:
            raise CompilerError(f"what the C compiler made can't be used ({str(problem)[:100]})") from None
        if found != stamp:
            raise CompilerError("what the C compiler made is something else than it was given")
        rows = (row.split(":") for row in types.split(";"))
        self.types = {name: (_types(given), _types(result)) for name, given, result in rows}
        self.new, self.free = self.function("gdl_new", [], ctypes.c_void_p), self.function("gdl_free", _GAME, None)

    def instance(self) -> Within:
        """A new one; raises MemoryError."""
        return Within(self)

    def _text(self, name: str, size: int | None) -> str:
        whole = (ctypes.c_char * (size or 1)).in_dll(self.loaded, f"gdl_{name}")
        return ctypes.string_at(ctypes.addressof(whole), -1 if size is None else size - 1).decode("ascii")

    def function(self, name: str, given: list[Any], result: Any) -> Any:
        """A function of the library as ctypes has it."""
        found = getattr(self.loaded, name)
        found.argtypes, found.restype = given, result
        return found


_GAME: list[Any] = [ctypes.c_void_p]


class Within(InProcess):
    """One instance, for one thread at a time; raises MemoryError."""

    def __init__(self, library: Library) -> None:
        self.library = library
        game = library.new()
        if not game:
            raise MemoryError("no room")
        weakref.finalize(self, library.free, game).atexit = False  # a thread may still be at work in it
        self._game = game
        self._size = library.function("gdl_size", _GAME, ctypes.c_uint64)
        self._start: int = library.function("gdl_memory", _GAME, ctypes.c_void_p)(game)
        where = library.function("gdl_trouble", _GAME, ctypes.c_void_p)(game)
        self._trouble = ctypes.c_char_p.from_address(where)

    @property
    def start(self) -> int:
        """Where memory begins."""
        return self._start

    @property
    def size(self) -> int:
        """Bytes of memory."""
        found: int = self._size(self._game)
        return found

    def has(self, name: str) -> bool:
        """Whether there is a function of this name."""
        return name in self.library.types

    def function(self, name: str) -> Callable[..., Any]:
        """A function of the module as one that takes and gives plain numbers; raises Halted where it traps."""
        given, result = self.library.types[name]
        inner = self.library.function(f"call__{name}", [*_GAME, *given], result[0] if result else None)

        def call(*arguments: float) -> Any:  # holds the instance, which must not go before it
            found = inner(self._game, *arguments)
            if (trouble := self._trouble.value) is not None:
                raise Halted(trouble.decode("ascii"))
            return found

        return call


def _types(names: str) -> list[Any]:
    return [TYPES[name] for name in names.split(",") if name]
