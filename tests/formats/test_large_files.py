"""Large files: one game is in memory at a time, whatever the file's size."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's figures of a process")
READ = """
import sys
from pathlib import Path
from interpreter.bridges.formats import converting
games = good = 0
for game in converting.games(Path(sys.argv[1]), sys.argv[2]):
    games, good = games + 1, good + (not game.trouble)
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
print(games, good, peak.split()[1])
"""
"""Not `ru_maxrss` of `getrusage`: that of a new process begins with what its parent uses."""
GAME = {
    "pgn": '[White "Anna"]\n\n1. e4 e5 (1... c5 {Or}) 2. Nf3 {good} Nc6 3. Bb5 a6 1-0\n\n',
    "sgf": "(;GM[1]SZ[9]C[hello];B[dd];W[ee](;B[ef])(;B[fe]C[or]))\n",
    "pdn": '[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n',
}
MUCH = 12_000
"""Kilobytes by which a process may grow."""


def used(path: Path, kind: str) -> tuple[int, int, int]:
    """The games of a file, those without trouble, and the kilobytes that a process took to read it."""
    done = subprocess.run([sys.executable, "-c", READ, path, kind], capture_output=True, text=True, check=True)
    games, good, size = map(int, done.stdout.split())
    return games, good, size


def written(path: Path, parts: Iterator[str]) -> Path:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(parts)
    return path


@pytest.mark.parametrize("kind", GAME)
def test_many_games_take_no_more_than_one(kind: str, tmp_path: Path) -> None:
    one = used(written(tmp_path / "one", iter([GAME[kind]])), kind)
    many = used(written(tmp_path / "many", (GAME[kind] for _ in range(2_000))), kind)
    assert (one[:2], many[:2]) == ((1, 1), (2_000, 2_000))
    assert many[2] < one[2] + MUCH


@pytest.mark.parametrize("megabytes", [20, pytest.param(2_048, marks=pytest.mark.deep)])
@pytest.mark.parametrize(("kind", "before", "behind"), [
    ("pgn", "1. e4 {", "} e5 1-0\n"), ("pgn", "1. e4 ; ", "\ne5 1-0\n"), ("sgf", "(;GM[1]C[", "];B[dd])"),
    ("pgn", '[White "', '"]\n\n1. e4 *\n'),
], ids=["comment", "line", "property", "tag"])  # fmt: skip
def test_one_part_that_goes_on_and_on(kind: str, before: str, behind: str, megabytes: int, tmp_path: Path) -> None:
    one = used(written(tmp_path / "one", iter([GAME[kind]])), kind)
    part = "so many words that say nothing, " * (1 << 15)
    many = (megabytes << 20) // len(part)
    file = written(tmp_path / "long", iter([before, *(part for _ in range(many)), behind, GAME[kind]]))
    games, good, size = used(file, kind)
    file.unlink()
    assert (games, good) == (2, 1 if before.startswith("[") else 2) and size < one[2] + MUCH


@pytest.mark.deep
@pytest.mark.parametrize("kind", GAME)
def test_a_million_games(kind: str, tmp_path: Path) -> None:
    one = used(written(tmp_path / "one", iter([GAME[kind]])), kind)
    games, good, size = used(written(tmp_path / "many", (GAME[kind] for _ in range(10**6))), kind)
    assert games == good == 10**6 and size < one[2] + MUCH
