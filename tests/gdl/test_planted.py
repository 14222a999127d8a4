"""Mistakes planted in rulesets (`tests/planted`): what lint says about each stands at its line.

The corpus has two halves. The one in `design.yaml` was looked at while the rules were made that find its mistakes; the
one in `held_out.yaml` was written before and looked at afterwards only.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from sample import daily

from gdl.library import read
from gdl.lint import RULES, lint
from gdl.text.source import Source

FOLDER = Path(__file__).parents[1] / "planted"
HALVES = ("design", "held_out")
PLANTED: dict[str, dict[str, Any]] = {
    name: one for half in HALVES for name, one in yaml.safe_load((FOLDER / f"{half}.yaml").read_text("utf-8")).items()
}
WAYS = 8
"""Ways of setting the options that are tried, besides the defaults."""


def text_of(one: dict[str, Any]) -> str:
    """The ruleset with its mistake."""
    if "text" in one:
        return str(one["text"])
    beside = FOLDER / f"{one['base']}.gdl"
    text = beside.read_text("utf-8") if beside.exists() else read(one["base"]).text
    for old, new in one["edit"]:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def takes_long(one: dict[str, Any]) -> bool:
    return one.get("base") == "chess" or 'extends "chess"' in one.get("text", "")


FOUND = [
    pytest.param(name, marks=[pytest.mark.deep] if takes_long(one) else [])
    for name, one in PLANTED.items() if "found" in one
]  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_the_lines_are_there(name: str) -> None:
    lines = [line.strip() for line in text_of(PLANTED[name]).splitlines()]
    assert set(PLANTED[name]["lines"]) <= set(lines)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.gdl")), ids=lambda path: path.stem)
def test_without_the_mistake_nothing_is_found(path: Path) -> None:
    assert lint([Source(path.name, path.read_text("utf-8"))], most=WAYS) == []


@pytest.mark.parametrize("name", daily(FOUND, 4))
def test_the_mistake_is_found_at_its_line(name: str) -> None:
    source = Source(f"{name}.gdl", text_of(PLANTED[name]))
    wanted = set(PLANTED[name]["lines"])
    there = {
        f.code
        for f in lint([source], most=WAYS)
        if f.span.source is source
        and wanted & {source.line(n).strip() for n in range(f.span.line, f.span.end_line + 1)}
    }
    assert there & set(PLANTED[name]["found"])


def test_most_of_both_halves_are_found() -> None:
    """None is taken out quietly: what isn't found yet stays in."""
    assert len(PLANTED) == 77
    assert len(FOUND) == 61


def test_the_codes_are_those_of_rules() -> None:
    assert {code for one in PLANTED.values() for code in one.get("found", ())} <= set(RULES)
