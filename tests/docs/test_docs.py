"""Pages that show what programs print, or what is written elsewhere: that it is still so."""

from __future__ import annotations

import doctest
import importlib.util
import re
import shlex
import textwrap
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import COMMANDS as TABLE
from cli.app import app
from cli.options import exits as ways_out
from gdl.syntax.formatter import format as tidy

DOCS = Path(__file__).resolve().parents[2]
README = DOCS / "README.md"
PAGES = [README, *sorted((DOCS / "docs").rglob("*.md")), *sorted((DOCS / "rulesets").rglob("*.md"))]
API = [DOCS / "docs" / "api.md", DOCS / "docs" / "api_internals.md"]
COMMANDS = (DOCS / "docs" / "commands.md").read_text(encoding="utf-8")
ENTRIES = {entry.name: entry for entry in TABLE}


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page, those within lists, too."""
    found = re.findall(r"^( *)```(\w*)\n(.*?)^\1```$", page.read_text(encoding="utf-8"), re.M | re.S)
    return [textwrap.dedent(text) for _, of, text in found if of == language]


# ---- rulesets --------------------------------------------------------------------------------------------

WHOLE = [
    pytest.param(text, id=f"{page.relative_to(DOCS)} {text.splitlines()[0]}")
    for page in PAGES
    for text in blocks(page, "gdl")
    if text.startswith("game ")
]


@pytest.mark.parametrize("text", WHOLE)
def test_a_whole_ruleset_has_the_usual_layout(text: str) -> None:
    assert tidy(text) == text


# ---- the README ------------------------------------------------------------------------------------------


def run(command: str, monkeypatch: pytest.MonkeyPatch, **more: Any) -> str:
    """What a command prints on a terminal that shows symbols and colours, without these."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    result = CliRunner().invoke(app, shlex.split(command)[1:], **more)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", result.output)
    return "".join(f"{line.rstrip()}\n" for line in plain.splitlines())


def test_the_first_screen_is_what_the_command_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    command, *screen, prompt = blocks(README, "")[0].splitlines()
    assert command.startswith("$ gdl play ")
    shown = run(command.removeprefix("$ "), monkeypatch, input="quit\n")
    assert shown.startswith("\n".join([*screen, f"{prompt} quit"]) + "\n")


def test_the_first_screen_shows_a_moving_picture_and_names_the_ways_to_play() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 120
    picture = next(line for line in lines if "<img" in line)
    assert lines.index(picture) < 6
    source = re.search(r'src="([^"]+)"', picture)
    assert source and "<animate" in (DOCS / source[1]).read_text(encoding="utf-8")
    first = "\n".join(lines[:24])
    assert [name for name in ("play", "page", "serve", "studio") if f"`gdl {name} " not in first] == []


def test_the_variant_and_its_mistyped_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    short = next(text for text in blocks(README, "gdl") if "extends" in text)
    Path("short.gdl").write_text(short, encoding="utf-8")
    assert "1 ruleset: nothing found" in run("gdl lint short.gdl", monkeypatch)
    assert "Sparks, short" in run("gdl play short.gdl --seat Black=random", monkeypatch, input="quit\n")
    Path("short.gdl").write_text(short.replace("win next", "win nxt"), encoding="utf-8")
    message = next(text for text in blocks(README, "") if "N201" in text)
    assert message in run("gdl lint short.gdl", monkeypatch)


TRIED = re.findall(r"`(gdl (?:show|list|play|simulate) [^`A-Z]*)`", README.read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", TRIED)
def test_commands_of_the_readme(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "short.gdl" not in command:
        assert run(command.replace("500", "20"), monkeypatch, input="quit\n")


# ---- the Python API --------------------------------------------------------------------------------------


def generator() -> Any:
    spec = importlib.util.spec_from_file_location("api_page", DOCS / "docs" / "api.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pages_on_the_api_are_current() -> None:
    wanted = generator().pages()
    assert list(wanted) == API
    assert all(page.read_text(encoding="utf-8") == text for page, text in wanted.items()), "run: python docs/api.py"


@pytest.mark.parametrize(
    "text", [text for page in API for text in blocks(page, "python")], ids=lambda text: text.splitlines()[0]
)
def test_examples_of_the_api(text: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, "api.md", "api.md", 0)
    assert test.examples
    failed: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=failed.append)
    assert not failed, "".join(failed)


@pytest.mark.skipif(not find_spec("numpy"), reason="NumPy isn't installed")
def test_examples_of_batches() -> None:
    """One after another: they share their names."""
    found = doctest.testfile(str(DOCS / "docs" / "batch.md"), module_relative=False, verbose=False)
    assert found.attempted > 20 and found.failed == 0


def test_every_public_name_of_the_api_has_its_place() -> None:
    import interpreter

    first, *others = (page.read_text(encoding="utf-8") for page in API)
    assert [name for name in interpreter.__all__ if f"### interpreter.{name}\n" not in first] == []
    assert not any("`: \n" in text for text in (first, *others))


# ---- the commands ----------------------------------------------------------------------------------------


def section(name: str) -> str:
    """What is said about a command."""
    found = re.search(rf"^### gdl {name}\n(.*?)(?=^##|\Z)", COMMANDS, re.M | re.S)
    assert found, f"docs/commands.md: `gdl {name}` is missing"
    return found[1]


@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_a_command_has_a_line_for_each_option_and_no_others(name: str) -> None:
    command = ENTRIES[name].load()
    options = [{o for o in (*one.opts, *one.secondary_opts) if o.startswith("--")} for one in command.params]
    told = section(name)
    written = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", told))
    assert [names for names in options if names and not names & {*written, "--help"}] == []
    assert written <= {"--help"}.union(*options)


def test_the_exit_statuses_are_those_of_the_program() -> None:
    rows = dict(re.findall(r"^\| (\d+) \| (.+?) \|", COMMANDS, re.M))
    assert set(map(int, rows)) == {0, ways_out.FINDINGS, ways_out.COULD_NOT_RUN, ways_out.INTERRUPTED}
