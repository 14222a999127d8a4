"""The table of operators: whatever the model may hold in play, both backends can work out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gdl.model.operators import OPERATORS
from interpreter.native.lower import writing

ROOT = Path(__file__).parents[2]


def test_each_operator_of_play_is_compiled_and_nothing_else() -> None:
    in_play = {name for name, row in OPERATORS.items() if not row.is_text}
    assert set(writing.OPERATORS) == in_play


def test_no_operator_is_named_that_is_not_in_the_table() -> None:
    """Names in patterns (`Op(name="…")`) and in calls of `op("…", …)` within the language's model and checker."""
    named = set()
    for path in (ROOT / "gdl").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for pattern in re.findall(r"Op\(name=((?:\"[^\"]+\"(?: \| )?)+)", text):
            named |= set(re.findall(r'"([^"]+)"', pattern))
        named |= set(re.findall(r'(?<![\w.])op\("([^"]+)",', text))
    assert len(named) > 20
    assert named <= set(OPERATORS)


@pytest.mark.parametrize("name", OPERATORS)
def test_each_row_says_what_it_means(name: str) -> None:
    assert OPERATORS[name].meaning
