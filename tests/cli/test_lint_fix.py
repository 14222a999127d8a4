"""`gdl lint --fix` and `--diff`: what is written, and what is never touched."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.app import app
from gdl.library import paths
from gdl.lint.rule import example

BROKEN = example(
    board="board gird(3, 3)", end="win me if some mien & row(3)  # the last row\ndraw if count(empty) == 0"
)
FIXED = example(end="win me if some mine & row(3)  # the last row\ndraw if no empty")


def lint(*words: str, status: int = 0) -> Result:
    result = CliRunner().invoke(app, ["lint", *words])
    assert result.exit_code == status, result.output
    return result


def written(folder: Path, text: str, name: str = "a.gdl") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


def test_what_can_be_fixed_is_fixed_and_said(tmp_path: Path) -> None:
    path = written(tmp_path, BROKEN)
    shown = lint(str(path), "--fix").stdout
    assert path.read_text() == FIXED
    assert f"{path}:4: fixed B402: write `grid` instead of `gird`\n" in shown
    assert shown.endswith("1 ruleset: nothing found\n")
    assert [p.name for p in tmp_path.iterdir()] == ["a.gdl"]
    assert "fixed" not in lint(str(path), "--fix").stdout.replace("can be fixed", "")
    assert path.read_text() == FIXED


def test_diff_only_shows(tmp_path: Path) -> None:
    path = written(tmp_path, BROKEN)
    shown = lint(str(path), "--diff", status=1).stdout
    assert path.read_text() == BROKEN
    assert "-board gird(3, 3)\n+board grid(3, 3)\n" in shown
    lint(str(written(tmp_path, FIXED)), "--diff")


def test_the_summary_says_how_many_can_be_fixed(tmp_path: Path) -> None:
    path = written(tmp_path, example(end="win me if some mien & row(3)\ndraw if no xyz"))
    assert lint(str(path), status=1).stdout.endswith("1 ruleset: 2 errors; `--fix` fixes 1 of them\n")


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_line_ends_mark_and_mode_stay(tmp_path: Path, end: str) -> None:
    path = written(tmp_path, "\ufeff" + BROKEN.replace("\n", end).removesuffix(end))
    path.chmod(0o640)
    lint(str(path), "--fix")
    assert path.read_bytes() == ("\ufeff" + FIXED.replace("\n", end).removesuffix(end)).encode()
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_could_not_be_read_afterwards_is_not_written(tmp_path: Path) -> None:
    text = example(end="win me if some mine\ndraw mine draw").replace("in empty", "in emtpy")
    path = written(tmp_path, text)
    shown = lint(str(path), "--fix", status=1)
    assert path.read_text() == text
    assert "couldn't be read after one fix, either; it stays as it is" in shown.stderr


def test_what_ships_is_never_touched(tmp_path: Path) -> None:
    shipped = paths()["tictactoe"]
    before = shipped.read_bytes(), shipped.stat().st_mtime_ns
    link = tmp_path / "mine.gdl"
    link.symlink_to(shipped)
    for name in ("tictactoe", str(shipped), str(link)):
        assert "this ruleset ships with gdl; it stays as it is" in lint(name, "--fix").stderr
    assert (shipped.read_bytes(), shipped.stat().st_mtime_ns) == before


@pytest.mark.parametrize(
    "content", [b"plain words, mien\n", b"\xff\xfe\x00", b"", b"emtpy == mien\n", b'{"board": "gird(3, 3)"}\n']
)
def test_what_is_no_ruleset_is_never_touched(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.gdl"
    path.write_bytes(content)
    lint(str(path), "--fix", status=2 if b"\xff" in content else 1)
    assert path.read_bytes() == content


def test_a_base_of_ones_own_is_fixed_only_if_it_is_named(tmp_path: Path) -> None:
    base = written(tmp_path, BROKEN.replace("==", "="), "base.gdl")
    before = base.read_bytes()
    variant = written(tmp_path, 'game "Variant" extends "base"\n\nreplace setup\n  put stone of White on a1\n')
    lint(str(variant), "--fix", status=1)
    assert base.read_bytes() == before
    lint(str(tmp_path), "--fix", "--select", "B,N,S,W957")
    assert base.read_text() == FIXED


def test_only_codes_that_are_asked_for(tmp_path: Path) -> None:
    text = BROKEN.replace("==", "=").replace("gird", "grid")
    path = written(tmp_path, text)
    lint(str(path), "--fix", "--select", "N201")
    assert path.read_text() == text.replace("mien", "mine")
    lint(str(path), "--fix", "--select", "ZZ", status=2)


def test_json_stays_json(tmp_path: Path) -> None:
    path = written(tmp_path, BROKEN)
    result = lint(str(path), "--fix", "--format", "json")
    assert json.loads(result.stdout) == []
    assert "fixed N201" in result.stderr


def test_standard_input_and_missing_files(tmp_path: Path) -> None:
    lint(str(tmp_path / "missing.gdl"), "--fix", status=2)
    result = CliRunner().invoke(app, ["lint", "-", "--fix"], input=BROKEN)
    assert "standard input can't be fixed" in result.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    path = written(tmp_path, BROKEN)
    tmp_path.chmod(0o500)
    try:
        lint(str(path), "--fix", status=2)
    finally:
        tmp_path.chmod(0o700)
    assert path.read_text() == BROKEN
