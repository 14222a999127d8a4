"""The command in a real process where something around it is missing: streams, folders, colours, a language."""

from __future__ import annotations

import os
import pickle
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command import run as here
from patience import HANGS
from sample import daily

from gdl import cache

GDL = [sys.executable, "-c", "from cli.main import main; main()"]
PLAY = ["play", "tictactoe", "--seat", "X=random", "--seat", "O=random", "--seed", "7"]
SHELL = {  # what each comes to, as a shell would start it
    "play < &-": 'exec "$@" <&-',
    "> &-": 'exec "$@" >&-',
    "all closed": 'exec "$@" <&- >&- 2>&-',
    "> full": 'exec "$@" > /dev/full',
    "| true": 'set -o pipefail; "$@" | true',
    "| head": '"$@" | head -1',
}


def run(words: list[str], shell: str = 'exec "$@"', text: str = "", **environment: str) -> tuple[int, str, str]:
    """A run of `gdl` behind a shell's redirections: its status and what it wrote."""
    kept = {k: v for k, v in os.environ.items() if k not in environment}
    done = subprocess.run(
        ["bash", "-c", shell, "bash", *GDL, *words],
        input=text.encode(), capture_output=True, timeout=HANGS, check=False,
        env=kept | {k: v for k, v in environment.items() if v != "-"},
    )  # fmt: skip
    out, err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    assert "Traceback" not in err + out and "please report" not in err, err
    assert done.returncode in (0, 1, 2, 120, 141), (done.returncode, err)
    return done.returncode, out, err


@pytest.mark.parametrize("words", [PLAY, ["play", "tictactoe"], ["lint", "-"], ["show", "-"]], ids=" ".join)
def test_no_standard_input(words: list[str]) -> None:
    status, out, err = run(words, SHELL["play < &-"])
    assert out or err
    assert status == 0 or err.startswith(("gdl: ", "<standard input>")) or out


def nowhere() -> Iterator[Any]:
    """A game with each way to have nowhere to write; every day each other command with two of them."""
    for words in (PLAY, ["list"], ["show", "sparks"], ["lint", "tictactoe"]):
        for how in ("> &-", "all closed", "> full", "| true", "| head"):
            everyday = words is PLAY or how in ("> full", "| head")
            yield pytest.param(words, how, id=f"{how}-{' '.join(words)}", marks=[] if everyday else [pytest.mark.deep])


@pytest.mark.parametrize(("words", "how"), daily(nowhere(), 2))
def test_nowhere_to_write(words: list[str], how: str) -> None:
    _, _, err = run(words, SHELL[how])
    notes = [line for line in err.splitlines() if "combinations of options tried" in line]  # it says what it leaves out
    assert len(err.splitlines()) - len(notes) <= 1


def test_a_full_disc_is_not_taken_for_success() -> None:
    assert run(["show", "sparks"], SHELL["> full"])[0] != 0


@pytest.mark.parametrize(
    "environment",
    [
        {"HOME": "-", "GDL_CACHE": "-", "XDG_CACHE_HOME": "-"},
        {"HOME": "/dev/null", "GDL_CACHE": "-", "XDG_CACHE_HOME": "-"},
        {"GDL_CACHE": "/dev/null/x"},
        {"GDL_CACHE": "/proc/nothing"},
        {"TERM": "dumb"},
        {"TERM": ""},
        {"COLUMNS": "1", "LINES": "1"},
        {"COLUMNS": "many"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"NO_COLOR": "1", "FORCE_COLOR": "1"},
    ],
    ids=str,
)
def test_a_poor_environment(environment: dict[str, str]) -> None:
    status, out, err = run(PLAY, **environment)
    assert status == 0, err
    assert "X" in out and "O" in out
    assert not err


@pytest.mark.parametrize("what", daily(["folder", "rubbish", "a file instead"], 3))
def test_a_broken_cache(what: str, tmp_path: Path) -> None:
    place = tmp_path / "cache"
    assert run(["show", "tictactoe"], GDL_CACHE=str(place))[0] == 0
    own = place / f"user-{os.getuid()}"
    stored = sorted(own.iterdir())
    assert stored
    for file in stored:
        file.unlink()
        if what == "folder":
            file.mkdir()
        else:
            file.write_bytes(b"\x80\x04nonsense")
    if what == "a file instead":
        for file in stored:
            file.unlink()
        own.rmdir()
        place.rmdir()
        place.write_text("")
    for _ in range(2):
        status, out, err = run(["show", "tictactoe"], GDL_CACHE=str(place))
        assert (status, err) == (0, "") and "a1" in out
    if what != "a file instead":
        assert sorted(own.iterdir()) == stored  # nothing is left lying about
    if what == "rubbish":
        assert all(len(file.read_bytes()) > 1_000 for file in stored)  # but what was there is replaced


@pytest.mark.skipif(os.name != "posix", reason="permissions as on Unix")
def test_nothing_is_read_that_others_may_have_written(tmp_path: Path) -> None:
    """Whatever lies in a cache folder that is shared, no code of it runs and no table of it is used."""
    shared, ran = tmp_path / "cache", tmp_path / "ran"

    class Evil:
        def __reduce__(self) -> tuple[object, tuple[object]]:
            return os.mkdir, (str(ran),)

    assert run(["show", "tictactoe"], GDL_CACHE=str(shared))[0] == 0
    own = shared / f"user-{os.getuid()}"
    stored = sorted(own.iterdir())
    names = [file.relative_to(own) for file in stored] + [Path(file.name).with_suffix(".pickle") for file in stored]
    own.chmod(0o777)
    for name in names:
        for folder in (shared, own):
            (folder / name).write_bytes(pickle.dumps(Evil()))
    assert run(["show", "tictactoe"], GDL_CACHE=str(shared))[0] == 0
    assert not ran.exists()
    assert stored[0].read_bytes() == pickle.dumps(Evil())  # neither read nor written: somebody else's place


