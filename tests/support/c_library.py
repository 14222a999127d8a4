"""Rulesets that `gdl compile --c` wrote, built by the machine's C compiler and called through ctypes."""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game
from interpreter.native.c_file import c_file, c_name

STRICT = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-O2")
TYPES = {
    "new": (ctypes.c_void_p, ()), "free": (None, ("g",)), "start": (ctypes.c_int64, ("g", "Q", "Q")),
    "options": (ctypes.c_int64, ("g",)), "move": (ctypes.c_char_p, ("g", "q")),
    "play": (ctypes.c_int64, ("g", "q")), "mover": (ctypes.c_int32, ("g",)),
    "result": (ctypes.c_int32, ("g", "i", "p")), "piece": (ctypes.c_int32, ("g", "i", "i")),
    "playouts": (ctypes.c_int64, ("g", "Q", "Q", "Q", "p")), "perft": (ctypes.c_int64, ("g", "i", "p")),
    "size": (ctypes.c_size_t, ("g",)), "save": (None, ("g", "p")), "load": (ctypes.c_int64, ("g", "p", "z")),
    "trouble": (ctypes.c_char_p, ("g",)),
}  # fmt: skip
KINDS = {"g": ctypes.c_void_p, "p": ctypes.c_void_p, "Q": ctypes.c_uint64, "q": ctypes.c_int64, "i": ctypes.c_int32,
         "z": ctypes.c_size_t}  # fmt: skip


@lru_cache(maxsize=1)
def compiler() -> list[str]:
    """The machine's C compiler; the test is skipped if there is none."""
    found = shlex.split(os.environ.get("GDL_CC", "")) or ["cc"]
    if shutil.which(found[0]) is None:
        pytest.skip(f"there is no C compiler here ({found[0]})")
    return found


def run(*arguments: str | Path, cwd: Path | None = None) -> str:
    """What a program prints; the test fails if it does."""
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, check=False, cwd=cwd)
    assert done.returncode == 0 and not done.stderr, done.stderr[:2000]
    return done.stdout


class Library:
    """A ruleset's functions and texts by their names without the game's: `call("play", 3)`."""

    def __init__(self, game: Game, folder: Path) -> None:
        self.name = c_name(game.name)
        source = folder / f"{self.name}.c"
        source.write_text(c_file(game.model), encoding="ascii")
        built = source.with_suffix(".so")
        run(*compiler(), *STRICT, "-shared", "-fPIC", source, "-o", built, "-lm")
        self.library = ctypes.CDLL(str(built))
        self.game = self._function("new")()
        assert self.game

    def _function(self, name: str) -> Any:
        function = getattr(self.library, f"{self.name}_{name}")
        function.restype, kinds = TYPES[name][0], TYPES[name][1]
        function.argtypes = [KINDS[kind] for kind in kinds]
        return function

    def call(self, name: str, *arguments: Any) -> Any:
        """What a function gives of this game."""
        return self._function(name)(self.game, *arguments)

    def numbers(self, name: str, count: int, *arguments: Any) -> tuple[int, list[int]]:
        """What a function gives that writes so many numbers, and these."""
        held = (ctypes.c_int64 * count)()
        return self.call(name, *arguments, held), list(held)

    def text(self, name: str) -> str:
        """One of the file's texts."""
        held = ctypes.c_char_p.in_dll(self.library, f"{self.name}_{name}").value
        assert held is not None
        return held.decode()

    def texts(self, name: str) -> list[str]:
        """One of the file's rows of texts."""
        rows = (ctypes.c_char_p * 10_000).in_dll(self.library, f"{self.name}_{name}")
        found: list[str] = []
        while (row := rows[len(found)]) is not None:
            found.append(row.decode())
        return found
