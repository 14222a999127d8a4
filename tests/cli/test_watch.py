"""`gdl watch` as a process: what is printed on each change, and what it bears."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest
from interrupting import started
from patience import HANGS
from typer.testing import CliRunner

from cli.app import app
from cli.options import extras
from cli.reports.looking import bases
from gdl.lint.rule import example

pytest.importorskip("watchfiles")

RULES = example()
ENDLESS = example(
    setup="put stone of White on a1\nput stone of Black on c3",
    turn="choose a in mine, b in a.adjacent & empty\nmove a to b",
    end="win me if count(mine) = 2\nlose next if stuck",
)
WATCH = [sys.executable, "-m", "cli.main", "watch"]


class Watching:
    """A running `gdl watch`, and the pages that it has printed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: Queue[str] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)

    def page(self, wanted: str) -> str:
        """All that is printed until a page that holds this is whole."""
        text, ends = "", time.monotonic() + HANGS
        while time.monotonic() < ends:
            try:
                text += self.lines.get(timeout=1)
            except Empty:
                assert self.process.poll() is None, text
            if wanted in text and text.endswith("\n\n"):
                return text
        raise AssertionError(f"{wanted!r} never came: {text}")

    def is_quiet(self) -> bool:
        """Whether nothing comes for a while."""
        time.sleep(1.5)
        return self.lines.empty()

    def leave(self) -> tuple[int, str]:
        """Ctrl-C: the exit status, and what went to standard error."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.stderr is not None
        status = self.process.wait(HANGS)
        return status, self.process.stderr.read()


@contextmanager
def watching(path: Path, *words: str) -> Iterator[Watching]:
    with started([*WATCH, str(path), "--games", "20", *words]) as process:
        yield Watching(process)


def test_each_save_is_looked_at_once(tmp_path: Path) -> None:
    path = tmp_path / "my game.gdl"
    path.write_text(RULES)
    with watching(path) as seen:
        first = seen.page("White to move: 9 moves")
        assert first.startswith("== my game.gdl, ")
        assert "lint: nothing found\n20 random games; per cent" in first
        assert "\x1b" not in first
        path.write_text(RULES.replace("empty\n", "emtpy\n", 1))
        page = seen.page("can't be played")
        assert "my game.gdl:8:15: error N201: nothing is called `emtpy` here" in page
        assert page.count("==") == 1
        path.write_text(RULES.replace("grid(3, 3)", "grid(4, 4)"))
        assert "White to move: 16 moves" in seen.page("to move")
        (tmp_path / "unrelated.txt").write_text("x")
        assert seen.is_quiet()
        assert seen.leave() == (0, "")


def test_a_file_that_goes_comes_and_is_half_written(tmp_path: Path) -> None:
    path = tmp_path / "a.gdl"
    path.write_text(RULES)
    with watching(path) as seen:
        seen.page("to move")
        path.rename(tmp_path / "b.gdl")
        seen.page("waiting for it")
        path.write_text(RULES[: len(RULES) // 2])
        seen.page("error")
        (tmp_path / "b.gdl").replace(path)  # as editors save: a new file takes the name
        seen.page("to move")
        path.write_bytes(b"\x7fELF\x00\x01\xff")
        seen.page("not a text file")
        path.write_bytes(b"game \xff")
        seen.page("this is not UTF-8 text")
        path.write_text("")
        seen.page("the file is empty")
        path.unlink()
        path.mkdir()
        seen.page("is a folder")
        path.rmdir()
        os.mkfifo(path)
        seen.page("can't be read")
        path.unlink()
        path.write_text(RULES)
        seen.page("to move")
        assert seen.leave() == (0, "")


def test_what_is_extended_and_scenarios_are_watched_too(tmp_path: Path) -> None:
    base, variant = tmp_path / "parts" / "base.gdl", tmp_path / "variant.gdl"
    base.parent.mkdir()
    base.write_text(RULES)
    variant.write_text('game "Variant" extends "parts/base.gdl"\n\nsetup\n  put stone of White on a1\n')
    assert bases(variant) == [base]
    with watching(variant) as seen:
        seen.page("8 moves")
        base.write_text(RULES.replace("grid(3, 3)", "grid(4, 4)"))
        seen.page("15 moves")
        (tmp_path / "scenarios.yaml").write_text(
            "game: variant.gdl\nscenarios:\n- name: a corner is taken\n  then: {sites: {b2: stone of White}}\n"
        )
        page = seen.page("to move")
        assert "scenarios: 0 passed, 1 FAILED" in page
        assert "a corner is taken" in page
        (tmp_path / "scenarios.yaml").write_text("game: [")
        assert "scenarios.yaml:" in seen.page("to move")
        assert seen.leave()[0] == 0


def test_a_game_without_end_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "a.gdl"
    path.write_text(ENDLESS)
    with watching(path) as seen:
        page = seen.page("to move")
        assert "hasn't ended after 20,000 plies" in page
        assert seen.leave()[0] == 0


def test_games_end_where_time_does(tmp_path: Path) -> None:
    path = tmp_path / "a.gdl"
    path.write_text(RULES)
    with started([*WATCH, str(path), "--games", "100000000", "--seconds", "0.2"]) as process:
        assert " random games in 0.2 s; per cent" in Watching(process).page("to move")


def test_a_folder_that_goes_and_comes(tmp_path: Path) -> None:
    path = tmp_path / "games" / "a.gdl"
    path.parent.mkdir()
    path.write_text(RULES)
    with watching(path) as seen:
        seen.page("to move")
        shutil.rmtree(path.parent)
        seen.page("waiting for it")
        path.parent.mkdir()
        path.write_text(RULES)
        seen.page("to move")
        assert seen.leave() == (0, "")


def test_what_cannot_be_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (str(tmp_path / "missing.gdl"), "nothing_like_it", "-", str(tmp_path)):
        result = CliRunner().invoke(app, ["watch", name])
        assert result.exit_code == 2, (name, result.output)
        assert result.stderr.startswith("gdl: ")
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    result = CliRunner().invoke(app, ["watch", "tictactoe"])
    assert result.exit_code == 2
    assert "pip install 'gdl-interpreter[watch]'" in result.stderr


# ---- on a terminal -----------------------------------------------------------------------------------


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[list[str]]:
    """A tmux of its own; the words with which it is spoken to."""
    if shutil.which("tmux") is None:
        pytest.skip("there is no tmux here")
    tmux = ["tmux", "-S", str(tmp_path / "socket"), "-f", os.devnull]
    yield tmux
    subprocess.run([*tmux, "kill-server"], check=False, capture_output=True)


def screen_with(tmux: list[str], wanted: str) -> str:
    """The screen once it shows this."""
    shown, ends = "", time.monotonic() + HANGS
    while time.monotonic() < ends:
        shown = subprocess.run([*tmux, "capture-pane", "-p"], capture_output=True, text=True, check=True).stdout
        if wanted in shown:
            return shown
        time.sleep(0.1)
    raise AssertionError(f"{wanted!r} never came: {shown}")


def test_the_page_is_drawn_in_place(tmp_path: Path, terminal: list[str]) -> None:
    path = tmp_path / "a.gdl"
    path.write_text(RULES)
    command = f"trap : INT; {shlex.join([*WATCH, str(path), '--games', '20'])}; echo status $?; exec cat"
    start = [*terminal, "new-session", "-d", "-x", "100", "-y", "30", "sh", "-c", command]
    # the size is the window's, whatever somebody has set
    own = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    subprocess.run(start, check=True, env={**own, "LC_ALL": "C.UTF-8"})
    first = screen_with(terminal, "White to move: 9 moves")
    assert first.startswith("a.gdl, ")
    path.write_text(RULES.replace("grid(3, 3)", "grid(4, 4)"))
    second = screen_with(terminal, "White to move: 16 moves")
    assert second.startswith("a.gdl, ")
    assert second.count("random games") == 1
    path.write_text(RULES.replace("empty", "emtpy"))
    third = screen_with(terminal, "can't be played")
    assert "White to move" not in third
    subprocess.run([*terminal, "resize-window", "-x", "60", "-y", "8"], check=True)
    small = screen_with(terminal, "more lines: make the window larger")
    assert small.startswith("a.gdl, ")
    subprocess.run([*terminal, "send-keys", "C-c"], check=True)
    screen_with(terminal, "status 0")
