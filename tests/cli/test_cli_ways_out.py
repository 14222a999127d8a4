"""The ways out of a run: our own mistakes, interruptions, full discs; and what is shown of foreign text."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
import typer
from interrupting import started
from patience import HANGS
from typer.testing import CliRunner

from cli.app import app
from cli.options import exits as ways_out
from gdl.text.visible import brief, visible
from interpreter import Game, LoadError
from interpreter.game import records, scenarios
from interpreter.game import yaml_files as yamlio

GDL = [sys.executable, "-c", "from cli.main import main; main()"]


def failing(error: BaseException) -> Callable[[], NoReturn]:
    def command() -> NoReturn:
        raise error

    return command


# ---- statuses ------------------------------------------------------------------------------------------


def test_a_status_is_passed_on() -> None:
    assert [ways_out.run(lambda given=given: given) for given in (None, 0, 1, 2)] == [0, 0, 1, 2]


def test_a_mistake_of_ours_is_reported_in_two_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GDL_DEBUG", raising=False)
    assert ways_out.run(failing(KeyError("a\x1b[31m"))) == 2
    said = capsys.readouterr().err
    assert said.startswith("gdl: internal error: KeyError: ")
    assert "please report it with the command; set GDL_DEBUG=1" in said
    assert "\x1b" not in said and said.count("\n") == 2
    monkeypatch.setenv("GDL_DEBUG", "1")
    with pytest.raises(KeyError):
        ways_out.run(failing(KeyError("a")))


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (KeyboardInterrupt(), 130, ""),
        (typer.Abort(), 130, ""),
        (typer.BadParameter("no\x07"), 2, "no\\x07"),
        (RecursionError("too deep"), 2, "internal error: RecursionError: too deep"),
        (FileNotFoundError(errno.ENOENT, "No such file", "x.yaml"), 2, "gdl: x.yaml: No such file"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_statuses(
    error: BaseException, status: int, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ways_out, "_silence", lambda stream: None)  # it is the test's own stream
    assert ways_out.run(failing(error)) == status
    assert said in capsys.readouterr().err


def test_an_interruption_is_quiet() -> None:
    with started([*GDL, "perft", "breakthrough", "--turns", "9"]) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()  # it has begun
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=HANGS) == 130
        assert process.stderr.read() == ""


@pytest.mark.parametrize("colour", ["", "1"])
@pytest.mark.parametrize("words", [["list"], ["--help"], ["play", "tictactoe", "--seat", "X=random"]], ids=" ".join)
def test_nobody_reads_along(words: list[str], colour: str) -> None:
    with subprocess.Popen(
        [*GDL, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "FORCE_COLOR": colour}
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.wait(timeout=HANGS) == 2
        assert process.stderr.read() == b""


# ---- foreign text --------------------------------------------------------------------------------------


def test_visible_and_brief() -> None:
    assert visible("a\x1b[31m\x9b\u202eb\nc\ud800") == "a\\x1b[31m\\x9b\\u202eb\nc\\ud800"
    assert visible("●é漢🎲👨\u200d🌾 \t") == "●é漢🎲👨\u200d🌾 \\t"
    assert brief("a\nb") == "a\\nb"
    assert brief("x" * 60) == "x" * 60
    assert brief("x" * 10**6) == "x" * 59 + "…"


def test_json_has_no_control_characters(tmp_path: Path) -> None:
    rules = tmp_path / "x.gdl"
    rules.write_text('game "X\x9b"\nplayers A, B\nturn\n  choose "go"\nend\n  draw if stuck\n', encoding="utf-8")
    result = CliRunner().invoke(app, ["show", str(rules), "--json"])
    assert "\x9b" not in result.stdout + result.stderr
    if result.exit_code == 0:
        assert json.loads(result.stdout)["title"] == "X\x9b"


def test_long_texts_are_cut(tmp_path: Path) -> None:
    long = "x" * 10**5
    result = CliRunner().invoke(app, ["play", "tictactoe", "--seed", "1"], input=f"{long}\nmoves {long}\n")
    assert result.exit_code == 0 and len(result.output) < 5_000
    file = tmp_path / "game.yaml"
    CliRunner().invoke(app, ["play", "tictactoe", "--record", str(file)], input="a1\n")
    file.write_text(file.read_text().replace("- [a1", f"- [{long}"))
    result = CliRunner().invoke(app, ["replay", str(file)])
    assert result.exit_code == 1 and len(result.stderr) < 500
    cases = tmp_path / "scenarios.yaml"
    cases.write_text(f"game: tictactoe\nscenarios: [{{name: x, play: {long}, then: {{over: true}}}}]\n")
    (failed,) = scenarios.run(scenarios.read(cases))
    assert len(str(failed)) < 500


# ---- names that collide --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["players", "name", "what", "options", "cls", "self"])
def test_an_option_may_have_any_name(name: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["show", "sparks", "--set", f"{name}=3"])
    assert result.exit_code == 2
    assert f"no option `{name}`" in result.stderr
    assert ("--players" in result.stderr) == (name == "players")
    with pytest.raises(LoadError, match=f"no option `{name}`"):
        Game.of("sparks", {name: 3})
    cases = tmp_path / "scenarios.yaml"
    cases.write_text(f"game: sparks\nscenarios: [{{name: x, options: {{{name}: 3}}, refused: no option `{name}`}}]\n")
    assert all(result.passed for result in scenarios.run(scenarios.read(cases)))
    record = records.new(Game.load("tictactoe"), "tictactoe", 1)
    record.options = {name: 3}
    with pytest.raises(records.RecordError, match=f"no option `{name}`"):
        records.load_game(record, "tictactoe")


# ---- files ---------------------------------------------------------------------------------------------


def test_no_picture_is_overwritten_unasked(tmp_path: Path) -> None:
    file = tmp_path / "x"

    def draw(*words: str) -> int:
        return CliRunner().invoke(app, ["show", "tictactoe", "--svg", str(file), *words]).exit_code

    for before in ("", "<svg>old</svg>", "precious", "\0\xff"):
        file.write_text(before)
        assert draw() == 2
        assert file.read_text() == before
        assert draw("--force") == 0
        assert file.read_text().startswith("<svg ")


def test_what_killed_writers_left_is_swept_up(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    names = {
        f".game.yaml.{ended.pid}.part": False,
        f".game.yaml.{os.getppid()}.part": True,  # someone is still writing
        f".game.yaml.{10**30}.part": False,
        f".other.yaml.{ended.pid}.part": True,
        ".game.yaml.x.part": True,
        "game.yaml.1.part": True,
    }
    for name in names:
        (tmp_path / name).write_text("")
    CliRunner().invoke(app, ["play", "tictactoe", "--record", str(tmp_path / "game.yaml")], input="a1\n")
    assert {name: (tmp_path / name).exists() for name in names} == names


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        yamlio.write(pipe, "a: 1\n")
        assert reader.communicate(timeout=HANGS)[0] == "a: 1\n"
    assert pipe.is_fifo()


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_text("")
    file.chmod(0o640)
    yamlio.write(file, "a: 1\n")
    assert file.stat().st_mode & 0o777 == 0o640


# ---- complaints about YAML -----------------------------------------------------------------------------

SCENARIO = "game: tictactoe\nscenarios:\n- name: x\n  "


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("thn: {over: true}", 4, "`thn` isn't known here; did you mean `then`?"),
        ("then: {tomove: X}", 4, "`tomove` isn't known here; did you mean `to move`?"),
        ("then: {position: {peices: 1}}", 4, "did you mean `pieces`?"),
        ("then: [a1]", 4, "`then` should be a mapping, not a list"),
        ("then: {count: many}", 4, "`count` should be a whole number, not `many`"),
        ("then:\n    moves: {a: 1}", 5, "`moves` should be text, not a mapping"),
        ("then: {over: perhaps}", 4, "`over` should be true or false, not `perhaps`"),
        ("then: {result: {X: wins}}", 4, "`X` should be win, draw or loss, not `wins`"),
        ("play: [a1, true]", 4, "item 2 of `play` should be text or a mapping, not true (put it in quotes)"),
        ("options: {size: [1]}", 4, "`size` should be true or false, a whole number or text, not a list"),
    ],
)
def test_complaints_are_in_the_authors_words(text: str, line: int, said: str, tmp_path: Path) -> None:
    file = tmp_path / "s.yaml"
    file.write_text(SCENARIO + text + "\n")
    with pytest.raises(yamlio.YamlError) as error:
        scenarios.read(file)
    assert f"s.yaml:{line}: " in str(error.value)
    assert said in str(error.value)
    assert "input should" not in str(error.value) and "scenarios.0" not in str(error.value)


def test_complaints_about_a_record(tmp_path: Path) -> None:
    file = tmp_path / "r.yaml"
    file.write_text("gdl record: 0\ngame: [x]\nplyers: [a]\nseed: -1\nturns: [a1, [b, [c]]]\n")
    with pytest.raises(records.RecordError) as error:
        records.read(file)
    assert [line.split(": ", 1)[1] for line in str(error.value).splitlines()] == [
        "`gdl record` should be 1, not `0`",
        "`players` is missing",
        "`rules` is missing",
        "`game` should be text, not a list",
        "`plyers` isn't known here; did you mean `players`?",
        "`seed` should be at least 0, not `-1`",
        "item 1 of `turns` should be a list, not `a1`",
        "item 2.2 of `turns` should be text, not a list",
    ]
