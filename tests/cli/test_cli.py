"""The command line as a user meets it: help, lists, new rulesets, format, tests, lint, slips."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import gdl

from gdl import library

pytestmark = pytest.mark.usefixtures("plain_terminal")


def test_help_has_examples() -> None:
    assert "gdl play sparks" in gdl("--help").stdout
    for command in (
        "list",
        "show",
        "play",
        "replay",
        "new",
        "lint",
        "fmt",
        "explain",
        "test",
        "perft",
        "simulate",
        "match",
        "solve",
    ):
        assert f"gdl {command}" in gdl(command, "--help").stdout


def test_version() -> None:
    assert gdl("--version").stdout.startswith("gdl-interpreter ")


def test_help_loads_nothing_slow() -> None:
    code = (
        "import sys; from cli.app import app; app(['--help'], standalone_mode=False); "
        "print(*sorted({'pydantic', 'yaml', 'lark', 'rich'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""


def test_completion_knows_games_options_and_seats() -> None:
    def completed(*words: str) -> str:
        environment = {
            **os.environ,
            "_GDL_COMPLETE": "complete_bash",
            "COMP_WORDS": " ".join(["gdl", *words]),
            "COMP_CWORD": str(len(words)),
        }
        command = [sys.executable, "-c", "from cli.main import main; main()"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout

    assert "sparks" in completed("play", "spa").split()
    assert "base=" in completed("play", "sparks", "--set", "ba").split()
    assert "White=human" in completed("play", "sparks", "--seat", "Wh").split()


def test_new_writes_a_ruleset_that_is_clean_and_plays(tmp_path: Path) -> None:
    file = tmp_path / "my_game.gdl"
    gdl("new", str(file))
    assert "nothing found" in gdl("lint", "--strict", str(file)).stdout
    gdl("fmt", "--check", str(file))
    assert "My game" in gdl("show", str(file)).stdout
    assert "random games" in gdl("simulate", str(file), "--games", "3").stdout
    gdl("new", str(file), status=2)
    gdl("new", str(tmp_path / "a" / "folder"))
    assert "Folder" in gdl("show", str(tmp_path / "a" / "folder.gdl")).stdout
    gdl("new", str(file / "no_folder"), status=2)
    gdl("new", "1 bad name", status=2)


def test_fmt(tmp_path: Path) -> None:
    file = tmp_path / "mine.gdl"
    text = library.find("tictactoe").read_text(encoding="utf-8")
    file.write_text(text.replace(" = ", "  =   ").replace("\n\n", "\n\n\n\n"), encoding="utf-8")
    gdl("fmt", "--check", str(file), status=1)
    assert "---" in gdl("fmt", "--diff", str(file), status=1).stdout
    gdl("fmt", str(file))
    gdl("fmt", "--check", str(file))
    gdl("fmt", str(tmp_path / "missing.gdl"), status=2)


def test_scenarios_pass_and_fail(tmp_path: Path) -> None:
    assert "all passed" in gdl("test", str(library.find("tictactoe").parent)).stdout
    file = tmp_path / "scenarios.yaml"
    file.write_text("game: tictactoe\nscenarios: [{name: wrong, then: {to move: O}}]\n")
    shown = gdl("test", str(file), status=1).stdout
    assert "FAILED" in shown
    assert "1 failed" in shown
    data = json.loads(gdl("test", str(file), "--json", status=1).stdout)
    assert (data["files"], data["failed"]) == (1, 1)
    (scenario,) = data["scenarios"]
    assert (scenario["name"], scenario["passed"]) == ("wrong", False)
    assert scenario["problems"][0]["where"].startswith(str(file))
    gdl("test", str(tmp_path / "missing.yaml"), status=2)


BROKEN = 'game "X"\nplayers A, B\nboard grid(3, 3)\npieces stone of player\nturn\n  choose s in empyt\nend\n  win mee\n'


def test_lint_finds_every_error_and_exits_with_one(tmp_path: Path) -> None:
    file = tmp_path / "broken.gdl"
    file.write_text(BROKEN)
    shown = gdl("lint", str(file), status=1).stdout
    assert "broken.gdl:6:15: error" in shown
    assert "broken.gdl:8:7: error" in shown
    assert "did you mean `empty`?" in shown
    assert gdl("lint", "sparks").stdout == "1 ruleset: nothing found\n"
    gdl("lint", "nothing_like_it", status=2)
    gdl("lint", str(tmp_path / "missing.gdl"), str(file), status=2)
    gdl("lint", str(file), "--select", "ZZ", status=2)


def test_lint_json(tmp_path: Path) -> None:
    file = tmp_path / "broken.gdl"
    file.write_text(BROKEN)
    found = json.loads(gdl("lint", str(file), "--format", "json", status=1).stdout)
    keys = {"code", "severity", "file", "line", "column", "end_line", "end_column", "message", "hint", "fix"}
    assert all(set(finding) == keys for finding in found)
    first = next(finding for finding in found if finding["line"] == 6 and finding["severity"] == "error")
    assert (first["column"], first["end_line"], first["end_column"]) == (15, 6, 20)
    code = first["code"]
    only = json.loads(gdl("lint", str(file), "--format", "json", "--select", code, status=1).stdout)
    assert {finding["code"] for finding in only} == {code}
    rest = json.loads(gdl("lint", str(file), "--format", "json", "--ignore", f"{code},W", status=1).stdout)
    assert code not in {finding["code"] for finding in rest}


def test_lint_for_other_programs(tmp_path: Path) -> None:
    file = tmp_path / "broken.gdl"
    file.write_text(BROKEN)
    sarif = json.loads(gdl("lint", str(file), "--format", "sarif", status=1).stdout)
    assert sarif["version"] == "2.1.0"
    assert "::error file=" in gdl("lint", str(file), "--format", "github", status=1).stdout


def test_explain() -> None:
    lines = gdl("explain").stdout.splitlines()
    assert "E7  how the game ends" in lines
    codes = [line.split()[0] for line in lines if line.startswith("  ")]
    assert len(codes) >= 30
    for code in codes[::40]:  # each page is made by the tests of lint
        assert gdl("explain", code).stdout.startswith(f"# {code}")
    gdl("explain", "ZZ99", status=2)


def test_rules_from_standard_input() -> None:
    text = library.find("tictactoe").read_text(encoding="utf-8")
    assert "Tic-tac-toe" in gdl("show", "-", typed=text).stdout
    assert gdl("fmt", "-", typed=text).stdout == text


def test_an_option_without_a_value_is_told_so() -> None:
    assert "--set size=: a value should follow" in gdl("show", "hex", "--set", "size=", status=2).output


def test_a_record_of_another_game_is_told_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "pig.yaml"
    gdl("play", "pig", "--seat", "A=random", "--seat", "B=random", "--record", str(file))
    said = gdl("play", "dobutsu", "--resume", str(file), status=2).output
    assert "the record is of Pig, and doesn't fit dobutsu" in said


def test_a_site_that_there_isnt_is_called_a_site() -> None:
    line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9"
    assert "there is no site (in `passant`) `e9`" in gdl("show", "chess", "--position", line, status=2).output
