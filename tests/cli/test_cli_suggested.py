"""Commands that a command suggests: each is run as it is shown, and does what it promises."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path

import pytest
from command import gdl

from gdl import library

FOLDER = "my games"


@pytest.fixture
def clobber(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A ruleset of the user's own, in a folder with a blank in its name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")
    (tmp_path / FOLDER).mkdir()
    file = tmp_path / FOLDER / "clobber.gdl"
    file.write_text(library.read("tictactoe").text.replace("Tic-tac-toe", "Clobber"), encoding="utf-8")
    return f"{FOLDER}/clobber.gdl"


def suggested(text: str) -> list[str]:
    """The words of the last command that stands in backticks."""
    return shlex.split(re.findall(r"`(gdl [^`]+)`", text)[-1])[1:]


def test_show_names_the_file_that_it_was_given(clobber: str) -> None:
    words = suggested(gdl("show", clobber).stdout)
    assert words == ["play", clobber]
    assert gdl(*words, typed="a1\nquit\n").stdout.startswith("Clobber: ")
    assert suggested(gdl("show", "sparks").stdout) == ["play", "sparks"]


def test_show_repeats_the_options_that_it_was_given() -> None:
    words = suggested(gdl("show", "sparks", "--set", "base=3").stdout)
    assert words == ["play", "sparks", "--set", "base=3"]
    words = suggested(gdl("show", "spectral_reapers", "--players", "3").stdout)
    assert words == ["play", "spectral_reapers", "--players", "3"]
    assert "C (computer, level 8)" in gdl(*words, typed="quit\n").stdout


def test_new_names_its_file_so_that_a_shell_reads_it(clobber: str) -> None:
    lines = gdl("new", f"{FOLDER}/hop").stdout.splitlines()[1:]
    assert [shlex.split(line)[1] for line in lines] == ["play", "lint"]
    for line in lines:
        gdl(*shlex.split(line)[1:], typed="quit\n")


def test_save_says_how_to_go_on(clobber: str) -> None:
    said = gdl("play", clobber, typed=f"a1\nsave {FOLDER}/one.yaml\nquit\n").stdout
    assert "Clobber" in gdl(*suggested(said), typed="quit\n").stdout


def test_a_place_in_the_users_own_folder(clobber: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(Path(FOLDER).resolve()))
    said = gdl("play", clobber, typed="a1\nsave ~/one.yaml\nquit\n").stdout
    assert "Clobber" in gdl(*suggested(said), typed="quit\n").stdout


def test_a_record_says_how_to_go_on_and_how_to_see_it(clobber: str) -> None:
    both = ("--seat", "X=human", "--seat", "O=human", "--record", f"{FOLDER}/game.yaml")
    words = suggested(gdl("play", clobber, *both, typed="a1\n").stdout)
    said = gdl(*words, typed="b1\na2\nb2\na3\n").stdout
    assert "X won" in gdl(*suggested(said)).stdout


def test_a_record_whose_player_comes_from_a_file(clobber: str) -> None:
    first = "class First:\n    def __init__(self, seat): pass\n    def choose(self, state): return state.moves[0]\n"
    Path(f"{FOLDER}/mine.py").write_text(
        f"from interpreter.players import Player\n{first.replace('First:', 'First(Player):')}", encoding="utf-8"
    )
    seat = f"O={FOLDER}/mine.py:First"
    said = gdl("play", clobber, "--seat", seat, "--record", "game.yaml", typed="c3\nquit\n").stdout
    assert "2. O: a1" in gdl(*suggested(said), typed="quit\n").stdout + said


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe is a file there only by name")
def test_rules_from_a_pipe_must_be_named_to_go_on(clobber: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = Path(clobber).read_text(encoding="utf-8")
    both = ("--seat", "X=random", "--seat", "O=random")
    said = gdl("play", "-", *both, "--record", "game.yaml", typed=text).stdout
    assert suggested(said) == ["replay", "game.yaml", "RULES.gdl"]
    words = [clobber if word == "RULES.gdl" else word for word in suggested(said)]
    assert "It ends as recorded" in gdl(*words).stdout
    assert os.path.exists("game.yaml")  # noqa: PTH110


def test_rules_that_have_changed_since(clobber: str) -> None:
    gdl("play", clobber, "--seat", "O=human", "--record", "game.yaml", typed="a1\n")
    file = Path(clobber)
    file.write_text(file.read_text(encoding="utf-8").replace("draw if", "win next if"), encoding="utf-8")
    said = gdl("play", "--resume", "game.yaml", status=1).stderr
    words = suggested(said)
    assert words == ["replay", "game.yaml"]
    gdl(*words, status=1)
    said = gdl("play", clobber, "--resume", "game.yaml", status=1).stderr
    assert suggested(said) == ["replay", "game.yaml", clobber]
