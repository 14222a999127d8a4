"""XBoard itself, without a screen, as the referee of whole games between two of our engines."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from patience import HANGS

XBOARD = shutil.which("xboard") or shutil.which("xboard", path="/usr/games")
OURS = shlex.join([sys.executable, "-c", "from cli.main import main; main()", "engine"])
OVER = re.compile(r"\{([^{}]*)\} (1-0|0-1|1/2-1/2)\s*$")

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(not (XBOARD and shutil.which("Xvfb")), reason="XBoard and Xvfb aren't both installed"),
]


@pytest.fixture
def display() -> Iterator[str]:
    """A screen that nobody sees."""
    ready, told = os.pipe()
    with subprocess.Popen(["Xvfb", "-displayfd", str(told), "-screen", "0", "1000x900x24"], pass_fds=[told],
                          stderr=subprocess.DEVNULL) as server:  # fmt: skip
        os.close(told)
        with os.fdopen(ready) as number:
            yield f":{number.readline().strip()}"
        server.terminate()


@pytest.mark.parametrize(("game", "variant"), [
    ("chess", "normal"), ("crazyhouse", "crazyhouse"), ("breakthrough", "breakthrough"),
    ("king_of_the_hill", "kingofthehill"),
])  # fmt: skip
def test_a_whole_game(game: str, variant: str, display: str, tmp_path: Path) -> None:
    """XBoard, which checks what it can, takes every move of both, and the end."""
    saved, log = tmp_path / "games.pgn", tmp_path / "debug"
    engines = [f"{OURS} {game} --protocol xboard --level {level}" for level in (2, 1)]
    command = [str(XBOARD), "-variant", variant, "-fcp", engines[0], "-scp", engines[1], "-mg", "1", "-tc", "0:06",
               "-mps", "60", "-testClaims", "false", "-debug", "-nameOfDebugFile", str(log),
               "-sgf", str(saved)]  # fmt: skip
    home = {**os.environ, "DISPLAY": display, "HOME": str(tmp_path)}
    with subprocess.Popen(command, env=home, cwd=tmp_path, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as xboard:  # fmt: skip
        until = time.monotonic() + HANGS
        while time.monotonic() < until and not (saved.exists() and OVER.search(saved.read_text(encoding="utf-8"))):
            assert xboard.poll() is None, "XBoard has ended"
            time.sleep(0.5)
        xboard.terminate()
    found = OVER.search(saved.read_text(encoding="utf-8"))
    assert found is not None and not re.search(r"forfeit|illegal|time|exit", found[1], re.I), found[1]
    assert not re.search(r"^\d+ [<>](first|second)\s*: (Illegal|Error)", log.read_text(errors="replace"), re.M)
