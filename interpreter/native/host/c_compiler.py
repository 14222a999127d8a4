"""The machine's C compiler, if there is one: makes shared libraries, in a bounded time. Whatever goes wrong is told."""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Thread
from typing import IO

from interpreter.native.module.emitter import Unsupported

VARIABLE = "GDL_CC"
"""The environment variable that names a compiler, with options if need be …"""
USUAL = "cc"
"""… and what is taken otherwise."""
OTHERS = ("clang", *(f"clang-{version}" for version in range(50, 8, -1)))
"""Where nobody has named a compiler, a trial may take the first of these instead, if one is there; some systems install
it by its version alone …"""
LEFT_OUT = ("-fno-tree-sink",)
"""… or the usual one with this: where gcc moves calculations into the branches that need them, some games take half as
long again (Amazons, Tablut), and others a tenth less (Hive)."""
SECONDS = 300.0
"""A compiler that takes longer is stopped."""
MOST_BYTES = 1 << 28
"""A library that is greater isn't read."""
FLAGS = ("-std=c11", "-O3", "-fPIC", "-shared", "-ffp-contract=off", "-w")
FOR_THIS_MACHINE = ("-march=native", "-mtune=generic")
"""The code uses all instructions of the machine, but isn't tuned for it. Where gcc 12 tunes for AVX-512, it moves
words through vector registers: Hex, Reversi and Sparklies took a fifth longer, draughts a quarter."""
WATCHED = """
import os, signal, subprocess, sys, threading
def end_with_parent():
    sys.stdin.read()
    os.killpg(0, signal.SIGKILL)
if hasattr(os, "killpg"):
    os.nice(int(sys.argv[1]))
    threading.Thread(target=end_with_parent, daemon=True).start()
try:
    status = subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL).returncode
except OSError as problem:
    sys.exit(problem.strerror)
os._exit(status & 255)
"""
"""Runs a program that ends, with all that it starts, when the process goes that has started this."""
NICENESS = 10
"""Of a compiler for which nobody waits."""
SAID = 300
"""So many bytes of what a compiler complains of are kept."""


class CompilerError(Unsupported):
    """There is no C compiler, or it doesn't do what it should; the message is a sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, "")


@dataclass(frozen=True)
class Compiler:
    """A compiler: how it is called, and what tells it from others."""

    words: tuple[str, ...]
    identity: str

    def library(self, source: str, behind: bool = False) -> bytes:
        """A shared library of this; raises CompilerError. `behind`: niced."""
        with tempfile.TemporaryDirectory(prefix="gdl-", ignore_cleanup_errors=True) as folder:
            home = Path(folder)
            (home / "rules.c").write_text(source, encoding="ascii")
            failed = self._run(home, (*FOR_THIS_MACHINE, *FLAGS), behind)
            if failed:
                failed = self._run(home, FLAGS, behind)  # not every compiler knows what machine this is
            made = home / "rules.so"
            if failed:
                raise CompilerError(f"the C compiler {self.words[0]} fails: {failed}")
            if not made.is_file():
                raise CompilerError(f"{self.words[0]} is no C compiler: it ends well, and makes nothing")
            if made.stat().st_size > MOST_BYTES:
                raise CompilerError(f"the C compiler {self.words[0]} makes too much: {made.stat().st_size:,} bytes")
            return made.read_bytes()

    def _run(self, home: Path, flags: tuple[str, ...], behind: bool) -> str:
        """Compile rules.c to rules.so there; what was wrong, if anything."""
        words = [sys.executable, "-I", "-S", "-c", WATCHED, str(NICENESS if behind else 0),
                 *self.words, *flags, "-o", "rules.so", "rules.c", "-lm"]  # fmt: skip
        try:
            process = subprocess.Popen(  # noqa: S603 - who runs the program names the compiler
                words, cwd=home, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as problem:
            return getattr(problem, "strerror", None) or str(problem)
        said: list[bytes] = []
        assert process.stderr is not None
        reader = Thread(target=_drain, args=(process.stderr, said), daemon=True)
        reader.start()
        try:
            status = process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            raise CompilerError(f"the C compiler {self.words[0]} was stopped after {SECONDS:,.0f} seconds") from None
        finally:
            _end(process)
        reader.join(1)
        return f"{_first_line(said)} (status {status})" if status else ""


def compiler() -> Compiler:
    """The one to be taken; raises CompilerError."""
    given = _given()
    try:
        words = shlex.split(given) or [USUAL]
    except ValueError:
        raise CompilerError(f"{VARIABLE} can't be read as a command: {given[:SAID]}") from None
    return _called(words)


def compilers() -> list[Compiler]:
    """The one to be taken and, unless it was named, others that may make quicker code; raises CompilerError if there is
    none at all."""
    found = [compiler()]
    if not _given().strip():
        with contextlib.suppress(CompilerError):
            found.append(_called([USUAL, *LEFT_OUT]))
        found += [_called([name]) for name in OTHERS if shutil.which(name)][:1]
    return found


def _given() -> str:
    return os.environ.get(VARIABLE, "")


def _called(words: list[str]) -> Compiler:
    """The compiler that these words call."""
    given = _given()
    found = shutil.which(words[0])
    if found is None:
        named = f"{VARIABLE} names {words[0]}, which is no program here" if given.strip() else f"there is no {USUAL}"
        raise CompilerError(f"{named}; {VARIABLE} can name a C compiler")
    path = Path(found).resolve()
    held = path.stat()
    parts = (words, str(path), held.st_size, held.st_mtime_ns, FOR_THIS_MACHINE, FLAGS, _machine())
    return Compiler((found, *words[1:]), hashlib.sha256(repr(parts).encode()).hexdigest())


@lru_cache(maxsize=1)
def _machine() -> str:
    """What code for this very machine may use: several machines may share a cache."""
    with contextlib.suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        return "\n".join(sorted({line for line in lines if line.startswith(("flags", "Features", "model name"))}))
    return platform.processor() + platform.node()


def _drain(stream: IO[bytes], said: list[bytes]) -> None:
    """Keep the first bytes; read the others, too, or who writes them would wait."""
    with contextlib.suppress(OSError, ValueError):
        while part := stream.read1(1 << 16) if hasattr(stream, "read1") else stream.read(1 << 16):
            if not said:
                said.append(part[:SAID])


def _first_line(said: list[bytes]) -> str:
    text = b"".join(said).decode(errors="replace")
    lines = ["".join(c if c.isprintable() else " " for c in line).strip() for line in text.splitlines()]
    return next(filter(None, lines), "it says nothing")[:SAID]


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a compiler, with all that it has started, if it is still there."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    if process.stdin is not None:
        process.stdin.close()
