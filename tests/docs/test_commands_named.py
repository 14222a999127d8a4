"""Commands that pages name exist, with the options that stand behind them; examples of the first hours are right."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from cli.app import COMMANDS
from gdl.check.checker import check
from gdl.text.source import Source

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "rulesets").rglob("*.md"))]
STARTS = sorted((ROOT / "docs" / "start").glob("*.md"))
NAMED = re.compile(r"(?:`|^ *(?:\$ )?)gdl ([a-z]+)\b((?:\\\n|[^`\n#|])*)", re.M)
"""A command in code: between backticks, or at the beginning of a line of a block."""
GENERAL = {"--help", "--version", "--install-completion", "--show-completion"}
WORDS = {"is", "and", "has", "can", "knows", "itself", "does", "reads", "or", "alone", "will"}
"""What follows the program's name in prose."""


@cache
def options(name: str) -> frozenset[str]:
    command = next(entry for entry in COMMANDS if entry.name == name).load()
    return frozenset(o for one in command.params for o in (*one.opts, *one.secondary_opts))


def wrong(text: str) -> list[str]:
    """What a page names that isn't there."""
    names = {entry.name for entry in COMMANDS}
    found = []
    for name, rest in NAMED.findall(text):
        if name in WORDS:
            continue
        own = re.sub(r"\"[^\"]*\"|'[^']*'", "", rest)  # what is in quotes may be a command of another program
        asked = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", own)) - GENERAL
        if name not in names:
            found.append(f"gdl {name}")
        else:
            found += [f"gdl {name} {option}" for option in sorted(asked - options(name))]
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_and_options_that_pages_name_are_there(page: Path) -> None:
    assert wrong(page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("`gdl perft chess --depth 4`", ["gdl perft --depth"]), ("`gdl perft chess --turns 4`", []),
        ('`gdl match go "gtp:gnugo --mode gtp" random --gams 2`', ["gdl match --gams"]),
        ("```\n$ gdl plai chess\n```", ["gdl plai"]), ("A word: gdl plai.", []),
    ],
)  # fmt: skip
def test_a_command_that_is_not_there_is_found(text: str, said: list[str]) -> None:
    assert wrong(text) == said


@pytest.mark.parametrize("page", STARTS, ids=lambda page: page.stem)
def test_examples_of_the_first_hours(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for rules in re.findall(r"^```gdl\n(.*?)^```", text, re.M | re.S):
        assert [str(found) for found in check(Source("example.gdl", rules)).findings if found.severity == "error"] == []
    for code in re.findall(r"^ *```python\n(.*?)^ *```", text, re.M | re.S):
        if "open_spiel" not in code:
            exec(re.sub(r"^   ", "", code, flags=re.M), {})
