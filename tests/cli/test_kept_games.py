"""Nothing is lost: every game is kept, whatever ends it, and can be gone on with."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import stat
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from command import gdl
from patience import HANGS

from cli.session import store
from cli.session.session import Session
from cli.session.session import resume as session_of
from interpreter import Game
from interpreter.game import records

BOTH = ("--seat", "X=human", "--seat", "O=human")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GDL_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path / "data" / "games"


def kept(data: Path) -> list[Path]:
    return sorted(data.glob("*.yaml"))


# ---- by itself ---------------------------------------------------------------------------------------


def test_a_game_is_kept_without_being_asked_and_is_ones_own(data: Path) -> None:
    said = gdl("play", "tictactoe", *BOTH, typed="a1\nb1\n").stdout
    (file,) = kept(data)
    assert records.read(file).turns == [["a1"], ["b1"]]
    assert f"gdl play --resume {file}" in said
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    gdl("play", "--resume", str(file), typed="a2\n")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_game_in_which_nothing_was_played_is_none(data: Path) -> None:
    assert "Recorded" not in gdl("play", "tictactoe", *BOTH, typed="quit\n").stdout
    assert kept(data) == []


def test_who_leaves_is_told_how_to_go_on() -> None:
    said = gdl("play", "tictactoe", *BOTH, typed="a1\nquit\n").stdout
    (command,) = re.findall(r"Recorded; `gdl (play --resume .*)` goes on from here\.", said)
    assert "O: Put a stone" in gdl(*command.split(), "--plain", typed="quit\n").stdout


@pytest.mark.parametrize("words", [["--no-record"], ["--record", "mine.yaml"]])
def test_a_game_that_is_kept_elsewhere_or_not_at_all(
    words: list[str], data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    gdl("play", "tictactoe", *BOTH, *words, typed="a1\n")
    assert kept(data) == []
    assert Path("mine.yaml").exists() == ("--record" in words)


def test_a_record_that_is_resumed_without_a_record_stays(data: Path) -> None:
    gdl("play", "tictactoe", *BOTH, typed="a1\n")
    (file,) = kept(data)
    gdl("play", "--resume", str(file), "--no-record", typed="b1\n")
    assert records.read(file).turns == [["a1"]]


def test_both_at_once_is_a_contradiction() -> None:
    assert "--no-record" in gdl("play", "tictactoe", "--record", "x.yaml", "--no-record", status=2).stderr


def test_a_ruleset_of_ones_own_is_found_from_anywhere(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.gdl").write_text('game "Mine" extends "tictactoe"\n', encoding="utf-8")
    gdl("play", "mine.gdl", *BOTH, typed="a1\n")
    (file,) = kept(data)
    monkeypatch.chdir("/")
    assert "2. O: b1" in gdl("play", "--resume", str(file), typed="b1\n").stdout


# ---- the list ----------------------------------------------------------------------------------------


def test_a_level_is_kept_and_told_in_words(data: Path) -> None:
    gdl("play", "tictactoe", "--level", "2", "--seed", "1", typed="b2\n")
    said = gdl("play", "--resume", typed="1\n").stdout
    assert "1  Tic-tac-toe  you play X, level 2 plays O, " in said
    assert "O (computer, level 2)" in said
    (file,) = kept(data)
    assert "O (computer, level 5)" in gdl("play", "--resume", str(file), "--level", "5", typed="\n").stdout


def test_games_that_were_left_are_listed_to_choose_from(data: Path) -> None:
    gdl("play", "tictactoe", *BOTH, typed="a1\n")
    os.utime(kept(data)[0], (time.time() - 5, time.time() - 5))
    gdl("play", "nim", "--seat", "First=human", "--seat", "Second=random", typed="#1\n")
    gdl("play", "tictactoe", *BOTH, typed="a1\nb1\na2\nb2\na3\n")  # it is over
    said = gdl("play", "--resume", typed="2\nb3\n").stdout
    assert re.search(r"1  Nim  you play First, random plays Second, \d turns?, today \d\d:\d\d", said)
    assert "2  Tic-tac-toe  1 turn, today" in said
    assert "3  " not in said.split("Which?")[0]
    assert "2. O: b3" in said
    for words in (["tictactoe", "--resume"], ["--resume", "tictactoe"]):
        said = gdl("play", *words, typed="\n").stdout
        assert "Nim" not in said
        assert "1  Tic-tac-toe" in said


@pytest.mark.parametrize("typed", ["", "\n", "q\n", "0\n", "3\n", "x\n", "²\n", "9" * 5000 + "\n", "1.0\n", "-1\n"])
def test_a_choice_that_is_none_begins_nothing(typed: str) -> None:
    gdl("play", "tictactoe", *BOTH, typed="a1\n")
    assert "X (you)" not in gdl("play", "--resume", typed=typed).stdout


def test_nothing_waits() -> None:
    assert "begins one" in gdl("play", "--resume", status=2).stderr
    gdl("play", "tictactoe", *BOTH, typed="a1\n")
    assert "no unfinished game of nim" in gdl("play", "nim", "--resume", status=2).stderr


def test_what_is_no_record_isnt_listed(data: Path) -> None:
    gdl("play", "tictactoe", *BOTH, typed="a1\n")
    (file,) = kept(data)
    file.with_name("2026-01-01-000000-x-aaaaaa.yaml").write_text("not: this", encoding="utf-8")
    file.with_name("2026-01-01-000000-x-bbbbbb.yaml").write_bytes(b"\xff\xfe\0")
    file.with_name("2026-01-01-000000-x-cccccc.yaml").mkdir()
    file.with_name("2026-01-01-000000-x-dddddd.yaml").symlink_to("/dev/zero")
    said = gdl("play", "--resume", typed="\n").stdout
    assert "1  Tic-tac-toe  1 turn, today" in said
    assert "2  " not in said
    assert f"2 files can't be read, and are left out, in {data}" in " ".join(said.split())


def test_a_single_file_that_cant_be_read_is_named(data: Path) -> None:
    data.mkdir(parents=True)
    file = data / "2026-01-01-000000-x-aaaaaa.yaml"
    file.write_text("game: tictactoe\nturns: [[a1", encoding="utf-8")
    ended = gdl("play", "--resume", typed="\n", status=2)
    said = "".join(ended.stdout.split())
    assert said == "".join(f"1 file can't be read, and is left out: {file}".split())
    assert "no unfinished game" in ended.stderr


def test_a_partner_isnt_called_an_opponent(data: Path) -> None:
    """Who sits where is told, not who plays against whom: a list doesn't read the rules, and some may be partners."""
    seats = ("--seat", "North=human", "--seat", "East=random", "--seat", "South=level:1", "--seat", "West=random")
    gdl("play", "hearts", *seats, typed="#1\n")
    said = " ".join(gdl("play", "--resume", typed="\n").stdout.split())
    assert "you play North, random plays East and West, level 1 plays South, " in said


