"""Fairy-Stockfish for JavaScript (ffish) as a quick witness: it keeps a board, so thousands of positions are no matter.

It is the same program as pyffish, which begins anew with each question. Set `GDL_FFISH` to the folder of the package
(`npm install ffish`, then `…/node_modules/ffish`); without it, or without node, tests that need it are skipped.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

BRIDGE = Path(__file__).with_name("ffish.js")


class Quick:
    """A variant after some moves, asked as `fairy.Witness` is."""

    def __init__(self, variant: str, process: subprocess.Popen[str], section: str = "") -> None:
        """`section`: text of a file that describes the variant, if that program doesn't know it by itself."""
        self.variant, self._process = variant, process
        self._played: list[str] = []
        self._seen: dict[str, Any] | None = None
        if section:
            self._ask("ini", text=section)
        self._ask("start", variant=variant)

    def _ask(self, ask: str, **more: object) -> Any:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps({"ask": ask, **more}) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def _at(self, played: list[str]) -> dict[str, Any]:
        before = self._played
        same = len(before)
        if played[:same] != before:
            pairs = zip(before, played, strict=False)
            same = next((n for n, (one, other) in enumerate(pairs) if one != other), min(len(before), len(played)))
        if self._seen is None or same < max(len(before), len(played)):
            self._seen = self._ask("go", back=len(before) - same, moves=played[same:])
            assert self._seen["wrong"] is None, (self.variant, played, self._seen["wrong"])
            self._played = [*played]
        return self._seen

    def moves(self, played: list[str]) -> list[str]:
        """The legal moves, none if the game is over at once."""
        return list(self._at(played)["moves"])

    def end(self, played: list[str]) -> int | None:
        """What the game is worth to who is to move if it is over: 1, 0, -1."""
        seen = self._at(played)
        if seen["result"] == "*" or (seen["dead"] and seen["moves"] and seen["result"] == "1/2-1/2"):
            return None
        worth = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}[seen["result"]]
        return worth if seen["fen"].split()[1] == "w" else -worth

    def is_dead(self, played: list[str]) -> bool:
        """Whether neither side has enough to mate: some rulesets end then, this program leaves it to others."""
        return bool(self._at(played)["dead"])

    def position(self, played: list[str]) -> str:
        """The position, for messages."""
        return str(self._at(played)["fen"])

    def perft(self, played: list[str], depth: int) -> int:
        """The number of lines of this many moves."""
        self._at(played)
        return int(self._ask("perft", depth=depth))


@contextmanager
def quick(variant: str, without: str = "") -> Iterator[Quick]:
    """The witness for a variant, changed by further lines of a file; skips the test where it isn't there."""
    with process() as talking:
        yield Quick("less", talking, f"[less:{variant}]\n{without}\n") if without else Quick(variant, talking)


@contextmanager
def process() -> Iterator[subprocess.Popen[str]]:
    """That program, for one witness after another; skips the test where it isn't there."""
    folder, node = os.environ.get("GDL_FFISH", ""), shutil.which("node")
    if node is None or not (Path(folder) / "ffish.wasm").is_file():
        pytest.skip("GDL_FFISH isn't the folder of ffish, or node is missing")
    command = [node, str(BRIDGE), str(Path(folder).resolve())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as talking:
        try:
            yield talking
        finally:
            talking.kill()
