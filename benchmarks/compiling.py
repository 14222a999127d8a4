"""What compiling takes, for each ruleset: to check it, to compile it to WebAssembly, and wasmtime's own part.

    python benchmarks/compiling.py [--runs 3] [--json FILE] [GAME …]

All times are the process's own, in milliseconds, the least of several runs. `check`: from the text to the model, with
what the ruleset extends. `compile`: from the model to the module's bytes, with the kernels that playing takes.
`wasmtime`: from the bytes to machine code. Garbage is collected as seldom as in the program. The first rulesets take
longer, as nothing is warm yet: to compare two versions of the compiler, give both the same games in the same order.
Equal digests mean equal modules.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from cli.main import GARBAGE
from gdl import library
from interpreter import GameError
from interpreter.game.loading import made
from interpreter.native.compile import compile_model
from interpreter.native.engine import code
from interpreter.native.module.emitter import Unsupported

T = TypeVar("T")


def least(runs: int, work: Callable[[], T]) -> tuple[float, T]:
    """The least milliseconds that some work took, and what it gave the last time."""
    best = float("inf")
    for _ in range(runs):
        begin = time.process_time()
        found = work()
        best = min(best, 1000 * (time.process_time() - begin))
    return best, found


def measured(name: str, runs: int) -> dict[str, float | int | str]:
    """The times of one ruleset, and its module's length and digest."""
    source = library.read(name)
    checking, (model, _) = least(runs, lambda: made(source, {}, None))
    compiling, binary = least(runs, lambda: compile_model(model).binary)
    translating, _ = least(runs, lambda: code(binary))
    return {"game": name, "check": checking, "compile": compiling, "wasmtime": translating, "bytes": len(binary),
            "sha256": hashlib.sha256(binary).hexdigest()}  # fmt: skip


def main() -> None:
    """Measure, and print a line for each ruleset."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    if given.runs < 1:
        parser.error("--runs takes a number from 1")
    if unknown := [name for name in given.games if name not in library.names()]:
        parser.error(f"{', '.join(unknown)}: no such ruleset ships")
    gc.set_threshold(GARBAGE, 20, 20)
    print(f"{'':24} {'check':>8} {'compile':>8} {'wasmtime':>8} {'bytes':>9}  sha256")
    rows = []
    for name in given.games or library.names():
        try:
            row = measured(name, given.runs)
        except (GameError, Unsupported) as problem:  # others can be measured
            print(f"{name:24} left out: {str(problem).splitlines()[0]}")
            continue
        rows.append(row)
        print(f"{name:24} {row['check']:8.1f} {row['compile']:8.1f} {row['wasmtime']:8.1f} {row['bytes']:9,}  "
              f"{str(row['sha256'])[:16]}", flush=True)  # fmt: skip
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