# ---- not too many ------------------------------------------------------------------------------------


def test_the_oldest_finished_games_go_and_nothing_else(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "FINISHED", 2)
    gdl("play", "tictactoe", *BOTH, typed="a1\n")
    (left,) = kept(data)
    os.utime(left, (1, 1))
    stranger = data / "notes.yaml"
    stranger.write_text("result: mine", encoding="utf-8")
    finished: list[Path] = []
    for number in range(4):
        gdl("play", "tictactoe", *BOTH, typed="a1\nb1\na2\nb2\na3\n")
        finished += [path for path in kept(data) if path not in (left, stranger, *finished)]
        os.utime(finished[-1], (100 + number, 100 + number))
    gdl("play", "tictactoe", *BOTH, typed="a1\nresign\n")
    there = kept(data)
    assert {left, stranger, *finished[2:]} <= {*there}
    assert not {*finished[:2]} & {*there}


def test_in_all_there_are_not_too_many_either(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "FINISHED", 1)
    monkeypatch.setattr(store, "ALL", 3)
    for _ in range(5):
        gdl("play", "tictactoe", *BOTH, typed="a1\n")
    assert len(kept(data)) == 3


# ---- when something goes wrong -----------------------------------------------------------------------


def test_a_folder_that_cant_be_written_is_said_once_and_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("GDL_DATA", str(tmp_path / "file"))
    said = gdl("play", "tictactoe", *BOTH, typed="a1\nb1\na2\nb2\na3\n").stdout
    assert said.count("The game goes on, but isn't recorded.") == 1
    assert "X won" in said
    assert "Recorded" not in said


