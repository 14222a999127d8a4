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
    code: wasmtime.Module
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
    parts = (model.hash, model.name, *jobs, *left_out, _makers(), metered, token is not None)
    name = f"{hashlib.sha256(repr(parts).encode()).hexdigest()[:40]}.code"
    found = cache.kept(name)
    if found is not None and len(found) > HEAD.size:
        start, work, out = HEAD.unpack(found[: HEAD.size])
        with contextlib.suppress(wasmtime.WasmtimeError):
            code = wasmtime.Module.deserialize(engine(token, metered), found[HEAD.size :])
            return Ready(Plan(model), start, work, out, code, token, metered)
    if token is not None:
        token.check()
    from interpreter.native.compile import compile_model  # the compiler takes long to import, too

    compiled = compile_model(model, jobs, forgotten)
    compiled.token = token
    head = HEAD.pack(compiled.start, compiled.work, compiled.out)
    cache.keep(name, head + bytes(compiled.code.serialize()), KEPT)
    return compiled


@lru_cache(maxsize=1)
def _makers() -> str:
    """Names all that has a hand in the code: this program, as it lies here, wasmtime, the machine, and its limits."""
    root = Path(__file__).parents[3]
    folders = ("gdl", "interpreter/graph", "interpreter/native")
    files = [file for folder in folders for file in (root / folder).rglob("*.py")]
    stamps = sorted((str(f.relative_to(root)), f.stat().st_size, f.stat().st_mtime_ns) for f in files)
    try:
        ours = version("gdl-interpreter")
    except PackageNotFoundError:
        ours = ""
    parts = (ours, version("wasmtime"), platform.machine(), platform.system(), room(), stamps)
    return hashlib.sha256(repr(parts).encode()).hexdigest()
