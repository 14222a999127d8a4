"""Rulesets ready to run: compiled now, or taken from the disk where they were kept before.

What is kept is the machine code, which is trusted when it is read; so it is kept only where nobody else may write.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import struct
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import wasmtime

from gdl import cache
from gdl.model.model import Model
from interpreter.graph.graph import Graph
from interpreter.graph.layout import Layout
from interpreter.native.compile import PLAYING, Compiled, Plan, compile_model
from interpreter.native.host.engine import engine
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


def prepare(model: Model, jobs: tuple[str, ...] = PLAYING) -> Compiled | Ready:
    """A ruleset ready for instances, from the disk if it can be; raises Unsupported."""
    where = _place(model, jobs)
    if where is None:
        return compile_model(model, jobs)
    found = _kept(where)
    if found is not None:
        start, work, out = HEAD.unpack(found[: HEAD.size])
        with contextlib.suppress(wasmtime.WasmtimeError):
            code = wasmtime.Module.deserialize(engine(), found[HEAD.size :])
            return Ready(Plan(model), start, work, out, code)
    compiled = compile_model(model, jobs)
    _keep(where, HEAD.pack(compiled.start, compiled.work, compiled.out) + bytes(compiled.code.serialize()))
    return compiled


def _place(model: Model, jobs: tuple[str, ...]) -> Path | None:
    """Where the code of these rules is kept; None if there is no safe place."""
    try:
        folder = cache.folder() / "native"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name == "posix":
            found = folder.stat()
            if found.st_uid != os.getuid() or found.st_mode & 0o022:
                return None
    except (OSError, RuntimeError):  # read-only, or no home folder
        return None
    parts = (model.hash, model.name, *jobs, _makers())
    return folder / f"{hashlib.sha256(repr(parts).encode()).hexdigest()[:40]}.code"


@lru_cache(maxsize=1)
def _makers() -> str:
    """Names all that has a hand in the code: this program, as it lies here, wasmtime, and the machine."""
    root = Path(__file__).parents[3]
    folders = ("gdl", "interpreter/graph", "interpreter/native")
    files = [file for folder in folders for file in (root / folder).rglob("*.py")]
    stamps = sorted((str(f.relative_to(root)), f.stat().st_size, f.stat().st_mtime_ns) for f in files)
    try:
        ours = version("gdl-interpreter")
    except PackageNotFoundError:
        ours = ""
    parts = (ours, version("wasmtime"), platform.machine(), platform.system(), stamps)
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _kept(path: Path) -> bytes | None:
    """What was kept there, if it is whole."""
    try:
        held = path.read_bytes()
    except OSError:
        return None
    digest, rest = held[:32], held[32:]
    return rest if len(rest) > HEAD.size and hashlib.sha256(rest).digest() == digest else None


def _keep(path: Path, held: bytes) -> None:
    """Keep it, all or nothing; two processes may do so at once."""
    with contextlib.suppress(OSError):
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:  # readable and writable by us alone
            file.write(hashlib.sha256(held).digest() + held)
        try:
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink()
        files = sorted(path.parent.glob("*.code"), key=lambda f: f.stat().st_mtime)
        for old in files[: max(0, len(files) - KEPT)]:
            old.unlink(missing_ok=True)
