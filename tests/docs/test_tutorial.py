"""The tutorial: each step is done as its reader would do it, and prints what the page shows.

Marks before a block: `<!-- file: NAME -->`, it is saved so; `<!-- change: NAME: OLD → NEW -->`, a text in a file is
changed; `<!-- drawn: COMMAND -->`, the picture after it is what the command draws. A `console` block holds commands
after `$` and what they print; `…` stands for anything. What a player types follows the prompt, `White> `.

`python tests/docs/test_tutorial.py` draws the pictures anew.
"""

from __future__ import annotations

import os
import re
import shlex
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "tutorial.md"
PART = re.compile(
    r"^<!-- file: (?P<file>\S+) -->\n```\w+\n(?P<text>.*?)^```$"
    r"|^<!-- change: (?P<changed>\S+): (?P<old>.*?) → ?(?P<new>.*?) ?-->$"
    r"|^<!-- drawn: (?P<command>.*?) -->\n!\[[^\]]+\]\((?P<picture>\S+)\)$"
    r"|^(?P<indent> *)```console\n(?P<console>.*?)^ *```$",
    re.M | re.S,
)
STEPS = 6


class Ran(NamedTuple):
    """A command of the page: what it should print, and what it prints."""

    command: str
    shown: str
    printed: str


class Drawn(NamedTuple):
    """A picture of the page, and what its command draws."""

    file: Path
    picture: str


def done() -> Iterator[Ran | Drawn]:
    """Does what the page says, in the folder that it is in."""
    for part in PART.finditer(PAGE.read_text(encoding="utf-8")):
        if part["file"]:
            Path(part["file"]).write_text(part["text"], encoding="utf-8")
        elif part["changed"]:
            file = Path(part["changed"])
            text = file.read_text(encoding="utf-8")
            assert part["old"] in text
            file.write_text(text.replace(part["old"], part["new"]), encoding="utf-8")
        elif part["command"]:
            yield Drawn(DOCS / part["picture"], printed(part["command"], ""))
        else:
            yield from commands(textwrap.dedent(part["console"]))


def commands(block: str) -> Iterator[Ran]:
    """The commands of a block, run."""
    for text in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, shown = text.partition("\n")
        typed = "".join(f"{line}\n" for line in re.findall(r"^\w+> (.*)$", shown, re.M))
        yield Ran(command, shown, printed(command, typed))


def printed(command: str, typed: str) -> str:
    """What a command prints on a terminal that shows symbols, without colours."""
    from cli.app import app

    result = CliRunner().invoke(app, shlex.split(command)[1:], input=typed)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", result.output)
    return "".join(f"{line.rstrip()}\n" for line in plain.splitlines())


def fits(shown: str, text: str) -> bool:
    """Whether a text is as it is shown, with anything for `…`; blank lines at the end are nothing."""
    pattern = ".*?".join(re.escape(part) for part in shown.strip().split("…"))
    return re.fullmatch(pattern, text.strip(), re.S) is not None


def test_every_step_does_what_the_page_shows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("GDL_DATA", str(tmp_path / "data"))
    found = list(done())
    assert sum(isinstance(one, Ran) for one in found) > STEPS
    assert sum(isinstance(one, Drawn) for one in found) == STEPS
    for one in found:
        if isinstance(one, Ran):
            assert fits(one.shown, one.printed), f"$ {one.command}\n{one.printed}"
        else:
            assert one.file.read_text(encoding="utf-8") == one.picture, "run: python tests/docs/test_tutorial.py"


@pytest.mark.parametrize(
    ("shown", "text", "is_so"),
    [
        ("a\n…\nb", "a\nx\ny\nb", True), ("a; …", "a; 7 games", True), ("a", "b", False), ("a …", "b a", False),
        ("a\nb", "a\nc\nb", False),
    ],
)  # fmt: skip
def test_what_is_shown_is_held_to_what_is_printed(shown: str, text: str, is_so: bool) -> None:
    assert fits(shown, text) == is_so


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for one in done():
            if isinstance(one, Drawn):
                one.file.write_text(one.picture, encoding="utf-8")