def test_a_disk_that_is_full_in_mid_game(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(Game.load("tictactoe"), "tictactoe", 1, dict.fromkeys("XO", "human"), stored=True)
    session.play(session.state.parse("a1"), asked=True)

    def full(path: Path, content: bytes, fresh: bool = False, private: bool = False) -> None:
        raise OSError(28, "No space left on device", str(path))

    with monkeypatch.context() as there:
        there.setattr("gdl.files.write", full)
        for move in ("b1", "a2"):
            session.play(session.state.parse(move), asked=True)
    assert len(session.recording.news) == 1
    assert "No space left" in session.recording.news[0]
    assert not session.recording.is_kept
    session.play(session.state.parse("b2"), asked=True)  # there is room again
    assert session.recording.is_kept
    assert len(records.read(kept(data)[0]).turns) == 4


def test_two_who_go_on_with_one_game_have_two_games(data: Path) -> None:
    gdl("play", "tictactoe", *BOTH, typed="a1\n")
    (file,) = kept(data)
    record = records.read(file)
    game = Game.load("tictactoe")
    one, other = (session_of(game, "tictactoe", record, record.seats, file) for _ in range(2))
    one.play(one.state.parse("b1"), asked=True)
    other.play(other.state.parse("b2"), asked=True)
    one.play(one.state.parse("c1"), asked=True)
    assert records.read(file).turns == [["a1"], ["b1"], ["c1"]]
    assert other.recording.path is not None
    assert other.recording.path != file
    assert records.read(other.recording.path).turns == [["a1"], ["b2"]]
    assert one.recording.news == []
    assert len(other.recording.news) == 1
    other.play(other.state.parse("c3"), asked=True)
    assert len(other.recording.news) == 1


# ---- redo --------------------------------------------------------------------------------------------


def test_what_was_taken_back_can_be_played_again(data: Path) -> None:
    typed = "a1\nb1\na2\nundo\nundo\nredo\nredo\nredo\nb2\nundo\nc3\nredo\n"
    said = gdl("play", "tictactoe", *BOTH, typed=typed).stdout
    assert records.read(kept(data)[0]).turns == [["a1"], ["b1"], ["a2"], ["c3"]]
    assert said.count("There is nothing to play again.") == 2
    assert "X> redo\n3. X: a2" in said


def test_taking_back_takes_the_computers_answer_too_and_redo_brings_both(data: Path) -> None:
    session = Session(Game.load("tictactoe"), "tictactoe", 1, {"X": "human", "O": "random"})
    session.play(session.state.parse("a1"), asked=True)
    session.play(session.choose())
    line = [step.move.text for step in session.steps]
    assert session.undo()
    assert session.steps == []
    assert session.redo()
    assert [step.move.text for step in session.steps] == line
    assert session.undo()
    assert not session.undo()


def test_giving_up_can_be_taken_back() -> None:
    session = Session(Game.load("tictactoe"), "tictactoe", 1, dict.fromkeys("XO", "human"))
    session.play(session.state.parse("a1"), asked=True)
    session.resign("O")
    assert session.is_over
    assert session.undo()
    assert not session.is_over
    assert len(session.steps) == 1


# ---- the end of a terminal ---------------------------------------------------------------------------


def _with_a_terminal() -> None:
    """The program has a terminal of its own, and takes signals as they are sent, whoever runs the tests."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


posix = pytest.mark.skipif(os.name != "posix", reason="signals and pseudo-terminals are POSIX")


class AtATerminal:
    """The program plays Tic-tac-toe line by line at a terminal of its own."""

    def __init__(self) -> None:
        self.near, far = pty.openpty()
        words = [sys.executable, "-m", "cli.main", "play", "tictactoe", "--plain", *BOTH]
        self.program = subprocess.Popen(
            words, stdin=far, stdout=far, stderr=far, start_new_session=True,
            preexec_fn=_with_a_terminal,  # noqa: PLW1509 - a key ends only what has a terminal
        )  # fmt: skip
        os.close(far)
        self.shown = b""

    def __enter__(self) -> AtATerminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.program.kill()
        self.program.wait()
        os.close(self.near)

    def wait_for(self, text: bytes, times: int = 1, seconds: float = HANGS) -> None:
        """Read until a text was shown so often, or the program is over, or so much time is."""
        ends = time.monotonic() + seconds
        while self.shown.count(text) < times and time.monotonic() < ends:
            if not select.select([self.near], [], [], 1)[0]:
                continue
            try:
                self.shown += os.read(self.near, 10_000)
            except OSError:
                break

    def type(self, keys: bytes) -> None:
        """Type them."""
        os.write(self.near, keys)


@posix
@pytest.mark.parametrize(
    ("how", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130), (b"\x03", 130), (b"\x04", 0)]
)
def test_whatever_ends_it_says_where_the_game_is(how: signal.Signals | bytes, status: int, data: Path) -> None:
    with AtATerminal() as at:
        at.wait_for(b"X> ")
        at.type(b"a1\n")
        at.wait_for(b"O> ")
        if isinstance(how, bytes):
            at.type(how)
        else:
            at.program.send_signal(how)
        at.wait_for(b"yaml")
        assert at.program.wait(HANGS) == status
    (file,) = kept(data)
    assert "gdl play --resume" in at.shown.decode()
    assert records.read(file).turns == [["a1"]]


@posix
def test_who_stops_it_and_goes_on_sees_the_question_again() -> None:
    with AtATerminal() as at:
        at.wait_for(b"X> ")
        for _ in range(HANGS):  # it isn't heard by a program that has asked, and doesn't listen yet
            at.program.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, at.program.pid, os.WSTOPPED | os.WNOWAIT)
            at.program.send_signal(signal.SIGCONT)
            at.wait_for(b"X> ", times=2, seconds=1)
            if at.shown.count(b"X> ") > 1:
                break
        assert at.shown.count(b"X> ") > 1
        at.type(b"a1\n")
        at.wait_for(b"O> ")
        assert b"1. X: a1" in at.shown
