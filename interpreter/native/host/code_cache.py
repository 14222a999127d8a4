"""Rulesets ready to run: compiled now, or taken from the disk where they were kept before.

What is kept is the machine code, which is trusted when it is read; so it is kept only where nobody else may write.
"""

from __future__ import annotations

import contextlib
import hashlib
import platform
import struct
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import wasmtime

from gdl import cache
from gdl.model.cost import is_heavy
from gdl.model.model import Model
from interpreter.cancellation import CancelToken
from interpreter.graph.graph import Graph
from interpreter.graph.layout import Layout
from interpreter.native.compiled import PLAYING, Compiled, Plan
from interpreter.native.engine import engine, room
from interpreter.native.host.c_compiler import Compiler, CompilerError, compiler
from interpreter.native.host.c_library import Library, source_of
from interpreter.native.record.record import Record

HEAD = struct.Struct("<3q")
KEPT = 300
"""So many modules are kept; the oldest go first."""


@dataclass
class Ready:
    """Like Compiled, without the module's source."""

    plan: Plan
    start: int
    work: int
    out: int
    code: wasmtime.Module | Library
    token: CancelToken | None = None
    metered: bool = False

    @property
    def model(self) -> Model:
        """The rules."""
        return self.plan.model

    @property
    def graph(self) -> Graph:
        """The rules' graph."""
        return self.plan.graph

    @property
    def layout(self) -> Layout:
        """The slots of the state."""
        return self.plan.layout

    @property
    def record(self) -> Record:
        """The record of a state."""
        return self.plan.record


def prepare(
    model: Model, jobs: tuple[str, ...] = PLAYING, token: CancelToken | None = None,
    forgotten: frozenset[str] = frozenset(),
) -> Compiled | Ready:  # fmt: skip
    """A ruleset ready for instances, from the disk if it can be; `token` stops what runs, `forgotten` is what the
    solver leaves out. Raises Unsupported, and CancelledError."""
    metered = is_heavy(model)
    left_out = [sorted(forgotten)] if forgotten else []
    name = f"{_digest(model.hash, model.name, *jobs, *left_out, _makers(), metered, token is not None)}.code"
    found = cache.kept(name)
    if found is not None and len(found) > HEAD.size:
        start, work, out = HEAD.unpack(found[: HEAD.size])
        with contextlib.suppress(wasmtime.WasmtimeError):
            code = wasmtime.Module.deserialize(engine(token, metered), found[HEAD.size :])
            return Ready(Plan(model), start, work, out, code, token, metered)
    if token is not None:
        token.check()
    compiled = _compiled(model, jobs, forgotten)
    compiled.token = token
    head = HEAD.pack(compiled.start, compiled.work, compiled.out)
    cache.keep(name, head + bytes(compiled.code.serialize()), KEPT)
    return compiled


def _compiled(
    model: Model, jobs: tuple[str, ...], forgotten: frozenset[str] = frozenset(), by_c: bool = False
) -> Compiled:
    from interpreter.native.compile import compile_model  # the compiler takes long to import, too

    return compile_model(model, jobs, forgotten, by_c=by_c)


def prepare_by_c(
    model: Model, jobs: tuple[str, ...] = PLAYING, token: CancelToken | None = None,
    forgotten: frozenset[str] = frozenset(),
) -> Ready:  # fmt: skip
    """The same by the machine's C compiler; raises Unsupported, of which CompilerError is one, and CancelledError.

    What runs can't be called off before its end, and its work isn't counted.
    """
    by = compiler()
    name = library_name(model, jobs, forgotten, by)
    if (found := kept_by_c(model, name, token)) is not None:
        return found
    if token is not None:
        token.check()
    made = made_by_c(model, jobs, forgotten, by, token)
    made.keep()
    return made.ready


@dataclass(frozen=True)
class Made:
    """What a C compiler has made, and what it would be kept as."""

    name: str
    ready: Ready
    held: bytes

    def keep(self) -> None:
        """Put it into the cache."""
        head = HEAD.pack(self.ready.start, self.ready.work, self.ready.out)
        cache.keep(self.name, head + self.held, KEPT)


def made_by_c(
    model: Model, jobs: tuple[str, ...], forgotten: frozenset[str], by: Compiler, token: CancelToken | None = None,
    behind: bool = False,
) -> Made:  # fmt: skip
    """A library, made now; raises as `prepare_by_c`. `behind`: the compiler lets others go first."""
    name = library_name(model, jobs, forgotten, by)
    compiled = _compiled(model, jobs, forgotten, by_c=True)
    held = by.library(source_of(compiled.module, name), behind)
    code = Library(held, name)
    return Made(name, Ready(Plan(model), compiled.start, compiled.work, compiled.out, code, token), held)


def library_name(model: Model, jobs: tuple[str, ...], forgotten: frozenset[str], *by: Compiler) -> str:
    """What the library is kept as that a C compiler makes of these rules, or what some do; raises CompilerError."""
    if is_heavy(model):
        raise CompilerError("its rules are so heavy that the work of each call is counted, which only wasmtime does")
    left_out = [sorted(forgotten)] if forgotten else []
    return f"{_digest(model.hash, model.name, *jobs, *left_out, _makers(), *(one.identity for one in by))}.library"


def kept_by_c(model: Model, name: str, token: CancelToken | None = None) -> Ready | None:
    """The library that was kept under this name, if it is there and as it should be."""
    found = cache.kept(name)
    if found is not None and len(found) > HEAD.size:
        with contextlib.suppress(CompilerError):
            start, work, out = HEAD.unpack(found[: HEAD.size])
            return Ready(Plan(model), start, work, out, Library(found[HEAD.size :], name), token)
    return None


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:40]


@lru_cache(maxsize=1)
def _makers() -> str:
    """Names all that has a hand in the code: this program, as it lies here, wasmtime, the machine, and its limits."""
    root = Path(__file__).parents[3]
    folders = ("gdl", "interpreter/graph", "interpreter/native")
    files = [file for folder in folders for file in (root / folder).rglob("*.[pc]*") if file.suffix in (".py", ".c")]
    stamps = sorted((str(f.relative_to(root)), f.stat().st_size, f.stat().st_mtime_ns) for f in files)
    parts = (_version("gdl-interpreter"), _version("wasmtime"), platform.machine(), platform.system(), room(), stamps)
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
