"""`gdl bundle`: one file that works elsewhere, with its page and scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from gdl import library

RUN = CliRunner()


def gdl(*words: str) -> tuple[int, str, str]:
    done = RUN.invoke(app, list(words))
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A variant of a variant, with a page and scenarios."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "base.gdl").write_text(library.read("tictactoe").text)
    (tmp_path / "mine" / "wide.gdl").write_text('game "Wide" extends "base"\n\nset m = 4\n')
    (tmp_path / "mine" / "long.gdl").write_text('game "Long" extends "wide"\n\nset k = 4\n')
    (tmp_path / "mine" / "long.md").write_text("# Long\n")
    (tmp_path / "mine" / "all.yaml").write_text(
        "game: long.gdl\nscenarios:\n- name: twelve to begin with\n  then: {count: 12}\n"
        "- name: nine\n  game: base.gdl\n  then: {count: 9}\n"
    )
    (tmp_path / "mine" / "other.yaml").write_text("a: 1\n")
    return tmp_path


def test_what_it_writes_works_elsewhere(home: Path) -> None:
    status, out, err = gdl("bundle", "mine/long.gdl", "-o", "one.gdl")
    assert (status, err) == (0, "") and out.startswith("one.gdl and one.md and one.yaml: written, of 3 files")
    for file in (home / "mine").iterdir():
        file.unlink()
    text = (home / "one.gdl").read_text()
    assert text.startswith('game "Long"\n') and "extends" not in text and "= 4 " in text
    assert (home / "one.md").read_text() == "# Long\n"
    assert gdl("test", "one.yaml")[:2] == (0, "1 scenario in 1 file: all passed\n")
    assert gdl("fmt", "--check", "one.gdl")[0] == 0


def test_it_prints_what_it_needn_t_write(home: Path) -> None:
    status, out, _ = gdl("bundle", "mine/long.gdl")
    assert status == 0 and out.startswith('game "Long"\n')
    assert not (home / "one.gdl").exists()


def test_nothing_is_overwritten(home: Path) -> None:
    (home / "one.yaml").write_text("mine")
    status, _, err = gdl("bundle", "mine/long.gdl", "-o", "one.gdl")
    assert (status, err) == (2, "gdl: one.yaml: is there already; nothing was written\n")
    assert not (home / "one.gdl").exists()
    assert gdl("bundle", "mine/long.gdl", "-o", "one.gdl", "--alone")[0] == 0


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("nowhere.gdl",), 2, "there is no file"),
        (("mine/long.gdl", "-o", "one.txt"), 2, "ends in .gdl"),
        (("mine/long.gdl", "-o", "broken.gdl/one.gdl"), 2, "can't be written"),
        (("broken.gdl",), 1, "has errors"),
        (("without.gdl",), 1, "remove pieces"),
    ],
)
def test_what_cant_be_done_is_said(home: Path, words: tuple[str, ...], status: int, said: str) -> None:
    (home / "broken.gdl").write_text('game "Broken" extends "tictactoe"\n\nset q = 3\n')
    (home / "without.gdl").write_text('game "Without" extends "chess"\n\nremove pieces queen\n')
    found, out, err = gdl("bundle", *words)
    assert found == status and said in err and out == ""
