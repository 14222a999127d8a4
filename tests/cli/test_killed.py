"""Long commands are ended at any moment: what they write is whole, and what was there before is still there or whole;
the next run of the same command goes on. Nobody sees a traceback, and the exit status is a documented one."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from interrupting import let_it_compute, started
from patience import HANGS

from interpreter import Game
from interpreter.game import records

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")

GDL = [sys.executable, "-m", "cli.main"]
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
LONGEST = 3.0
"""Seconds of computing after which a command is ended at the latest."""


def begins(*heads: bytes) -> Callable[[Path], None]:
    """A file that begins so."""
    return lambda path: None if path.read_bytes().startswith(heads) else pytest.fail(f"{path} begins otherwise")


def ends(tail: bytes) -> Callable[[Path], None]:
    return lambda path: None if path.read_bytes().rstrip().endswith(tail) else pytest.fail(f"{path} ends otherwise")


def is_database(path: Path) -> None:
    base = sqlite3.connect(path)
    assert base.execute("PRAGMA quick_check").fetchone() == ("ok",)
    base.close()


@dataclass(frozen=True)
class Long:
    """A command that takes long, the file that it writes, what a whole one is, and a short run that goes on with it."""

    words: str
    file: str = ""
    whole: Callable[[Path], None] = lambda path: None
    again: str = ""
    statuses: tuple[int, ...] = ()
    """Others than those of all commands."""


TUNE = "tune sparks --vary base=3..5 --vary grip --goal balance,length<30 --search-games 0 --games 200 --study"
COMMANDS = {
    "tune": Long(f"{TUNE} t.db", "t.db", is_database, f"{TUNE} t.db --trials 1"),
    "tune-log": Long(f"{TUNE} t.log", "t.log", begins(b"{"), f"{TUNE} t.log --trials 1"),
    "train": Long("train breakthrough --minutes 1 -o b.weights", "b.weights",
                  again="train breakthrough --minutes 0.02 -o b.weights"),
    "solve": Long("solve sparks --set base=3 --db s.db", "s.db", again="solve tictactoe --db t.db"),
    "study": Long("study sparks --html s.html --search-games 4", "s.html", ends(b"</html>"),
                  "study tictactoe --games 100 --search-games 0 --html s.html"),
    "study-parquet": Long("study sparks --games 3000 --search-games 0 --parquet s.parquet", "s.parquet", ends(b"PAR1")),
    "simulate": Long("simulate chess --games 100000"),
    "match": Long("match breakthrough mcts:2000 random --games 50"),
    "selftest": Long("selftest chess"),
    "lint-play": Long("lint --play sparks --budget 60s", statuses=(3,)),
    "compile": Long("compile chess -o c.wasm", "c.wasm", begins(b"\0asm")),
    "page": Long("page chess -o c.html", "c.html", ends(b"</html>")),
    "site": Long("site public tictactoe chess nim", "public/index.html", ends(b"</html>")),
    "film": Long("replay g.yaml --svg g.svg", "g.svg", ends(b"</svg>")),
    "perft": Long("perft chess --turns 6"),
    "serve": Long("serve tictactoe --port 0 --data s.sqlite", "s.sqlite", is_database, statuses=(0,)),
    "compare": Long("compare tictactoe sparks"),
}  # fmt: skip
"""Every command that may take long, or writes a file."""
QUICK = ("tune", "compile")
"""These are tried every day, the rest now and then."""


def ended(long: Long, folder: Path, number: signal.Signals, after: float) -> str:
    """Begin it, end it after so much computing, and say what was wrong with that."""
    words = [*GDL, *long.words.split()]
    here = Path.cwd()
    os.chdir(folder)
    try:
        with started(words) as process:
            let_it_compute(process, after)
            process.send_signal(number)
            out, err = process.communicate(timeout=HANGS)
    finally:
        os.chdir(here)
    allowed = {0, 1, 2, 130, 143, -number, *long.statuses}
    problems = []
    if process.returncode not in allowed:
        problems.append(f"status {process.returncode}")
    if "Traceback" in err + out or "internal error" in err or "Exception ignored" in err:
        problems.append(err[-3000:])
    return "; ".join(problems)


def check(name: str, folder: Path, number: signal.Signals, after: float) -> None:
    long = COMMANDS[name]
    said = ended(long, folder, number, after)
    assert not said, f"{name}, {number.name} after {after:.2f} s: {said}"
    file = folder / long.file
    if long.file and file.exists():
        long.whole(file)
    if long.again:
        done = subprocess.run([*GDL, *long.again.split()], cwd=folder, capture_output=True, text=True, check=False,
                              timeout=HANGS)  # fmt: skip
        assert done.returncode in (0, 1), f"{name}, {number.name} after {after:.2f} s: {done.stderr}"
        assert "Traceback" not in done.stderr
    if number != signal.SIGKILL:  # who may tidy up does so
        left = [path.name for path in folder.rglob("*.part")]
        assert not left, f"{name}, {number.name} after {after:.2f} s: {left}"


def prepared(name: str, folder: Path) -> None:
    """What a command needs: a game of which a film can be made."""
    if name != "film":
        return
    game = Game.load("chess")
    state, record, draw = game.start(1), records.new(game, "chess", 1, 0, {}), Random(1)
    while not state.is_over and len(record.turns) < 120:
        move = draw.choice(state.moves)
        record.turns.append([move.text])
        state = state.play(move)
    records.write(record, folder / "g.yaml")


@pytest.mark.parametrize("number", SIGNALS, ids=lambda one: one.name)
@pytest.mark.parametrize("name", QUICK)
def test_one_moment(name: str, number: signal.Signals, tmp_path: Path) -> None:
    check(name, tmp_path, number, 1.5)


@pytest.mark.deep
@pytest.mark.parametrize("number", SIGNALS, ids=lambda one: one.name)
@pytest.mark.parametrize("name", COMMANDS)
def test_ten_moments(name: str, number: signal.Signals, tmp_path: Path) -> None:
    draw = Random(f"{name} {number}")
    prepared(name, tmp_path)
    for _ in range(10):  # in one folder: each begins with what the one before has left
        check(name, tmp_path, number, draw.uniform(0.05, LONGEST))
