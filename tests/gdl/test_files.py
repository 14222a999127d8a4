"""Files that aren't what they should be: nothing hangs, nothing strange is shown, nothing is left half written."""

from __future__ import annotations

import os
import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from command import run
from patience import HANGS
from typer.testing import CliRunner

from cli.app import app
from gdl import files, report
from gdl.lint import lint
from gdl.text.source import Source
from interpreter import Game, LoadError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and devices as on Unix")

GDL = [sys.executable, "-m", "cli.main"]
RULES = """game "Mine"
players A, B
board grid(3, 3)
pieces stone of player
turn
  choose a in empty
  put stone of me on a
end
  win me if some row(3) & mine
  draw if stuck
"""
SECRET = "root:x:0:0:secret\nanother:line\n"


def gdl(*words: str | Path, cwd: Path | None = None, largest: int | None = None) -> subprocess.CompletedProcess[str]:
    """A run of `gdl`, which may write files of a size."""

    def limit() -> None:
        if largest is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    if largest is not None:  # Python would keep the half of a module's code that has room, and stumble over it later
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
    done = subprocess.run(
        [*GDL, *map(str, words)], capture_output=True, text=True, timeout=HANGS, check=False, cwd=cwd,
        env=environment, stdin=subprocess.DEVNULL, preexec_fn=limit,
    )  # fmt: skip
    assert "internal error" not in done.stderr and "Traceback" not in done.stderr, done.stderr
    return done


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a ruleset, and beside it whatever a stranger might have one read."""
    (tmp_path / "secret.txt").write_text(SECRET)
    (tmp_path / "elsewhere.gdl").write_text(RULES)
    mine = tmp_path / "mine"
    (mine / "sub").mkdir(parents=True)
    (mine / "base.gdl").write_text(RULES)
    (mine / "sub" / "below.gdl").write_text(RULES)
    (mine / "secret.gdl").write_text(SECRET)
    (mine / "large.gdl").write_bytes(b"x" * 2_000_000)
    (mine / "latin.gdl").write_bytes('game "Ü"\n'.encode("latin-1"))
    (mine / "folder.gdl").mkdir()
    os.mkfifo(mine / "pipe.gdl")
    os.mkfifo(mine / "pipe")
    for name, target in {
        "away.gdl": "../elsewhere.gdl", "zero.gdl": "/dev/zero", "text.gdl": "../secret.txt", "loop.gdl": "loop.gdl",
        "gone.gdl": "nowhere.gdl", "within.gdl": "sub/below.gdl", "up": "..",
    }.items():  # fmt: skip
        (mine / name).symlink_to(target)
    return mine


@pytest.mark.parametrize("base", ["base", "base.gdl", "./base.gdl", "sub/below.gdl", "within", "sub/../base.gdl"])
def test_a_file_beside_or_below_is_extended(base: str, folder: Path) -> None:
    (folder / "x.gdl").write_text(f'game "X" extends "{base}"\n')
    assert Game.load(folder / "x.gdl").title == "X"


@pytest.mark.parametrize(
    "base",
    [
        "/etc/passwd", "../secret.txt", "../elsewhere.gdl", "secret.gdl", "secret", "./pipe", "pipe", "pipe.gdl",
        "./pipe.gdl", "away", "away.gdl", "zero.gdl", "zero", "text", "loop", "gone.gdl", "large", "latin", "folder",
        "up/elsewhere.gdl", "/dev/zero", "/dev/stdin", "-", "a" * 300, "a" * 300 + ".gdl", "nul\0.gdl",
        "..\\\\secret.txt", "/proc/self/environ",
    ],
)  # fmt: skip
def test_nothing_else_is_read_or_shown(base: str, folder: Path) -> None:
    text = f'game "X" extends "{base}"\n'
    (folder / "x.gdl").write_text(text)
    findings = lint([Source(str(folder / "x.gdl"), text)])
    assert {finding.code for finding in findings} & {"O807", "S108"}
    shown = report.render(findings, "text")
    assert "root:" not in shown and "another" not in shown
    with pytest.raises(LoadError):
        Game.load(folder / "x.gdl")


def test_what_records_and_scenarios_name_must_be_a_ruleset(folder: Path) -> None:
    record = folder / "game.yaml"
    text = "gdl record: 1\ngame: {}\nrules: ''\nplayers: [A, B]\n"
    scenario = folder / "scenarios.yaml"
    for name in ("/etc/passwd", "../secret.txt", "./pipe", "./text.gdl", "pipe.gdl", "zero.gdl", "/dev/stdin", "./-"):
        record.write_text(text.format(name))
        scenario.write_text(f"game: {name}\nscenarios:\n- name: n\n  then: {{to move: A}}\n")
        for words in (["replay", record], ["play", "--resume", record], ["test", scenario]):
            done = CliRunner().invoke(app, list(map(str, words)))
            assert done.exit_code in (1, 2) and "root:" not in done.output
    record.write_text(text.format("base.gdl"))
    assert "Mine" in CliRunner().invoke(app, ["replay", str(record), "--turn", "0"]).output


@pytest.mark.parametrize("what", ["pipe", "/dev/zero", "folder.gdl", "large.gdl", "a" * 300, "latin.gdl", "/dev/tty"])
def test_files_that_are_none(what: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for words in (
        ["replay"], ["play", "--resume"], ["test"], ["show", "tictactoe", "--position"], ["lint"], ["show"], ["fmt"],
    ):  # fmt: skip
        done = CliRunner().invoke(app, [*words, what])
        assert done.exit_code in (1, 2) if words == ["test"] else done.exit_code == 2, (words, done.output)
        said = done.stdout if (words, what) == (["lint"], "latin.gdl") else done.stderr.removeprefix("gdl: ")
        assert what[:20] in said and said not in ("", done.stderr)  # a finding, or what was wrong with the command


def test_a_pipe_is_no_ruleset(folder: Path) -> None:
    assert gdl("lint", folder / "pipe").returncode == 2


def test_a_name_too_long_is_no_game() -> None:
    for name in ("a" * 300, "a" * 300 + ".gdl", "a\0b", "x/" * 3_000):
        with pytest.raises(LoadError, match=r"there is no|can't be read"):
            Game.load(name)


# ---- writing


def test_a_full_disc_leaves_the_old_file_or_none(tmp_path: Path) -> None:
    """Files that grow beyond a limit fail in the middle, as on a full disc."""
    wide = RULES.replace("choose a in empty", "choose   a  in  empty") + "# " + "x" * 3_000 + "\n"
    for old in (None, wide):
        for file in tmp_path.iterdir():
            file.unlink()
        ruleset = tmp_path / "wide.gdl"
        ruleset.write_text(wide)
        target = tmp_path / "target"
        if old is not None:
            target.write_text(old)
        before = {file.name: file.read_text() for file in tmp_path.iterdir()}
        for words, name in (
            (["compile", "tictactoe", "-o", target], "target"),
            (["show", "chess", "--force", "--svg", target], "target"),
            (["new", tmp_path / "fresh"], "fresh.gdl"),
            (["fmt", ruleset], "wide.gdl"),
        ):
            done = gdl(*words, largest=1_000)
            assert done.returncode == 2, words
            assert name in done.stderr and "standard output" not in done.stderr and ".part" not in done.stderr
            assert {file.name: file.read_text() for file in tmp_path.iterdir()} == before, words


def test_new_takes_nobodys_place(tmp_path: Path) -> None:
    (tmp_path / "link.gdl").symlink_to("nowhere.gdl")
    (tmp_path / "mine.gdl").write_text("precious")
    for name in ("link", "mine"):
        assert run(["new", str(tmp_path / name)])[0] == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link.gdl", "mine.gdl"]
    assert run(["new", str(tmp_path / "other")])[0] == 0
    assert run(["lint", str(tmp_path / "other.gdl")])[0] == 0


def test_a_private_file_is_never_anybody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    put = Path.replace

    def noted(part: Path, target: Path) -> Path:
        seen.append(stat.S_IMODE(part.stat().st_mode))
        return put(part, target)

    monkeypatch.setattr(Path, "replace", noted)
    old = os.umask(0)
    try:
        files.write(tmp_path / "own", b"x", private=True)
        files.write(tmp_path / "all", b"x")
        files.write(tmp_path / "fresh", b"x", fresh=True, private=True)
    finally:
        os.umask(old)
    assert seen == [0o600, 0o666]  # before the file has its name
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"own": 0o600, "all": 0o666, "fresh": 0o600}
    (tmp_path / "own").chmod(0o640)  # who shares it goes on sharing it
    files.write(tmp_path / "own", b"y", private=True)
    assert stat.S_IMODE((tmp_path / "own").stat().st_mode) == 0o640


def test_what_somebody_killed_has_left_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / f".own.{os.getpid()}.part").write_bytes(b"left")
    files.write(tmp_path / "own", b"x")
    assert (tmp_path / "own").read_bytes() == b"x"
    assert [path.name for path in tmp_path.iterdir()] == ["own"]
