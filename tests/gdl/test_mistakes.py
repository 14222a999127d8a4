"""The rulesets with a mistake that shows only in play: lint finds nothing in the text, fixed or not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from sample import daily

from gdl.lint import lint
from gdl.text.source import Source

FOLDER = Path(__file__).parents[1] / "mistakes"
MISTAKES: dict[str, dict[str, Any]] = yaml.safe_load((FOLDER / "expected.yaml").read_text(encoding="utf-8"))
FAIR: dict[str, dict[str, Any]] = yaml.safe_load((FOLDER / "fair" / "expected.yaml").read_text(encoding="utf-8"))
NAMES = """
unreached-statement unreached-branch unreached-case unreached-value always-true never-true never-moves never-captured
never-promoted never-wins never-ends-so endless one-option same-text stuck rule-error takes-own loses-at-once
unlike-colours unlike-reflection options-clash first-wins second-wins no-skill drawish
"""
KINDS = frozenset(NAMES.split())


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.gdl").read_text(encoding="utf-8")


def findings(name: str, text: str) -> list[str]:
    return [f"{f.code} {f.message}" for f in lint([Source(str(FOLDER / f"{name}.gdl"), text)], most=0)]


def test_every_ruleset_has_its_entry() -> None:
    assert {path.stem for path in FOLDER.glob("*.gdl")} == set(MISTAKES)
    assert {path.stem for path in (FOLDER / "fair").glob("*.gdl")} == set(FAIR)
    assert {kind for one in MISTAKES.values() for kind in [one["kind"], *one.get("also", [])]} <= KINDS


@pytest.mark.parametrize("name", daily(MISTAKES, 4))
def test_the_text_alone_shows_nothing(name: str) -> None:
    assert findings(name, text_of(name)) == []


@pytest.mark.parametrize("name", MISTAKES)
def test_the_lines_are_there(name: str) -> None:
    lines = [line.strip() for line in text_of(name).splitlines()]
    for line in MISTAKES[name]["lines"]:
        assert lines.count(line) == 1, line


@pytest.mark.parametrize("name", daily([name for name, one in MISTAKES.items() if "fix" in one], 4))
def test_the_fixed_text_shows_nothing_either(name: str) -> None:
    old, new = MISTAKES[name]["fix"]
    assert text_of(name).count(old) == 1
    assert findings(name, text_of(name).replace(old, new)) == []


@pytest.mark.parametrize("name", daily(FAIR, 4))
def test_the_fair_ones_show_nothing(name: str) -> None:
    assert set(FAIR[name]["not"]) <= KINDS
    assert findings(f"fair/{name}", text_of(f"fair/{name}")) == []