def test_tables_that_fit_no_more_are_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GDL_CACHE", str(tmp_path))
    assert run(["show", "tictactoe"], GDL_CACHE=str(tmp_path))[0] == 0
    (file,) = (tmp_path / f"user-{os.getuid()}").glob("grammar-*")
    for wrong in (b"", b"[1, 2]", b"{}", b"[{}, {}]"):
        cache.keep(file.name, wrong)
        for model in file.parent.glob("*.model"):
            model.unlink()  # who finds one needs no tables
        assert run(["show", "tictactoe"], GDL_CACHE=str(tmp_path))[::2] == (0, "")
        assert len(file.read_bytes()) > 10_000


def test_a_full_disc_leaves_nothing_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GDL_CACHE", str(tmp_path))
    size = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, size[1]))
        cache.keep("large", b"x" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, size)
        signal.signal(signal.SIGXFSZ, old)
    assert not list((tmp_path / f"user-{os.getuid()}").iterdir())
    assert cache.kept("large") is None


def test_strange_things_typed() -> None:
    typed = [
        "",
        "  ",
        "\x1b[2J",
        "\x00",
        "9" * 5_000,
        "(" * 5_000,
        "ä\u202e",
        "a1",
        "a1",
        "undo 999999999999",
        "moves \x07",
    ]
    status, out, err = run(["play", "tictactoe", "--seat", "O=random", "--seed", "1"], text="\n".join(typed))
    assert status == 0
    assert "\x1b" not in out and "\x07" not in out and "\x00" not in out and not err
    assert max(map(len, out.split("\n"))) < 1_000


def test_input_that_is_no_text() -> None:
    done = subprocess.run(
        [*GDL, "play", "tictactoe"], input=bytes(range(256)) * 4, capture_output=True, timeout=HANGS, check=False
    )
    assert done.returncode in (0, 1, 2)
    assert b"Traceback" not in done.stderr


# ---- files ---------------------------------------------------------------------------------------------


def test_names_of_files_are_shown_harmlessly(tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[31m\nb.gdl"
    file.write_text("nonsense\n")
    for words in (["lint", str(file)], ["show", str(file)], ["lint", str(tmp_path)], ["show", "\x1b[31m"]):
        _, out, err = here(words)
        assert "\x1b" not in out + err


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    for name in ("mine.gdl", "mine.yaml"):
        (tmp_path / name).write_text("precious\n")
    for words in (
        ["new", str(tmp_path / "mine")],
        ["new", str(tmp_path / "mine.gdl")],
        [*PLAY, "--record", str(tmp_path / "mine.yaml")],
        ["play", "--resume", str(tmp_path / "mine.yaml")],
        ["fmt", str(tmp_path / "mine.gdl")],
    ):
        status, _, err = here(words)
        assert status in (1, 2) and err, words
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == dict.fromkeys(
        ("mine.gdl", "mine.yaml"), "precious\n"
    )


def test_a_picture_replaces_nothing_by_itself(tmp_path: Path) -> None:
    picture, mine = tmp_path / "board.svg", tmp_path / "mine.yaml"
    mine.write_text("precious\n")
    for status, *more in ((0,), (2,), (0, "--force")):
        assert here(["show", "tictactoe", "--svg", str(picture), *more])[0] == status
    assert here(["show", "tictactoe", "--svg", str(mine)])[0] == 2
    assert mine.read_text() == "precious\n"


def test_what_a_record_says_is_shown_harmlessly(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    assert here([*PLAY, "--record", str(file)])[0] == 0
    text = file.read_text()
    for old, new in (
        ("Tic-tac-toe", '"\\e[31mred\\a"'),
        ("turns:\n- [", 'turns:\n- ["\\e[2Jx", '),
        ("game: t", 'game: "\\e[1mt" #'),
    ):
        assert old in text
        file.write_text(text.replace(old, new, 1))
        for words in (["replay", str(file)], ["play", "--resume", str(file)]):
            _, out, err = here(words)
            assert out or err
            assert "\x1b" not in out + err and "\x07" not in out + err


@pytest.mark.parametrize("target", ["/dev/full", "/", "", "/dev/null/x"])
def test_where_nothing_can_be_written(target: str) -> None:
    for words in ([*PLAY, "--record", target], ["show", "tictactoe", "--svg", target]):
        status, _, err = here(words)
        assert status == 2
        assert err.startswith("gdl: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to the superuser")
def test_an_unreadable_file(tmp_path: Path) -> None:
    file = tmp_path / "x.gdl"
    file.write_text("x")
    file.chmod(0)
    for words in (["lint", str(file)], ["show", str(file)], ["replay", str(file)]):
        assert here(words)[0] == 2


def test_a_current_folder_that_is_gone(tmp_path: Path) -> None:
    for words in (["show", "tictactoe"], ["lint", "x.gdl"], ["list"]):
        run(words, f'mkdir -p {tmp_path}/x; cd {tmp_path}/x; rmdir {tmp_path}/x; exec "$@"')
