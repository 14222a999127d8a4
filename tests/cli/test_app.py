"""The table of commands says what their modules say, and spares reading them."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pkgutil import iter_modules

import pytest

from cli import commands
from cli.app import COMMANDS, Entry


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_a_command_is_listed_by_the_first_line_of_its_own_help(entry: Entry) -> None:
    command = entry.load()
    assert command.name == entry.name
    assert inspect.cleandoc(command.help).splitlines()[0] == entry.about


def test_every_module_of_commands_is_in_the_table() -> None:
    modules = {module.name for module in iter_modules(commands.__path__)}
    assert {entry.module or entry.name for entry in COMMANDS} == modules


@pytest.mark.parametrize("words", [["--help"], ["--version"], []])
def test_what_is_no_command_reads_none(words: list[str]) -> None:
    """Nor the language, nor the interpreter, which take longer to read than anybody waits for a page of help."""
    said = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "cli.main", *words], capture_output=True, text=True, check=False
    ).stderr
    read = {line.rpartition("|")[2].strip() for line in said.splitlines() if line.startswith("import time:")}
    assert "cli.app" in read
    assert not {name for name in read if name.startswith(("cli.commands", "interpreter", "gdl.syntax", "lark", "rich"))}
