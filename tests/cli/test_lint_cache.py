"""What lint has found is kept: the same as fresh, used while nothing has changed, and never when something has."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sample import daily

from cli.linting.asked import Format
from cli.linting.files import lint_files
from gdl import cache, library, outcomes, program
from gdl.outcomes import Outcome, Reading, remembered

GAME = """\
game "Mine"

players White, Black

board grid(3, 3)

pieces stone of player

turn
  choose s in empty
  put stone of me on s

end
  draw if no empty
  win me if emty = 3
"""


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GDL_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cache"


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often something was linted indeed."""
    times = [0]
    real = outcomes.Reading.__init__

    def counting(self: Reading) -> None:
        times[0] += 1
        real(self)

    monkeypatch.setattr(outcomes.Reading, "__init__", counting)
    return times


def said(capsys: pytest.CaptureFixture[str], *files: str, **options: Any) -> tuple[int, str, str]:
    status = lint_files(files, **options)
    return status, *capsys.readouterr()


def entries(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.lint"))


FEW = ("tictactoe", "sparks", "breakthrough", "tall_sparks", "king_of_the_hill")


@pytest.mark.parametrize("name", daily(library.names(), 12, FEW))
def test_kept_answers_are_the_fresh_ones(
    name: str, own_cache: Path, counted: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    fresh = said(capsys, name, anew=True)
    first = said(capsys, name)
    assert counted == [2] and len(entries(own_cache)) == 1
    assert said(capsys, name) == first == fresh
    assert counted == [2]
    assert said(capsys, name, form=Format.json)[1] == said(capsys, name, form=Format.json, anew=True)[1]


def test_findings_come_back_whole(own_cache: Path) -> None:
    """Findings of every sort that the broken examples of the rules have, places and all."""
    from gdl import lint
    from gdl.text.source import Source

    sources = [Source(f"{code}.gdl", rule.bad) for code, rule in sorted(lint.RULES.items())[::5]]
    fresh = lint.outcome(sources)
    assert remembered(sources, [], lambda _: fresh) == fresh
    assert any(finding.fix for finding in fresh.findings)

    def never(_: Reading) -> Outcome:
        raise AssertionError("it was kept")

    assert remembered(sources, [], never) == fresh


def test_what_changes_is_checked_again(
    own_cache: Path, counted: list[int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.gdl"
    file.write_text(GAME)
    assert said(capsys, "mine.gdl")[0] == 1
    assert said(capsys, "mine.gdl")[0] == 1 and counted == [1]
    file.write_text(GAME.replace("win me if emty = 3", "win me if some line in lines(3) where line within mine"))
    assert "N201" not in said(capsys, "mine.gdl")[1] and counted == [2]
    said(capsys, "mine.gdl", select=["W"])
    assert counted == [3]
    said(capsys, "mine.gdl", ignore=["W"])
    assert counted == [4]
    file.write_text(GAME)
    assert "N201" in said(capsys, "mine.gdl")[1] and counted == [4]


def test_a_base_that_changes_is_read_again(
    own_cache: Path, counted: list[int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "below.gdl").write_text(GAME.replace("emty = 3", "no empty"))
    (tmp_path / "above.gdl").write_text('game "Above" extends "below"\n')
    said(capsys, "above.gdl")
    said(capsys, "above.gdl")
    assert counted == [1]
    (tmp_path / "below.gdl").write_text(GAME)
    assert "emty" in said(capsys, "above.gdl")[1] and counted == [2]
    (tmp_path / "below.gdl").unlink()
    assert "O807" in said(capsys, "above.gdl")[1] and counted == [3]
    assert "O807" in said(capsys, "above.gdl")[1] and counted == [3]
    (tmp_path / "below.gdl").write_text(GAME)
    assert "emty" in said(capsys, "above.gdl")[1]


def test_a_file_that_comes_to_stand_before_a_shipped_one_counts(
    own_cache: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "above.gdl").write_text('game "Above" extends "tictactoe"\n')
    assert said(capsys, "above.gdl")[0] == 0
    (tmp_path / "tictactoe.gdl").write_text(GAME)
    assert said(capsys, "above.gdl")[0] == 1


def test_another_program_asks_anew(
    own_cache: Path, counted: list[int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said(capsys, "tictactoe")
    monkeypatch.setattr(outcomes, "fingerprint", lambda *_: "another")
    said(capsys, "tictactoe")
    assert counted == [2]


def test_the_fingerprint_is_of_contents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "ROOT", tmp_path)
    found = []
    (tmp_path / "gdl").mkdir()
    for text in ("a = 1", "a = 2", "a = 1"):
        (tmp_path / "gdl" / "a.py").write_text(text)
        os.utime(tmp_path / "gdl" / "a.py", (0, 0))
        program.fingerprint.cache_clear()
        found.append(program.fingerprint("gdl"))
    program.fingerprint.cache_clear()
    assert found[0] == found[2] != found[1]


@pytest.mark.parametrize("spoilt", [b"", b"x", b"{}", b"[]", b"null", b'{"read":3}', b'{"findings":[{"Popen":[]}]}'])
def test_what_is_spoilt_is_replaced(
    spoilt: bytes, own_cache: Path, counted: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    fresh = said(capsys, "tictactoe")
    (file,) = entries(own_cache)
    file.write_bytes(spoilt)
    assert said(capsys, "tictactoe") == fresh and counted == [2]
    cache.keep(file.name, spoilt)  # whole, but not what is looked for
    assert said(capsys, "tictactoe") == fresh and counted == [3]
    assert said(capsys, "tictactoe") == fresh and counted == [3]


def test_a_class_that_is_named_there_is_never_made(own_cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fresh = said(capsys, "tictactoe")
    (file,) = entries(own_cache)
    data = json.loads(cache.kept(file.name) or b"")
    data["findings"] = [{"Path": ["x"]}]
    cache.keep(file.name, json.dumps(data).encode())
    assert said(capsys, "tictactoe") == fresh


@pytest.mark.skipif(os.name != "posix", reason="who may write where is said otherwise there")
def test_what_others_may_write_is_not_used(
    own_cache: Path, counted: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "tictactoe")
    (file,) = entries(own_cache)
    file.chmod(0o666)
    said(capsys, "tictactoe")
    assert counted == [2]


def test_without_a_cache_nothing_is_kept(own_cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "tictactoe", anew=True)
    assert entries(own_cache) == []
    shutil.rmtree(own_cache, ignore_errors=True)
    own_cache.write_text("a file where the folder would be")
    assert said(capsys, "tictactoe")[0] == 0


def test_the_plain_run_and_the_one_with_options_say_the_same(tmp_path: Path) -> None:
    """`gdl lint FILE` is answered without what reads the command line."""
    def run(*words: str) -> tuple[int, bytes, bytes]:
        command = [sys.executable, "-m", "cli.main", "lint", *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        return done.returncode, done.stdout, done.stderr

    (tmp_path / "mine.gdl").write_text(GAME)
    told = run("mine.gdl")
    assert told[0] == 1
    assert told == run("--format", "text", "mine.gdl") == run("mine.gdl")
    assert run(".")[0] == 1
    (tmp_path / "empty").mkdir()
    assert run("empty") == (2, b"", b"gdl: empty: there is no ruleset in it\n")
