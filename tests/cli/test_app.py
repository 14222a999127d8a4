"""The table of commands says what their modules say, and spares reading them."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pkgutil import iter_modules
from typing import Any
from unittest import mock

import pytest
import typer
from command import run
from test_cli import gdl

from cli import commands
from cli.app import COMMANDS, GAME_FIRST, GROUPS, Entry
from cli.options import extras


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_a_command_is_listed_by_the_first_line_of_its_own_help(entry: Entry) -> None:
    command = entry.load()
    assert command.name == entry.name
    assert inspect.cleandoc(command.help).splitlines()[0] == entry.about


def test_help_has_a_line_for_each_command_in_its_group() -> None:
    said = gdl("--help").stdout
    for group, entries in GROUPS.items():
        rows = said.partition(f"\n{group}:\n")[2].partition("\n\n")[0].splitlines()
        assert [row.split()[0] for row in rows] == [entry.name for entry in entries]
        assert all(len(row) < 80 for row in rows)


def test_help_is_read_as_a_command_too() -> None:
    """`gdl help` was no command."""
    assert gdl("help").stdout == gdl("--help").stdout
    assert gdl("help", "perft").stdout == gdl("perft", "--help").stdout


def test_every_module_of_commands_is_in_the_table() -> None:
    modules = {module.name for module in iter_modules(commands.__path__)}
    assert {entry.module or entry.name for entry in COMMANDS} == modules


def test_the_commands_whose_first_word_is_a_game_are_known_beforehand() -> None:
    """A shell that completes the name of a game hasn't read them."""
    first = {entry.name: entry.load().params[0] for entry in COMMANDS}
    assert {
        name for name, word in first.items()
        if word.param_type_name == "argument" and "sparks" in [item.value for item in completed_by(word)]
    } == GAME_FIRST  # fmt: skip


def completed_by(word: Any) -> list[Any]:
    """What a shell is told of the beginning of this argument."""
    found: list[Any] = word.shell_complete(mock.MagicMock(args=[], params={}), "sparks")
    return found


@pytest.mark.parametrize("words", [["--help"], ["--version"], []])
def test_what_is_no_command_reads_none(words: list[str]) -> None:
    """Nor the language, nor the interpreter, which take longer to read than anybody waits for a page of help."""
    assert not read_for(words)


@pytest.mark.parametrize("words", ["pl", "play ", "play sp", "simulate sp"])
def test_completing_a_command_or_a_game_reads_none(words: str) -> None:
    asked = {"_GDL_COMPLETE": "complete_bash", "COMP_WORDS": f"gdl {words}", "COMP_CWORD": str(len(words.split(" ")))}
    assert read_for([], asked) <= {"gdl.syntax", "gdl.text.source"}


@pytest.mark.parametrize(
    "words", ["show tictactoe", "simulate tictactoe --games 1", "match tictactoe random random --games 1"]
)
def test_a_first_board_reads_nothing_of_what_learns_and_solves(words: str) -> None:
    found = read_for(words.split())
    assert "interpreter.game.game" in found
    slow = ("interpreter.players.learning", "interpreter.players.symmetries")
    assert not {name for name in found if name.startswith(slow)}


def test_the_next_board_reads_neither_the_parser_nor_the_checker_nor_what_compiles() -> None:
    """The model was kept, and a board needs no machine code."""
    read_for(["show", "tictactoe"])
    found = read_for(["show", "tictactoe"])
    assert "interpreter.game.game" in found
    slow = ("lark", "gdl.check", "gdl.syntax", "wasmtime", "interpreter.native.compile.")
    assert not {name for name in found if name.startswith(slow)}


PARTS = ("cli.commands", "interpreter", "gdl.syntax", "gdl.check", "lark", "rich", "wasmtime")
"""Of modules, those that tests look for."""


def read_for(words: list[str], environment: dict[str, str] | None = None) -> set[str]:
    """What of the slow modules is read by a run of `gdl`."""
    said = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "cli.main", *words],
        env={**os.environ, **(environment or {})}, capture_output=True, text=True, check=False,
    ).stderr  # fmt: skip
    read = {line.rpartition("|")[2].strip() for line in said.splitlines() if line.startswith("import time:")}
    assert "cli.app" in read
    return {name for name in read if name.startswith(PARTS)}


@pytest.mark.parametrize(("word", "said"), [
    ("sparks", "To play it: gdl play sparks"), ("mine.gdl", "To play it: gdl play mine.gdl"),
    ("plya", "No such command 'plya'"),
])  # fmt: skip
def test_a_game_in_place_of_a_command(word: str, said: str) -> None:
    status, _, err = run([word])
    assert (status, said in err) == (2, True)


@pytest.mark.parametrize(("words", "said"), [
    ("study tictactoe --budget 3s", "--budget (Possible options: --games, --search-games)"),  # by its sense
    ("perft tictactoe --depth 3", "--depth (Possible options: --plies, --turns)"),
    ("page tictactoe --out x.html", "--out (Possible options: --output)"),
    ("simulate tictactoe --gamse 3", "--gamse (Possible options: --games)"),  # by its letters
    ("play tictactoe --color", "--color"),
    ("lint x.gdl --verbose", "--verbose"),
])  # fmt: skip
def test_an_option_that_isnt_there_suggests_what_may_be_meant_or_nothing(words: str, said: str) -> None:
    status, _, err = run(words.split())
    assert (status, err.splitlines()[-1]) == (2, f"Error: No such option: {said}")


@pytest.mark.parametrize(
    ("missing", "said"),
    [({"uvicorn"}, "needs uvicorn, which isn't"), ({"uvicorn", "starlette"}, "starlette, uvicorn, which aren't")],
)
def test_what_isnt_installed_is_named(
    missing: set[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda module: None if module in missing else module)
    with pytest.raises(typer.Exit):
        extras.extra("serve", "gdl serve")
    assert said in capsys.readouterr().err


def test_a_wrong_choice_is_told_as_such() -> None:
    """Newer versions of Typer say `Value error, …`, and older ones don't."""
    status, _, err = run(["train", "chess", "--backend", "reference"])
    assert status == 2 and "Value error" not in err and "'reference' is not one of 'auto', 'native'" in err
